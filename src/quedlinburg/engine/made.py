"""Values that are made once and found again: events by their rows, actions by their options."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

# How many values are kept to be found again; then they are made anew.
ROOM = 50_000


class Made(dict[K, V]):
    """Values by what they are made from; those that are missing are made when they are asked for.

    >>> squares = Made(lambda number: number * number)
    >>> squares[12], len(squares)
    (144, 1)
    """

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        if len(self) >= ROOM:
            self.clear()
        value = self[key] = self._make(key)
        return value
