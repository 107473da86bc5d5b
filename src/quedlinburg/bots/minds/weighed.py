"""Which of its options a mind weighs: not all that is legal is worth a thought."""

from quedlinburg.rules import tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.books.red import is_back
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table


def fill_weighed(t: Table, seat: int) -> None:
    """Fill in the options of a seat's question that a mind weighs.

    A red chip from aside may go back whatever is asked (R4.16). It is weighed once the pot is
    finished. Before that it can't help: whoever has the chip aside can do all that the other can,
    and put it back later. Minds that weighed it before a draw lost by it.
    """
    fill_without_stir(t, seat)
    if top_task(t, seat) != tasks.RED_2:
        while t.option_n > 0 and is_back(t.option[t.option_n - 1]):
            t.option_n -= 1


def fill_without_stir(t: Table, seat: int) -> None:
    """Fill in all options but the call for a stir, which is a right of people (R7.4)."""
    fill_options(t, seat)
    if t.stir_open == 1:
        kept = 0
        for i in range(t.option_n):
            if t.option[i] != words.STIR:
                t.option[kept] = t.option[i]
                kept += 1
        t.option_n = kept
