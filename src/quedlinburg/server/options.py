"""The options of a table: whether they can be had, and in words what is allowed."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from quedlinburg.server import games
from quedlinburg.server.limits import CLOCK_LEAST, CLOCK_MOST
from quedlinburg.server.refusal import Refusal
from quedlinburg.server.shapes import TableOptions

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
    "title": "a text of at most 60 characters",
}
_PLACE = re.compile(r"`\$\.options(?:\.(\w+))?")
_SHOWN = 40


def check_options(options: TableOptions) -> None:
    """Refuse options that the rules do not know, or a clock that is too quick."""
    try:
        games.setup_of(options)
    except (ValueError, TypeError) as error:
        raise Refusal("options", str(error)) from None
    if 0 < options.clock < CLOCK_LEAST:
        raise Refusal("options", _not_allowed("clock", options.clock))


def malformed(text: str | bytes, error: Exception) -> Refusal:
    """Why a message or body can't be read; of an option, what is allowed."""
    reason = str(error)[:200]
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
    """One line that says what is allowed."""
    shown = msgspec.json.encode(value).decode()
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    return f"{name}: {shown} is not allowed; allowed: {ALLOWED[name]}"
