"""The explosion: how much white a pot still takes, and which chips are too much (R4.3, R4.4).

The only place that compares a chip with the limit. `explodes` and `count_exploding` take plain
numbers, so that tables, views, packed bags of a search and compiled code all use them.
"""

from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, VALUE
from quedlinburg.rules.moments import limit
from quedlinburg.rules.table import Table


def room_left(t: Table, seat: int) -> int:
    """How much a seat's white sum may still grow; below 0 the pot is past its limit (R4.4)."""
    return limit(t, seat) - t.white_sum[seat]


def explodes(kind: int, room: int) -> bool:
    """Whether placing a kind explodes a pot that takes so much white (R4.3)."""
    return COLOUR[kind] == ids.WHITE and VALUE[kind] > room


def count_exploding(ones: int, twos: int, threes: int, room: int) -> int:
    """How many chips of a bag explode a pot that takes so much white (R4.3).

    A bag is given by its cherry bombs of 1, 2 and 3; no other chip explodes a pot.

    >>> count_exploding(4, 2, 1, room=1)
    3
    """
    exploding = 0
    if explodes(ids.W1, room):
        exploding += ones
    if explodes(ids.W2, room):
        exploding += twos
    if explodes(ids.W3, room):
        exploding += threes
    return exploding


def count_exploding_in_bag(t: Table, seat: int, room: int) -> int:
    """How many chips of a seat's bag explode a pot that takes so much white (R4.3)."""
    bag = t.bag[seat]
    return count_exploding(bag[ids.W1], bag[ids.W2], bag[ids.W3], room)
