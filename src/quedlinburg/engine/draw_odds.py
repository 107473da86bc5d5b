"""The exact odds of a seat's next draw, from what everybody sees: bag, white sum and limit.

`rules/explosion.py` decides which chips explode a pot; this module asks it about a view, for the
library, bots, the terminal and the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quedlinburg.engine.counts import Counts
from quedlinburg.engine.names import KIND
from quedlinburg.engine.view import SeatView, View
from quedlinburg.rules import explosion
from quedlinburg.rules.constants import COLOUR, VALUE
from quedlinburg.rules.ids import WHITE


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """A kind that may be drawn next: how many there are, how likely, what it makes of the pot."""

    kind: str
    """The code of the kind."""
    count: int
    """How many of them are in the bag."""
    chance: Fraction
    """The chance to draw one."""
    white_sum: int | None
    """The pot's white sum with it; None for a chip that is not white."""
    explodes: bool
    """Whether the pot explodes with it (R4.3)."""


def white_sum_with(seat: SeatView, kind: str) -> int | None:
    """The white sum of a seat's pot with one chip more; None for a chip that is not white."""
    if COLOUR[KIND[kind]] != WHITE:
        return None
    return seat.white_sum + VALUE[KIND[kind]]


def room_left(seat: SeatView) -> int:
    """How much a seat's white sum may still grow without an explosion (R4.4)."""
    return seat.limit - seat.white_sum


def explodes(seat: SeatView, kind: str) -> bool:
    """Whether placing a drawn kind makes a seat's pot explode (R4.3, R4.4)."""
    return explosion.explodes(KIND[kind], room_left(seat))


def odds_of_bag(seat: SeatView, bag: Counts) -> tuple[DrawOdds, ...]:
    """The chance of each kind in a bag to be drawn next, in the order of kinds."""
    total = sum(bag.values())
    return tuple(
        DrawOdds(
            kind, count, Fraction(count, total), white_sum_with(seat, kind), explodes(seat, kind)
        )
        for kind, count in bag.items()
    )


def explosion_chance_of_bag(seat: SeatView, bag: Counts) -> Fraction:
    """The chance that the next chip out of a bag makes a seat's pot explode; 0 if it is empty."""
    chips = sum(bag.values())
    if chips == 0:
        return Fraction(0)
    ones, twos, threes = (bag.get(kind, 0) for kind in ("W1", "W2", "W3"))
    return Fraction(explosion.count_exploding(ones, twos, threes, room_left(seat)), chips)


def draw_odds(view: View, seat: int) -> tuple[DrawOdds, ...]:
    """The chance of each kind in a seat's bag to be drawn next, in the order of kinds."""
    return odds_of_bag(view.seats[seat], view.whole_bag(seat))


def explosion_chance(view: View, seat: int) -> Fraction:
    """The chance that a seat's next draw makes its pot explode."""
    return explosion_chance_of_bag(view.seats[seat], view.whole_bag(seat))
