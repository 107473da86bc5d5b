"""What bots make of rights that are always open: to pass up spaces, to stir, to put chips back."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bots.judged_positions import PAIRS
from quedlinburg.bots import BOT_NAMES, LEVELS, make_bot
from quedlinburg.bots.reasons import explain
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import BOOK_COLOURS, STIRS
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import View
from quedlinburg.rules import ids
from quedlinburg.testing.questions import QUESTION_IDS, asked

# Bots that look far ahead take their time.
SLOW = ("journeyman", "master", "linear")
MOST_DECISIONS = 3_000


def answer(name: str, game: Game) -> str:
    """What a bot answers for seat 0."""
    return str(make_bot(name).decide(game.view(0), game.legal_actions(0)))


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_weighs_a_new_right_by_its_own_judgement(level: str, pair: str) -> None:
    """R4.7, R5.4, R6 second_chance: both answers are legal in both positions."""
    (first, wanted), (second, other) = PAIRS[pair]
    games = Game.from_position(first), Game.from_position(second)
    for game in games:
        assert {wanted, other} <= {str(action) for action in game.legal_actions(0)}
    assert [answer(level, game) for game in games] == [wanted, other]


def test_a_cautious_bot_passes_up_a_space_for_a_ruby_at_the_same_points() -> None:
    """R4.7: from 17 to 16; but not where a point is lost."""
    text = "players 2  books 1  round 6  card alms\nseat 0  flask empty  pot {}  bag R1 W3x2 W2x3"
    there = "\nseat 1  bag O1  pot O1@1  stopped\n0 draw  luck R1"
    pots = {"O1@2 W3@5 W3@8 W1@14": "short", "O1@2 W3@5 W3@8 W1@11": "stop"}
    for pot, wanted in pots.items():
        assert answer("cautious", Game.from_position(text.format(pot) + there)) == wanted


# --- whole games ---------------------------------------------------------------------------------


def setups_with_red_2(count: int, seed: str) -> Iterator[Setup]:
    """Set-ups with red book 2: every other page, edition and variant changes."""
    luck = random.Random(seed)
    for number in range(count):
        books = {colour: luck.randint(1, 4) for colour in BOOK_COLOURS} | {"red": 2}
        yield Setup(
            players=2 + number % 3,
            books=books,
            edition=luck.choice(("north_star", "north_star_first", "schmidt")),
            tubes=luck.random() < 0.5,
            overflow=luck.random() < 0.5,
            stir=STIRS[number % len(STIRS)],
        )


def decisions(name: str, setup: Setup, seed: str) -> Iterator[tuple[View, str]]:
    """Every question of a game of a bot against itself, with its answer."""
    game = Game.new(setup, seed=seed)
    bots = [make_bot(name, seat) for seat in range(setup.players)]
    number = 0
    while game.outcome is None:
        assert number < MOST_DECISIONS, "the game does not end"
        seat = game.waiting[number % len(game.waiting)]
        view, legal = game.view(seat), game.legal_actions(seat)
        action = bots[seat].decide(view, legal)
        assert action in legal
        yield view, str(action)
        game.act(seat, action)
        number += 1


@pytest.mark.parametrize("name", BOT_NAMES)
def test_games_with_red_book_2_end_and_nobody_calls_for_a_stir(name: str) -> None:
    """R7.4, R4.16: a stir is a right of people; only random puts chips back at any question."""
    stirs = 0
    for number, setup in enumerate(setups_with_red_2(3 if name in SLOW else 9, name)):
        for view, action in decisions(name, setup, f"{name} {number}"):
            assert view.question is not None
            stirs += any(str(option.action) == "stir" for option in view.legal)
            assert action != "stir"
            if action.startswith("back") and name != "random":
                assert view.question.id == "red_2"
    assert stirs >= 8, "a stir was hardly ever offered"


# --- hints ---------------------------------------------------------------------------------------


def test_a_hint_explains_standing_short_and_agrees_with_the_master() -> None:
    """R4.7: a ruby by its own words, anything else by what the chip stands on."""
    for pair in [name for name in PAIRS if "ruby" in name or "points" in name]:
        for text, wanted in PAIRS[pair]:
            told = explain(Game.from_position(text).view(0))
            assert told[0].action == wanted
    reasons = {
        pair: {one.action: one.reason for one in explain(Game.from_position(text).view(0))}
        for pair, ((text, _), _) in PAIRS.items()
    }
    assert reasons["a ruby behind, and none"]["short"] == "reason.short_ruby"
    assert reasons["a skull wins points, or nothing"]["short"] == "reason.short"


def test_a_hint_never_begins_with_a_stir() -> None:
    """R7.4: it is as good as the draw, which comes first."""
    text = "players 2  books 2  round 3  card alms\nseat 0  aside R1  bag W1x3 O1 R2\nseat 1"
    game = Game.from_position(text)
    told = {one.action: one for one in explain(game.view(0))}
    assert set(told) == {str(action) for action in game.legal_actions(0)}
    assert {"draw", "stir", "back R1"} == set(told)
    assert told["stir"].win == told["draw"].win
    assert next(iter(told)) != "stir"


@pytest.mark.parametrize("question", QUESTION_IDS)
def test_a_hint_values_a_chip_put_back_in_every_question(question: str) -> None:
    """R4.16: never above what is asked, since it could still go back later."""
    game = asked(question, red=2)
    game.table.aside[0][ids.R1] += 1
    view = game.view(0)
    told = {one.action: one for one in explain(view)}
    assert set(told) == {str(option.action) for option in view.legal}
    if view.question is not None and view.question.id != "red_2":
        own = [one.win for action, one in told.items() if not action.startswith("back")]
        assert told["back R1"].win <= max(own)
        assert not next(iter(told)).startswith("back")
