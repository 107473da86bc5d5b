"""Imagined games fit what a viewer sees, and can be played to the end."""

import random

import pytest

from positions import POSITIONS
from quedlinburg import Game, Seeded, Setup, imagine
from quedlinburg.engine.events import ChipDrawn
from quedlinburg.engine.names import BOOK_COLOURS

# What a brewing seat is asked about a chip is its own business: to the others it is brewing.
ASKED_WHILE_BREWING = {"blue_1", "yellow_1", "well_stirred", "second_chance"}


def some_setup(luck: random.Random) -> Setup:
    """A set-up with mixed books and any of the variants."""
    return Setup(
        players=luck.choice((2, 3, 4)),
        books={colour: luck.randint(1, 4) for colour in BOOK_COLOURS},
        edition=luck.choice(("north_star", "schmidt")),
        tubes=luck.random() < 0.4,
        overflow=luck.random() < 0.4,
        stir=luck.choice(("last", "always", "never")),
    )


def play_on(game: Game, luck: random.Random) -> None:
    """Play random actions to the end."""
    while game.waiting:
        seat = luck.choice(game.waiting)
        game.act(seat, luck.choice(game.legal_actions(seat)))


@pytest.mark.parametrize("seed", range(12))
def test_an_imagined_game_gives_the_viewer_the_same_view(seed: int) -> None:
    """What a viewer sees is kept, for every seat and a spectator, at every moment."""
    luck = random.Random(seed)
    game = Game.new(some_setup(luck), seed=seed)
    while game.waiting:
        for viewer in (*range(game.setup.players), None):
            view = game.view(viewer)
            imagined = imagine(view, seed)
            assert imagined.view(viewer) == view
            if luck.random() < 0.02:
                play_on(imagined, luck)
                assert imagined.outcome is not None
        seat = luck.choice(game.waiting)
        game.act(seat, luck.choice(game.legal_actions(seat)))


def test_the_same_view_and_seed_imagine_the_same_game() -> None:
    """Restarts and other processes agree."""
    view = Game.new(Setup(players=3), seed=5).view(1)
    assert imagine(view, 9) == imagine(view, 9)


def test_an_imagined_game_does_not_know_the_real_luck() -> None:
    """Two seeds imagine different draws from the same view."""
    game = Game.from_position("players 2\nseat 0 bag W1x4 O1 G1 B1 R1", luck=Seeded(5))
    view = game.view(0)
    drawn = {str(imagine(view, seed).act(0, "draw")[0]) for seed in range(20)}
    assert len(drawn) > 1


@pytest.mark.parametrize("question", sorted(POSITIONS))
def test_another_seat_is_imagined_before_the_question_that_the_table_shows(question: str) -> None:
    """Phase, card, pot and coins tell everybody what a seat has to decide, and what it may do."""
    game = Game.from_position(POSITIONS[question])
    imagined = imagine(game.view(1), 3)
    asked = imagined.question(0)
    assert asked is not None
    if question in ASKED_WHILE_BREWING:
        assert asked.id == "brew"
    else:
        assert asked.id == question
        assert imagined.legal_actions(0) == game.legal_actions(0)


@pytest.mark.parametrize("question", sorted(set(POSITIONS) - ASKED_WHILE_BREWING))
def test_an_imagined_game_goes_on_as_the_real_one_would(question: str) -> None:
    """With the same luck, after any answer of the other seat, both games stand alike for all."""
    game = Game.from_position(POSITIONS[question], luck=Seeded(1))
    for action in game.legal_actions(0):
        real, made_up = game.copy(), imagine(game.view(1), 1)
        real.act(0, action)
        made_up.act(0, action)
        assert made_up.view(None) == real.view(None)


def test_a_sealed_choice_of_another_seat_is_imagined_either_way() -> None:
    """Over many seeds a seat that has drawn before both draws on and stops (R4.10)."""
    text = "players 2  stir always\nseat 0  pot O1@1  bag O1x8\nseat 1  pot O1@1  bag O1x8\n"
    game = Game.from_position(text, luck=Seeded(1))
    game.act(0, "draw")
    view = game.view(1)
    drew = set()
    for seed in range(20):
        happened = imagine(view, seed).act(1, "stop")
        drew.add(any(isinstance(event, ChipDrawn) and event.seat == 0 for event in happened))
    assert drew == {True, False}


def test_the_viewer_s_own_sealed_choice_stays_sealed() -> None:
    """A seat that has chosen is not asked again, and what it chose is carried out (R4.10)."""
    text = "players 2  stir always\nseat 0  pot O1@1  bag O1x8\nseat 1  pot O1@1  bag O1x8\n"
    game = Game.from_position(text, luck=Seeded(1))
    game.act(0, "draw")
    imagined = imagine(game.view(0), 4)
    assert imagined.waiting == (1,)
    imagined.act(1, "stop")
    assert len(imagined.view(None).seats[0].pot) == 2
