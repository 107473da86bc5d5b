"""The options of a table: checking them, and the reasons of refusals in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from quedlinburg import Setup
from quedlinburg.server.limits import CLOCK_LEAST, CLOCK_MOST
from quedlinburg.server.protocol.grammar import in_words
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import TableOptions

# What each option may be; a test holds the names against the shape.
ALLOWED = {
    "players": "2, 3, 4",
    "books": "1 to 4, random, or one number for each of green, blue, red, yellow, purple",
    "edition": "the name of an edition, or its switches",
    "tubes": "true, false",
    "overflow": "true, false",
    "stir": "last, always, never",
    "start": "null (by lot), a seat, or cooked (who cooked last)",
    "memory": "true, false",
    "odds": "true, false",
    "advice": "true, false",
    "public": "true, false",
    "clock": f"0 (none), or {CLOCK_LEAST} to {CLOCK_MOST} seconds",
    "pace": "instant, brisk, human, slow",
    "pass_around": "true, false",
    "title": "one line of at most 60 characters",
}
_PLACE = re.compile(r"`\$\.options(?:\.(\w+))?")
_SHOWN = 40


def setup_of(
    options: TableOptions,
    books: int | Mapping[str, int] | None = None,
    cooked: int | None = None,
) -> Setup:
    """The engine's set-up for a table's options; ValueError names what is not allowed.

    `books` are the drawn ones where the options leave them to chance, `cooked` is the seat that
    cooked last.
    """
    chosen = books if books is not None else options.books
    return Setup(
        players=options.players,
        books=1 if chosen == "random" else chosen,  # type: ignore[arg-type]
        edition=options.edition,
        tubes=options.tubes,
        stir=options.stir,
        overflow=options.overflow,
        start=cooked if options.start == "cooked" else options.start,
    )


def check_options(options: TableOptions) -> None:
    """Refuse options that the rules do not know, or a clock that is too quick."""
    try:
        setup_of(options)
    except (ValueError, TypeError) as error:
        raise Refusal("options", str(error)) from None
    if 0 < options.clock < CLOCK_LEAST:
        raise Refusal("options", _not_allowed("clock", options.clock))


def malformed(text: str | bytes, error: Exception) -> Refusal:
    """The refusal of a message or body that can't be decoded; it says what an option may be."""
    reason = in_words(str(error))[:200]
    found = _PLACE.search(reason)
    if found is None:
        return Refusal("malformed", reason)
    try:
        given: Any = msgspec.json.decode(text)
        return Refusal("options", _not_allowed(found[1], given["options"][found[1]]))
    except (msgspec.DecodeError, UnicodeError, RecursionError, LookupError, TypeError):
        # More is wrong than one value.
        return Refusal("options", reason)


def _not_allowed(name: str, value: object) -> str:
    """Say in one line that a value is not allowed, and what is."""
    shown = msgspec.json.encode(value).decode()
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    return f"{name}: {shown} is not allowed; allowed: {ALLOWED[name]}"
