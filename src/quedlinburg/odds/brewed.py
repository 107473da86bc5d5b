"""What a brew can come to, and what that is worth: the two words of every reckoning."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

STOPPED = 0
"""The ending of a brew that was stopped."""
EXPLODED = 1
"""The ending of a brew that exploded: points or coins."""
SHIELDED = 2
"""The ending of a brew that exploded under a shield: points and coins (R4.12)."""


class Brewed(NamedTuple):
    """How a seat's potions phase ended: everything that its evaluation can depend on.

    A field that a value does not need may be left at 0 (see `Value.needs`). `points` and `rubies`
    are those won while brewing, from the position on that was asked about.
    """

    space: int
    """The scoring space."""
    ending: int
    """STOPPED, EXPLODED or SHIELDED (exploded, but both points and coins)."""
    flask: int
    """1 if the flask is full, else 0."""
    rubies: int
    """Rubies won by blue 3."""
    points: int
    """Points won by blue 4."""
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
    """What they bring with purple 3, where they stand."""
    blacks: int
    """How many black chips lie in the pot."""
    tradeable: int
    """A bit for each kind in the pot (purple 4)."""
    bowl: int
    """Sum of the values in the bowl."""
    aside: tuple[int, int, int]
    """R1, R2, R4 that stay aside."""

    @property
    def exploded(self) -> bool:
        """Whether the pot exploded."""
        return self.ending != STOPPED

    @property
    def shielded(self) -> bool:
        """Whether a shield covered the explosion (R4.12)."""
        return self.ending == SHIELDED


# Every field that a value may leave out to make the reckoning quicker.
FIELDS = frozenset(Brewed._fields)


class Value(Protocol):
    """A number for everything that a brew can come to; the reckoning seeks the highest mean.

    A value that never prefers a red chip in the bag to the same chip aside may say so with an
    attribute `likes_aside = True`: fewer endings are worked out then (red 2).
    """

    @property
    def needs(self) -> frozenset[str]:
        """The fields that the number depends on."""

    def __call__(self, brewed: Brewed, /) -> float:
        """The number."""


class Judged:
    """Any function of what a brew came to, with the fields that it depends on.

    >>> far = Judged(lambda brewed: brewed.space, needs={"space"})
    >>> sorted(far.needs)
    ['space']
    """

    needs: frozenset[str]
    """The fields of `Brewed` on which the number depends."""

    def __init__(
        self, function: Callable[[Brewed], float], *, needs: set[str] | frozenset[str] = FIELDS
    ) -> None:
        """Take a function; without `needs` it may depend on everything."""
        unknown = set(needs) - FIELDS
        if unknown:
            raise ValueError(f"needs: {', '.join(sorted(unknown))}: expected fields of Brewed")
        self.needs = frozenset(needs)
        self._function = function

    def __call__(self, brewed: Brewed, /) -> float:
        """The number."""
        return self._function(brewed)
