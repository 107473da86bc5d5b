"""What every bot promises: legal answers that depend on view and seed alone."""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import quedlinburg.bots
from quedlinburg.bots import BOT_NAMES, Bot, make_bot
from quedlinburg.engine.actions import Action, parse
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import QUESTIONS, STIRS
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import View
from quedlinburg.testing.bots import BotError, check_bot, many_setups
from quedlinburg.testing.questions import asked

# Games of those that think long are fewer; the long runs play ten of theirs too.
SLOW = {"journeyman": 4, "linear": 3, "master": 3}
GAMES = [
    *((name, SLOW.get(name, 10)) for name in BOT_NAMES),
    *(pytest.param(name, 10, marks=pytest.mark.soak) for name in SLOW),
]


@pytest.mark.parametrize(("name", "games"), GAMES)
def test_a_built_bot_keeps_what_bots_promise(name: str, games: int) -> None:
    """Whole games over many set-ups, and every question of the game."""
    report = check_bot(lambda seed: make_bot(name, seed), games=games)
    assert report.games == games
    assert set(report.questions) == set(QUESTIONS.values())


def test_there_is_a_game_for_every_question() -> None:
    """Seat 0 is asked exactly that question, has a choice, and the game is found again."""
    for name in QUESTIONS.values():
        game = asked(name)
        question = game.question(0)
        assert question is not None
        assert question.id == name
        assert len(game.legal_actions(0)) > 1
        assert asked(name) == game
        assert asked(name) is not game


def test_a_question_that_nobody_asks_is_not_searched_for_ever() -> None:
    """An unknown id is refused."""
    with pytest.raises(ValueError, match="'no_such_card': seat 0 was not asked"):
        asked("no_such_card")


def test_the_set_ups_of_the_check_differ_in_everything() -> None:
    """Players, books, mixed books, editions and every variant occur."""
    setups = list(many_setups(20))
    assert {setup.players for setup in setups} == {2, 3, 4}
    assert {setup.books for setup in setups if isinstance(setup.books, int)} == {1, 2, 3, 4}
    assert any(not isinstance(setup.books, int) for setup in setups)
    assert len({str(setup.edition) for setup in setups}) == 3
    for field in ("tubes", "overflow"):
        assert len({getattr(setup, field) for setup in setups}) == 2
    assert {setup.stir for setup in setups} == set(STIRS)


class _Scripted:
    """A bot for the tests, with a name and any way to decide."""

    def __init__(self, decide: Callable[[View, Sequence[Action]], Action], name: str = "x") -> None:
        self.name = name
        self._decide = decide

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return self._decide(view, legal_actions)


def _never_legal(view: View, legal: Sequence[Action]) -> Action:
    return parse("buy P1") if parse("buy P1") not in legal else parse("draw")


def test_the_check_finds_a_bot_that_answers_what_is_not_legal() -> None:
    """The error names what would have been legal."""
    with pytest.raises(BotError, match="is not legal; legal: "):
        check_bot(lambda seed: _Scripted(_never_legal), games=1)


def test_the_check_finds_a_bot_without_a_name() -> None:
    """A name is part of the protocol."""
    with pytest.raises(BotError, match="no name"):
        check_bot(lambda seed: _Scripted(lambda view, legal: legal[0], name=""), games=1)


def test_the_check_finds_a_bot_that_remembers() -> None:
    """The second answer of this one depends on how often it was asked."""

    def make(seed: int) -> Bot:
        asked: list[int] = []

        def decide(view: View, legal: Sequence[Action]) -> Action:
            asked.append(1)
            return legal[len(asked) % len(legal)]

        return _Scripted(decide)

    with pytest.raises(BotError, match="different answers"):
        check_bot(make, games=1)


def test_the_check_finds_a_bot_that_changes_what_it_sees() -> None:
    """A set-up with mixed books holds a mapping that could be written to."""

    def decide(view: View, legal: Sequence[Action]) -> Action:
        if isinstance(view.setup.books, dict):
            view.setup.books["green"] = 5 - view.setup.books["green"]
        return legal[0]

    with pytest.raises(BotError, match="changed the view"):
        check_bot(lambda seed: _Scripted(decide), games=5)


def test_an_unknown_bot_is_refused_with_the_names_of_the_known_ones() -> None:
    """Names come from people: the error helps them."""
    with pytest.raises(ValueError, match="'clever' is not known; known: cautious, random"):
        make_bot("clever")


def _answers(name: str) -> str:
    """A digest of every answer of a whole game."""
    game = Game.new(Setup(players=3, books=2, tubes=True), seed="processes")
    bots = [make_bot(name, seat) for seat in range(3)]
    told = hashlib.sha256()
    while game.outcome is None:
        seat = game.waiting[0]
        answer = bots[seat].decide(game.view(seat), game.legal_actions(seat))
        told.update(f"{seat} {answer}\n".encode())
        game.act(seat, answer)
    return told.hexdigest()


def test_bots_of_different_processes_agree() -> None:
    """Neither the order of sets nor a global generator has a say."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
    code += "from bots.test_conformance import _answers\n"
    code += "print([_answers(name) for name in ('random', 'cautious')])"
    environment = dict(os.environ, PYTHONHASHSEED="4711")
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env=environment,
    )
    assert done.stdout.strip() == str([_answers("random"), _answers("cautious")])


def test_a_bot_never_gets_a_game() -> None:
    """No module of the bots imports the game, nor the generators of the system."""
    imported: set[str] = set()
    for path in Path(quedlinburg.bots.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
            elif isinstance(node, ast.Import):
                imported.update(name.name for name in node.names)
    forbidden = {"quedlinburg", "quedlinburg.engine.game"}
    assert not imported & (forbidden | {"random", "secrets", "time"})


def test_random_takes_every_option_about_equally_often() -> None:
    """400 seeds, four options: each between 70 and 130 times."""
    game = Game.from_position(
        "players 2  books 2  round 4  card alms\nseat 0  pot P1@1 P1@2 P1@3  stopped\n"
        "seat 1  bag O1  pot O1@1  stopped\nbegin  luck 1vp"
    )
    view, legal = game.view(0), game.legal_actions(0)
    answers = [make_bot("random", seed).decide(view, legal) for seed in range(400)]
    assert {str(action) for action in legal} == {str(answer) for answer in answers}
    assert all(70 <= answers.count(action) <= 130 for action in legal)


@pytest.mark.parametrize("books", [1, 2, 3, 4])
def test_cautious_beats_random_clearly(books: int) -> None:
    """Eight games a book set from fixed seeds: it wins all of them, by twice the points."""
    points = {"cautious": 0, "random": 0}
    for seed in range(8):
        names = ["cautious", "random"] if seed % 2 else ["random", "cautious"]
        game = Game.new(Setup(players=2, books=books), seed=f"match {books} {seed}")
        bots = [make_bot(name, seed) for name in names]
        while game.outcome is None:
            seat = game.waiting[0]
            game.act(seat, bots[seat].decide(game.view(seat), game.legal_actions(seat)))
        assert [names[seat] for seat in game.outcome.winners] == ["cautious"]
        for name, won in zip(names, game.outcome.points, strict=True):
            points[name] += won
    assert points["cautious"] > 2 * points["random"]
