"""Blue fortune cards: they hold for the round (R6)."""

import pytest

from rules.builders import asked, bag, by, legal, play, pot, story, table

OTHER = "seat 1 exploded pot W1@1"


def test_living_in_luxury_raises_the_limit() -> None:
    """R6 living_in_luxury, R4.4"""
    game = table("card living_in_luxury", "seat 0 bag W1 pot Y1@1")
    assert game.view(None).seats[0].limit == 9


def test_living_in_luxury_does_not_lower_or_add_to_yellow_3() -> None:
    """R6 living_in_luxury, R4.4: the highest counts."""
    game = table("books 3 card living_in_luxury", "seat 0 bag W1 pot Y1@1 Y1@2 Y1@3")
    assert game.view(None).seats[0].limit == 9


@pytest.mark.parametrize(("last", "moves"), [("W1@7", 1), ("W2@8", 0), ("O1@7", 0)])
def test_seasoned_perfectly_moves_the_droplet_for_exactly_7(last: str, moves: int) -> None:
    """R6 seasoned_perfectly"""
    game = table("card seasoned_perfectly", f"seat 0 exploded pot W3@3 W3@6 {last}", OTHER)
    assert by("R6 seasoned_perfectly", game.events) == ["droplet_moved 0 1"] * moves


def test_seasoned_perfectly_goes_from_the_start_player_on() -> None:
    """R6 seasoned_perfectly, R3.6"""
    seats = [f"seat {seat} exploded bag pot W2@2 W2@4 W2@6 W1@7" for seat in (0, 1)]
    game = table(
        "players 3 start 1 card seasoned_perfectly",
        *seats,
        "seat 2 bag W1 exploded pot W3@3 W3@6 W1@7",
    )
    assert by("R6 seasoned_perfectly", game.events) == [
        "droplet_moved 1 1",
        "droplet_moved 2 1",
        "droplet_moved 0 1",
    ]


def test_lucky_devil_pays_2_points_on_a_ruby_space() -> None:
    """R6 lucky_devil: the scoring space 9 shows a ruby, 3 does not."""
    game = table("card lucky_devil", "seat 0 exploded pot W1@8", OTHER)
    assert by("R6 lucky_devil", game.events) == ["points_won 0 2"]


def test_shining_bright_pays_a_ruby_more() -> None:
    """R6 shining_bright"""
    game = table("card shining_bright", "seat 0 exploded pot W1@8", OTHER)
    assert by("R6 shining_bright", game.events) == ["rubies_won 0 1"]


def test_schadenfreude_asks_the_player_to_the_left() -> None:
    """R6 schadenfreude: seat 2 sits to the left of seat 1."""
    seats = [f"seat {seat} bag W1 stopped" for seat in (0, 2, 3)]
    game = table("players 4 card schadenfreude", *seats, "seat 1 exploded pot W1@1")
    assert (game.waiting, asked(game, 2)) == ((2,), "schadenfreude")


def test_schadenfreude_asks_round_the_table() -> None:
    """R6 schadenfreude: seat 0 sits to the left of seat 2 of three."""
    seats = ("seat 0 stopped", "seat 1 stopped", "seat 2 exploded pot W1@1")
    game = table("players 3 card schadenfreude", *seats)
    assert game.waiting == (0,)


def test_schadenfreude_offers_2_chips_or_none() -> None:
    """R6 schadenfreude: never white."""
    game = table("card schadenfreude", "seat 0 stopped", OTHER)
    kinds = ["choose G2", "choose B2", "choose R2", "choose Y2"]
    assert legal(game) == [*kinds, "choose none"]


def test_schadenfreude_gives_the_chosen_chip() -> None:
    """R6 schadenfreude"""
    game = table("card schadenfreude", "seat 0 stopped", OTHER)
    events = play(game, "0 choose R2 luck 1vp")
    assert by("R6 schadenfreude", events) == ["chip_taken 0 R2"]


def test_schadenfreude_may_be_declined() -> None:
    """R6 schadenfreude, R4.6"""
    game = table("card schadenfreude", "seat 0 stopped", OTHER)
    events = play(game, "0 choose none luck 1vp")
    assert by("R6 schadenfreude", events) == []


def test_well_stirred_asks_about_the_first_white_chip() -> None:
    """R6 well_stirred"""
    game = table("card well_stirred", "seat 0 bag W2 W1 pot O1@1")
    play(game, "0 draw luck W2")
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("well_stirred", ("W2",))
    assert legal(game) == ["choose return", "choose keep"]


def test_well_stirred_sends_the_chip_back_without_the_flask() -> None:
    """R6 well_stirred"""
    game = table("card well_stirred", "seat 0 bag W2 W1 pot O1@1")
    events = play(game, "0 draw luck W2", "0 choose return")
    assert by("R6 well_stirred", events) == ["chip_returned 0 W2 1"]
    assert (pot(game), bag(game), legal(game)) == ("O1@1", "W1 W2", ["draw", "stop"])


def test_well_stirred_may_keep_the_chip() -> None:
    """R6 well_stirred: the flask can still take it."""
    game = table("card well_stirred", "seat 0 bag W2 W1")
    play(game, "0 draw luck W2", "0 choose keep")
    assert (pot(game), legal(game)) == ("W2@2", ["draw", "stop", "flask"])


def test_pot_is_full_rolls_twice() -> None:
    """R6 pot_is_full: both rolls come before what they bring, in their order."""
    game = table("card pot_is_full", "seat 0 stopped pot O1@1", OTHER, luck="ruby 2vp")
    assert by("R5.A", game.events)[1:] == [
        "die_rolled 0 ruby",
        "die_rolled 0 2vp",
        "rubies_won 0 1",
        "points_won 0 2",
    ]


FOUR = "pot O1@1 O1@2 O1@3 O1@4"


def test_second_chance_asks_at_the_fifth_chip() -> None:
    """R6 second_chance"""
    game = table("card second_chance", f"seat 0 bag O1 W1 {FOUR}")
    play(game, "0 draw luck O1")
    assert (asked(game), legal(game)) == ("second_chance", ["choose restart", "choose continue"])


def test_second_chance_counts_the_chips_of_its_own_round() -> None:
    """R6 second_chance: five chips in the pot of the round before do not use it up."""
    seats = ("seat 0 bag rubies 0 exploded pot O1@1 O1@1 O1@1 O1@1 O1@1", OTHER)
    game = table("deck second_chance", *seats)
    play(game, "0 choose vp", "1 choose vp", *["0 draw luck O1"] * 5)
    assert asked(game) == "second_chance"


def test_second_chance_puts_everything_back() -> None:
    """R6 second_chance"""
    game = table("card second_chance", f"seat 0 droplet 2 bag O1 W1 {FOUR}")
    events = play(game, "0 draw luck O1", "0 choose restart")
    assert by("R6 second_chance", events) == ["pot_restarted 0"]
    assert (pot(game), bag(game), legal(game)) == ("", "W1 O1 O1 O1 O1 O1", ["draw"])
    assert game.view(None).seats[0].scoring == 3


@pytest.mark.parametrize("kind", ["R1", "R2", "R4"])
def test_second_chance_takes_back_the_toadstools_of_this_round(kind: str) -> None:
    """R6 second_chance, R4.16: one of the two has lain aside since an earlier round."""
    game = table("books 2 card second_chance", f"seat 0 bag {kind} O1 W1 aside {kind} {FOUR}")
    events = play(game, f"0 draw luck {kind}", "0 draw luck O1", "0 choose restart")
    assert by("R6 second_chance", events) == [f"chip_put_back 0 {kind}", "pot_restarted 0"]
    assert dict(game.view(None).seats[0].aside) == {kind: 1}
    assert not any(game.table.aside_new[0])


def test_second_chance_leaves_the_toadstools_of_earlier_rounds() -> None:
    """R6 second_chance, R4.16: also when one of them was put back meanwhile."""
    game = table("books 2 card second_chance", f"seat 0 bag O1 W1 aside R1x2 {FOUR}")
    events = play(game, "0 back R1", "0 draw luck O1", "0 choose restart")
    assert by("R6 second_chance", events) == ["pot_restarted 0"]


def test_second_chance_may_be_declined() -> None:
    """R6 second_chance"""
    game = table("card second_chance", f"seat 0 bag O1 W1 {FOUR}")
    events = play(game, "0 draw luck O1", "0 choose continue")
    assert (by("R6 second_chance", events), legal(game)) == ([], ["draw", "stop"])


def test_second_chance_starts_the_counters_again() -> None:
    """R6 second_chance: shield, doubling, first white, the first draw."""
    seat = "seat 0 bag Y1 W1 pot B4@4 W1@5 O1@6 O1@7"
    game = table("books 2 card second_chance", seat)
    play(game, "0 draw luck Y1", "0 choose restart")
    own = game.view(None).seats[0]
    assert (own.shield, own.doubled, own.first_white, own.drawn) == (0, False, False, False)
    assert (own.white_sum, own.state, own.five_chips) == (0, "brewing", True)


def test_strong_ingredient_looks_at_five_chips() -> None:
    """R6 strong_ingredient"""
    game = table(
        "card strong_ingredient", "seat 0 bag W1x4 O1x2 stopped", OTHER, luck="W1 O1 W1 W1 O1"
    )
    assert by("R6 strong_ingredient", game.events) == ["chips_looked_at 0 W1,W1,W1,O1,O1 5"]
    assert legal(game) == ["choose W1", "choose O1", "choose none"]


def test_strong_ingredient_places_a_chip_by_its_value() -> None:
    """R6 strong_ingredient: no doubling, no addition, no action."""
    seat = "seat 0 bag W3 pot W3@3 W3@6 Y1@7 stopped"
    game = table("books 2 card strong_ingredient", seat, OTHER, luck="W3")
    events = play(game, "0 choose W3 luck 1vp")
    assert by("R6 strong_ingredient", events) == ["look_ended 0", "chip_placed 0 W3 10 bag"]
    assert game.view(None).seats[0].state == "stopped"


def test_strong_ingredient_may_be_declined() -> None:
    """R6 strong_ingredient"""
    game = table("card strong_ingredient", "seat 0 bag W3 stopped", OTHER, luck="W3")
    events = play(game, "0 choose none luck 1vp")
    assert by("R6 strong_ingredient", events) == ["look_ended 0"]


def test_strong_ingredient_goes_from_the_start_player_on() -> None:
    """R6 strong_ingredient: seat 1 looks only when seat 2, the start player, has chosen."""
    seats = ("seat 0 exploded pot W1@1", "seat 1 bag O1 stopped", "seat 2 bag G1 stopped")
    game = table("players 3 start 2 card strong_ingredient", *seats, luck="G1")
    assert game.waiting == (2,)
    play(game, "2 choose none luck O1")
    assert game.waiting == (1,)


def test_strong_ingredient_goes_clockwise() -> None:
    """R6 strong_ingredient: seat 0 follows seat 2 at a table of three."""
    seats = [f"seat {seat} bag O1 stopped" for seat in range(3)]
    game = table("players 3 start 2 card strong_ingredient", *seats, luck="O1")
    play(game, "2 choose none luck O1")
    assert game.waiting == (0,)


def test_strong_ingredient_is_not_for_exploded_pots_or_empty_bags() -> None:
    """R6 strong_ingredient"""
    seats = ("seat 0 exploded bag O1 pot W1@1", "seat 1 bag pot O1@1 stopped")
    game = table("card strong_ingredient", *seats, luck="1vp")
    assert by("R6 strong_ingredient", game.events) == []


def test_pumpkin_party_moves_pumpkins_one_more() -> None:
    """R6 pumpkin_party"""
    game = table("card pumpkin_party", "seat 0 bag O1 G1 W1")
    play(game, "0 draw luck O1", "0 draw luck G1")
    assert pot(game) == "O1@2 G1@3"


def test_magic_potion_fills_the_flask_before_rubies_are_spent() -> None:
    """R6 magic_potion"""
    seats = ("seat 0 exploded flask empty rubies 2 pot W1@1", "seat 1 exploded pot W1@1")
    game = table("card magic_potion", *seats)
    events = play(game, "0 choose vp")
    assert story(events) == ["flask_filled 0 R6 magic_potion"]
    assert legal(game) == ["spend droplet", "done"]


def test_magic_potion_does_nothing_to_a_full_flask() -> None:
    """R6 magic_potion"""
    seats = ("seat 0 exploded rubies 2 pot W1@1", "seat 1 exploded pot W1@1")
    game = table("card magic_potion", *seats)
    assert story(play(game, "0 choose vp")) == []
