"""Copies, positions and records stand exactly where the game stands, in any question (api 3)."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from quedlinburg import Game, Question
from quedlinburg.engine.names import QUESTIONS
from quedlinburg.engine.notation.lexer import Line, read_lines
from quedlinburg.engine.notation.scenario import ScenarioReader
from quedlinburg.testing.strategies import Start, examples, starts

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def asked(game: Game) -> list[Question | None]:
    """The open questions, without their numbers."""
    questions = [game.question(seat) for seat in range(game.setup.players)]
    return [question and replace(question, number=0) for question in questions]


def check_alike(game: Game, twin: Game) -> None:
    """Check that two games can't be told apart: state, questions, actions, and what follows."""
    assert twin == game
    assert hash(twin) == hash(game)
    assert twin.waiting == game.waiting
    assert twin.outcome == game.outcome
    assert asked(twin) == asked(game)
    for seat in range(game.setup.players):
        assert twin.legal_actions(seat) == game.legal_actions(seat)
        assert twin.view(seat).seats == game.view(seat).seats
    if game.waiting:
        seat = game.waiting[-1]
        action = game.legal_actions(seat)[0]
        one, other = game.copy(), twin.copy()
        assert list(one.act(seat, action)) == list(other.act(seat, action))
        assert one == other


def check_copy(game: Game) -> None:
    """Check that a copy is alike, and goes its own way."""
    twin = game.copy()
    assert list(twin.events) == list(game.events)
    assert [twin.question(s) for s in game.waiting] == [game.question(s) for s in game.waiting]
    check_alike(game, twin)
    if game.waiting:
        before = game.key(), len(game.events), len(game.history), game.position()
        twin.act(game.waiting[0], game.legal_actions(game.waiting[0])[0])
        assert (game.key(), len(game.events), len(game.history), game.position()) == before


def check_position(game: Game) -> None:
    """Check that a position is the same table, and writes the same text again."""
    text = game.position()
    twin = Game.from_position(text, game.luck)
    assert twin.position() == text
    check_alike(game, twin)


def check_record(game: Game) -> None:
    """Check that a record gives the whole game again, events and numbers of questions included."""
    text = game.record()
    twin = Game.from_record(text, game.luck)
    assert twin.record().splitlines()[1:-2] == text.splitlines()[1:-2]
    assert list(twin.events) == list(game.events)
    assert [twin.question(s) for s in game.waiting] == [game.question(s) for s in game.waiting]
    check_alike(game, twin)


@examples(25)
@given(starts())
def test_copies_are_alike_and_go_their_own_way(start: Start) -> None:
    """Every ninth step of whole games."""
    game = start.game()
    for number, _ in enumerate(start.steps(game)):
        if number % 9 == 0:
            check_copy(game)


@examples(12)
@given(starts())
def test_positions_round_trip(start: Start) -> None:
    """At the first of every kind of question, and every seventh step."""
    game = start.game()
    seen: set[str] = set()
    for number, _ in enumerate(start.steps(game)):
        ids = {question.id for question in asked(game) if question}
        if number % 7 == 0 or ids - seen:
            check_position(game)
        seen |= ids


@examples(12)
@given(starts())
def test_records_round_trip(start: Start) -> None:
    """At the first of every kind of question, every 29th step, and at the end."""
    game = start.game()
    seen: set[str] = set()
    for number, _ in enumerate(start.steps(game)):
        ids = {question.id for question in asked(game) if question}
        if number % 29 == 0 or ids - seen:
            check_record(game)
        seen |= ids
    check_record(game)


@pytest.mark.soak
@examples(2)
@given(starts())
def test_everything_round_trips_at_every_step(start: Start) -> None:
    """The long version: all three, at each step of whole games."""
    game = start.game()
    for _ in start.steps(game):
        check_copy(game)
        check_position(game)
        check_record(game)


class RoundTrips(ScenarioReader):
    """Reads a scenario, and takes every position on the way through its texts."""

    def __init__(self) -> None:
        """Begin with no question seen."""
        super().__init__()
        self.asked: set[str] = set()
        self.seen: set[object] = set()

    def read(self, line: Line) -> bool:
        """Read a line; where the game stands differently, it is written and read."""
        done = super().read(line)
        if self.game is not None and self.game.key() not in self.seen:
            self.seen.add(self.game.key())
            self.asked |= {question.id for question in asked(self.game) if question}
            check_texts(self.game)
        return done


def check_texts(game: Game) -> None:
    """Check position and record of a game whose luck is a script that has ended."""
    for twin in (Game.from_position(game.position()), Game.from_record(game.record())):
        assert twin == game
        assert asked(twin) == asked(game)
        for seat in range(game.setup.players):
            assert twin.legal_actions(seat) == game.legal_actions(seat)


def test_every_question_round_trips_in_the_scenarios() -> None:
    """Each question id of the contract is met in some scenario, and survives its texts there."""
    met: set[str] = set()
    for path in sorted(SCENARIOS.rglob("*.txt")):
        reader = RoundTrips()
        for line in read_lines(path.read_text(encoding="utf-8")):
            reader.read(line)
        met |= reader.asked
    assert met == set(QUESTIONS.values())
