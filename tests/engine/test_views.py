"""Views: what a seat may do, with what it brings, and who is at the table."""

import pytest

from quedlinburg import Game, IllegalAction, Seeded, Setup
from quedlinburg.engine.events import ChipMoved, CoinsWon, DropletMoved, PointsWon
from quedlinburg.testing.bots import POSITIONS


def brought(game: Game, action: str) -> tuple[int, int, int]:
    """The points, coins and steps of the droplet that the first events of an action bring."""
    happened = game.copy().act(0, action)
    points = next((e.points for e in happened if isinstance(e, PointsWon) and e.seat == 0), 0)
    coins = next((e.coins for e in happened if isinstance(e, CoinsWon) and e.seat == 0), 0)
    steps = next((e.steps for e in happened if isinstance(e, DropletMoved) and e.seat == 0), 0)
    return points, coins, steps


RATS = "players 2  books 1  round 4  phase fortune  card rats_are_friends\nseat 1  vp 20\n"


@pytest.mark.parametrize("position", [POSITIONS["exploded"], POSITIONS["just_in_time"], RATS])
def test_an_option_says_the_points_and_coins_that_it_brings(position: str) -> None:
    """What the button says is what happens (R5.D, R6)."""
    game = Game.from_position(position, luck=Seeded(1))
    options = game.view(0).legal
    assert any(option.points for option in options)
    for option in options:
        points, coins, _ = brought(game, str(option.action))
        if option.points or option.coins:
            assert (option.points, option.coins) == (points, coins)


@pytest.mark.parametrize("question", ["choose_wisely", "rubies", "green_4"])
def test_an_option_says_the_steps_that_it_brings(question: str) -> None:
    """Only the option that moves the droplet names spaces (R5.F, R5.6, R6)."""
    game = Game.from_position(POSITIONS[question], luck=Seeded(1))
    for option in game.view(0).legal:
        assert option.spaces == brought(game, str(option.action))[2]


def test_an_option_says_how_far_the_last_chip_moves() -> None:
    """Exactly 7 moves it by the values of the garden spiders (R5.5)."""
    game = Game.from_position(POSITIONS["green_3"], luck=Seeded(1))
    space = game.view(0).seats[0].scoring
    spaces = {str(option.action): option.spaces for option in game.view(0).legal}
    moved = [e for e in game.act(0, "choose move") if isinstance(e, ChipMoved)]
    assert spaces == {"choose move": moved[0].space + 1 - space, "choose stay": 0}


def test_a_view_as_json_names_actions_and_switches() -> None:
    """Programs in other languages read the same words."""
    plain = Game.new(Setup(players=2), seed=1).view(0).to_json()
    legal, setup = plain["legal"], plain["setup"]
    assert isinstance(legal, list)
    assert legal[0]["action"] == "draw"
    assert isinstance(setup, dict)
    assert set(setup["switches"]) == {"rubies", "flask", "green_3_G4", "blue_4_B4"}


def test_a_spectator_is_asked_nothing() -> None:
    """The view of a spectator has no question and no legal actions."""
    plain = Game.new(Setup(players=2), seed=1).view(None).to_json()
    assert plain["question"] is None
    assert plain["legal"] == []


@pytest.mark.parametrize("seat", [-1, 2, 3])
def test_a_seat_that_is_not_there_is_refused_by_name(seat: int) -> None:
    """Seats of a table of two are 0 and 1."""
    game = Game.new(Setup(players=2), seed=1)
    for ask in (game.legal_actions, game.question, game.view):
        with pytest.raises(IllegalAction, match="seats are 0 to 1"):
            ask(seat)


def test_a_game_equals_no_other_thing() -> None:
    """Only games are compared."""
    game = Game.new(Setup(players=2), seed=1)
    assert game != "game"
    assert game == game.copy()


def test_chips_looked_at_are_in_the_owners_hand_and_in_the_bag_for_all_others() -> None:
    """R4.11: they stay in the bag in every view but the own, and go back when the look ends."""
    position = "players 2  books 1  round 4  card alms\nseat 0  bag B2 W1x2 O1\n"
    game = Game.from_position(f"{position}0 draw  luck B2 W1 O1\n")
    own, other, nobody = (game.view(viewer) for viewer in (0, 1, None))
    assert dict(own.seats[0].bag) == {"W1": 1}
    assert dict(own.looked) == {"W1": 1, "O1": 1}
    assert dict(own.whole_bag(0)) == {"W1": 2, "O1": 1}
    for view in (other, nobody):
        assert dict(view.seats[0].bag) == dict(view.whole_bag(0)) == {"W1": 2, "O1": 1}
    game.act(0, "choose none")
    assert dict(game.view(0).seats[0].bag) == {"W1": 2, "O1": 1}
