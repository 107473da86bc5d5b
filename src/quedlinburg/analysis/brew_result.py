"""The result of a brew, and objectives: what the solver maximises the mean of."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

STOPPED = 0
"""The end of a brew that was stopped."""
EXPLODED = 1
"""The end of a brew that exploded: points or coins."""
SHIELDED = 2
"""The end of a brew that exploded under a shield: points and coins (R4.12)."""


class BrewResult(NamedTuple):
    """How a seat's potions phase ended: everything that its evaluation can depend on.

    A field that an objective does not need may be left at 0 (see `Objective.needs`). `points` and
    `rubies` are those won while brewing, from the position on that was asked about.
    """

    space: int
    """The scoring space."""
    end: int
    """STOPPED, EXPLODED or SHIELDED (exploded, but both points and coins)."""
    flask: int
    """1 if the flask is full, else 0."""
    rubies: int
    """Rubies won by blue chips on ruby spaces."""
    points: int
    """Points won by blue chips on ruby spaces."""
    white: int
    """Sum of the white chips in the pot; those in the bowl don't count (R7.3)."""
    last: int
    """The last chip, a kind + 1 if it is green or purple, else 0."""
    next_to_last: int
    """The next to last chip, likewise."""
    greens: int
    """Sum of the green chips in the pot."""
    purples: int
    """How many purple chips lie in the pot."""
    purple_points: int
    """What the purple chips pay by their spaces, if their page does that (R5.9)."""
    blacks: int
    """How many black chips lie in the pot."""
    tradeable: int
    """A bit for each kind in the pot."""
    bowl: int
    """Sum of the values in the bowl."""
    aside: tuple[int, int, int]
    """R1, R2, R4 that stay aside."""

    @property
    def exploded(self) -> bool:
        """Whether the pot exploded."""
        return self.end != STOPPED

    @property
    def shielded(self) -> bool:
        """Whether a shield covered the explosion (R4.12)."""
        return self.end == SHIELDED


FIELDS = frozenset(BrewResult._fields)


class Objective(Protocol):
    """A number for every result of a brew; the solver looks for the highest mean.

    An objective that never prefers a red chip in the bag to the same chip aside may say so with an
    attribute `likes_aside = True`: the solver then has fewer final states to compare.
    """

    @property
    def needs(self) -> frozenset[str]:
        """The fields of `BrewResult` on which the number depends."""
        ...

    def __call__(self, result: BrewResult, /) -> float:
        """The number."""
        ...


class FunctionObjective:
    """Any function of a result as an objective.

    >>> far = FunctionObjective(lambda result: result.space, needs={"space"})
    >>> sorted(far.needs)
    ['space']
    """

    needs: frozenset[str]
    """The fields of `BrewResult` on which the number depends."""

    def __init__(
        self, function: Callable[[BrewResult], float], *, needs: set[str] | frozenset[str] = FIELDS
    ) -> None:
        """Take a function; without `needs` it may depend on every field."""
        unknown = set(needs) - FIELDS
        if unknown:
            raise ValueError(f"needs: {', '.join(sorted(unknown))}: expected fields of BrewResult")
        self.needs = frozenset(needs)
        self._function = function

    def __call__(self, result: BrewResult, /) -> float:
        """The number."""
        return self._function(result)
