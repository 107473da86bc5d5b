"""The fortune phase: turn indicator and fortune card (R3.1, R3.2)."""

from quedlinburg import Game, Setup
from quedlinburg.engine.luck import Scripted
from rules.builders import bag, by, play, story, table

DONE = "exploded rubies 0 pot W1@1"


def test_r2_2_each_seat_starts_alike() -> None:
    """R2.2: droplet on 0, full flask, no points, a ruby in the usual edition, nine chips."""
    game = Game.new(Setup(players=3, start=1), luck=Scripted(["magic_potion"]))
    for seat in game.view(None).seats:
        assert (seat.vp, seat.rubies, seat.droplet, seat.tails, seat.flask) == (0, 1, 0, 0, True)
        assert (seat.bag_count, seat.pot, seat.scoring) == (9, (), 1)


def test_r2_1_the_first_round_is_round_1_of_the_given_start_player() -> None:
    """R2.1: the beginning is told with the card, and brewing begins from the start player on."""
    game = Game.new(Setup(players=2, start=1), luck=Scripted(["magic_potion"]))
    assert (game.round, game.start) == (1, 1)
    assert story(game.events) == [
        "card_turned_up magic_potion False R3.2",
        "brewing_began 1 R4.1",
        "brewing_began 0 R4.1",
    ]


def test_r3_1_round_6_brings_a_cherry_bomb_from_the_start_player_on() -> None:
    """R3.1: of two W1 left the new start player gets one, and the seat to its left."""
    seats = [f"seat {seat} {DONE}" for seat in range(3)]
    game = table("players 3 round 5 supply W1=2", *seats)
    events = play(game, "0 choose vp", "1 choose vp", "2 choose vp luck magic_potion")
    assert by("R3.1", events) == [
        "round_began 6 1",
        "chip_taken 1 W1",
        "chip_taken 2 W1",
        "chip_missed 0 W1",
    ]


def test_r3_1_other_rounds_bring_none() -> None:
    """R3.1"""
    game = table("round 6", f"seat 0 bag {DONE}", f"seat 1 bag {DONE}")
    events = play(game, "0 choose vp", "1 choose vp luck magic_potion")
    assert (by("R3.1", events), bag(game)) == (["round_began 7 1"], "W1")


def test_r3_2_a_named_card_takes_no_luck() -> None:
    """R3.2: it is used then like any other."""
    game = table("deck magic_potion", f"seat 0 {DONE}", f"seat 1 {DONE}")
    events = play(game, "0 choose vp", "1 choose vp")
    assert by("R3.2", events) == ["card_turned_up magic_potion True"]
    assert game.view(None).cards_used == ("alms", "magic_potion")


def test_r3_2_a_card_from_luck_is_not_named() -> None:
    """R3.2"""
    game = table("round 4", f"seat 0 {DONE}", f"seat 1 {DONE}")
    events = play(game, "0 choose vp", "1 choose vp luck lucky_devil")
    assert by("R3.2", events) == ["card_turned_up lucky_devil False"]


def test_r3_2_the_deck_is_used_from_its_top() -> None:
    """R3.2: the second card of `deck` comes in the round after the first one's."""
    seats = [f"seat {seat} bag flask empty {DONE}" for seat in (0, 1)]
    game = table("deck living_in_luxury lucky_devil", *seats)
    play(game, "0 choose vp", "1 choose vp", "0 draw luck W1", "1 draw luck W1 1vp 1vp")
    assert (game.round, game.view(None).card) == (6, "lucky_devil")


def test_r3_2_each_round_counts_its_luck_anew() -> None:
    """R3.6: one card from the luck in each of two rounds, and no more is counted."""
    seats = [f"seat {seat} bag flask empty {DONE}" for seat in (0, 1)]
    game = table("round 4", *seats)
    play(game, "0 choose vp", "1 choose vp luck living_in_luxury", "0 draw luck W1")
    play(game, "1 draw luck W1 1vp 1vp lucky_devil")
    assert (game.round, game.table.luck_n) == (
        6,
        [[0] * 4, [0] * 4, [0] * 4, [0] * 4, [0, 0, 0, 1]],
    )


def test_r3_2_a_blue_card_is_not_carried_out_by_the_seats() -> None:
    """R3.2: it holds for the round and asks nothing now."""
    game = table("card schadenfreude phase fortune")
    assert (game.view(None).card, game.view(None).phase) == ("schadenfreude", "potions")
