"""The rats: who is behind starts further on (R3.3)."""

from rules.builders import by, play, pot, table


def test_r3_3_lays_the_stones_from_round_2_on() -> None:
    """R3.3: two tails lie below 5."""
    game = table("round 2 card magic_potion phase fortune", "seat 0 vp 5")
    assert by("R3.3", game.events) == ["rat_tails_counted 1 2"]


def test_r3_3_not_in_round_1() -> None:
    """R3.3"""
    game = table("round 1 card magic_potion phase fortune", "seat 0 vp 5")
    assert by("R3.3", game.events) == []


def test_r3_3_counts_from_the_start_player_on() -> None:
    """R3.3"""
    seats = ("seat 0 vp 0", "seat 1 vp 3", "seat 2 vp 5")
    game = table("players 3 start 2 card magic_potion phase fortune", *seats)
    assert by("R3.3", game.events) == ["rat_tails_counted 0 2", "rat_tails_counted 1 1"]


def test_r3_3_the_first_chip_counts_from_the_rat_stone() -> None:
    """R3.3, R4.1"""
    game = table("card magic_potion phase fortune", "seat 0 vp 5", "seat 1 droplet 3")
    play(game, "1 draw luck W1")
    assert pot(game, 1) == "W1@6"


def test_r3_3_the_stone_does_not_go_past_52() -> None:
    """R3.3, R4.9"""
    game = table("card magic_potion phase fortune", "seat 0 vp 50", "seat 1 droplet 51")
    assert game.view(None).seats[1].scoring == 53
