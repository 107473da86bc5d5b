"""Backing up: the value of every cell from the end, and the results of the best choices."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.tables.expansion import Bucket, Draws, Expansion

Floats = NDArray[np.float64]
Index = NDArray[np.int64]
NEVER = -np.inf
MOST_LOOKED_AT = 5
MOST_IN_BAG = 127

# The ways to choose some of a number of chips.
WAYS = np.array(
    [[comb(n, k) for k in range(MOST_LOOKED_AT + 1)] for n in range(MOST_IN_BAG + 1)], np.float64
)


class Backup:
    """The value of every cell of an expansion, and what is chosen there."""

    def __init__(self, expansion: Expansion, stop: Floats) -> None:
        """Take what stopping is worth in each slot: NEVER where it is not possible."""
        self.expansion = expansion
        self.stop = stop
        # One more entry, for options that are none.
        self.values: Floats = np.append(stop, NEVER)
        for bucket in reversed(expansion.buckets):
            self.values[bucket.slots] = self._value(bucket)

    # --- values ----------------------------------------------------------------------------------

    def _best(self, targets: NDArray[np.int32]) -> Floats:
        """The value of the best of some options."""
        found: Floats = self.values[targets[:, 0]]
        for place in range(1, targets.shape[1]):
            found = np.maximum(found, self.values[targets[:, place]])
        return found

    def _value(self, bucket: Bucket) -> Floats:
        """The values of the cells of a bucket."""
        free = self._best(bucket.free)
        if bucket.look.any():
            return self._look_value(bucket, free)
        return np.maximum(self._draw(bucket), np.maximum(free, self.stop[bucket.slots]))

    def _draw(self, bucket: Bucket) -> Floats:
        """What drawing is worth in the cells of a bucket; NEVER with an empty bag."""
        drawn = np.zeros(len(bucket.slots))
        for draws in bucket.draws:
            drawn[draws.at] += draws.count * self._best(draws.targets)
        return np.where(bucket.total > 0, drawn / np.maximum(bucket.total, 1), NEVER)

    def _look_value(self, bucket: Bucket, none: Floats) -> Floats:
        """The worth of looking at chips and placing the best of them, or none (R4.11)."""
        values, _, chances = self._look(bucket, none)
        found: Floats = np.where(bucket.total > 0, (values * chances).sum(axis=0), none)
        return found

    def _look(self, bucket: Bucket, none: Floats) -> tuple[Floats, Index, Floats]:
        """For each look the kinds from the best on: value, place in `draws`, chance to be it."""
        shape = (len(bucket.draws), len(bucket.slots))
        values = np.broadcast_to(none, shape).copy()
        counts = np.zeros(shape)
        for place, draws in enumerate(bucket.draws):
            values[place, draws.at] = np.maximum(none[draws.at], self._best(draws.targets))
            counts[place, draws.at] = draws.count
        order = np.argsort(-values, axis=0, kind="stable")
        values = np.take_along_axis(values, order, axis=0)
        counts = np.take_along_axis(counts, order, axis=0)
        left = (bucket.total - counts.cumsum(axis=0)).astype(np.int64)
        looked = np.minimum(bucket.look, bucket.total)
        missed = WAYS[left, looked] / WAYS[bucket.total, looked]
        before = np.vstack([np.ones((1, shape[1])), missed[:-1]])
        return values, order, before - missed

    # --- following the best choices --------------------------------------------------------------

    def follow(self, first: list[tuple[float, int]]) -> Floats:
        """The chance that best play from some slots ends in each slot, finished or stopped."""
        mass = np.zeros(self.expansion.count)
        ends = np.zeros(self.expansion.count)
        for chance, slot in first:
            mass[slot] += chance
        for bucket in self.expansion.buckets:
            here = mass[bucket.slots]
            if here.any():
                mass[bucket.slots] = 0.0
                self._spread(bucket, here, mass, ends)
        return ends + mass

    def _spread(self, bucket: Bucket, here: Floats, mass: Floats, ends: Floats) -> None:
        """Pass the chance of each cell on to what is chosen there."""
        free = self._best(bucket.free)
        if bucket.look.any():
            self._spread_look(bucket, here, mass, free)
            return
        stop, drawn = self.stop[bucket.slots], self._draw(bucket)
        stops = (here > 0) & (stop >= np.maximum(drawn, free))
        ends[bucket.slots[stops]] += here[stops]
        frees = (here > 0) & ~stops & (free >= drawn)
        self._add(mass, bucket.free[frees], here[frees])
        share = np.where(stops | frees, 0.0, here / np.maximum(bucket.total, 1))
        for draws in bucket.draws:
            some = share[draws.at] > 0
            part = share[draws.at][some] * draws.count[some].astype(np.float64)
            self._add(mass, draws.targets[some], part)

    def _spread_look(self, bucket: Bucket, here: Floats, mass: Floats, none: Floats) -> None:
        """Pass chances on from looks: the best chip looked at is placed if it is worth it."""
        values, order, chances = self._look(bucket, none)
        placed = np.zeros_like(values)
        np.put_along_axis(placed, order, np.where(values > none, chances, 0.0), axis=0)
        for place, draws in enumerate(bucket.draws):
            part = here[draws.at] * placed[place, draws.at]
            some = part > 0
            self._add(mass, draws.targets[some], part[some])
        self._add(mass, bucket.free, here * (1.0 - placed.sum(axis=0)))

    def _add(self, mass: Floats, targets: NDArray[np.int32], chance: Floats) -> None:
        """Add chances to the best of some options, of equal ones the first."""
        if len(targets):
            best = np.argmax(self.values[targets], axis=1)
            np.add.at(mass, np.take_along_axis(targets, best[:, None], axis=1)[:, 0], chance)


__all__ = ["NEVER", "Backup", "Draws"]
