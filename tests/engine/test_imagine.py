"""Imagined games fit what a viewer sees, and can be played to the end."""

import random

import pytest

from quedlinburg import Game, Seeded, Setup, imagine
from quedlinburg.engine.names import BOOK_COLOURS


def some_setup(luck: random.Random) -> Setup:
    """A set-up with mixed books and any of the variants."""
    return Setup(
        players=luck.choice((2, 3, 4)),
        books={colour: luck.randint(1, 4) for colour in BOOK_COLOURS},
        edition=luck.choice(("north_star", "schmidt")),
        tubes=luck.random() < 0.4,
        overflow=luck.random() < 0.4,
        stir=luck.choice(("last", "always")),
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
