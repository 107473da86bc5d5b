"""Values by name, for those who ask for one in words."""

from __future__ import annotations

from quedlinburg.engine.view import View
from quedlinburg.odds.brewed import EXPLODED, STOPPED, Brewed, Judged, Value
from quedlinburg.odds.worth import RoundWorth
from quedlinburg.rules.tables import SPACE_COINS, SPACE_POINTS

VALUE_NAMES = ("worth", "space", "both")
"""The values that have a name: the round's worth, the scoring space, points and coins."""


def _space(brewed: Brewed) -> float:
    """The scoring space; an exploded pot counts nothing."""
    return float(brewed.space) if brewed.ending == STOPPED else 0.0


def _both(brewed: Brewed) -> float:
    """Points and coins of the scoring space; an exploded pot has the greater of the two."""
    points, coins = SPACE_POINTS[brewed.space], SPACE_COINS[brewed.space]
    return float(max(points, coins) if brewed.ending == EXPLODED else points + coins)


def named_value(name: str, view: View, seat: int) -> Value:
    """A value by its name: the worth of the round, the space reached, or points and coins."""
    match name:
        case "worth":
            return RoundWorth.of(view, seat)
        case "space":
            return Judged(_space, needs={"space", "ending"})
        case "both":
            return Judged(_both, needs={"space", "ending"})
    raise ValueError(f"value: {name!r} is not known; known: {', '.join(VALUE_NAMES)}")
