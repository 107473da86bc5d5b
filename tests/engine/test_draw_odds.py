"""The odds of the next draw, against the exact distribution that the engine lists."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quedlinburg.engine.draw_odds import draw_odds, explosion_chance
from quedlinburg.engine.game import Game

POTS = {
    "a young pot": "players 2  books 1  round 2  card alms\nseat 0  pot W2@2 W3@5  bag W1 W2 W3 O1",
    "a pot at its limit": "players 2  books 1  round 2  card alms\nseat 0  pot W3@3 W3@6 W1@7",
    "luxury": "players 2  books 1  round 5  card living_in_luxury\nseat 0  pot W3@3 W3@6 W1@7",
    "mandrakes": """players 2  books 3  round 5  card alms
        seat 0  pot Y1@1 W3@4 W3@7 W1@8  bag W1 W2 Y1 Y2 G1""",
    "toadstools aside": """players 2  books 2  round 5  card alms
        seat 0  pot W3@3 W3@6 W1@7  bag W1 W2 R1 R2x2 G1""",
    "a full bowl": """players 2  books 1  round 7  overflow  card alms
        seat 0  droplet 40  pot W3@50 W3@52  bag W1 W2 W3 G4""",
    "well stirred, before the first white": """players 2  books 1  round 5  card well_stirred
        seat 0  bag W1 W2 W3 O1""",
}


@pytest.mark.parametrize("name", POTS)
def test_the_chance_of_an_explosion_is_the_engines(name: str) -> None:
    """R4.3: the sum over all listed outcomes of a draw that end exploded."""
    game = Game.from_position(POTS[name])
    listed = sum(
        (chance for chance, after in game.chances(0, "draw") if _exploded(after)), Fraction(0)
    )
    assert explosion_chance(game.view(0), 0) == listed


def _exploded(game: Game) -> bool:
    return game.view(None).seats[0].state == "exploded"


@pytest.mark.parametrize("name", POTS)
def test_the_odds_name_every_chip_of_the_bag_and_add_up_to_one(name: str) -> None:
    """Every chip is as likely as every other."""
    view = Game.from_position(POTS[name]).view(0)
    odds = draw_odds(view, 0)
    assert {one.kind: one.count for one in odds} == dict(view.seats[0].known_bag())
    assert sum(one.chance for one in odds) == 1


def test_an_empty_bag_has_no_odds_and_no_risk() -> None:
    """Nothing can be drawn."""
    text = "players 2  books 1  round 2  card alms\nseat 0  pot W3@3 W3@6 W1@7  bag"
    view = Game.from_position(text).view(0)
    assert draw_odds(view, 0) == ()
    assert explosion_chance(view, 0) == 0


def test_the_first_white_chip_under_well_stirred_can_still_go_back() -> None:
    """R6 well_stirred: with a white chip in the pot the next one is checked as usual."""
    head = "players 2  books 1  round 5  card well_stirred\n"
    view = Game.from_position(head + "seat 0  pot W3@3 W3@6  bag W3").view(0)
    assert explosion_chance(view, 0) == 1
