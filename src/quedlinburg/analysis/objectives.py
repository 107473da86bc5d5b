"""Objectives by name, for callers that ask for one in words."""

from __future__ import annotations

from quedlinburg.analysis.brew_result import (
    EXPLODED,
    STOPPED,
    BrewResult,
    FunctionObjective,
    Objective,
)
from quedlinburg.analysis.compiled_rules.evaluation import RoundWorth
from quedlinburg.analysis.simple_values import simple_values
from quedlinburg.analysis.values import Values
from quedlinburg.engine.view import View
from quedlinburg.rules.constants import SPACE_COINS, SPACE_POINTS

OBJECTIVE_NAMES = ("worth", "space", "both")
"""The objectives that have a name: the round's worth, the scoring space, points and coins."""


def _space(result: BrewResult) -> float:
    """The scoring space; an exploded pot counts nothing."""
    return float(result.space) if result.end == STOPPED else 0.0


def _both(result: BrewResult) -> float:
    """Points and coins of the scoring space; an exploded pot has the greater of the two."""
    points, coins = SPACE_POINTS[result.space], SPACE_COINS[result.space]
    return float(max(points, coins) if result.end == EXPLODED else points + coins)


def named_objective(name: str, view: View, seat: int, values: Values | None = None) -> Objective:
    """Make an objective by its name; raise ValueError for a name that is not known.

    `values` are for the round's worth: without them it takes those of a simple rule.
    """
    match name:
        case "worth":
            return RoundWorth.of(view, seat, values or simple_values(view))
        case "space":
            return FunctionObjective(_space, needs={"space", "end"})
        case "both":
            return FunctionObjective(_both, needs={"space", "end"})
    raise ValueError(f"value: {name!r} is not known; known: {', '.join(OBJECTIVE_NAMES)}")
