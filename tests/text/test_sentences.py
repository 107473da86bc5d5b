"""Every sentence of a page or card is true: scenarios play what it says, in both languages.

A scenario names the sentences that it plays under its title, word for word and side by side:

# plays card.alms
#   en  All players with the fewest rubies get 1 ruby.
#   de  Alle mit den wenigsten Rubinen bekommen 1 Rubin.

A sentence that is changed is played by nothing any more, so that somebody looks whether the engine
does what it says now. A further language is held against the English sentence by sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from quedlinburg.engine.names import page_name
from quedlinburg.engine.notation.scenario import run_scenario
from quedlinburg.rules.constants import CARD_IDS, PRICES
from quedlinburg.text import LANGUAGES, text

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios"
OWN = SCENARIOS / "texts"
BOOKED = ("green", "blue", "red", "yellow", "purple")
# Cards that change nothing: one that was carried out before the potions, one that waits for step F.
IDLE = {"potions": "alms", "fortune": "magic_potion"}
BOOKS = re.compile(r"\bbooks ((?:\w+=\d\s*)+|\d)")
KEYS = [*(f"book.{page_name(page)}" for page in PRICES), *(f"card.{card}" for card in CARD_IDS)]


TIE = re.compile(r"^# plays (\S+)\n#   en  (.+)\n#   de  (.+)\n", re.MULTILINE)
# The languages in which a scenario quotes a sentence.
QUOTED = ("en", "de")


def sentences(key: str, language: str) -> list[str]:
    """The sentences of a page's or card's text."""
    return re.split(r"(?<=[.?!])\s+", text(key, language).text)


@dataclass(frozen=True)
class Tie:
    """A sentence that a scenario says it plays, as it quotes it."""

    scenario: str
    key: str
    en: str
    de: str

    def __str__(self) -> str:
        return f"{self.scenario}-{self.key}"


def _ties() -> Iterator[Tie]:
    """What every scenario says that it plays."""
    for path in sorted(SCENARIOS.rglob("*.txt")):
        name = path.relative_to(SCENARIOS).with_suffix("").as_posix()
        for found in TIE.findall(path.read_text("utf-8")):
            yield Tie(name, *found)


TIES = tuple(_ties())
SENTENCES = [(key, said) for key in KEYS for said in sentences(key, "en")]
every_tie = pytest.mark.parametrize("tie", TIES, ids=str)


@cache
def scenario(name: str) -> str:
    """A scenario by its path under tests/scenarios, without its comments."""
    lines = (SCENARIOS / f"{name}.txt").read_text("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("#"))


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
@pytest.mark.parametrize("language", QUOTED)
def test_every_sentence_is_played_word_for_word(key: str, language: str) -> None:
    """A text can't change without somebody looking at what plays it."""
    quoted = {getattr(tie, language) for tie in TIES if tie.key == key}
    unplayed = [said for said in sentences(key, language) if said not in quoted]
    assert not unplayed, f"{key} in {language}: no scenario plays {unplayed}"


@every_tie
def test_a_scenario_quotes_a_sentence_as_it_stands(tie: Tie) -> None:
    """It is a page's or card's, and stands at the same place in both languages."""
    assert tie.key in KEYS, f"{tie.scenario}: {tie.key} is no page and no card"
    for language in QUOTED:
        said = getattr(tie, language)
        assert said in sentences(tie.key, language), f"{tie.scenario}: {tie.key} has not: {said}"
    places = [sentences(tie.key, one).index(getattr(tie, one)) for one in QUOTED]
    assert len(set(places)) == 1, f"{tie.scenario}: {tie.en!r} is not {tie.de!r}"


@pytest.mark.parametrize("path", sorted(SCENARIOS.rglob("*.txt")), ids=lambda path: path.stem)
def test_what_a_scenario_plays_is_written_so_that_it_is_read(path: Path) -> None:
    """Every `# plays` is followed by the sentence in each language, above the table."""
    lines = path.read_text("utf-8").splitlines()
    ties = [tie for tie in TIES if SCENARIOS / f"{tie.scenario}.txt" == path]
    assert sum(line.startswith("# plays") for line in lines) == len(ties)
    assert all(line.startswith("#") for line in lines[: 1 + 3 * len(ties)])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_same_facts(key: str, language: str) -> None:
    """Sentence by sentence the same chips, amounts and rules."""
    facts = re.compile(r"\b[WOGBRYPK]\d\b|R\d\.\d+|\d+")
    own, english = (
        [sorted(facts.findall(said)) for said in sentences(key, one)] for one in (language, "en")
    )
    assert own == english


@every_tie
def test_a_sentence_is_played(tie: Tie) -> None:
    """Its scenario has the page or card on its table, and holds."""
    played = scenario(tie.scenario)
    assert names_it(played, tie.key), f"{tie.scenario} is not about {tie.key}"
    assert not run_scenario(played)


@every_tie
def test_a_book_exchanged_for_itself_changes_nothing(tie: Tie) -> None:
    """What the next test does to a scenario leaves a table that can be laid."""
    played = scenario(tie.scenario)
    for colour, book in books_of(played).items():
        assert passes(with_book(played, colour, book)) == passes(played)


@pytest.mark.parametrize(("key", "said"), SENTENCES)
def test_what_plays_a_sentence_notices_another_page_or_card(key: str, said: str) -> None:
    """With any other page or card in its place one of the scenarios fails."""
    plays = [tie.scenario for tie in TIES if (tie.key, tie.en) == (key, said)]
    assert plays, f"{key}: no scenario plays {said!r}"
    tables = [with_something_else(scenario(name), key) for name in plays]
    for others in zip(*tables, strict=True):
        assert not all(map(passes, others)), said


def test_every_scenario_of_the_texts_plays_a_sentence() -> None:
    """The scenarios that were written for sentences name one."""
    named = {tie.scenario for tie in TIES}
    assert not {f"texts/{path.stem}" for path in OWN.glob("*.txt")} - named
