"""The texts by key and language, read once from en.toml and de.toml.

A key is a section and an id: `card.alms`, `book.blue_3`, `rule.R4.2`, `question.shop`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

LANGUAGES = ("en", "de")


class Entry(NamedTuple):
    """What stands under a key: a title and a text, paragraphs parted by an empty line."""

    title: str
    text: str


def text(key: str, language: str = "en") -> Entry:
    """Find a text by its key; an unknown one is refused with the keys nearest to it.

    >>> text("rule.R5.C").text
    '1 ruby if the scoring space shows one, exploded or not.'
    >>> text("card.almz")
    Traceback (most recent call last):
    ValueError: there is no text 'card.almz'; the nearest: card.alms
    """
    entry = _read(language).get(key)
    if entry is None:
        raise ValueError(f"there is no text {key!r}; {nearest(key, keys(language))}")
    return entry


def keys(language: str = "en") -> tuple[str, ...]:
    """Every key of a language, in the order of its file."""
    return tuple(_read(language))


def nearest(word: str, known: Iterable[str]) -> str:
    """Name the known words that look most like one, for a message that helps.

    >>> nearest("blu_3", ["alms", "blue_3", "shop"])
    'the nearest: blue_3'
    """
    choices = list(known)
    close = get_close_matches(word, choices, n=3) or get_close_matches(word, choices, cutoff=0)
    return f"the nearest: {', '.join(close)}"


def unfold(written: str) -> str:
    r"""Join the lines of a paragraph; empty lines part paragraphs, "- " begins an item.

    >>> unfold("One\nparagraph.\n\n- an\n  item\n- another")
    'One paragraph.\n\n- an item\n- another'
    """
    paragraphs = written.strip().split("\n\n")
    return "\n\n".join(_unfold_paragraph(paragraph.splitlines()) for paragraph in paragraphs)


def _unfold_paragraph(lines: list[str]) -> str:
    """Join the lines of one paragraph."""
    joined = lines[0].strip()
    for line in lines[1:]:
        joined += ("\n" if line.startswith("- ") else " ") + line.strip()
    return joined


@cache
def source(language: str) -> dict[str, dict[str, dict[str, Any]]]:
    """What the file of a language says, by section and id."""
    if language not in LANGUAGES:
        allowed = ", ".join(LANGUAGES)
        raise ValueError(f"language: {language!r} is not allowed; allowed: {allowed}")
    return tomllib.loads((files(__package__) / f"{language}.toml").read_text("utf-8"))


@cache
def _read(language: str) -> dict[str, Entry]:
    """The texts of a language by key."""
    return {
        f"{section}.{name}": Entry(entry["title"], unfold(entry["text"]))
        for section, entries in source(language).items()
        for name, entry in entries.items()
    }
