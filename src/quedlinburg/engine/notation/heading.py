"""The heading of a record: what it says about a game besides the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.notation.lexer import split_line
from quedlinburg.engine.setup import Setup


@dataclass(frozen=True)
class Heading:
    """What a record says about a game besides the game: names, date and the pledge of its luck."""

    names: tuple[str, ...] = ()
    date: str = ""
    commit: str = ""
    nonces: Mapping[int, str] = field(default_factory=dict)
    secret: str | None = field(default=None, repr=False)
    seals: Mapping[int, str] = field(default_factory=dict)
    lot_books: bool = False
    """Whether the books were drawn from the seed, and not chosen."""


def heading_of(
    setup: Setup, names: Sequence[str], date: str, pledge: Pledge | None, *, lot_books: bool
) -> Heading:
    """The heading of a new game; names or a date that a record can't hold are refused."""
    named = checked_names(names, setup), checked_date(date)
    if pledge is None:
        return Heading(*named, lot_books=lot_books)
    if lot_books and pledge.nonces and not pledge.seals:
        raise ValueError("lot_books: nonces must be sealed where books are drawn from the seed")
    return Heading(
        *named,
        commit=pledge.commit,
        nonces=dict(pledge.nonces),
        secret=pledge.secret,
        seals=dict(pledge.seals),
        lot_books=lot_books,
    )


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
