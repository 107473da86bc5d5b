"""Views: what a seat may do, with what it brings, and who is at the table."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from positions import POSITIONS
from quedlinburg import Game, IllegalAction, Seeded, Setup, imagine
from quedlinburg.analysis import next_chip
from quedlinburg.bots import make_bot
from quedlinburg.engine.events import ChipMoved, CoinsWon, DropletMoved, PointsWon
from quedlinburg.engine.fold import fold


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
    assert dict(own.seats[0].known_bag()) == {"W1": 1}
    assert dict(own.looked) == {"W1": 1, "O1": 1}
    assert dict(own.whole_bag(0)) == {"W1": 2, "O1": 1}
    for view in (other, nobody):
        assert dict(view.seats[0].known_bag()) == dict(view.whole_bag(0)) == {"W1": 2, "O1": 1}
    game.act(0, "choose none")
    assert dict(game.view(0).seats[0].known_bag()) == {"W1": 2, "O1": 1}


# --- views without bags --------------------------------------------------------------------------


def test_a_view_without_bags_counts_the_chips_of_every_bag_and_names_none() -> None:
    """The own bag as well as the others', in the value as in its JSON."""
    game = Game.from_position("players 3  round 1  card alms\n0 draw  luck W1\n")
    for viewer in (None, 0, 1, 2):
        full, blind = game.view(viewer), game.view(viewer, bags=False)
        assert [seat.bag for seat in blind.seats] == [None] * 3
        assert [seat.bag_count for seat in blind.seats] == [8, 9, 9]
        assert [seat.bag_count for seat in full.seats] == [8, 9, 9]
        plain = blind.to_json()["seats"]
        assert isinstance(plain, list)
        assert [(seat["bag"], seat["bag_count"]) for seat in plain] == [
            (None, 8),
            (None, 9),
            (None, 9),
        ]


def test_but_for_the_bags_a_view_without_them_is_the_same() -> None:
    """Nothing else is left out, and nothing is added."""
    game = Game.new(Setup(players=2, books=4), seed=8)
    while game.outcome is None:
        for viewer in (None, 0, 1):
            full, blind = game.view(viewer), game.view(viewer, bags=False)
            seats = tuple(replace(seat, bag=None) for seat in full.seats)
            assert replace(full, seats=seats) == blind
        seat = game.waiting[0]
        game.act(seat, game.legal_actions(seat)[-1])


def test_chips_in_hand_are_not_counted_in_the_own_bag_and_are_named_without_bags_too() -> None:
    """R4.11: who looks at chips has them in hand; for all others they are in the bag."""
    position = "players 2  books 1  round 4  card alms\nseat 0  bag B2 W1x2 O1\n"
    game = Game.from_position(f"{position}0 draw  luck B2 W1 O1\n")
    own, other = game.view(0, bags=False), game.view(1, bags=False)
    assert (own.seats[0].bag_count, dict(own.looked)) == (1, {"W1": 1, "O1": 1})
    assert (other.seats[0].bag_count, dict(other.looked)) == (3, {})


def test_what_needs_the_bags_says_so_of_a_view_without_them() -> None:
    """Bots, odds and imagined games are refused in one line, not fooled."""
    view = Game.new(Setup(players=2), seed=1).view(0, bags=False)
    asks: list[Callable[[], object]] = [
        lambda: view.whole_bag(0),
        lambda: imagine(view, 1),
        lambda: next_chip(view),
        lambda: fold(view, ()),
        lambda: make_bot("cautious", "1").decide(view, tuple(o.action for o in view.legal)),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match="this view has no bags"):
            ask()
