r"""The grammar of every text that comes from outside, in one place: checked before anything else.

Each pattern describes the whole text. It ends in `$(?!\n)`, because `$` alone also matches before
a newline at the end; written so, it means the same in Python and in the published JSON schemas.
Half a surrogate pair is refused by the JSON decoder, and bytes that are not UTF-8 by the socket.
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta


def _whole(pattern: str) -> str:
    """The pattern of a text that matches from its first character to its last."""
    return rf"^{pattern}$(?!\n)"


MESSAGE_ID = _whole("[ -~]{1,64}")
ACTION = _whole("[ -~]{1,64}")
NONCE = _whole("[0-9A-Za-z_-]{1,64}")
SEAL = _whole("[0-9a-f]{64}")
WORD = _whole("[0-9A-Za-z_.-]{1,40}")
LINE = _whole(r"[^\x00-\x1f\x7f-\x9f]*")
LINES = _whole(r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*")
MOVING_CODE = _whole("[0-9A-Za-z -]{4,32}")
TABLE_CODE = _whole("[0-9A-Za-z]{1,12}")
SIGNED_SECRET = _whole("[0-9A-Za-z_.-]{1,200}")
LOBBY_CURSOR = _whole("[0-9]{1,15}-[0-9A-Z]{0,12}")
NUMBER = _whole("[0-9]{1,7}")

# How a refusal says what a text may be.
IN_WORDS = {
    MESSAGE_ID: "of 1 to 64 printable ASCII characters",
    NONCE: "of 1 to 64 letters, digits, `_` and `-`",
    SEAL: "of 64 digits and letters from a to f: a SHA-256",
    WORD: "of 1 to 40 letters, digits, `_`, `.` and `-`",
    LINE: "of one line without control characters",
    LINES: "without control characters but newline and tab",
    MOVING_CODE: "of 4 to 32 letters, digits, spaces and `-`",
}

Word = Annotated[str, Meta(pattern=WORD)]
Line = Annotated[str, Meta(pattern=LINE)]
# Numbers that clients count with: of events, questions and lines of a chat. A database has room for
# no larger ones.
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


def matches(pattern: str, text: str) -> bool:
    """Whether a text has one of the forms above."""
    return re.match(pattern, text) is not None


def table_code(text: str) -> str:
    """The code of a table as it is stored; the empty text, which no table has, for another text."""
    return text.upper() if matches(TABLE_CODE, text) else ""


def number(text: str | None) -> int | None:
    """A number in a query; None if it is missing or not a number."""
    return int(text) if text is not None and matches(NUMBER, text) else None


def in_words(reason: str) -> str:
    """The decoder's reason with patterns replaced by words."""
    for pattern, words in IN_WORDS.items():
        reason = reason.replace(f"matching regex {pattern!r}", words)
    return reason
