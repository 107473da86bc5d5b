"""Slots for cells: small boxes have an entry for every cell, large ones a hash table."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.tables.box import Ints

Slots = NDArray[np.int32]
# Up to this number of cells a box has an entry for each of them.
DIRECT = 1 << 24
# Multiplies a cell, so that neighbours get far apart.
SCATTER = np.uint64(0x9E3779B97F4A7C15)
EMPTY = -1
FIRST_SIZE = 1 << 16


class Numbering(Protocol):
    """Slots of cells, 1 and up; 0 for a cell that has none."""

    def get(self, cells: Ints) -> Slots:
        """The slots of cells."""
        ...

    def add(self, cells: Ints, first: int) -> Ints:
        """Give new cells slots from a first one on; return them without repetitions."""
        ...


class Direct:
    """An entry for every cell of a box; memory that is never touched costs nothing."""

    def __init__(self, cells: int) -> None:
        """Make room for all cells."""
        self._slot: Slots = np.zeros(cells, np.int32)

    def get(self, cells: Ints) -> Slots:
        """The slots of cells."""
        return self._slot[cells]

    def add(self, cells: Ints, first: int) -> Ints:
        """Give new cells slots from a first one on; return them without repetitions."""
        tickets = np.arange(1, len(cells) + 1, dtype=np.int32)
        self._slot[cells] = tickets
        cells = cells[self._slot[cells] == tickets]
        self._slot[cells] = np.arange(first, first + len(cells), dtype=np.int32)
        return cells


class Hashed:
    """A hash table with open addressing, for boxes of which little is reached."""

    def __init__(self) -> None:
        """Begin with a small table; it grows."""
        self._used = 0
        self._make(FIRST_SIZE)

    def _make(self, size: int) -> None:
        """Make an empty table."""
        self._key: Ints = np.full(size, EMPTY, np.int64)
        self._slot: Slots = np.zeros(size, np.int32)
        self._shift = np.uint64(64 - (size.bit_length() - 1))
        self._mask = size - 1

    def _places(self, cells: Ints) -> Ints:
        """Where each cell is in the table, or the empty place where it would be."""
        place = (cells.astype(np.uint64) * SCATTER >> self._shift).astype(np.int64)
        found = self._key[place]
        wrong = np.flatnonzero((found != cells) & (found != EMPTY))
        while len(wrong):
            place[wrong] = place[wrong] + 1 & self._mask
            found = self._key[place[wrong]]
            wrong = wrong[(found != cells[wrong]) & (found != EMPTY)]
        return place

    def get(self, cells: Ints) -> Slots:
        """The slots of cells."""
        place = self._places(cells)
        return np.where(self._key[place] == cells, self._slot[place], np.int32(0))

    def add(self, cells: Ints, first: int) -> Ints:
        """Give new cells slots from a first one on; return them without repetitions."""
        cells = np.unique(cells)
        if 2 * (self._used + len(cells)) > len(self._key):
            self._grow(self._used + len(cells))
        self._insert(cells, np.arange(first, first + len(cells), dtype=np.int32))
        return cells

    def _grow(self, least: int) -> None:
        """Move everything into a table that is at most a quarter full."""
        old = self._key != EMPTY
        keys, slots = self._key[old], self._slot[old]
        self._used = 0
        self._make(1 << (4 * least - 1).bit_length())
        self._insert(keys, slots)

    def _insert(self, cells: Ints, slots: Slots) -> None:
        """Write distinct new cells; who loses a place to another one looks for the next."""
        self._used += len(cells)
        while len(cells):
            place = self._places(cells)
            self._key[place] = cells
            lost = self._key[place] != cells
            self._slot[place[~lost]] = slots[~lost]
            cells, slots = cells[lost], slots[lost]


def numbering_of(cells: int) -> Numbering:
    """The quickest numbering for a box with so many cells; compiled with the extra `fast`."""
    if cells <= DIRECT:
        return Direct(cells)
    if find_spec("numba") is None:
        return Hashed()
    from quedlinburg.analysis.tables.compiled import CompiledHashed  # noqa: PLC0415

    return CompiledHashed()
