"""What finished pots are worth, for all cells at once: each result is weighed only once."""

from __future__ import annotations

from itertools import product

import numpy as np

from quedlinburg.analysis.brew_result import STOPPED, BrewResult, Objective
from quedlinburg.analysis.compiled_rules.automaton import BREWING
from quedlinburg.analysis.compiled_rules.columns import Columns
from quedlinburg.analysis.compiled_rules.state import FLASK, REDS, TAIL_CHIP, TAIL_CHIP_BITS
from quedlinburg.analysis.compiled_rules.weighing import weigh
from quedlinburg.analysis.tables.backup import NEVER, Floats, Index
from quedlinburg.analysis.tables.box import Box, Ints, Parts
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, VALUE

# The largest range of keys for which marking is quicker than sorting.
MARKED = 1 << 24


class Finished:
    """The worth and the result of stopping in every cell, or of its having ended."""

    def __init__(self, box: Box, cells: Ints, objective: Objective) -> None:
        """Weigh what all cells come to in which the player may stop, or that have ended."""
        self.box = box
        self.objective = objective
        parts = box.parts(cells)
        modes = box.automaton.modes
        stops = [mode.can_stop and not box.effects.final_look for mode in modes]
        ended = [mode.end != BREWING and not mode.look for mode in modes]
        at = np.flatnonzero((np.array(stops) | np.array(ended))[parts.mode])
        key, columns = self._distinct(Parts(*(part[at] for part in parts)))
        self.columns, worth = self._settle(columns)
        self.values: Floats = np.full(len(cells), NEVER)
        self.values[at] = worth[key]
        self._key = np.full(len(cells), -1, np.int64)
        self._key[at] = key

    def results(self, chances: Floats) -> dict[BrewResult, float]:
        """The chance of each result, from the chance to end in each slot."""
        at = np.flatnonzero(chances)
        by_key = np.bincount(self._key[at], chances[at], minlength=self.columns.count)
        found: dict[BrewResult, float] = {}
        for row in np.flatnonzero(by_key):
            result = self.columns.result(int(row))
            found[result] = found.get(result, 0.0) + float(by_key[row])
        return found

    # --- results of cells ------------------------------------------------------------------------

    def _distinct(self, parts: Parts) -> tuple[Index, Columns]:
        """For each cell which result it comes to, and the distinct results."""
        columns = self._columns(parts)
        key = np.zeros(len(parts.bag), np.int64)
        radix = 1
        for numbers in columns.numbers():
            if len(numbers):
                key += radix * numbers
                radix *= int(numbers.max(initial=0)) + 1
        if radix <= MARKED:
            mark = np.zeros(radix, np.int32)
            mark[key] = 1
            distinct = np.flatnonzero(mark)
            mark[distinct] = np.arange(len(distinct), dtype=np.int32)
            inverse = mark[key].astype(np.int64)
        else:
            distinct, inverse = np.unique(key, return_inverse=True)
        first = np.zeros(len(distinct), np.int64)
        first[inverse] = np.arange(len(key))
        return inverse, columns.some(first)

    def _columns(self, parts: Parts) -> Columns:
        """The results of cells, field by field; fields that nobody needs stay 0."""
        box, needs, modes = self.box, self.objective.needs, self.box.automaton.modes
        nothing = np.zeros(len(parts.bag), np.int64)
        found = dict.fromkeys(BrewResult._fields, nothing)
        found["space"] = box.spaces(parts).astype(np.int64) + 1
        ends = [STOPPED if mode.end == BREWING else mode.end for mode in modes]
        found["end"] = np.array(ends, np.int64)[parts.mode]
        if "flask" in needs:
            found["flask"] = np.array([mode.flags & FLASK for mode in modes])[parts.mode]
        rest, found["purple_points"] = np.divmod(parts.won, box.won_radix[2])
        found["rubies"], found["points"] = np.divmod(rest, box.won_radix[1])
        for place, name in enumerate(("last", "next_to_last")):
            if name in needs:
                codes = [shown(mode.tail >> TAIL_CHIP * place) for mode in modes]
                found[name] = np.array(codes, np.int64)[parts.mode]
        self._count_pots(parts.bag, found)
        aside = nothing[:, None].repeat(3, axis=1)
        if box.effects.red_aside:
            for place, kind in enumerate(REDS):
                aside[:, place] = box.owned[kind] - box.digits(parts.bag, kind)
        return Columns(found, aside)

    def _count_pots(self, bag: Ints, found: dict[str, Ints]) -> None:
        """Write the fields that follow from which chips are in the pot."""
        needs, box = self.objective.needs, self.box
        fields = {ids.WHITE: "white", ids.GREEN: "greens", ids.PURPLE: "purples"}
        fields[ids.BLACK] = "blacks"
        for kind in range(ids.KINDS):
            colour = COLOUR[kind]
            field = fields.get(colour, "")
            if not box.owned[kind] or (colour == ids.RED and box.effects.red_aside):
                continue
            if field in needs or "tradeable" in needs:
                count = box.owned[kind] - box.digits(bag, kind)
                if field in needs:
                    times = VALUE[kind] if colour in (ids.WHITE, ids.GREEN) else 1
                    found[field] = found[field] + count * times
                if "tradeable" in needs:
                    found["tradeable"] = found["tradeable"] | (count > 0).astype(np.int64) << kind

    # --- red chips aside -------------------------------------------------------------------------

    def _settle(self, columns: Columns) -> tuple[Columns, Floats]:
        """The results with the best use of red chips aside, and what they are worth (R4.16)."""
        needs = self.objective.needs
        if not columns.aside.any():
            return columns, weigh(self.objective, columns)
        most = columns.aside.max(axis=0)
        likes = "aside" not in needs or getattr(self.objective, "likes_aside", False)
        ways = list(product(*(range(int(n) + 1) for n in most)))
        backs = [(0, 0, 0)] if likes else ways
        best = np.full(columns.count, NEVER)
        chosen = columns
        for placed, back in product(ways, backs):
            at = np.flatnonzero((columns.aside >= np.add(placed, back)).all(axis=1))
            if len(at):
                after = settled(columns.some(at), placed, back, needs)
                worth = weigh(self.objective, after)
                better = worth > best[at]
                best[at[better]] = worth[better]
                chosen = chosen.replaced(at[better], after.some(np.flatnonzero(better)))
        return chosen, best


def shown(tail: int) -> int:
    """The lowest chip of a tail, if it is green or purple."""
    code = tail & TAIL_CHIP_BITS
    return code if code > ids.W3 + 1 else 0


def settled(
    columns: Columns, placed: tuple[int, ...], back: tuple[int, ...], needs: frozenset[str]
) -> Columns:
    """The results after some red chips from aside were placed and some put back."""
    numbers = dict(columns.fields)
    steps = sum(n * VALUE[kind] for n, kind in zip(placed, REDS, strict=True))
    numbers["space"] = np.minimum(numbers["space"] + steps, LAST_SPACE + 1)
    nothing = np.zeros(columns.count, np.int64)
    if sum(placed):
        numbers["next_to_last"] = numbers["last"] if sum(placed) == 1 else nothing
        numbers["last"] = nothing
        if "next_to_last" not in needs:
            numbers["next_to_last"] = nothing
        if "tradeable" in needs:
            bits = sum(1 << kind for n, kind in zip(placed, REDS, strict=True) if n)
            numbers["tradeable"] = numbers["tradeable"] | bits
    aside = columns.aside - np.array(placed) - np.array(back)
    return Columns(numbers, aside if "aside" in needs else np.zeros_like(aside))
