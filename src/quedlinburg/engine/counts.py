"""Counts of chips that nobody can change: what views hold, and what travels between processes."""

from __future__ import annotations

from typing import NoReturn


class Counts(dict[str, int]):
    """How many there are of each kind; kinds of which there are none are left out.

    >>> Counts(W1=4, O1=1)["W1"]
    4
    >>> Counts(W1=4)["W1"] = 5
    Traceback (most recent call last):
    TypeError: counts of a view can't be changed
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        """Refuse any change."""
        raise TypeError("counts of a view can't be changed")

    __setitem__ = __delitem__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse  # pyright: ignore[reportAssignmentType]
    __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Counts], tuple[dict[str, int]]]:
        return Counts, (dict(self),)
