"""What lies in a pot and in a bag: counting chips and spaces (R4.8, R4.9)."""

from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, OUT_FROM, VALUE
from quedlinburg.rules.table import Table


def start_space(t: Table, seat: int) -> int:
    """The space from which chips count: droplet and rat stone, at most 52 (R3.3, R4.1)."""
    space = t.droplet[seat] + t.tails[seat]
    return LAST_SPACE if space > LAST_SPACE else space


def last_space(t: Table, seat: int) -> int:
    """The space of the last chip, or the start space of an empty pot."""
    count = t.pot_n[seat]
    if count == 0:
        return start_space(t, seat)
    return t.pot_space[seat][count - 1]


def bare_space(t: Table, seat: int, kind: int) -> int:
    """The space on which the next chip would stand without extra spaces (R4.7, R4.9)."""
    space = last_space(t, seat) + VALUE[kind]
    return LAST_SPACE if space > LAST_SPACE else space


def last_kind(t: Table, seat: int) -> int:
    """The kind of the last chip in the pot, NO_KIND if there is none."""
    count = t.pot_n[seat]
    if count == 0:
        return ids.NO_KIND
    return t.pot_kind[seat][count - 1]


def colours_in_pot(t: Table, seat: int) -> int:
    """The colours that lie in the pot, one bit each; the bowl does not count (R7.3)."""
    colours = 0
    pot_kind = t.pot_kind[seat]
    for i in range(t.pot_n[seat]):
        colours |= 1 << COLOUR[pot_kind[i]]
    return colours


def count_colour(t: Table, seat: int, colour: int) -> int:
    """How many chips of a colour lie in the pot; the bowl does not count (R7.3)."""
    total = 0
    for i in range(t.pot_n[seat]):
        if COLOUR[t.pot_kind[seat][i]] == colour:
            total += 1
    return total


def sum_colour(t: Table, seat: int, colour: int) -> int:
    """The values of a colour's chips in the pot, added up; the bowl does not count (R7.3)."""
    total = 0
    for i in range(t.pot_n[seat]):
        kind = t.pot_kind[seat][i]
        if COLOUR[kind] == colour:
            total += VALUE[kind]
    return total


def last_of_kind(t: Table, seat: int, kind: int) -> int:
    """The place in the pot of the chip of a kind that was placed last, -1 if there is none."""
    for i in range(t.pot_n[seat] - 1, -1, -1):
        if t.pot_kind[seat][i] == kind:
            return i
    return -1


def bag_size(t: Table, seat: int) -> int:
    """How many chips are in the bag."""
    return sum(t.bag[seat])


def is_bag_empty(t: Table, seat: int) -> bool:
    """Whether no chip is left in the bag; most bags show one at the first look."""
    for count in t.bag[seat]:
        if count > 0:
            return False
    return True


def count_aside(t: Table, seat: int) -> int:
    """How many red chips lie aside (R4.16)."""
    aside = t.aside[seat]
    return aside[ids.R1] + aside[ids.R2] + aside[ids.R4]


def is_out(t: Table, kind: int) -> bool:
    """Whether the book of a kind's colour is out this round (R3.1)."""
    return t.round_no >= OUT_FROM[COLOUR[kind]]


def can_move_droplet(t: Table, seat: int) -> bool:
    """Whether a step of the droplet has somewhere to go in the pot (R7.2)."""
    return t.droplet[seat] < LAST_SPACE
