"""The options that a policy evaluates: some legal ones are never worth it."""

from quedlinburg.rules import options
from quedlinburg.rules.books.red import is_back
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table


def fill_considered(t: Table, seat: int) -> None:
    """Fill in the options of a seat's question that a policy evaluates.

    A red chip from aside may go back whatever is asked (R4.16). That is considered once the pot
    is finished and something else can be done with the chip. Before that it can't help: whoever
    has the chip aside can do all that the other can, and put it back later. Policies that
    considered it before a draw lost by it.
    """
    fill_without_stir(t, seat)
    backs = 0
    while backs < t.option_n and is_back(t.option[t.option_n - 1 - backs]):
        backs += 1
    before = t.option_n - 1 - backs
    if before < 0 or t.option[before] != options.CHOOSE_DONE:
        t.option_n -= backs


def fill_without_stir(t: Table, seat: int) -> None:
    """Fill in all options but the call for a stir, which is a right of people (R7.4)."""
    fill_options(t, seat)
    if t.stir_open == 1:
        kept = 0
        for i in range(t.option_n):
            if t.option[i] != options.STIR:
                t.option[kept] = t.option[i]
                kept += 1
        t.option_n = kept


def is_offered(t: Table, option: int) -> bool:
    """Whether an option is among those filled in."""
    at = 0
    while at < t.option_n and t.option[at] != option:
        at += 1
    return at < t.option_n


def declining_option(t: Table) -> int:
    """The last considered option, which declines where declining is offered."""
    last = t.option_n - 1
    while last > 0 and is_back(t.option[last]):
        last -= 1
    return t.option[last]
