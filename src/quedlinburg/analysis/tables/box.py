"""Cells of a table: bag, mode, extra spaces and what was won as one number.

A bag is a number in mixed radix, one digit for each kind, so that drawing a chip subtracts the
kind's stride. Most of the pot follows from the bag. What does not follow are the inner axes, each
only as wide as pages and chips make it: the mode, the extra spaces (how far the space lies beyond
the bare values of the chips outside the bag), rubies and points won by spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.brew import Brew
from quedlinburg.analysis.compiled_rules.automaton import (
    BREWING,
    MOST_ROOM,
    Automaton,
    Option,
    Won,
)
from quedlinburg.analysis.compiled_rules.state import (
    DOUBLED,
    FLASK,
    FULL,
    POINTS,
    POINTS_BITS,
    PURPLE_POINTS,
    RESTART_ASKED,
    RUBIES,
    RUBIES_BITS,
    WHITE_SEEN,
    State,
)
from quedlinburg.analysis.compiled_rules.transitions import Transitions
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, VALUE

Ints = NDArray[np.int64]
Small = NDArray[np.int16]

# An offset that stands for no option.
NO_OPTION = int(np.iinfo(np.int64).min)
# Cells of one bag are expanded in this order: looks, draws, the look after the stop.
LOOKS, DRAWS, FINAL_LOOKS, STEPS_OF_A_BAG = 0, 1, 2, 3


class TooLargeError(Exception):
    """A position has more cells than the caller allows."""


class Size(NamedTuple):
    """How large a table may become."""

    cells: int = 3_000_000
    """Cells that are reached."""
    bags: int = 8_000_000
    """Different bags, each of which is described before cells are counted."""


class Parts(NamedTuple):
    """The parts of some cells."""

    bag: Ints
    mode: Ints
    extra: Ints
    """From 0; `Box.least_extra` more."""
    won: Ints


class Box:
    """The numbering of all cells that may follow from some states of a brew."""

    def __init__(
        self, automaton: Automaton, brew: Brew, roots: Iterable[State], size: Size
    ) -> None:
        """Lay out the axes; raise TooLargeError if there are too many cells."""
        self.automaton = automaton
        self.transitions = transitions = automaton.transitions
        self.effects = transitions.effects
        self.start = brew.start
        self.owned = brew.owned
        roots = list(roots)
        self.weights = [
            0 if COLOUR[kind] == ids.RED and self.effects.red_aside else VALUE[kind]
            for kind in range(ids.KINDS)
        ]
        self._lay_bags(brew, roots)
        self._lay_won(roots)
        self._lay_extra(brew, roots)
        self.modes = len(automaton.modes)
        self.inner = self.modes * self.extras * self.wons
        self.cells = self.bags * self.inner
        if self.bags > size.bags:
            raise TooLargeError(f"{self.bags:,} different bags")
        self._describe_bags()
        self._rank_modes()

    # --- the axes --------------------------------------------------------------------------------

    def _lay_bags(self, brew: Brew, roots: list[State]) -> None:
        """Give each kind a digit that is large enough for every bag."""
        count = brew_counts(self.transitions, roots)
        most = [max(counts) for counts in zip(*count, strict=True)]
        if self.effects.yellow_returns_white:
            # A mandrake may put back the white chip that lies last in the pot.
            for kind in {kind for kind, _ in brew.pot[-2:] if kind <= ids.W3}:
                most[kind] = min(most[kind] + 1, self.owned[kind])
        if self.effects.restart_at:
            most = list(self.owned)
        self.kinds = tuple(kind for kind in range(ids.KINDS) if most[kind])
        self.radix = {kind: most[kind] + 1 for kind in self.kinds}
        self.stride: dict[int, int] = {}
        self.bags = 1
        for kind in self.kinds:
            self.stride[kind] = self.bags
            self.bags *= self.radix[kind]

    def _lay_won(self, roots: list[State]) -> None:
        """Make room for all that can still be won by spaces."""
        transitions, kinds = self.transitions, self.kinds
        twice = 2 if self.effects.restart_at else 1
        blue = [kind for kind in kinds if COLOUR[kind] == ids.BLUE]
        again = 1 if transitions.flask_any and blue else 0
        chips = twice * sum(self.radix[kind] - 1 for kind in blue) + again
        values = twice * sum((self.radix[kind] - 1) * VALUE[kind] for kind in blue)
        values += again * max((VALUE[kind] for kind in blue), default=0)
        ghosts = self.owned[ids.P1] if transitions.counts_purple else 0
        first = [won_of(state[5]) for state in roots]
        self.won_radix = Won(
            transitions.blue_rubies * chips + max(won.rubies for won in first) + 1,
            transitions.blue_points * values + max(won.points for won in first) + 1,
            3 * ghosts + 1,
        )
        self.wons = self.won_radix[0] * self.won_radix[1] * self.won_radix[2]

    def _lay_extra(self, brew: Brew, roots: list[State]) -> None:
        """Make room for all extra spaces that chips can still move."""
        modes = self.automaton.modes
        most = dict.fromkeys(range(ids.KINDS), 0)
        doubled = 0
        for key, rows in self.automaton.rows.items():
            more = max(self.more_extra(option) for row in rows.values() for option in row)
            if modes[key.mode].flags & DOUBLED:
                doubled = max(doubled, more)
            else:
                most[key.kind] = max(most[key.kind], more)
        yellows = sum(self.radix[kind] - 1 for kind in self.kinds if COLOUR[kind] == ids.YELLOW)
        gains = sum((self.radix[kind] - 1) * most[kind] for kind in self.kinds)
        gains += (yellows + 1) * doubled
        first = [self.extra_of(state) for state in roots]
        self.least_extra: int = min(0, *first)
        self.extras: int = max(0, *first) + gains - self.least_extra + 1

    def more_extra(self, option: Option) -> int:
        """How much an option adds to the extra spaces."""
        if option.restarts:
            return 0
        return option.steps + sum(self.weights[kind] * change for kind, change in option.bag)

    # --- bags ------------------------------------------------------------------------------------

    def _sums(self, weights: Mapping[int, int]) -> Small:
        """For every bag the sum of its digits, each times the weight of its kind."""
        sums = np.zeros(1, np.int16)
        for kind in self.kinds:
            digits = np.arange(self.radix[kind], dtype=np.int16) * np.int16(weights.get(kind, 0))
            sums = (digits[:, None] + sums[None, :]).ravel()
        return sums

    def _out(self, weights: Mapping[int, int]) -> Small:
        """The same for the chips outside the bag."""
        return (sum(n * weights.get(k, 0) for k, n in enumerate(self.owned))) - self._sums(weights)

    def _describe_bags(self) -> None:
        """Work out what follows from each bag."""
        effects = self.effects
        by_colour = [
            {kind: 1 for kind in self.kinds if COLOUR[kind] == colour} for colour in range(8)
        ]
        self.total = self._sums(dict.fromkeys(self.kinds, 1))
        self.bare = self.start + self._out(dict(enumerate(self.weights)))
        whites = self._out({kind: VALUE[kind] for kind in (ids.W1, ids.W2, ids.W3)})
        yellows = self._out_of(ids.YELLOW)
        limit = np.full(self.bags, effects.least_limit, np.int16)
        if effects.limit_by_yellow:
            table = np.array(effects.limit_by_yellow, np.int16)
            limit = np.maximum(limit, table[np.minimum(yellows, len(table) - 1)])
        self.room = np.clip(limit - whites, 0, MOST_ROOM)
        self.nearly_full = np.zeros(self.bags, np.int16)
        if effects.restart_at:
            colours = [c for c in range(8) if not (c == ids.RED and effects.red_aside)]
            chips = {kind: 1 for kind in range(ids.KINDS) if COLOUR[kind] in colours}
            self.nearly_full = (self._out(chips) == effects.restart_at - 1).astype(np.int16)
        self.extra_by_index = self._extra_by_index(yellows)
        layer = self.total
        if effects.yellow_returns_white:
            white = self._sums(by_colour[ids.WHITE]).astype(np.int32)
            coloured = self.total - white
            layer = coloured * (int(white.max()) + 1) + white
        self.layer = layer.astype(np.int32)
        self.layers = int(self.layer.max()) + 1

    def _out_of(self, colour: int) -> Small:
        """How many chips of a colour are outside each bag."""
        kinds = {kind: 1 for kind in range(ids.KINDS) if COLOUR[kind] == colour}
        return self._out(kinds)

    def _extra_by_index(self, yellows: Small) -> list[Small | None]:
        """The extra spaces that follow from the bag, by `Transitions.extra_of`."""
        effects = self.effects
        found: list[Small | None] = [None, None, None, None]
        if effects.white_1_extra_with_red:
            some = self._out_of(ids.RED) > 0
            found[1] = (some * effects.white_1_extra_with_red).astype(np.int16)
        if effects.red_extra_by_orange:
            table = np.array(effects.red_extra_by_orange, np.int16)
            found[2] = table[np.minimum(self._out_of(ids.ORANGE), len(table) - 1)]
        if effects.yellow_extra_by_yellow:
            table = np.array(effects.yellow_extra_by_yellow, np.int16)
            found[3] = table[np.minimum(yellows, len(table) - 1)]
        return found

    # --- the order of cells ----------------------------------------------------------------------

    def _rank_modes(self) -> None:
        """Rank the modes so that every cell comes before those that it leads to."""
        stages = []
        for mode in self.automaton.modes:
            asked = bool(mode.flags & RESTART_ASKED) and not mode.restart_waits
            seen = bool(mode.flags & WHITE_SEEN)
            stage = 4 * asked + 2 * (not mode.flags & FLASK) + seen
            step = DRAWS
            if mode.look:
                step = FINAL_LOOKS if mode.is_final_look else LOOKS
            if mode.end != BREWING and not mode.look:
                stage, step = 8, 0
            stages.append(stage * self.layers * STEPS_OF_A_BAG + step)
        self.mode_rank = np.array(stages, np.int64)
        self.ended_rank = 8 * self.layers * STEPS_OF_A_BAG

    def ranks(self, cells: Ints) -> Ints:
        """The ranks of cells; finished ones all have the last rank."""
        bag, mode, _, _ = self.parts(cells)
        rank = self.mode_rank[mode]
        later = (self.layers - 1 - self.layer[bag]) * STEPS_OF_A_BAG
        return np.where(rank >= self.ended_rank, self.ended_rank, rank + later)

    # --- numbers of cells ------------------------------------------------------------------------

    def parts(self, cells: Ints) -> Parts:
        """Take cells apart."""
        rest, won = np.divmod(cells, self.wons)
        rest, extra = np.divmod(rest, self.extras)
        bag, mode = np.divmod(rest, self.modes)
        return Parts(bag, mode, extra, won)

    def spaces(self, parts: Parts) -> Ints:
        """The spaces of the last chips of cells."""
        spaces: Ints = self.bare[parts.bag] + parts.extra + self.least_extra
        return np.minimum(spaces, LAST_SPACE)

    def digits(self, bag: Ints, kind: int) -> Ints:
        """How many chips of a kind bags hold."""
        if kind not in self.stride:
            return np.zeros_like(bag)
        found: Ints = bag // self.stride[kind] % self.radix[kind]
        return found

    def won_number(self, won: Won) -> int:
        """What was won as one number."""
        return (won.rubies * self.won_radix[1] + won.points) * self.won_radix[2] + won.purple_points

    def extra_of(self, state: State) -> int:
        """The extra spaces of a state; at the pot's end those that are needed to be there."""
        count = self.transitions.packing.count
        out = sum(
            (n - count(state[0], kind)) * self.weights[kind] for kind, n in enumerate(self.owned)
        )
        extra = state[3] - self.start - out
        return max(extra, 0) if state[3] == LAST_SPACE else extra

    def cell(self, state: State, mode: int) -> int:
        """The number of a state's cell; -1 if it has none."""
        count = self.transitions.packing.count
        bag = 0
        for kind, n in enumerate(self.owned):
            held = count(state[0], kind) if n else 0
            if held:
                if held >= self.radix.get(kind, 0):
                    return -1
                bag += held * self.stride[kind]
        won, extra = won_of(state[5]), self.extra_of(state) - self.least_extra
        if not 0 <= extra < self.extras or any(
            part >= most for part, most in zip(won, self.won_radix, strict=True)
        ):
            return -1
        return self.index(bag, mode, extra) + self.won_number(won)

    def index(self, bag: int, mode: int, extra: int) -> int:
        """The number of the cell in which nothing was won."""
        return ((bag * self.modes + mode) * self.extras + extra) * self.wons

    def offset(self, option: Option, mode: int) -> int:
        """What an option adds to the number of a cell with a mode.

        NO_OPTION if it needs a chip that nobody can have. A restart gives the cell it leads to.
        """
        if option.restarts:
            bag = sum(self.owned[kind] * stride for kind, stride in self.stride.items())
            step = self.index(bag, option.mode, -self.least_extra)
        elif all(kind in self.stride for kind, _ in option.bag):
            bag = sum(self.stride[kind] * change for kind, change in option.bag)
            step = self.index(bag, option.mode - mode, self.more_extra(option))
        else:
            return NO_OPTION
        return step + self.won_number(option.won)

    def kept_after_restart(self, won: Ints) -> Ints:
        """What stays won when a pot starts again: not what purple chips pay by their spaces."""
        return won - won % self.won_radix[2]


def won_of(flags: int) -> Won:
    """What the flags of a state have won."""
    return Won(
        flags >> RUBIES & RUBIES_BITS, flags >> POINTS & POINTS_BITS, flags >> PURPLE_POINTS & FULL
    )


def brew_counts(transitions: Transitions, states: list[State]) -> list[list[int]]:
    """How many chips of each kind the bags of states hold."""
    count = transitions.packing.count
    return [[count(state[0], kind) for kind in range(ids.KINDS)] for state in states]
