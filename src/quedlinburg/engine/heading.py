"""What a game keeps besides its table: the heading of its record, and the actions played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from quedlinburg.engine.actions import Action
from quedlinburg.engine.language import split_line
from quedlinburg.engine.setup import Setup


@dataclass(frozen=True)
class Heading:
    """What a record says about a game besides the game: names, date and the pledge of its luck."""

    names: tuple[str, ...] = ()
    date: str = ""
    commit: str = ""
    nonces: Mapping[int, str] = field(default_factory=dict)
    secret: str | None = field(default=None, repr=False)


class Played(NamedTuple):
    """An action that was carried out, and the rows of the log that it wrote."""

    seat: int
    action: Action
    since: int
    until: int


def checked_names(names: Sequence[str], setup: Setup) -> tuple[str, ...]:
    """The names of the seats, one for each or none."""
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"names: {names!r} is not allowed; allowed: a text for each seat")
    if names and len(names) != setup.players:
        raise ValueError(f"names: {len(names)} given; allowed: none, or {setup.players}")
    return tuple(names)


def check_seed(seed: object) -> None:
    """Refuse a seed that would be taken for something else than it is."""
    if isinstance(seed, bool) or not isinstance(seed, (int, str, bytes, type(None))):
        allowed = "a whole number, text, bytes or None"
        raise ValueError(f"seed: {seed!r} is not allowed; allowed: {allowed}")


def checked_date(date: str) -> str:
    """A date that a record can hold: words on one line."""
    if " ".join(word.text for word in split_line(date, 0)) != date:
        raise ValueError(f"date: {date!r} is not allowed; allowed: words with single spaces")
    return date
