"""Toadstools: the four pages of the red book (R4.15 to R4.18)."""

from quedlinburg.rules import ids, options, rule
from quedlinburg.rules.agenda import ask_page, offer
from quedlinburg.rules.constants import COLOUR, VALUE
from quedlinburg.rules.pot import count_aside, count_colour, last_kind
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.chips import lay_aside, place, put_back


def red_1_movement(t: Table, seat: int) -> int:
    """Move 1 further with one or two pumpkins in the pot, 2 further with three (R4.15)."""
    pumpkins = count_colour(t, seat, ids.ORANGE)
    if pumpkins >= 3:
        return 2
    return int(pumpkins >= 1)


def red_2_drawn(t: Table, seat: int, kind: int) -> None:
    """Lay the toadstool aside instead of placing it (R4.16)."""
    lay_aside(t, seat, kind, rule.R4_16)


def red_2_stopped(t: Table, seat: int) -> None:
    """Ask what to do with the toadstools aside once the pot is finished (R4.16)."""
    if count_aside(t, seat) > 0:
        ask_page(t, seat, ids.RED_2, 0)


def offer_red_2(t: Table, seat: int) -> None:
    """Offer to place a toadstool, or to be done (R4.16)."""
    for kind in range(ids.R1, ids.R4 + 1):
        if t.aside[seat][kind] > 0:
            offer(t, kind)
    offer(t, options.CHOOSE_DONE)


def red_2_answered(t: Table, seat: int, option: int) -> None:
    """Place a toadstool from aside, or be done; ask again while some lie there (R4.16)."""
    if option != options.CHOOSE_DONE:
        place(t, seat, option, VALUE[option], ids.FROM_ASIDE, rule.R4_16)
        red_2_stopped(t, seat)


def red_2_always_open(t: Table, seat: int) -> None:
    """Offer to put a toadstool from aside back into the bag, whatever is asked (R4.16)."""
    for i in range(3):
        if t.aside[seat][ids.R1 + i] > 0:
            offer(t, options.BACK + i)


def is_back(option: int) -> bool:
    """Whether an option puts a toadstool from aside back into the bag (R4.16)."""
    return options.BACK <= option < options.BACK + 3


def back_to_bag(t: Table, seat: int, option: int) -> None:
    """Put a toadstool from aside back into the bag; the question stays open (R4.16)."""
    put_back(t, seat, ids.R1 + option - options.BACK, rule.R4_16)


def red_3_movement(t: Table, seat: int) -> int:
    """Move further by the value of the cherry bomb directly before (R4.17)."""
    before = last_kind(t, seat)
    if before != ids.NO_KIND and COLOUR[before] == ids.WHITE:
        return VALUE[before]
    return 0


def red_4_movement(t: Table, seat: int, kind: int) -> int:
    """Move a cherry bomb of 1 one space further with a toadstool in the pot (R4.18)."""
    return int(kind == ids.W1 and count_colour(t, seat, ids.RED) > 0)
