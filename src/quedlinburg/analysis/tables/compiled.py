"""The hash table of cells, compiled. Needs the extra `fast`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.tables.box import Ints
from quedlinburg.analysis.tables.numbering import EMPTY, Hashed, Slots
from quedlinburg.sim.compiler import cache_folder, compile_with

_compiled = compile_with(cache_folder([Path(__file__)]))
# As in `numbering`: multiplies a cell, so that neighbours get far apart.
_SCATTER = np.uint64(0x9E3779B97F4A7C15)


@_compiled
def _look_up(key: Ints, slot: Slots, cells: Ints, shift: int, found: Slots) -> None:
    """Write the slot of each cell, 0 for one that has none."""
    mask = len(key) - 1
    for at in range(len(cells)):
        cell = cells[at]
        place = np.int64((np.uint64(cell) * _SCATTER) >> np.uint64(shift))
        while key[place] != cell and key[place] != EMPTY:
            place = (place + 1) & mask
        found[at] = slot[place] if key[place] == cell else 0


@_compiled
def _write(
    key: Ints, slot: Slots, cells: Ints, numbers: tuple[int, int], fresh: NDArray[np.bool_]
) -> None:
    """Write cells with slots from a first one on, and mark those that had none yet.

    `numbers` are how far a product is shifted to get a place, and the first slot.
    """
    mask = len(key) - 1
    shift, following = numbers
    for at in range(len(cells)):
        cell = cells[at]
        place = np.int64((np.uint64(cell) * _SCATTER) >> np.uint64(shift))
        while key[place] != cell and key[place] != EMPTY:
            place = (place + 1) & mask
        fresh[at] = key[place] == EMPTY
        if fresh[at]:
            key[place] = cell
            slot[place] = following
            following += 1


class CompiledHashed(Hashed):
    """The same hash table, with compiled loops."""

    def get(self, cells: Ints) -> Slots:
        """The slots of cells."""
        found = np.empty(len(cells), np.int32)
        _look_up(self._key, self._slot, cells, int(self._shift), found)
        return found

    def add(self, cells: Ints, first: int) -> Ints:
        """Give new cells slots from a first one on; return them without repetitions."""
        if 2 * (self._used + len(cells)) > len(self._key):
            self._grow(self._used + len(cells))
        fresh = np.empty(len(cells), np.bool_)
        _write(self._key, self._slot, cells, (int(self._shift), first), fresh)
        found = cells[fresh]
        self._used += len(found)
        return found
