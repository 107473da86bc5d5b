"""Chances on small bags, as exact fractions worked out by hand (api section 1)."""

from fractions import Fraction

import pytest

from quedlinburg import Game, IllegalAction
from quedlinburg.rules.constants import CARD_IDS
from quedlinburg.testing.builders import pot

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


def chances(text: str, action: str) -> list[tuple[Fraction, Game]]:
    """What an action of seat 0 leads to; the chances add up to one."""
    found = list(Game.from_position(text).chances(0, action))
    assert sum(chance for chance, _ in found) == 1
    assert len({game for _, game in found}) == len(found)
    return found


def test_a_draw_is_as_likely_as_its_kind_in_the_bag() -> None:
    """Three cherry bombs of 1 and a pumpkin."""
    found = chances("players 2\nseat 0  bag W1x3 O1", "draw")
    assert {game.view(None).seats[0].pot: chance for chance, game in found} == {
        pot("W1@1"): Fraction(3, 4),
        pot("O1@1"): Fraction(1, 4),
    }


def test_a_certain_action_has_one_future() -> None:
    """Nothing is drawn when a seat stops."""
    ((chance, game),) = chances("players 2\nseat 0  pot O1@1", "stop")
    assert chance == 1
    assert game.view(None).seats[0].state == "stopped"


def test_a_crow_skull_is_drawn_and_looks() -> None:
    """R4.11: a B2 of three chips, then both others; or another chip."""
    found = chances("players 2  books 1\nseat 0  bag B2 O1 W1", "draw")
    told = {
        (game.view(0).seats[0].pot, tuple(game.view(0).looked)): chance for chance, game in found
    }
    assert told == {
        (pot("B2@2"), ("W1", "O1")): THIRD,
        (pot("O1@1"), ()): THIRD,
        (pot("W1@1"), ()): THIRD,
    }


def test_a_crow_skull_of_1_looks_at_one_of_two_chips() -> None:
    """R4.11: a third for the skull, and half of it for each chip looked at."""
    found = chances("players 2  books 1\nseat 0  bag B1 O1 W1", "draw")
    looks = {tuple(game.view(0).looked): chance for chance, game in found if game.view(0).looked}
    assert looks == {("W1",): SIXTH, ("O1",): SIXTH}


def test_equal_games_are_merged() -> None:
    """R5.A: of two rolls the order does not matter; 25 pairs of faces are 15 futures."""
    text = "players 2  round 4  card pot_is_full\nseat 0  pot O1@3\nseat 1  pot W3@3  exploded"
    found = chances(text, "stop")
    assert len(found) == 15
    points = [(game.view(None).seats[0].vp, chance) for chance, game in found]
    assert (4, Fraction(1, 36)) in points
    assert (3, Fraction(1, 9)) in points


def test_the_next_rounds_card_is_a_chance_too() -> None:
    """R3.2: with all but two cards used, each of them turns up in half of the futures."""
    left = ("lucky_devil", "magic_potion", "alms")
    used = [name for name in CARD_IDS if name not in left]
    text = (
        f"players 2  round 8  card alms  used {' '.join(used)}\n"
        "seat 0  rubies 0  pot W3@3  exploded\nseat 1  rubies 0  pot W3@3  stopped\n"
        "begin luck 1vp\n1 buy O1"
    )
    found = chances(text, "choose vp")
    assert {game.view(None).card: chance for chance, game in found} == {
        "lucky_devil": HALF,
        "magic_potion": HALF,
    }


def test_a_stir_draws_for_everybody_at_once() -> None:
    """R4.10: the last sealed choice opens all of them; half times a third."""
    text = (
        "players 2  round 9  card alms\nseat 0  bag O1 W1  pot W1@1\n"
        "seat 1  bag O1 W1 W2  pot W1@1\n1 draw"
    )
    found = chances(text, "draw")
    assert len(found) == 6
    assert {chance for chance, _ in found} == {SIXTH}


def test_chances_leave_the_game_as_it_is() -> None:
    """Every future is a game of its own, with the luck of the first one."""
    game = Game.from_position("players 2\nseat 0  bag W1x3 O1")
    before = game.key(), game.luck
    futures = [after for _, after in game.chances(0, "draw")]
    futures[0].act(0, "draw")
    assert (game.key(), game.luck) == before
    assert all(after.luck is game.luck for after in futures)


def test_an_illegal_action_has_no_chances() -> None:
    """It is refused like any other."""
    with pytest.raises(IllegalAction):
        list(Game.from_position("players 2").chances(0, "stop"))
