"""Texts that people write: one form, nothing invisible, and no two names that look alike.

Names are written in NFKC, other lines in NFC. What can't be seen, turns the direction of writing
around, or piles marks on a letter is left out. Names are compared by a *skeleton* (Unicode
Technical Standard 39): two names with the same skeleton look alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Literal

import msgspec
from icu4py.breakers import CharacterBreaker

from quedlinburg.bots import BOT_NAMES
from quedlinburg.server.limits import NAME_BYTES, NAME_LENGTH
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.text import LANGUAGES, bot_names

# Marks on one letter; letters of living languages need no more once they are composed.
MARKS_A_LETTER = 2
# Characters that join others to one emoji, or choose how it is drawn; only lines keep them.
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_KEYCAP = "\u20e3"
# Letters and signs that show nothing, besides those of the categories below.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTORS = range(0xFE00, 0xFE10), range(0x180B, 0x1810), range(0xE0100, 0xE01F0)
# Control characters and line ends part words; format, private, unassigned and
# enclosing ones are left out.
_PARTING = ("Cc", "Zl", "Zp")
_LEFT_OUT = ("Cf", "Cs", "Co", "Cn", "Me")
# Pictures that a later Unicode than Python's may have.
_PICTURES = range(0x1F000, 0x1FB00)


def clean_name(name: str) -> str:
    """A name in NFKC, in one line, without anything invisible; empty if nothing is left.

    >>> clean_name("  A\u202eda\u200b  L. ")
    'Ada L.'
    """
    return _clean(name, "NFKC", kept="")


def clean_line(text: str) -> str:
    """A line of chat or a title in NFC: as a name, but emoji stay whole.

    >>> clean_line("ha\u202e ha") == "ha ha"
    True
    """
    cleaned = _clean(text, "NFC", kept=_JOINERS + _KEYCAP)
    has_visible = any(c not in _JOINERS and not _is_mark(c) for c in cleaned)
    return cleaned if has_visible else ""


def _clean(text: str, form: Literal["NFC", "NFKC"], kept: str) -> str:
    """A text in one form and one line, without what is invisible; characters in `kept` stay."""
    seen = "".join(_seen(unicodedata.normalize(form, text), kept))
    return unicodedata.normalize(form, " ".join(seen.split()))


def _seen(text: str, kept: str) -> Iterator[str]:
    """The characters of a text that can be seen, a space for those that part words."""
    marks = MARKS_A_LETTER
    for char in text:
        kind = unicodedata.category(char)
        if kind in _PARTING or char.isspace():
            # A mark needs a letter before it; without one it would sit on somebody else's text.
            marks = MARKS_A_LETTER
            yield " "
        elif char in kept or _is_mark(char):
            marks += 1
            if marks <= MARKS_A_LETTER and (char in kept or not _is_hidden(char, kind)):
                yield char
        elif not _is_hidden(char, kind, pictures=bool(kept)):
            marks = 0
            yield char


def _is_hidden(char: str, kind: str, *, pictures: bool = False) -> bool:
    """Whether a character is left out: nothing is seen of it, or it encloses the one before.

    `pictures` lets those stay that Python does not know yet.
    """
    if char in _BLANKS or any(ord(char) in selectors for selectors in _SELECTORS):
        return True
    return kind in _LEFT_OUT and not (pictures and kind == "Cn" and ord(char) in _PICTURES)


def _is_mark(char: str) -> bool:
    """Whether a character is drawn onto the one before it."""
    return unicodedata.category(char) in ("Mn", "Me")


def checked_name(name: str) -> str:
    """The clean form of a name; refuse one that is empty, too long, or the name of a bot."""
    cleaned = clean_name(name)
    if not any(c.isalnum() for c in cleaned):
        raise Refusal("name", "a name needs a letter or a digit")
    length = sum(1 for _ in CharacterBreaker(cleaned, "en"))
    if length > NAME_LENGTH or len(cleaned.encode()) > NAME_BYTES:
        raise Refusal("name", f"a name has at most {NAME_LENGTH} letters and {NAME_BYTES} bytes")
    if skeleton(cleaned) in _bot_skeletons():
        raise Refusal("name", "that is the name of a bot: choose another one")
    return cleaned


# --- names that look alike -----------------------------------------------------------------------


def skeleton(name: str) -> str:
    """What is left of a name for an eye that reads it in passing; equal for names that look alike.

    Letters are replaced by the prototypes of Unicode Technical Standard 39, before and after case
    is folded; marks, spaces and punctuation do not count, and i stands for l.

    >>> skeleton("Ada") == skeleton("\u0410d\u0430.") == skeleton("\u00c1DA")
    True
    >>> skeleton("Ida") == skeleton("lda"), skeleton("Ada") == skeleton("Bo")
    (True, False)
    """
    folded = _prototypes(_prototypes(name).casefold()).casefold().replace("i", "l")
    letters = "".join(c for c in folded if c.isalnum())
    return letters or folded


def _prototypes(text: str) -> str:
    """A text without marks, with the prototype of each letter in its place."""
    known = _prototype_of()
    plain = unicodedata.normalize("NFKD", text)
    mapped = "".join(known.get(c, c) for c in plain if not _is_mark(c))
    return "".join(c for c in unicodedata.normalize("NFKD", mapped) if not _is_mark(c))


@cache
def _prototype_of() -> dict[str, str]:
    """The prototype of each character that looks like another text.

    The library lists, for each text, all that it is confused with: a prototype is listed with every
    character of its group, the others with their prototype alone.
    """
    source = files("confusable_homoglyphs") / "confusables.json"
    groups: dict[str, list[dict[str, str]]] = msgspec.json.decode(source.read_bytes())
    alike = {_bare(text): [_bare(one["c"]) for one in group] for text, group in groups.items()}

    def rank(text: str) -> tuple[int, bool, bool]:
        """How fit a text is to stand for its group: its hub, else several letters, else ASCII."""
        return len(alike.get(text, ())), len(text) > 1, text.isascii()

    best = {text: max((text, *group), key=rank) for text, group in alike.items()}
    return {text: one for text, one in best.items() if len(text) == 1 and text != one}


def _bare(text: str) -> str:
    """A text without the marks of direction that the library puts around some."""
    return text.strip("\u200e")


@cache
def _bot_skeletons() -> frozenset[str]:
    """The skeletons of all names of bots, in every language."""
    return frozenset(
        skeleton(name)
        for level in BOT_NAMES
        for language in LANGUAGES
        for name in bot_names(level, language)
    )


class Lookalikes:
    """Some names; another one is `in` them if it looks like one of them."""

    def __init__(self, names: Iterable[str]) -> None:
        """Note the skeletons of names."""
        self._skeletons = {skeleton(name) for name in names}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and skeleton(name) in self._skeletons


def distinct(name: str, others: Iterable[str]) -> str:
    """A name that looks like none of the others: the name itself, or the first free `name (2)`.

    >>> distinct("Ada", ["Bo", "\u0410da"])
    'Ada (2)'
    """
    taken = Lookalikes(others)
    if name not in taken:
        return name
    return next(one for n in count(2) if (one := f"{name} ({n})") not in taken)
