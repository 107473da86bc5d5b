"""The catalogue: every text of the page and the terminal, by key and language.

A language is a folder of TOML files beside this module. A key is the path to a text, whatever file
it stands in: `title` under `[rule.R0]` is `rule.R0.title`. What is put into a text stands in
braces, in the syntax of ICU MessageFormat; plural forms are those of the language, by ICU itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from icu4py.messageformat import MessageFormat

from quedlinburg.text.rewards import reward_values

ENGLISH = "en"
# Things that have a title and a text, in the order in which they are listed.
SECTIONS = (
    *("rule", "book", "card", "question", "ingredient", "colour", "phase"),
    *("edition", "variant", "bot", "label", "reason"),
)
Value = int | str
Names = tuple[str, ...]


class Entry(NamedTuple):
    """A title and a text, whose paragraphs are parted by an empty line."""

    title: str
    text: str


class Catalogue:
    """The texts of one language.

    >>> catalogue("en").say("did.coins_won", you=False, coins=1)
    'has 1 coin to spend'
    >>> catalogue("de").say("did.coins_won", you=True, coins=2)
    'hast 2 Münzen auszugeben'
    """

    def __init__(self, language: str, messages: Mapping[str, str | Names]) -> None:
        """Take the messages of a language by key; a list of names is a key too."""
        self.language = language
        self._messages = {key: said for key, said in messages.items() if isinstance(said, str)}
        self._names = {key: said for key, said in messages.items() if not isinstance(said, str)}
        self._formats: dict[str, MessageFormat] = {}
        self.keys = tuple(messages)
        self.entries = tuple(
            key.removesuffix(".text")
            for section in SECTIONS
            for key in self._messages
            if key.startswith(f"{section}.") and key.endswith(".text")
        )

    def say(self, key: str, **values: Value) -> str:
        """A text, with values for all that it leaves open; an unknown key is refused."""
        said = self.find(key, **values)
        if not said:
            raise ValueError(f"there is no text {key!r}; {nearest(key, self.keys)}")
        return said

    def find(self, key: str, **values: Value) -> str:
        """A text as `say` gives it; nothing where there is no such key."""
        message = self._messages.get(key, "")
        if "{" not in message:
            return message
        if key not in self._formats:
            self._formats[key] = MessageFormat(message, self.language)
        known = self._rewards(key) | values
        said = self._formats[key].format({name: _plain(value) for name, value in known.items()})
        if "{" in said:
            raise ValueError(f"{key} in {self.language}: a value is missing in {said!r}")
        return said

    def _rewards(self, key: str) -> dict[str, Value]:
        """What the page or card of a key pays, in words of the language."""
        _, _, name = key.partition(".")
        return reward_values(
            name.partition(".")[0], lambda what, n: self.say(f"amount.{what}", n=n)
        )

    def names(self, key: str) -> Names:
        """A list of names; empty where there is no such key."""
        return self._names.get(key, ())

    def entry(self, key: str) -> Entry:
        """The title and the text under a key; a card's question bears the card's title."""
        if key not in self.entries:
            raise ValueError(f"there is no text {key!r}; {nearest(key, self.entries)}")
        title = self.find(f"{key}.title") or self.say(f"card.{key.partition('.')[2]}.title")
        return Entry(title, self.say(f"{key}.text"))

    def decimal(self, number: float, digits: int) -> str:
        """A number with so many decimals, as the language writes them.

        >>> catalogue("de").decimal(1.25, 1)
        '1,2'
        """
        return f"{number:.{digits}f}".replace(".", self.say("decimal"))

    def listed(self, things: Iterable[str]) -> str:
        """Things in a row.

        >>> catalogue("en").listed(["W1", "B2", "O1"]), catalogue("de").listed(["W1", "B2"])
        ('W1, B2 and O1', 'W1 und B2')
        """
        *before, last = things
        return f"{', '.join(before)} {self.say('and')} {last}" if before else last


@cache
def catalogue(language: str) -> Catalogue:
    """The texts of a language; one that is not there is refused with those that are."""
    if language not in LANGUAGES:
        allowed = ", ".join(LANGUAGES)
        raise ValueError(f"language: {language!r} is not allowed; allowed: {allowed}")
    messages: dict[str, str | Names] = {}
    for file in sorted((_folder() / language).iterdir(), key=lambda file: file.name):
        messages |= _flat("", tomllib.loads(file.read_text("utf-8")))
    return Catalogue(language, messages)


def text(key: str, language: str = ENGLISH) -> Entry:
    """The title and the text of a thing; an unknown key is refused with the nearest ones.

    >>> text("rule.R5.C").text
    '1 ruby if the scoring space shows one, exploded or not.'
    >>> text("edition.schmit")
    Traceback (most recent call last):
    ValueError: there is no text 'edition.schmit'; the nearest: edition.schmidt
    """
    return catalogue(language).entry(key)


def keys(language: str = ENGLISH) -> tuple[str, ...]:
    """Every key under which a language has a title and a text."""
    return catalogue(language).entries


def capital(said: str) -> str:
    """A text with its first letter large, for the beginning of a line."""
    return said[:1].upper() + said[1:]


def percent(chance: float | Fraction) -> str:
    """A chance in whole percent, but never 0 or 100 for what may or may not happen.

    >>> percent(Fraction(1, 3)), percent(0.0001), percent(0.0), percent(0.9999), percent(1)
    ('33 %', '<1 %', '0 %', '>99 %', '100 %')
    """
    if 0 < chance < 0.005:
        return "<1 %"
    if 0.995 < chance < 1:
        return ">99 %"
    return f"{round(100 * chance)} %"


def nearest(word: str, known: Iterable[str]) -> str:
    """Name the known words that look most like one, for a message that helps.

    >>> nearest("orang_1", ["brew", "orange_1", "shop"])
    'the nearest: orange_1'
    """
    return f"the nearest: {', '.join(close_words(word, known))}"


def close_words(word: str, known: Iterable[str]) -> list[str]:
    """The known words that look most like one, at most three."""
    choices = list(known)
    return get_close_matches(word, choices, n=3) or get_close_matches(word, choices, cutoff=0)


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


def _plain(value: Value) -> Value:
    """A value as ICU takes it: `true` and `false` are words to choose by."""
    return str(value).lower() if isinstance(value, bool) else value


def _flat(path: str, table: Mapping[str, object]) -> dict[str, str | Names]:
    """The texts of a table and of those inside it, by their path."""
    found: dict[str, str | Names] = {}
    for name, value in table.items():
        key = f"{path}{name}"
        match value:
            case dict():
                found |= _flat(f"{key}.", value)
            case list():
                found[key] = tuple(map(str, value))
            case _:
                said = str(value)
                found[key] = unfold(said) if "\n" in said else said
    return found


def _folder() -> Traversable:
    """The folder with a folder for each language."""
    return files("quedlinburg.text")


def _languages() -> Iterator[str]:
    """The languages that have a folder, English first."""
    yield ENGLISH
    folders = sorted(folder.name for folder in _folder().iterdir() if folder.is_dir())
    for name in folders:
        if name != ENGLISH and (_folder() / name / "rules.toml").is_file():
            yield name


LANGUAGES = tuple(_languages())
