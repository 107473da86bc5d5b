"""What a person types at a question: numbers, notation, first letters, single keys, requests."""

from __future__ import annotations

import pytest

from positions import POSITIONS
from quedlinburg.cli.terminal.input import REQUESTS, Request, Unclear, read_answer
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.view import View
from quedlinburg.text import LANGUAGES, catalogue

EN = catalogue("en")


def at(question: str) -> View:
    """The view of a seat that is asked a question."""
    return Game.from_position(POSITIONS[question], luck=Seeded(1)).view(0)


@pytest.mark.parametrize(
    ("question", "typed", "action"),
    [
        ("brew", "1", "draw"),
        ("brew", "d", "draw"),
        ("brew", "s", "stop"),
        ("brew", "f", "flask"),
        ("brew", "DRAW", "draw"),
        ("brew", "  stop ", "stop"),
        ("brew", "fl", "flask"),
        ("blue_1", "O1", "choose O1"),
        ("blue_1", "choose w1", "choose W1"),
        ("blue_1", "n", "choose none"),
        ("red_2", "back r1", "back R1"),
        ("rubies", "spend f", "spend flask"),
        ("rubies", "done", "done"),
        ("purple_1", "3", "choose 3"),
        ("purple_2", "0", "choose 0"),
        ("good_start", "1", "choose 1"),
        ("purple_4", "r1-r2", "choose R1-R2"),
        ("exploded", "coins", "choose coins"),
        ("shop", "buy R2 b1", "buy B1 R2"),
        ("shop", "b1", "buy B1"),
        ("shop", "B1 R2", "buy B1 R2"),
        ("shop", "1", "buy O1"),
        ("shop", "1 2", "buy O1 G1"),
        ("shop", "0", "buy"),
        ("shop", "buy", "buy"),
    ],
)
def test_an_answer_is_understood(question: str, typed: str, action: str) -> None:
    """However it is typed."""
    assert str(read_answer(typed, at(question), EN)) == action


@pytest.mark.parametrize("question", POSITIONS)
def test_every_option_can_be_typed_by_its_notation(question: str) -> None:
    """And by its number, where the options are numbered in their order."""
    view = at(question)
    legal = [option.action for option in view.legal]
    assert [read_answer(str(action), view, EN) for action in legal] == legal
    if question not in ("shop", "purple_1", "purple_2", "good_start"):
        assert [read_answer(str(number + 1), view, EN) for number in range(len(legal))] == legal


@pytest.mark.parametrize(
    ("typed", "request_"),
    [
        ("?", Request("?")),
        ("? blue_3", Request("?", "blue_3")),
        ("?R4.11", Request("?", "R4.11")),
        ("log all", Request("log", "all")),
        ("q", Request("quit")),
        ("h", Request("help")),
        ("boo", Request("books")),
        ("save My Game.txt", Request("save", "My Game.txt")),
        ("", Request("")),
        ("   ", Request("")),
    ],
)
def test_a_word_to_the_table_is_heard(typed: str, request_: Request) -> None:
    """Requests never act in the game."""
    assert read_answer(typed, at("brew"), EN) == request_


@pytest.mark.parametrize("word", REQUESTS)
def test_every_request_is_heard_at_every_question(word: str) -> None:
    """No option takes a word of the table away."""
    for question in POSITIONS:
        assert read_answer(word, at(question), EN) == Request(word)


@pytest.mark.parametrize(
    ("question", "typed", "said"),
    [
        ("brew", "4", "no option 4: they go from 1 to 3"),
        ("brew", "0", "no option 0"),
        ("brew", "dance", "'dance' is not one of the options"),
        ("only_one", "c", "could be"),
        ("shop", "99", "Nothing on the shelf has number 99"),
        ("shop", "B1 B2", "one chip, or two of different colours"),
        ("shop", "B4", "not in reach of 17 coins"),
        ("shop", "X9", "can't be bought"),
        ("shop", "1 2 3", "one chip, or two of different colours"),
        ("shop", "buy buy", "can't be bought"),
    ],
)
def test_what_is_unclear_is_said(question: str, typed: str, said: str) -> None:
    """And nothing is done."""
    with pytest.raises(Unclear, match=said):
        read_answer(typed, at(question), EN)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", REQUESTS)
def test_every_request_is_explained_in_every_language(language: str, word: str) -> None:
    """What can be typed is the same everywhere; what it does is said in the person's language."""
    assert catalogue(language).say("request.explain" if word == "?" else f"request.{word}")


def test_what_is_unclear_is_said_in_the_language_of_the_table() -> None:
    """The words that are typed stay as they are."""
    with pytest.raises(Unclear, match="'dance' steht nicht zur Wahl"):
        read_answer("dance", at("brew"), catalogue("de"))
