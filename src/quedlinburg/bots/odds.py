"""The exact odds of a seat's next draw, from what everybody sees: bag, white sum and limit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quedlinburg.bots.sight import value
from quedlinburg.engine.view import SeatView, View


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """A kind that may be drawn next: how many there are, how likely, whether the pot explodes."""

    kind: str
    count: int
    chance: Fraction
    explodes: bool


def explodes(seat: SeatView, kind: str) -> bool:
    """Whether placing a drawn kind makes a seat's pot explode (R4.3, R4.4)."""
    return kind[0] == "W" and seat.white_sum + value(kind) > seat.limit


def draw_odds(view: View, seat: int) -> tuple[DrawOdds, ...]:
    """The chance of each kind in a seat's bag to be drawn next, in the order of kinds."""
    shown = view.seats[seat]
    bag = view.whole_bag(seat)
    total = sum(bag.values())
    return tuple(
        DrawOdds(kind, count, Fraction(count, total), explodes(shown, kind))
        for kind, count in bag.items()
    )


def explosion_chance(view: View, seat: int) -> Fraction:
    """The chance that a seat's next draw makes its pot explode."""
    return sum((odds.chance for odds in draw_odds(view, seat) if odds.explodes), Fraction(0))
