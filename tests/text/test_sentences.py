"""Every sentence of a page or card is true: scenarios play what it says, in both languages.

sentences.toml lists the sentences word for word and side by side. A text that is changed is missed
there, so that somebody looks whether the engine does what it says now.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from quedlinburg.engine.names import page_name
from quedlinburg.engine.scenario import run_scenario
from quedlinburg.rules.tables import CARD_IDS, PRICES
from quedlinburg.text import LANGUAGES, text

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios"
OWN = SCENARIOS / "texts"
BOOKED = ("green", "blue", "red", "yellow", "purple")
# Cards that change nothing: one that was carried out before the potions, one that waits for step F.
IDLE = {"potions": "alms", "fortune": "magic_potion"}
BOOKS = re.compile(r"\bbooks ((?:\w+=\d\s*)+|\d)")
KEYS = [*(f"book.{page_name(page)}" for page in PRICES), *(f"card.{card}" for card in CARD_IDS)]


@dataclass(frozen=True)
class Sentence:
    """A sentence in every language, and the scenarios that play it."""

    key: str
    place: int
    words: dict[str, str]
    plays: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.key}-{self.place + 1}"


def _listed() -> Iterator[Sentence]:
    """Read what sentences.toml lists."""
    source = tomllib.loads((HERE / "sentences.toml").read_text("utf-8"))
    for section, names in source.items():
        for name, rows in names.items():
            for place, row in enumerate(rows):
                words = {language: row[language] for language in LANGUAGES}
                yield Sentence(f"{section}.{name}", place, words, tuple(row["plays"]))


LISTED = tuple(_listed())
PLAYED = [(one, name) for one in LISTED for name in one.plays]

every_sentence = pytest.mark.parametrize("sentence", LISTED, ids=str)


def sentences(written: str) -> list[str]:
    """The sentences of a text."""
    return re.split(r"(?<=[.?!])\s+", written)


@cache
def scenario(name: str) -> str:
    """The text of a scenario by its path under tests/scenarios."""
    return (SCENARIOS / f"{name}.txt").read_text("utf-8")


@cache
def passes(played: str) -> bool:
    """Whether all checks of a scenario hold; one that can't be played to its end does not."""
    try:
        return not run_scenario(played)
    except ValueError:
        return False


def books_of(played: str) -> dict[str, int]:
    """The book of each colour at a scenario's table."""
    found = BOOKS.search(played)
    named = found[1].split() if found else ["1"]
    if "=" not in named[0]:
        return dict.fromkeys(BOOKED, int(named[0]))
    return {colour: int(book) for colour, _, book in (one.partition("=") for one in named)}


def with_book(played: str, colour: str, book: int) -> str:
    """A scenario with one of its books exchanged."""
    books = books_of(played) | {colour: book}
    written = "books " + " ".join(f"{name}={number}" for name, number in books.items())
    return BOOKS.sub(lambda _: f"{written}  ", played, count=1)


def with_chips_swapped(played: str) -> str:
    """A scenario with hawkmoths for pumpkins and pumpkins for hawkmoths."""
    return re.sub(r"\b(O1|K1)", lambda found: "K1" if found[1] == "O1" else "O1", played)


def names_it(played: str, key: str) -> bool:
    """Whether a scenario's table has the page or card of a key."""
    section, _, name = key.partition(".")
    if section == "card":
        return re.search(rf"^[^#\n]*\bcard {name}\b", played, re.MULTILINE) is not None
    colour, _, book = name.rpartition("_")
    if colour in BOOKED:
        return books_of(played)[colour] == int(book)
    if colour == "orange":
        return "O1" in played
    return bool(re.search(r"^players 2\b", played, re.MULTILINE)) == (book == "1")


def with_something_else(played: str, key: str) -> list[str]:
    """The same scenario at tables where another page or card stands in the place of this one."""
    section, _, name = key.partition(".")
    if section == "card":
        phase = "fortune" if re.search(r"\bphase fortune\b", played) else "potions"
        other = IDLE[phase] if name != IDLE[phase] else "pot_is_full"
        return [re.sub(rf"\bcard {name}\b", f"card {other}", played)]
    colour, _, book = name.rpartition("_")
    if colour in BOOKED:
        others = [number for number in range(1, 5) if number != int(book)]
        return [with_book(played, colour, number) for number in others]
    return [with_chips_swapped(played)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_listed_word_for_word(key: str, language: str) -> None:
    """A text can't change without somebody looking at what plays it."""
    listed = [one.words[language] for one in LISTED if one.key == key]
    assert listed == sentences(text(key, language).text), f"sentences.toml: {key} in {language}"


def test_nothing_is_listed_that_is_no_page_or_card() -> None:
    """What has gone from the texts goes from the list."""
    assert {one.key for one in LISTED} == set(KEYS)


@every_sentence
def test_both_languages_tell_the_same_facts(sentence: Sentence) -> None:
    """Sentences that stand side by side name the same chips, amounts and rules."""
    facts = [
        sorted(re.findall(r"\b[WOGBRYPK]\d\b|R\d\.\d+|\d+", words))
        for words in sentence.words.values()
    ]
    assert all(facts[0] == found for found in facts), sentence.words


@pytest.mark.parametrize(("sentence", "name"), PLAYED, ids=str)
def test_a_sentence_is_played(sentence: Sentence, name: str) -> None:
    """Each scenario exists, has the page or card on its table, and holds."""
    played = scenario(name)
    assert names_it(played, sentence.key), f"{name} is not about {sentence.key}"
    assert not run_scenario(played)


@pytest.mark.parametrize(("sentence", "name"), PLAYED, ids=str)
def test_a_book_exchanged_for_itself_changes_nothing(sentence: Sentence, name: str) -> None:
    """What the next test does to a scenario leaves a table that can be laid."""
    played = scenario(name)
    for colour, book in books_of(played).items():
        assert passes(with_book(played, colour, book)) == passes(played)


@every_sentence
def test_what_plays_a_sentence_notices_another_page_or_card(sentence: Sentence) -> None:
    """With any other page or card in its place one of the scenarios fails."""
    tables = [with_something_else(scenario(name), sentence.key) for name in sentence.plays]
    assert tables, "a sentence that nothing plays"
    for others in zip(*tables, strict=True):
        assert not all(map(passes, others)), sentence.words["en"]


def test_every_scenario_of_the_texts_plays_a_sentence() -> None:
    """The scenarios that were written for sentences are named by one."""
    named = {name for one in LISTED for name in one.plays}
    assert not {f"texts/{path.stem}" for path in OWN.glob("*.txt")} - named
