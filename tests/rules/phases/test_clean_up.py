"""The clean-up, and the end of the game (R3.5, R5.H)."""

import pytest

from rules.builders import bag, by, play, story, table


def test_r3_5_pots_go_into_bags_and_stones_off() -> None:
    """R3.5"""
    seats = ("seat 0 bag O1 rats 3 exploded pot W2@5 W1@6", "seat 1 exploded pot W1@1")
    game = table("round 4", *seats)
    play(game, "0 choose vp", "1 choose vp luck magic_potion")
    own = game.view(None).seats[0]
    assert (bag(game), own.pot, own.tails, own.coins, own.white_sum) == ("W1 W2 O1", (), 0, 0, 0)
    assert (own.state, own.drawn, own.scoring) == ("brewing", False, 1)


def test_r3_5_tells_the_end_before_the_next_round() -> None:
    """R3.5, R2.1"""
    seats = ("seat 0 exploded pot W1@1", "seat 1 exploded pot W1@1", "seat 2 exploded pot W1@1")
    game = table("players 3 start 2", *seats)
    events = play(game, "0 choose vp", "1 choose vp", "2 choose vp luck magic_potion")
    assert story(events)[:2] == ["round_ended 4 R3.5", "round_began 5 0 R3.1"]


def test_r3_5_the_counters_of_a_pot_start_again() -> None:
    """R3.5: nothing of a shielded explosion is left in the record."""
    seats = ("seat 0 bag W2 rubies 0 pot W3@3 W3@6 B4@10", "seat 1 exploded pot W1@1")
    game = table("books 2", *seats)
    play(game, "0 draw luck W2", "0 buy", "1 choose vp luck magic_potion")
    t = game.table
    assert (t.shield[0], t.shield_left[0], t.covered[0], t.white_seen[0]) == (0, 0, 0, 0)


def test_r7_3_the_bowl_goes_into_the_bag_at_clean_up() -> None:
    """R7.3: all of it, from the first kind to the last."""
    seats = ("seat 0 bag W1 K1 flask empty rubies 0 pot O1@52", "seat 1 exploded pot W1@1")
    game = table("overflow", *seats)
    play(game, "0 draw luck W1", "0 draw luck K1 1vp", "0 buy", "1 choose vp luck magic_potion")
    assert (bag(game), dict(game.view(None).seats[0].bowl)) == ("W1 O1 K1", {})


def test_r5_h_ends_the_game_after_round_9() -> None:
    """R5.H: nothing is cleaned up."""
    seats = ("seat 0 exploded pot W1@1", "seat 1 exploded pot W1@1")
    game = table("round 9", *seats)
    events = play(game, "0 choose vp", "1 choose vp")
    assert by("R5.H", events) == ["game_ended"]
    assert (game.view(None).phase, game.waiting, game.view(None).seats[0].pot) == (
        "over",
        (),
        (("W1", 1),),
    )


def test_r5_h_a_whole_last_round_leaves_nothing_to_do() -> None:
    """R5.H: from its card to the end, without another card."""
    seats = [f"seat {seat} bag W1 flask empty rubies 0" for seat in (0, 1)]
    game = table("round 9 card living_in_luxury phase fortune", *seats)
    play(game, "0 draw", "1 draw luck W1 W1 1vp 1vp")
    assert (game.view(None).phase, game.view(None).card) == ("over", "living_in_luxury")
    assert game.table.depth == [0] * 5


@pytest.mark.parametrize("kind", ["R1", "R2", "R4"])
def test_r3_5_a_toadstool_aside_is_an_old_one_in_the_next_round(kind: str) -> None:
    """R3.5, R4.16: it is not among the chips of the next round that a second chance takes back."""
    seats = (f"seat 0 bag {kind} O1x5 flask empty", "seat 1 exploded pot W1@1")
    game = table("books 2 deck second_chance", *seats)
    play(game, f"0 draw luck {kind}", "0 draw luck O1", "0 stop", "0 choose done luck 1vp")
    play(game, "1 choose vp")
    play(game, *["0 draw luck O1"] * 5, "0 choose restart")
    assert dict(game.view(None).seats[0].aside) == {kind: 1}
