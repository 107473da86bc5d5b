"""The agenda: for each seat and for the table a small stack of tasks, last in, first out.

A task is a number with one argument, so that a game can be copied, saved and resumed in the
middle of any effect. Effects push; only the machine pops.
"""

from quedlinburg.rules.table import Table
from quedlinburg.rules.tasks import card_question, page_question


def push(t: Table, row: int, task: int, arg: int) -> None:
    """Put a task on top of a seat's agenda, or of the table's."""
    depth = t.depth[row]
    t.task[row][depth] = task
    t.arg[row][depth] = arg
    t.depth[row] = depth + 1


def ask_page(t: Table, seat: int, page: int, arg: int) -> None:
    """Put the question of a page on top of a seat's agenda."""
    push(t, seat, page_question(page), arg)


def ask_card(t: Table, seat: int, card: int, arg: int) -> None:
    """Put the question of a fortune card on top of a seat's agenda."""
    push(t, seat, card_question(card), arg)


def top_task(t: Table, row: int) -> int:
    """The task on top of an agenda, 0 if it is empty."""
    depth = t.depth[row]
    if depth == 0:
        return 0
    return t.task[row][depth - 1]


def top_arg(t: Table, row: int) -> int:
    """The argument of the task on top of an agenda."""
    return t.arg[row][t.depth[row] - 1]


def pop(t: Table, row: int) -> None:
    """Take the top task off an agenda."""
    t.depth[row] -= 1


def offer(t: Table, option: int) -> None:
    """Add one option to the question that is being worked out."""
    t.option[t.option_n] = option
    t.option_n += 1
