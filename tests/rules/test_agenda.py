"""The agenda: a stack of tasks for each seat and for the table."""

from quedlinburg.rules import ids, tasks
from quedlinburg.rules.agenda import offer, pop, push, top_arg, top_task
from quedlinburg.rules.table import Table
from rules.builders import table


def empty() -> Table:
    """A table whose seats have nothing to do any more."""
    t = table("round 4").table
    t.depth[:] = [0] * len(t.depth)
    return t


def test_the_last_task_comes_first() -> None:
    """Last in, first out, each with its argument."""
    t = empty()
    push(t, 0, tasks.TAKE, 7)
    push(t, 0, tasks.DROPLET, 5)
    assert (top_task(t, 0), top_arg(t, 0)) == (tasks.DROPLET, 5)
    pop(t, 0)
    assert (top_task(t, 0), top_arg(t, 0)) == (tasks.TAKE, 7)


def test_an_empty_agenda_has_no_task() -> None:
    """Nothing is on top of nothing."""
    assert [top_task(empty(), row) for row in (0, 1, ids.TABLE)] == [0, 0, 0]


def test_seats_and_table_have_agendas_of_their_own() -> None:
    """R3.6: a seat's steps are its own."""
    t = empty()
    push(t, ids.TABLE, tasks.SCORE, 0)
    push(t, 1, tasks.RUBIES, 0)
    assert [top_task(t, row) for row in (0, 1, ids.TABLE)] == [0, tasks.RUBIES, tasks.SCORE]


def test_options_are_offered_in_order() -> None:
    """What is offered is listed in the order of the offers."""
    t = empty()
    t.option_n = 0
    offer(t, 5)
    offer(t, 3)
    assert t.option[: t.option_n] == [5, 3]
