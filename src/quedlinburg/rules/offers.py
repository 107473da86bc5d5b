"""Offers that several pages and cards make: chips looked at, a chip back or not, numbers."""

from quedlinburg.rules import ids, options
from quedlinburg.rules.agenda import offer
from quedlinburg.rules.table import Table


def offer_looked_at(t: Table, seat: int) -> None:
    """Offer each kind that is looked at, or none of them (R4.11)."""
    for kind in range(ids.KINDS):
        if t.looked[seat][kind] > 0:
            offer(t, kind)
    offer(t, options.NONE)


def offer_return(t: Table) -> None:
    """Offer to put a chip back into the bag, or to keep it in the pot (R4.19)."""
    offer(t, options.RETURN)
    offer(t, options.KEEP)


def offer_numbers(t: Table, first: int, last: int) -> None:
    """Offer the numbers from the first to the last one."""
    for number in range(first, last + 1):
        offer(t, options.ZERO + number)
