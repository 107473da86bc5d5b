"""Many results of brewing at once, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quedlinburg.analysis.brew_result import BrewResult

Numbers = NDArray[np.int64]
# The fields of a result that are one number; `aside` comes last.
NUMBERS = BrewResult._fields[:-1]


@dataclass(frozen=True)
class Columns:
    """Some results: an array for each field that is a number, and the chips aside by kind."""

    fields: dict[str, Numbers]
    aside: Numbers

    @property
    def count(self) -> int:
        """How many results there are."""
        return len(self.aside)

    def numbers(self) -> Iterator[Numbers]:
        """Every array of numbers."""
        for name in NUMBERS:
            yield self.fields[name]
        yield from self.aside.T

    def some(self, at: Numbers) -> Columns:
        """Some of the results."""
        return Columns({name: self.fields[name][at] for name in NUMBERS}, self.aside[at])

    def replaced(self, at: Numbers, others: Columns) -> Columns:
        """These results with others in some places."""
        fields = {name: self.fields[name].copy() for name in NUMBERS}
        for name in NUMBERS:
            fields[name][at] = others.fields[name]
        aside = self.aside.copy()
        aside[at] = others.aside
        return Columns(fields, aside)

    def result(self, row: int) -> BrewResult:
        """One of the results."""
        one, two, four = self.aside[row].tolist()
        numbers = [int(self.fields[name][row]) for name in NUMBERS]
        return BrewResult._make((*numbers, (one, two, four)))
