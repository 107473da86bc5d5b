"""Golden whole games: they play out again word for word, and together show everything there is."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from quedlinburg import Game, Setup
from quedlinburg.engine.events import CLASSES
from quedlinburg.engine.names import QUESTIONS, STIRS, page_name
from quedlinburg.rules.constants import CARD_IDS, COLOUR_LETTERS, COLOUR_NAMES, EDITIONS, PRICES
from quedlinburg.testing.transcripts import rewrite

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
TOOL = HERE.parents[1] / "tools" / "make_playthroughs.py"
ACTION = re.compile(r"(?P<seat>\d) (?P<question>\w+) (?P<action>[^|]+) \|(?P<told>.*)")


class Told(NamedTuple):
    """An event as a transcript tells it: its game's set-up, the round, its name and its words."""

    setup: Setup
    round: int
    name: str
    words: tuple[str, ...]


def setup_of(text: str) -> Setup:
    """The set-up of a transcript."""
    return Game.from_position(text.splitlines()[0]).setup


def told_in(text: str) -> Iterator[Told]:
    """Every event of a transcript."""
    setup, number = setup_of(text), 0
    for line in text.splitlines():
        if line.startswith("round"):
            number = int(line.split()[1])
        elif "|" in line:
            for event in line.partition("|")[2].split("; "):
                words = [word for word in event.split() if not word.endswith(":")]
                if words:
                    yield Told(setup, number, words[0], tuple(words[1:]))


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """All transcripts."""
    return [path.read_text(encoding="utf-8") for path in FILES]


@pytest.fixture(scope="module")
def told(texts: list[str]) -> list[Told]:
    """All events of all transcripts."""
    return [event for text in texts for event in told_in(text)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_plays_out_again(path: Path) -> None:
    """The same set-up, seed and policies give the same events and views."""
    text = path.read_text(encoding="utf-8")
    assert rewrite(text).splitlines() == text.splitlines()
    assert len(text) < 60_000


def test_the_folder_holds_what_the_tool_makes() -> None:
    """`tools/make_playthroughs.py` names every file, and no other lies there."""
    golden = runpy.run_path(str(TOOL), run_name="tool")["GOLDEN"]
    assert {f"{game.name}.txt" for game in golden} == {path.name for path in FILES}


def test_every_book_set_is_played_by_two_three_and_four(texts: list[str]) -> None:
    """R2.3: four sets and mixed books, each with two, three and four players."""
    setups = [setup_of(text) for text in texts]
    played = {(s.players, s.books if isinstance(s.books, int) else "mixed") for s in setups}
    assert played >= {(players, books) for players in (2, 3, 4) for books in (1, 2, 3, 4, "mixed")}


def test_every_page_of_every_book_occurs(told: list[Told]) -> None:
    """R1.6: a chip of its colour is placed where the page is in play."""
    seen = set()
    for event in told:
        if event.name == "chip_placed":
            colour = COLOUR_NAMES[COLOUR_LETTERS.index(event.words[0][0])]
            seen.add(f"{colour}_{event.setup.pages.get(colour, 0)}")
    assert seen >= {page_name(page) for page in PRICES}


def test_every_card_is_turned_up(told: list[Told]) -> None:
    """R6: all 24 of them."""
    assert {event.words[0] for event in told if event.name == "card_turned_up"} == set(CARD_IDS)


def test_every_question_is_asked(texts: list[str]) -> None:
    """Every id of a question stands before some action."""
    actions = [ACTION.match(line) for text in texts for line in text.splitlines()]
    assert {match["question"] for match in actions if match} == set(QUESTIONS.values())


def test_every_event_happens(told: list[Told]) -> None:
    """No class of events that no game shows."""
    assert {event.name for event in told} == set(CLASSES)


def test_every_edition_is_played(texts: list[str]) -> None:
    """R8: the three printings, and switches by themselves."""
    editions = [setup_of(text).edition for text in texts]
    assert {edition for edition in editions if isinstance(edition, str)} == set(EDITIONS)
    assert any(not isinstance(edition, str) for edition in editions)


def test_every_variant_does_something(told: list[Told]) -> None:
    """R7: a glass is reached, a chip lands in the bowl, choices are sealed in stirred rounds."""
    assert any(event.name == "glass_reached" and event.setup.tubes for event in told)
    bowl = [event for event in told if event.name == "chip_placed" and event.words[1] == "54"]
    assert bowl
    assert all(event.setup.overflow for event in bowl)
    sealed = [event for event in told if event.name == "choice_sealed"]
    called = {(event.setup, event.round) for event in told if event.name == "stir_called"}
    assert {event.setup.stir for event in sealed} == {"last", "always"}
    for event in sealed:
        begun = event.setup.stir == "always" or event.round == 9
        assert begun or (event.setup, event.round) in called
    assert {event.setup.stir for event in told} == set(STIRS)


def test_the_flask_takes_back_any_colour_only_where_the_edition_says_so(told: list[Told]) -> None:
    """R4.5, R8: white alone in the others."""
    taken = {
        (event.setup.switches["flask"], event.words[0][0] == "W")
        for event in told
        if event.name == "chip_returned" and event.words[-1] == "R4.5"
    }
    assert taken == {("white", True), ("any", True), ("any", False)}
