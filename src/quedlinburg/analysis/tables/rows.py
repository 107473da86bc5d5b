"""The rows of an automaton as arrays: what each kind adds to the number of a cell."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.compiled_rules.automaton import (
    MOST_ROOM,
    PotFacts,
    Row,
    RowKey,
    facts_of,
    signature,
)
from quedlinburg.analysis.tables.box import NO_OPTION, Box, Ints, Parts
from quedlinburg.rules.constants import LAST_SPACE


class KindRows:
    """The options of one kind for every mode and everything that a pot may hold for it."""

    def __init__(self, box: Box, kind: int) -> None:
        """Collect the rows of the automaton."""
        self.box = box
        self.kind = kind
        self.stride, self.radix = box.stride[kind], box.radix[kind]
        automaton = box.automaton
        self.extra_index = automaton.transitions.extra_of[kind]
        self.by_space = automaton.spaces_matter(kind)
        facts = list(facts_of(automaton.transitions.effects, self.extra_index, kind))
        self.most_extra = max(one.extra for one in facts) + 1
        spaces = LAST_SPACE + 1 if self.by_space else 1
        shape = (box.modes, MOST_ROOM + 1, 2, self.most_extra, spaces)
        self.row = np.zeros(shape, np.int32)
        self._numbers: dict[tuple[tuple[int, int], ...], int] = {}
        brewing = [number for number, mode in enumerate(automaton.modes) if self._acts(number)]
        for mode, one in product(brewing, facts):
            self._add(mode, one)
        self._lay_out()

    def _acts(self, mode: int) -> bool:
        """Whether chips are drawn or looked at in a mode."""
        return RowKey(mode, self.kind, self._any_facts()) in self.box.automaton.rows

    def _any_facts(self) -> PotFacts:
        """Facts that every kind may meet."""
        return PotFacts(MOST_ROOM, nearly_full=False, extra=0)

    def _add(self, mode: int, facts: PotFacts) -> None:
        """Note the rows of a mode and facts."""
        automaton = self.box.automaton
        key = RowKey(mode, self.kind, facts)
        rows = automaton.rows[key]
        at = (mode, facts.room, int(facts.nearly_full), facts.extra)
        if not self.by_space:
            self.row[at] = self._number(mode, rows[()])
            return
        reach = automaton.reach(key)
        for space in range(LAST_SPACE + 1):
            row = rows.get(signature(space, reach, self.kind))
            if row is not None:
                self.row[at][space] = self._number(mode, row)

    def _number(self, mode: int, row: Row) -> int:
        """The number of a row of offsets; a restart is written as the cell it leads to."""
        box = self.box
        written = tuple((box.offset(one, mode), int(one.restarts)) for one in row)
        return self._numbers.setdefault(written, len(self._numbers))

    def _lay_out(self) -> None:
        """Write the rows as arrays, filled up with options that are none."""
        self.options = max(map(len, self._numbers), default=0)
        self.offset = np.full((len(self._numbers), self.options), NO_OPTION, np.int64)
        self.restarts = np.zeros((len(self._numbers), self.options), np.bool_)
        for row, number in self._numbers.items():
            for place, (offset, restarts) in enumerate(row):
                self.offset[number, place] = offset
                self.restarts[number, place] = bool(restarts)
        self.some_restart = bool(self.restarts.any())

    def rows_of(self, parts: Parts) -> NDArray[np.int32]:
        """The row of each of some cells."""
        box, bag = self.box, parts.bag
        extra = box.extra_by_index[self.extra_index]
        more = extra[bag] if extra is not None else 0
        space = box.spaces(parts) if self.by_space else 0
        room = box.room[bag] if self.kind <= 2 else MOST_ROOM
        found: NDArray[np.int32] = self.row[parts.mode, room, box.nearly_full[bag], more, space]
        return found

    def targets(self, cells: Ints, parts: Parts) -> Ints:
        """The cells that each of some cells leads to with this kind; NO_OPTION where none."""
        rows = self.rows_of(parts)
        offset = self.offset[rows]
        found = np.where(offset == NO_OPTION, NO_OPTION, cells[:, None] + offset)
        if self.some_restart:
            kept = self.box.kept_after_restart(parts.won)
            found = np.where(self.restarts[rows], offset + kept[:, None], found)
        return found
