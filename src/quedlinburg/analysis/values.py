"""What things are worth to a seat: the one record that policies fill in and estimates read.

A policy first writes what it knows (`point`, `step`, `ruby`, `flask`, `chip`, `aside`); the
functions here derive the rest by the rules: the next glass, the best purchase for any number of
coins, the best use of any number of rubies. All fields of a record are in one unit, which is the
policy's own: final victory points, or hundredths of them.

Plain Python uses the class `Values`, compiled code a numpy record of the same FIELDS, and the
functions run over both, as those of the rules do over a table.
"""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np

from quedlinburg.rules import ids
from quedlinburg.rules.constants import (
    COLOUR,
    GLASS_KIND,
    GLASS_POINTS,
    GLASS_RUBIES,
    LAST_GLASS,
    LAST_ROUND,
    LAST_SPACE,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
)
from quedlinburg.rules.pot import is_out
from quedlinburg.rules.table import Table

# The most coins that a pot can bring, and the most rubies whose use is worked out.
MOST_COINS = 35
MOST_RUBIES = 15

Fields = tuple[tuple[str, tuple[int, ...]], ...]

# Name and shape of every field.
FIELDS: Fields = (
    ("point", ()),
    ("step", ()),
    ("glass", ()),
    ("ruby", ()),
    ("flask", ()),
    ("lead", ()),
    ("lead_cost", ()),
    ("chip", (ids.KINDS,)),
    ("aside", (3,)),
    ("coins", (MOST_COINS + 1,)),
    ("rubies_full", (MOST_RUBIES + 1,)),
    ("rubies_empty", (MOST_RUBIES + 1,)),
)


class Values:
    """What things are worth to one seat at one moment of a game.

    >>> values = Values()
    >>> (values.point, values.chip[ids.O1], len(values.coins))
    (1.0, 0.0, 36)
    """

    __slots__ = tuple(name for name, _ in FIELDS)

    fields: ClassVar[Fields] = FIELDS
    """Name and shape of every field."""

    point: float
    """A victory point now; it may count less than one in the end, as it costs rat tails (R3.3)."""
    step: float
    """A step of the droplet in the pot (R5.F)."""
    glass: float
    """A step of the droplet to the next glass; 0 without test tubes (R7.2)."""
    ruby: float
    """A ruby that is kept."""
    flask: float
    """A full flask, against an empty one."""
    lead: float
    """The points from which on every further point brings the other seats rat tails."""
    lead_cost: float
    """What each point beyond `lead` costs."""
    chip: list[float]
    """A chip in the bag, by kind; below 0 for a cherry bomb."""
    aside: list[float]
    """What a red chip of 1, 2 or 4 is worth aside, beyond what it is worth in the bag (R4.16)."""
    coins: list[float]
    """The best purchase for 0 to MOST_COINS coins (R5.E); in round 9 what they are paid for."""
    rubies_full: list[float]
    """The best use of 0 to MOST_RUBIES rubies with a full flask (R5.F, R5.G)."""
    rubies_empty: list[float]
    """The best use of 0 to MOST_RUBIES rubies with an empty flask (R5.F, R5.G)."""

    def __init__(self) -> None:
        """Take a point for a point, and everything else for nothing."""
        for name, shape in self.fields:
            setattr(self, name, [0.0] * shape[0] if shape else 0.0)
        self.point = 1.0

    def copy(self) -> Self:
        """Make another record with the same values."""
        twin = type(self)()
        for name, shape in self.fields:
            value = getattr(self, name)
            setattr(twin, name, value[:] if shape else value)
        return twin


def record_type(fields: Fields) -> np.dtype[np.void]:
    """The type of a numpy record with such fields, all of them floats."""
    formats: list[tuple[str, type[np.float64], tuple[int, ...]]] = [
        (name, np.float64, shape) for name, shape in fields
    ]
    return np.dtype[np.void](formats)


def clear_values(values: Values) -> None:
    """Take a point for a point and everything else for nothing, as in a new record."""
    values.point = 1.0
    values.step = 0.0
    values.glass = 0.0
    values.ruby = 0.0
    values.flask = 0.0
    values.lead = 0.0
    values.lead_cost = 0.0
    for kind in range(ids.KINDS):
        values.chip[kind] = 0.0
    for i in range(3):
        values.aside[i] = 0.0
    for coins in range(MOST_COINS + 1):
        values.coins[coins] = 0.0
    for rubies in range(MOST_RUBIES + 1):
        values.rubies_full[rubies] = 0.0
        values.rubies_empty[rubies] = 0.0


# --- reading -------------------------------------------------------------------------------------


def best_step(values: Values) -> float:
    """What a step of either droplet is worth (R7.2)."""
    return max(values.step, values.glass)


def rubies_value(values: Values, rubies: float, flask: int) -> float:
    """What rubies are worth before they are spent; parts of a ruby count in part."""
    best = values.rubies_full if flask == 1 else values.rubies_empty
    rubies = min(rubies, MOST_RUBIES - 0.5)
    whole = int(rubies)
    part = rubies - whole
    return (1.0 - part) * best[whole] + part * best[whole + 1]


def space_value(values: Values, space: int) -> float:
    """What a scoring space pays a pot that did not explode: points, coins and a ruby (R5.C)."""
    points = SPACE_POINTS[space] * values.point
    return SPACE_RUBY[space] * values.ruby + points + values.coins[SPACE_COINS[space]]


def exploded_space_value(values: Values, space: int) -> float:
    """What a scoring space pays an exploded pot: points or coins, and a ruby (R5.D)."""
    points = SPACE_POINTS[space] * values.point
    return SPACE_RUBY[space] * values.ruby + max(points, values.coins[SPACE_COINS[space]])


# --- what follows from other values --------------------------------------------------------------


def derive_glass(t: Table, seat: int, values: Values) -> None:
    """Write what the next glass is worth; a droplet at the pot's end has no step left (R7.2)."""
    if t.droplet[seat] >= LAST_SPACE:
        values.step = 0.0
    values.glass = 0.0
    if t.tubes == 1 and t.glass[seat] < LAST_GLASS:
        glass = t.glass[seat] + 1
        worth = GLASS_POINTS[glass] * values.point + GLASS_RUBIES[glass] * values.ruby
        kind = GLASS_KIND[glass]
        if kind >= 0:
            worth += values.chip[kind]
        # A step on leads to the better glasses behind it.
        values.glass += worth + 0.3 * max(LAST_ROUND - t.round_no, 0) / LAST_ROUND


def derive_coins(t: Table, values: Values) -> None:
    """Write what the best purchase for any number of coins is worth (R5.E)."""
    for coins in range(MOST_COINS + 1):
        values.coins[coins] = 0.0
    for first in range(ids.O1, ids.KINDS):
        price = t.price[first]
        if t.supply[first] > 0 and is_out(t, first) and values.chip[first] > 0.0:
            offer_price(values, price, values.chip[first])
            for second in range(first + 1, ids.KINDS):
                both = price + t.price[second]
                fits = both <= MOST_COINS and COLOUR[first] != COLOUR[second]
                if fits and t.supply[second] > 0 and is_out(t, second):
                    offer_price(values, both, values.chip[first] + values.chip[second])
    for coins in range(1, MOST_COINS + 1):
        values.coins[coins] = max(values.coins[coins], values.coins[coins - 1])


def offer_price(values: Values, price: int, worth: float) -> None:
    """Note what can be bought for a price, if it is the best so far."""
    values.coins[price] = max(values.coins[price], worth)


def derive_last_coins(values: Values) -> None:
    """Write what coins are worth in round 9: a point for five (R5.G)."""
    for coins in range(MOST_COINS + 1):
        values.coins[coins] = coins // 5


def derive_rubies(t: Table, values: Values) -> None:
    """Write the best use of any number of rubies, spent two by two or kept (R5.F, R5.G)."""
    last = t.round_no == LAST_ROUND
    step = best_step(values)
    for rubies in range(MOST_RUBIES + 1):
        best = rubies // 2 if last else rubies * values.ruby
        if rubies >= 2 and (not last or t.tubes == 1):
            best = max(best, step + values.rubies_full[rubies - 2])
        values.rubies_full[rubies] = best
        if rubies >= 2 and not last:
            best = max(best, values.flask + values.rubies_full[rubies - 2])
        values.rubies_empty[rubies] = best
