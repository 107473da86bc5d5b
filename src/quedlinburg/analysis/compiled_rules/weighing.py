"""What many results of brewing are worth to an objective, all at once.

The round's worth is put together from the same parts as for one result (`RoundWorth`): each part
is worked out once for every distinct key, and the choices of the evaluation are compared as arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.brew_result import EXPLODED, STOPPED, Objective
from quedlinburg.analysis.compiled_rules.columns import NUMBERS, Columns, Numbers
from quedlinburg.analysis.compiled_rules.effects import PURPLE_SPACE_POINTS
from quedlinburg.analysis.compiled_rules.evaluation import (
    BLANK,
    MOST_WON,
    NO_GAIN,
    SEVEN,
    Gain,
    RoundWorth,
)
from quedlinburg.rules import ids
from quedlinburg.rules.constants import LAST_SPACE, SPOON

Worths = NDArray[np.float64]
# Points, rubies and the worth of everything else, each for many results.
Gains = tuple[Numbers, Numbers, Worths]
# From this number of purple chips on they bring no more.
MOST_PURPLES = 3
MOST_GREENS = 2


def weigh(objective: Objective, columns: Columns) -> Worths:
    """What each of some results is worth to an objective."""
    if isinstance(objective, RoundWorth):
        return _RoundWorths(objective, columns).worths()
    rows = range(columns.count)
    return np.array([objective(columns.result(row)) for row in rows], np.float64)


def _plus(one: Gains, other: Gains) -> Gains:
    """Two gains together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _look_up(keys: Numbers, gains: Callable[[int], list[Gain]]) -> list[Gains]:
    """The options of each key as arrays; who has fewer options has the first one again."""
    distinct, inverse = np.unique(keys, return_inverse=True)
    lists = [gains(int(key)) for key in distinct]
    found: list[Gains] = []
    for place in range(max(map(len, lists), default=0)):
        chosen = [some[place if place < len(some) else 0] for some in lists]
        points, rubies, other = (np.array(part) for part in zip(*chosen, strict=True))
        found.append((points[inverse], rubies[inverse], other[inverse].astype(np.float64)))
    return found


class _RoundWorths:
    """The worths of many results of one round."""

    def __init__(self, worth: RoundWorth, columns: Columns) -> None:
        """Leave out the fields that the worth does not need."""
        nothing = np.zeros(columns.count, np.int64)
        self.worth = worth
        self.count = columns.count
        self.aside = columns.aside
        needs = worth.needs
        self.fields = {name: columns.fields[name] if name in needs else nothing for name in NUMBERS}

    def worths(self) -> Worths:
        """What each result is worth: the best of all choices of the evaluation."""
        if not self.count:
            return np.zeros(0)
        certain = self._certain()
        best = np.full(self.count, -np.inf)
        greens, purples = self._green(certain[1]), self._purple()
        for scored, green, purple in product(self._scored(), greens, purples):
            best = np.maximum(
                best, self._total(_plus(_plus(certain, scored), _plus(green, purple)))
            )
        return best

    def _total(self, gains: Gains) -> Worths:
        """What points, rubies and the rest are worth together."""
        worth, values = self.worth, self.worth.values
        points, rubies, other = gains
        total = points * values.point + other
        if values.lead_cost:
            ahead = worth.points - values.lead
            total -= values.lead_cost * (np.maximum(ahead + points, 0.0) - max(ahead, 0.0))
        table = np.array(worth.ruby_worths)
        flask = np.full(self.count, 1) if worth.effects.fills_flask else self.fields["flask"]
        found: Worths = total + table[flask, np.minimum(rubies, MOST_WON)]
        return found

    def _certain(self) -> Gains:
        """What every result brings without a choice (R5.A, R5.1, R5.2)."""
        worth, fields = self.worth, self.fields
        other: Worths = np.where(fields["end"] == STOPPED, worth.die_worth, 0.0)
        if worth.pays_aside:
            other += self.aside.astype(np.float64) @ np.array(worth.values.aside, np.float64)
        gains: Gains = (fields["points"], fields["rubies"], other)
        if worth.effects.white_seven:
            pays = [NO_GAIN, worth.white_seven_gain]
            seven = (fields["white"] == SEVEN).astype(np.int64)
            gains = _plus(gains, _look_up(seven, lambda key: [pays[key]])[0])
        blacks = fields["blacks"]
        one = _look_up(blacks, lambda key: [worth.black_gain(key) if key else NO_GAIN])
        return _plus(gains, one[0])

    def _green(self, rubies: Numbers) -> list[Gains]:
        """What green chips among the last two bring (R5.3, R5.4, R5.6)."""
        last, next_to_last = self.fields["last"], self.fields["next_to_last"]
        won = np.clip(rubies, 0, MOST_GREENS)

        def gains(key: int) -> list[Gain]:
            """The options of the last two chips and the rubies won."""
            chips = BLANK._replace(last=key // 3 % 32, next_to_last=key // 96)
            return self.worth.green_gains(chips, key % 3)

        return _look_up((next_to_last * 32 + last) * 3 + won, gains)

    def _purple(self) -> list[Gains]:
        """What purple chips bring (R5.7, R5.8, R5.10)."""
        purples = np.minimum(self.fields["purples"], MOST_PURPLES)
        tradeable = np.where(purples > 0, self.fields["tradeable"], 0)

        def gains(key: int) -> list[Gain]:
            """The options of a number of purple chips beside some kinds."""
            count = key % (MOST_PURPLES + 1)
            pot = BLANK._replace(purples=count, tradeable=key // (MOST_PURPLES + 1))
            return self.worth.purple_gains(pot) if count else [NO_GAIN]

        return _look_up(tradeable * (MOST_PURPLES + 1) + purples, gains)

    def _scored(self) -> Iterable[Gains]:
        """What the scoring space brings, and where green chips may move it (R5.5, R5.C to R5.E)."""
        fields = self.fields
        space = fields["space"]
        yield from self._scored_at(space)
        if self.worth.moves_last:
            moves = (fields["white"] == SEVEN) & (space <= LAST_SPACE)
            yield from self._scored_at(space + np.where(moves, fields["greens"], 0))

    def _scored_at(self, moved: Numbers) -> Iterable[Gains]:
        """What a scoring space brings; an exploded pot has points or coins."""
        fields, worth = self.fields, self.worth
        space = np.minimum(moved, SPOON)
        by_space = fields["purple_points"]
        if worth.effects.purple_by_space:
            pays = np.array(PURPLE_SPACE_POINTS)
            change = pays[space - 1] - pays[fields["space"] - 1]
            by_space = by_space + np.where(fields["last"] == ids.P1 + 1, change, 0)
        else:
            by_space = np.zeros_like(by_space)
        exploded = fields["end"] == EXPLODED

        def gains(key: int) -> list[Gain]:
            """The options of a space, with nothing in the bowl."""
            pot = BLANK._replace(space=key // 2, end=EXPLODED if key % 2 else STOPPED)
            return worth.scored_gains(pot, key // 2)

        for place, (points, rubies, other) in enumerate(_look_up(2 * space + exploded, gains)):
            bowl = np.where(exploded & (place > 0), 0, fields["bowl"] // 2)
            yield points + by_space + bowl, rubies, other
