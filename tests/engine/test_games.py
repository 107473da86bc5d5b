"""Games as values: the numbers of questions, copies by pickle, and seats that are no seats."""

import pickle
import random
from collections.abc import Callable

import pytest

from positions import POSITIONS
from quedlinburg import Game, IllegalAction, Seeded, Setup
from quedlinburg.engine.logbook import LOG_ROOM
from quedlinburg.engine.names import QUESTIONS


def play(game: Game, luck: random.Random, most: int = 10_000) -> None:
    """Play random actions, at most so many."""
    while game.waiting and most > 0:
        seat = luck.choice(game.waiting)
        game.act(seat, luck.choice(game.legal_actions(seat)))
        most -= 1


def numbers(game: Game) -> dict[int, int]:
    """The number of every open question."""
    return {seat: game.view(seat).question.number for seat in game.waiting}  # type: ignore[union-attr]


@pytest.mark.parametrize("actions", [0, 3, 40, 90, 200])
def test_a_position_comes_to_the_same_question_numbers(actions: int) -> None:
    """A client that asked before a game was loaded again names a question that is still open."""
    luck = random.Random(actions)
    game = Game.new(Setup(players=3, books=2), seed=5)
    play(game, luck, actions)
    loaded = Game.from_position(game.position(), luck=Seeded(5))
    assert numbers(loaded) == numbers(game)
    for copy in (game, loaded):
        play(copy, random.Random(1), 25)
    assert numbers(loaded) == numbers(game)


def test_question_numbers_tell_rounds_apart() -> None:
    """No question of a later round has the number of an earlier one."""
    game = Game.new(Setup(players=2), seed=3)
    seen: dict[int, set[int]] = {}
    luck = random.Random(2)
    while game.waiting:
        for number in numbers(game).values():
            seen.setdefault(number, set()).add(game.round)
        play(game, luck, 1)
    assert all(len(rounds) == 1 for rounds in seen.values())


@pytest.mark.parametrize("question", sorted(POSITIONS))
def test_a_pickled_game_goes_on_as_the_game_itself(question: str) -> None:
    """In the middle of any question, with the same luck."""
    game = Game.from_position(POSITIONS[question], luck=Seeded("a"))
    twin = pickle.loads(pickle.dumps(game))
    assert (twin, twin.waiting, twin.position()) == (game, game.waiting, game.position())
    for copy in (game, twin):
        play(copy, random.Random(4))
    assert twin.events == game.events


@pytest.mark.parametrize("seat", [True, False, 1.0, "1", None])
def test_what_only_equals_a_seat_is_no_seat(seat: object) -> None:
    """True is not taken for seat 1."""
    game = Game.new(Setup(players=2), seed=1)
    before = game.position()
    asks: list[Callable[..., object]] = [game.legal_actions, game.question]
    asks.append(lambda seat: game.act(seat, "draw"))
    for ask in asks:
        with pytest.raises(IllegalAction, match="is not at this table: seats are 0 to 1"):
            ask(seat)
    assert game.position() == before


def test_there_is_a_position_for_every_question() -> None:
    """So that what walks the positions walks all questions, new ones too."""
    assert set(POSITIONS) == set(QUESTIONS.values())


def test_equal_questions_offer_the_same_actions() -> None:
    """Two games before the same question share what is legal."""
    first, second = (Game.new(Setup(players=2, start=0), seed=seed) for seed in (1, 1))
    seat = first.waiting[0]
    assert first.legal_actions(seat) is second.legal_actions(seat)


def test_a_copy_writes_its_own_logbook() -> None:
    """What a copy does is not told of the game, before a long log is put away and after."""
    game = Game.new(Setup(players=4, start=0), seed=1)
    luck = random.Random(2)
    while len(game.logbook.rows) < 3 * LOG_ROOM:
        twin = game.copy()
        told = game.events
        play(twin, luck, 3)
        assert game.events == told
        assert twin.events[: len(told)] == told
        assert len(twin.history) == len(game.history) + 3
        game = twin
