"""Expansion: from some first cells on, all cells that can follow, and what leads to what."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.tables.box import NO_OPTION, Box, Ints, Parts, Size, TooLargeError
from quedlinburg.analysis.tables.numbering import Slots, numbering_of
from quedlinburg.analysis.tables.rows import KindRows

Counts = NDArray[np.int16]
Few = NDArray[np.int8]
# The slot of an option that is none: one past the last.
NONE = -1


@dataclass
class Draws:
    """What drawing one kind leads to from those cells of a bucket whose bags hold it."""

    at: NDArray[np.int32]
    """Which cells of the bucket."""
    count: Few
    """How many chips of the kind their bags hold."""
    targets: Slots
    """The slots of the options, one row for each cell; NONE where there is none."""


@dataclass
class Bucket:
    """Cells of one rank, with everything that they lead to."""

    slots: NDArray[np.int64]
    """Their slots."""
    total: Counts
    """How many chips their bags hold."""
    look: Counts
    """How many chips are looked at in each; 0 in a bucket of draws."""
    free: Slots
    """The slots of what can be chosen without a chip: after looks, and after a stop."""
    draws: list[Draws] = field(default_factory=list)
    """What each kind leads to."""


class Expansion:
    """All cells that follow from some first ones, each with a slot, in buckets by rank."""

    def __init__(self, box: Box, roots: Ints, size: Size) -> None:
        """Expand everything; raise TooLargeError where there are too many cells."""
        self.box = box
        self.size = size
        self.kinds = [KindRows(box, kind) for kind in box.kinds]
        self._numbering = numbering_of(box.cells)
        self._found: list[Ints] = []
        self._waiting: dict[int, list[Ints]] = {}
        self.count = 0
        self._none = self._none_offsets()
        self.slots_of(np.unique(roots))
        self.buckets: list[Bucket] = []
        while self._waiting:
            rank = min(self._waiting)
            cells = np.concatenate(self._waiting.pop(rank))
            if rank < box.ended_rank:
                self.buckets.append(self._expand(cells))
        self.cells = np.concatenate(self._found)

    def _none_offsets(self) -> tuple[Ints, NDArray[np.bool_], Counts]:
        """For each mode the options without a chip, which of them restart, and the look."""
        automaton, box = self.box.automaton, self.box
        rows = [mode.none for mode in automaton.modes]
        most = max((len(row) for row in rows), default=0) or 1
        offsets = np.full((len(rows), most), NO_OPTION, np.int64)
        restarts = np.zeros((len(rows), most), np.bool_)
        for number, row in enumerate(rows):
            for place, one in enumerate(row):
                restarts[number, place] = one.restarts
                offsets[number, place] = box.offset(one, number)
            final = automaton.final.get(number)
            if final is not None:
                offsets[number, 0] = box.index(0, final - number, 0)
        look = [mode.look for mode in automaton.modes]
        return offsets, restarts, np.array(look, np.int16)

    def slot_of(self, cell: int) -> int:
        """The slot of a cell; -1 if it was not reached."""
        if not 0 <= cell < self.box.cells:
            return NONE
        return int(self._numbering.get(np.array([cell]))[0]) - 1

    def slots_of(self, targets: Ints) -> Slots:
        """The slots of cells, new ones where they are reached for the first time."""
        none = targets == NO_OPTION
        known = np.where(none, targets.max(initial=NO_OPTION), targets)
        if none.all():
            return np.full(targets.shape, NONE, np.int32)
        flat = known.ravel()
        slots = self._numbering.get(flat)
        fresh = flat[slots == 0]
        if len(fresh):
            self._add(fresh)
            slots = self._numbering.get(flat)
        return np.where(none, np.int32(NONE), slots.reshape(targets.shape) - np.int32(1))

    def _add(self, fresh: Ints) -> None:
        """Give new cells, some of which may be named twice, their slots."""
        fresh = self._numbering.add(fresh, self.count + 1)
        self.count += len(fresh)
        if self.count > self.size.cells:
            raise TooLargeError(f"more than {self.size.cells:,} cells")
        self._found.append(fresh)
        ranks = self.box.ranks(fresh)
        for rank in np.unique(ranks):
            self._waiting.setdefault(int(rank), []).append(fresh[ranks == rank])

    def _expand(self, cells: Ints) -> Bucket:
        """Find what some cells of one rank lead to."""
        parts = self.box.parts(cells)
        offsets, restarts, look = self._none
        free = offsets[parts.mode]
        kept = self.box.kept_after_restart(parts.won)[:, None]
        to = np.where(restarts[parts.mode], kept, cells[:, None])
        free = np.where(free == NO_OPTION, NO_OPTION, to + free)
        bucket = Bucket(
            self._numbering.get(cells).astype(np.int64) - 1,
            self.box.total[parts.bag],
            look[parts.mode],
            self.slots_of(free),
        )
        for rows in self.kinds:
            draws = self._draws(rows, cells, parts)
            if draws is not None:
                bucket.draws.append(draws)
        return bucket

    def _draws(self, rows: KindRows, cells: Ints, parts: Parts) -> Draws | None:
        """What one kind leads to."""
        count = parts.bag // rows.stride % rows.radix
        at = np.flatnonzero(count)
        if not len(at):
            return None
        some = Parts(*(part[at] for part in parts))
        targets = self.slots_of(rows.targets(cells[at], some))
        return Draws(at.astype(np.int32), count[at].astype(np.int8), targets)
