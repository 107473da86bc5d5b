"""The potions: draw or stop, place, explode, take back, stir (R4.1 to R4.10)."""

import pytest

from quedlinburg.rules import ids
from rules.builders import asked, bag, by, legal, play, pot, story, table


def test_r4_1_brewing_begins_before_an_empty_pot() -> None:
    """R4.1: from the start player on."""
    game = table("players 3 start 1 card magic_potion phase fortune")
    assert by("R4.1", game.events) == ["brewing_began 1", "brewing_began 2", "brewing_began 0"]


def test_r4_2_the_first_draw_is_not_a_choice() -> None:
    """R4.2"""
    game = table("round 4", "seat 0 bag W1 O1")
    assert legal(game) == ["draw", "stir"]
    play(game, "0 draw luck O1")
    assert legal(game) == ["draw", "stop"]


def test_r4_2_a_stop_is_told() -> None:
    """R4.2"""
    game = table("round 4", "seat 0 bag W1 pot O1@1")
    assert story(play(game, "0 stop")) == ["brewing_stopped 0 R4.2"]


def test_r4_2_an_empty_bag_forces_the_stop() -> None:
    """R4.2"""
    game = table("round 4", "seat 0 bag O1")
    assert story(play(game, "0 draw luck O1"))[-1] == "brewing_stopped 0 R4.2"


def test_r4_2_an_empty_bag_waits_for_the_flask() -> None:
    """R4.2: stopping or using it are what is left."""
    game = table("round 4", "seat 0 bag W1")
    play(game, "0 draw luck W1")
    assert legal(game) == ["stop", "flask"]


def test_r4_2_an_empty_bag_waits_for_a_chip_aside() -> None:
    """R4.2, R4.16: even before the first draw."""
    game = table("books 2", "seat 0 bag aside R4")
    assert legal(game) == ["stop", "back R4"]


@pytest.mark.parametrize(("white", "exploded"), [("W1", False), ("W2", True)])
def test_r4_3_more_than_the_limit_explodes(white: str, exploded: bool) -> None:
    """R4.3: the sum is told."""
    game = table("round 4", f"seat 0 bag {white} O1 pot W3@3 W3@6")
    events = play(game, f"0 draw luck {white}")
    assert by("R4.3", events) == ["pot_exploded 0 8 False"] * exploded


def test_r4_3_another_colour_never_explodes_the_pot() -> None:
    """R4.3: not even if the sum is past the limit already, as after a strong ingredient."""
    game = table("round 4", "seat 0 bag O1 G1 pot W3@3 W3@6 W2@8")
    events = play(game, "0 draw luck O1")
    assert by("R4.3", events) == []


def test_r4_5_the_flask_takes_the_last_chip_back() -> None:
    """R4.5"""
    game = table("round 4", "seat 0 bag W1 O1 pot O1@1")
    events = play(game, "0 draw luck W1", "0 flask")
    assert by("R4.5", events) == ["chip_returned 0 W1 1", "flask_emptied 0"]
    assert (pot(game), bag(game), legal(game)) == ("O1@1", "W1 O1", ["draw", "stop"])
    assert game.view(None).seats[0].white_sum == 0


def test_r4_5_the_flask_is_closed_for_other_colours() -> None:
    """R4.5"""
    game = table("round 4", "seat 0 bag O1 W1 pot W1@1")
    play(game, "0 draw luck O1")
    assert legal(game) == ["draw", "stop"]


def test_r4_5_in_schmidt_the_flask_takes_any_colour() -> None:
    """R4.5, R8: the shield and the doubling that the chip gave are gone."""
    game = table("books 2 edition schmidt", "seat 0 bag B4 W1 pot B2@2")
    play(game, "0 draw luck B4", "0 flask")
    assert game.view(None).seats[0].shield == 1


def test_r4_5_the_flask_leaves_the_shield_of_an_earlier_chip() -> None:
    """R4.5: a white chip gave nothing, and its step stays used."""
    game = table("books 2", "seat 0 bag W1 O1 pot B4@4")
    play(game, "0 draw luck W1", "0 flask")
    assert game.view(None).seats[0].shield == 3


def test_r4_5_in_schmidt_the_doubling_of_a_chip_taken_back_is_gone() -> None:
    """R4.5"""
    game = table("books 2 edition schmidt", "seat 0 bag Y1 W1 pot O1@1")
    play(game, "0 draw luck Y1", "0 flask", "0 draw luck W1")
    assert pot(game) == "O1@1 W1@2"


def test_r4_5_in_schmidt_a_toadstool_from_a_look_ends_the_chance() -> None:
    """R4.5, R4.16: a chip laid aside, and the skull can no longer be taken back."""
    books = "books green=1 blue=1 red=2 yellow=1 purple=1"
    game = table(f"{books} edition schmidt", "seat 0 bag B1 R1 W1")
    play(game, "0 draw luck B1 R1", "0 choose R1")
    assert legal(game) == ["draw", "stop", "back R1"]


def test_r4_5_a_stop_closes_the_flask() -> None:
    """R4.5"""
    game = table("round 4", "seat 0 bag W1 pot W1@1")
    play(game, "0 stop")
    assert not game.view(None).seats[0].flask_open


def test_r4_5_an_explosion_closes_the_flask() -> None:
    """R4.5"""
    game = table("round 4", "seat 0 bag W2 pot W3@3 W3@6")
    play(game, "0 draw luck W2")
    assert not game.view(None).seats[0].flask_open


def test_r4_7_additions_are_doubled_with_the_value() -> None:
    """R4.7"""
    books = "books green=1 blue=1 red=1 yellow=2 purple=1"
    game = table(books, "seat 0 bag R2 W1 pot O1@1 Y1@2")
    play(game, "0 draw luck R2")
    assert pot(game) == "O1@1 Y1@2 R2@8"


def test_r4_9_a_chip_does_not_go_past_52() -> None:
    """R4.9"""
    game = table("round 4", "seat 0 bag W3 O1 pot O1@51")
    play(game, "0 draw luck W3", "0 draw luck O1")
    assert (pot(game), game.view(None).seats[0].scoring) == ("O1@51 W3@52 O1@52", 53)


def test_r4_10_a_choice_is_sealed_until_all_have_chosen() -> None:
    """R4.10"""
    game = table("round 9", "seat 0 bag O1 W1 pot O1@1", "seat 1 bag O1 W1 pot O1@1")
    assert story(play(game, "0 stop")) == ["choice_sealed 0 stop R4.10"]
    assert (game.waiting, legal(game), game.view(None).sealed) == ((1,), [], (0,))


def test_r4_10_the_choices_are_carried_out_from_the_start_player_on() -> None:
    """R4.10: revealed seat by seat, and only then what was drawn."""
    seats = ("seat 0 bag O1 W1 pot O1@1", "seat 1 bag G1 W1 pot O1@1")
    game = table("round 9 start 1", *seats)
    events = play(game, "0 stop", "1 draw luck G1")
    assert story(events)[2:] == [
        "choice_revealed 1 draw R4.10",
        "choice_revealed 0 stop R4.10",
        "brewing_stopped 0 R4.2",
        "chip_drawn 1 G1 R4.2",
        "chip_placed 1 G1 2 bag R4.1",
    ]


def test_r4_10_stirs_clockwise() -> None:
    """R4.10: at a table of three seat 0 follows seat 2."""
    seats = [f"seat {seat} bag O1 W1 pot O1@1" for seat in range(3)]
    game = table("round 9 players 3 start 2", *seats)
    events = play(game, "0 stop", "1 stop", "2 stop luck 1vp 1vp 1vp")
    revealed = [told.split()[1] for told in by("R4.10", events) if "revealed" in told]
    assert revealed == ["2", "0", "1"]


def test_r4_10_the_last_one_in_goes_on_alone() -> None:
    """R4.10: each choice is carried out at once then."""
    seats = ("seat 0 stopped pot O1@1", "seat 1 bag G1 O1 pot O1@1")
    game = table("round 9", *seats)
    assert by("R4.10", play(game, "1 draw luck G1")) == [
        "choice_sealed 1 draw",
        "choice_revealed 1 draw",
    ]
    assert legal(game, 1) == ["draw", "stop"]


def test_r4_10_flask_and_toadstools_are_used_in_the_open() -> None:
    """R4.10"""
    seats = ("seat 0 bag W1 aside R1 pot W1@1", "seat 1 bag W1 pot O1@1")
    game = table("books 2 round 9", *seats)
    assert by("R4.10", play(game, "0 flask", "0 back R1")) == []
    assert (asked(game), game.view(None).sealed) == ("brew", ())


def test_r4_10_only_round_9_is_stirred() -> None:
    """R4.10"""
    seats = ("seat 0 bag O1 W1 pot O1@1", "seat 1 bag G1 W1 pot O1@1")
    game = table("round 8", *seats)
    assert by("R4.10", play(game, "0 draw luck O1")) == []


def test_r7_4_every_round_is_stirred_if_the_table_chose_so() -> None:
    """R7.4"""
    game = table("round 1 stir always", "seat 0 bag O1 W1", "seat 1 bag G1 W1")
    assert by("R4.10", play(game, "0 draw")) == ["choice_sealed 0 draw"]


def test_r7_3_a_chip_after_52_goes_into_the_bowl() -> None:
    """R7.3: it is told to stand on 54."""
    game = table("overflow", "seat 0 bag G1 W1 pot O1@52")
    assert by("R4.1", play(game, "0 draw luck G1")) == ["chip_placed 0 G1 54 bag"]
    assert dict(game.view(None).seats[0].bowl) == {"G1": 1}


def test_r7_3_the_flask_takes_a_white_chip_back_from_the_bowl() -> None:
    """R7.3"""
    game = table("overflow", "seat 0 bag W2 W1 pot O1@52")
    events = play(game, "0 draw luck W2", "0 flask")
    assert by("R4.5", events) == ["chip_returned 0 W2 -1", "flask_emptied 0"]
    own = game.view(None).seats[0]
    assert (dict(own.bowl), own.white_sum, own.flask_open) == ({}, 0, False)
    assert game.table.may_flask[0] == ids.CLOSED


def test_r7_3_a_chip_before_52_stands_in_the_pot() -> None:
    """R7.3"""
    game = table("overflow", "seat 0 bag G1 W1 pot O1@50")
    assert by("R4.1", play(game, "0 draw luck G1")) == ["chip_placed 0 G1 51 bag"]


def test_r7_3_without_the_house_rule_the_chip_stands_on_52() -> None:
    """R7.3, R4.9"""
    game = table("round 4", "seat 0 bag G1 W1 pot O1@52")
    assert by("R4.1", play(game, "0 draw luck G1")) == ["chip_placed 0 G1 52 bag"]


def test_r7_3_the_start_space_52_is_no_chip() -> None:
    """R7.3: the first chip stands on 52, only then there is a bowl."""
    game = table("overflow", "seat 0 droplet 52 bag G1 W1")
    assert by("R4.1", play(game, "0 draw luck G1")) == ["chip_placed 0 G1 52 bag"]
