"""The words of a text: lines, quotes, comments, and errors that say where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quedlinburg.engine.names import KIND
from quedlinburg.rules.constants import LAST_SPACE
from quedlinburg.rules.ids import KINDS

_WORD = re.compile(r'"((?:[^"\\]|\\["\\])*)"(?=\s|$|\#)|([^\s"#][^\s#]*)')
_CHIPS = re.compile(r"([A-Z][0-9])(?:x([1-9][0-9]{0,2}))?")
_PLACED = re.compile(r"([A-Z][0-9])@([0-9]{1,3})")
_NUMBER = re.compile(r"[0-9]{1,6}")
# What some editors write before a text.
BYTE_ORDER_MARK = "\ufeff"
# Ends of lines, and what shows that something is not a text.
_UNWRITABLE = re.compile("[\n\r\0\ufffd\ud800-\udfff]")


class TextError(ValueError):
    """A text that can't be read: the line, the word, and what was expected."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, the line it stands on, and whether it was quoted."""

    text: str
    line: int
    quoted: bool = False

    def error(self, expected: str) -> TextError:
        """Say what was expected in place of this word."""
        shown = self.text if len(self.text) <= 60 else f"{self.text[:60]}…"
        return TextError(f"line {self.line}: {shown!r}: expected {expected}")

    def number(self, low: int, high: int, what: str) -> int:
        """Read a whole number within bounds."""
        if not is_number(self.text) or not low <= int(self.text) <= high:
            raise self.error(f"{what}, a number from {low} to {high}")
        return int(self.text)

    def one_of(self, allowed: Iterable[str], what: str) -> str:
        """Read one of some words."""
        choices = list(allowed)
        if self.text not in choices:
            raise self.error(f"{what}, one of {', '.join(choices)}")
        return self.text


@dataclass(frozen=True, slots=True)
class Line:
    """The words of one line, comments left out."""

    number: int
    words: tuple[Word, ...]

    def error(self, expected: str) -> TextError:
        """Say what was expected at the end of this line."""
        return TextError(f"line {self.number}: expected {expected}")


def split_line(text: str, number: int) -> tuple[Word, ...]:
    """Split a line into words; `#` starts a comment, quotes hold several words together."""
    words: list[Word] = []
    place = 0
    while True:
        while place < len(text) and text[place].isspace():
            place += 1
        if place == len(text) or text[place] == "#":
            return tuple(words)
        match = _WORD.match(text, place)
        if match is None:
            raise TextError(f"line {number}: {text[place : place + 20]!r}: expected a closed quote")
        if match[1] is not None:
            words.append(Word(re.sub(r"\\(.)", r"\1", match[1]), number, quoted=True))
        else:
            words.append(Word(match[2], number))
        place = match.end()


def read_lines(text: str) -> Iterator[Line]:
    """The lines of a text that hold words."""
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), start=1):
        if "\0" in line or "�" in line:
            raise TextError(f"line {number}: this is not a text")
        words = split_line(line, number)
        if words:
            yield Line(number, words)


def is_one_line(text: str) -> bool:
    """Whether a text can stand in quotes exactly as it is."""
    return not _UNWRITABLE.search(text)


def quote(text: str) -> str:
    """Write a quoted text; what can't be written, such as a line's end, becomes a space."""
    flat = _UNWRITABLE.sub(" ", text)
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_kinds(words: Iterable[Word]) -> list[int]:
    """Read a multiset of chips: W1x4 B2."""
    counts = [0] * KINDS
    for word in words:
        match = _CHIPS.fullmatch(word.text)
        if match is None or match[1] not in KIND:
            raise word.error("chips such as W1 or W1x4")
        counts[KIND[match[1]]] += int(match[2] or 1)
    return counts


def spread(word: Word) -> list[str]:
    """The outcomes that a word of luck stands for: W1x4 is four white chips of 1."""
    match = _CHIPS.fullmatch(word.text)
    if match is None or match[2] is None:
        return [word.text]
    return [match[1]] * int(match[2])


def read_pot(words: Iterable[Word]) -> list[tuple[int, int]]:
    """Read chips in a pot, in order: B2@5."""
    placed: list[tuple[int, int]] = []
    for word in words:
        match = _PLACED.fullmatch(word.text)
        if match is None or match[1] not in KIND or not 1 <= int(match[2]) <= LAST_SPACE:
            raise word.error(f"a chip on a space from 1 to {LAST_SPACE}, such as B2@5")
        if placed and int(match[2]) < placed[-1][1]:
            raise word.error(f"a space not before the last chip's, {placed[-1][1]}")
        placed.append((KIND[match[1]], int(match[2])))
    return placed


def is_number(text: str) -> bool:
    """Whether a text is a whole number of a sensible size."""
    return _NUMBER.fullmatch(text) is not None


def read_counts(words: Iterable[Word], what: str) -> dict[int, int]:
    """Read numbers of kinds: G4=1 W1=0."""
    counts = {}
    for word in words:
        code, equals, number = word.text.partition("=")
        if code not in KIND or not equals or not is_number(number):
            raise word.error(f"{what} such as G4=1")
        counts[KIND[code]] = int(number)
    return counts


def format_pot(kinds: Iterable[tuple[str, int]]) -> str:
    """Write chips in a pot."""
    return " ".join(f"{code}@{space}" for code, space in kinds)


def with_values(key: str, values: str) -> str:
    """Write a key with its values; without values it is an empty list."""
    return f"{key} {values}" if values else key
