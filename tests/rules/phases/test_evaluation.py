"""The evaluation: die, rubies, points and coins, rubies spent, round 9 (R5.A to R5.G)."""

import pytest

from quedlinburg.rules.phases.evaluation import receive_face
from quedlinburg.rules.rule import R5_A
from rules.builders import asked, by, legal, play, story, table

OTHER = "seat 1 exploded rubies 0 pot W1@1"


def test_r5_a_the_highest_scoring_space_rolls() -> None:
    """R5.A: 22 and 23 show different numbers; the index counts."""
    seats = ("seat 0 stopped pot O1@20", "seat 1 stopped pot O1@21")
    game = table("round 4", *seats, luck="ruby")
    assert by("R5.A", game.events) == ["evaluation_began", "die_rolled 1 ruby", "rubies_won 1 1"]


def test_r5_a_all_roll_on_a_tie() -> None:
    """R5.A"""
    seats = ("seat 0 stopped pot O1@5", "seat 1 stopped pot O1@5")
    game = table("start 1", *seats, luck="1vp 2vp")
    assert story(game.events, "die_rolled") == ["die_rolled 1 1vp R5.A", "die_rolled 0 2vp R5.A"]


def test_r5_a_an_exploded_pot_does_not_roll() -> None:
    """R5.A"""
    seats = ("seat 0 exploded pot O1@30", "seat 1 stopped pot O1@1", "seat 2 exploded pot O1@2")
    game = table("players 3", *seats, luck="1vp")
    assert story(game.events, "die_rolled") == ["die_rolled 1 1vp R5.A"]


def test_r5_a_a_pumpkin_of_the_die_comes_by_the_die() -> None:
    """R5.A, R1.4"""
    game = table("round 4", "seat 0 stopped pot O1@1", OTHER, luck="O1")
    assert by("R5.A", game.events)[-1] == "chip_taken 0 O1"


@pytest.mark.parametrize(
    ("face", "told"),
    [
        (0, "points_won 0 1"),
        (1, "points_won 0 1"),
        (2, "points_won 0 2"),
        (3, "rubies_won 0 1"),
        (4, "droplet_moved 0 1"),
    ],
)
def test_r1_4_each_face_of_the_die_pays(face: int, told: str) -> None:
    """R1.4: two faces show a point."""
    game = table("round 4")
    receive_face(game.table, 0, face, R5_A)
    assert by("R5.A", game.events) == [told]


def test_r5_b_black_then_green_then_purple() -> None:
    """R5.B"""
    game = table("round 4", "seat 0 exploded pot P1@1 K1@2 G1@3", OTHER)
    told = [event.rule for event in game.events if event.rule in ("R5.1", "R5.3", "R5.7")]
    assert list(dict.fromkeys(told)) == ["R5.1", "R5.3", "R5.7"]


@pytest.mark.parametrize(("space", "rubies"), [(8, 1), (9, 0)])
def test_r5_c_pays_the_ruby_of_the_scoring_space(space: int, rubies: int) -> None:
    """R5.C: the space after the last chip, not its own; exploded or not."""
    game = table("round 4", f"seat 0 exploded pot O1@{space}", OTHER)
    assert by("R5.C", game.events) == ["rubies_won 0 1"] * rubies


def test_r5_d_pays_points_and_coins_of_the_scoring_space() -> None:
    """R5.D, R5.E: space 22 shows 18 coins and 5 points."""
    game = table("round 4", "seat 0 stopped pot O1@21", OTHER, luck="ruby")
    assert (by("R5.D", game.events), by("R5.E", game.events)) == (
        ["points_won 0 5"],
        ["coins_won 0 18"],
    )


def test_r5_e_the_first_space_shows_a_single_coin() -> None:
    """R5.E, R4.9: the scoring space of an empty pot is 1."""
    game = table("round 4", "seat 0 stopped", OTHER, luck="1vp")
    assert (by("R5.D", game.events), by("R5.E", game.events)) == ([], ["coins_won 0 1"])


def test_r5_d_an_exploded_pot_chooses() -> None:
    """R5.D"""
    game = table("round 4", "seat 0 exploded pot O1@21", OTHER)
    assert (asked(game), legal(game)) == ("exploded", ["choose vp", "choose coins"])


@pytest.mark.parametrize(
    ("choice", "told"),
    [("vp", ["points_won 0 5 R5.D"]), ("coins", ["coins_won 0 18 R5.E"])],
)
def test_r5_d_pays_the_chosen_one_only(choice: str, told: list[str]) -> None:
    """R5.D"""
    game = table("round 4", "seat 0 exploded rubies 0 pot O1@21", OTHER)
    assert story(play(game, f"0 choose {choice}")) == told


def test_r5_d_a_shielded_explosion_pays_both() -> None:
    """R5.D, R4.12: and never the die."""
    seat = "seat 0 bag W2 pot W3@3 W3@6 B1@7"
    game = table("books 2", seat, OTHER)
    events = play(game, "0 draw luck W2")
    assert story(events, "points_won", "coins_won", "die_rolled") == [
        "points_won 0 2 R5.D",
        "coins_won 0 10 R5.E",
    ]


def test_r5_f_offers_what_two_rubies_buy() -> None:
    """R5.F"""
    game = table("round 4", "seat 0 exploded flask empty rubies 2 pot O1@1", OTHER)
    play(game, "0 choose vp")
    assert (asked(game), legal(game)) == ("rubies", ["spend droplet", "spend flask", "done"])


@pytest.mark.parametrize(
    ("head", "seat", "offered"),
    [
        ("round 4", "rubies 2 droplet 51", ["spend droplet"]),
        ("round 4", "rubies 2 droplet 52", []),
        ("round 4", "rubies 1 flask empty", []),
        ("round 4", "rubies 2 droplet 52 flask empty", ["spend flask"]),
        ("round 4 tubes", "rubies 2 droplet 52 glass 11", ["spend glass"]),
        ("round 4 tubes", "rubies 2 droplet 52 glass 12", []),
        ("round 4 tubes", "rubies 2 droplet 0 glass 0", ["spend droplet", "spend glass"]),
    ],
)
def test_r5_f_offers_only_what_has_somewhere_to_go(
    head: str, seat: str, offered: list[str]
) -> None:
    """R5.F, R7.2: with nothing to buy nothing is asked."""
    game = table(head, f"seat 0 exploded {seat} pot O1@52", OTHER)
    play(game, "0 choose vp")
    assert legal(game) == ([*offered, "done"] if offered else [])


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        ("droplet", ["rubies_paid 0 2", "droplet_moved 0 1"]),
        ("flask", ["rubies_paid 0 2", "flask_filled 0"]),
        ("glass", ["rubies_paid 0 2", "glass_reached 0 4 2 vp", "points_won 0 2"]),
    ],
)
def test_r5_f_pays_two_rubies_and_asks_again(thing: str, told: list[str]) -> None:
    """R5.F"""
    game = table("tubes", "seat 0 exploded flask empty rubies 4 glass 3 pot O1@1", OTHER)
    play(game, "0 choose vp")
    assert (by("R5.F", play(game, f"0 spend {thing}")), asked(game)) == (told, "rubies")


def test_r5_f_is_over_when_the_seat_is_done() -> None:
    """R5.F"""
    game = table("round 4", "seat 0 exploded rubies 4 pot O1@1", OTHER)
    assert story(play(game, "0 choose vp", "0 done")) == []
    assert asked(game) == ""


@pytest.mark.parametrize(
    ("space", "rubies", "told"),
    [
        (8, 0, ["points_won 0 1"]),
        (10, 1, ["points_won 0 2"]),
        (9, 5, ["points_won 0 2", "rubies_paid 0 4", "points_won 0 2"]),
        (1, 2, ["rubies_paid 0 2", "points_won 0 1"]),
    ],
)
def test_r5_g_turns_coins_and_rubies_into_points(space: int, rubies: int, told: list[str]) -> None:
    """R5.G: the coins of the scoring space after the chip, one point for five; pairs of rubies."""
    seats = (f"seat 0 exploded rubies {rubies} pot O1@{space}", OTHER)
    game = table("round 9", *seats)
    assert by("R5.G", play(game, "0 choose coins")) == told


def test_r5_g_sells_nothing_in_round_9() -> None:
    """R5.G: neither chips nor what rubies buy."""
    game = table("round 9", "seat 0 exploded rubies 4 pot O1@20", OTHER)
    play(game, "0 choose coins")
    assert game.waiting == (1,)


def test_r5_g_spends_rubies_first_with_test_tubes() -> None:
    """R5.G, R7.2"""
    game = table("round 9 tubes", "seat 0 exploded rubies 4 pot O1@20", OTHER)
    play(game, "0 choose vp")
    assert (asked(game), legal(game)) == ("rubies", ["spend droplet", "spend glass", "done"])
    assert by("R5.G", play(game, "0 done")) == ["rubies_paid 0 4", "points_won 0 2"]


def test_r7_2_every_step_is_asked_about() -> None:
    """R7.2"""
    game = table("tubes card pot_filling_up phase fortune", "seat 0 glass 2")
    assert (asked(game), legal(game)) == ("droplet", ["choose pot", "choose glass"])


def test_r7_2_a_step_to_the_pot_keeps_its_rule() -> None:
    """R7.2: the glass's reward comes by the rule of the glasses."""
    game = table("tubes card pot_filling_up phase fortune", "seat 0 glass 2", "seat 1 glass 0")
    assert story(play(game, "0 choose pot")) == ["droplet_moved 0 1 R6 pot_filling_up"]
    events = play(game, "1 choose glass")
    assert story(events)[:2] == ["glass_reached 1 1 1 ruby R7.2", "rubies_won 1 1 R7.2"]


@pytest.mark.parametrize(
    ("glass", "told"),
    [
        (3, ["glass_reached 0 3 B1", "chip_taken 0 B1"]),
        (8, ["glass_reached 0 8 3 vp", "points_won 0 3"]),
        (12, ["glass_reached 0 12 4 vp", "points_won 0 4"]),
    ],
)
def test_r7_2_a_glass_gives_its_reward_at_once(glass: int, told: list[str]) -> None:
    """R7.2, R1.5"""
    game = table("tubes card pot_filling_up phase fortune", f"seat 0 glass {glass - 1}")
    assert by("R7.2", play(game, "0 choose glass")) == told


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("droplet 52 glass 11", ["points_won 0 4"]),
        ("droplet 51 glass 12", ["droplet_moved 0 1"]),
        ("droplet 52 glass 12", []),
    ],
)
def test_r7_2_asks_nothing_where_there_is_one_way_or_none(seat: str, told: list[str]) -> None:
    """R7.2"""
    game = table("tubes card pot_filling_up phase fortune", f"seat 0 {seat}")
    moved = [event for event in game.events if getattr(event, "seat", -1) == 0]
    found = story(moved, "points_won", "droplet_moved")
    assert [line.rsplit(" R", 1)[0] for line in found] == told


def test_r7_2_a_lost_step_does_not_hold_up_the_evaluation() -> None:
    """R7.2: the die's step has nowhere to go, and C to F follow."""
    seat = "seat 0 stopped rubies 1 droplet 52 glass 12 flask empty pot O1@52"
    game = table("tubes", seat, OTHER, luck="droplet")
    assert (asked(game), by("R5.D", game.events)) == ("shop", ["points_won 0 15"])


@pytest.mark.parametrize(("chips", "points"), [("W2 O1", 1), ("W3 O1", 2), ("O1", 0), ("K1 O1", 1)])
def test_r7_3_half_the_bowl_is_added_to_the_points(chips: str, points: int) -> None:
    """R7.3: rounded down."""
    seat = f"seat 0 flask empty bag {chips} droplet 50 pot O1@52"
    game = table("overflow", seat, OTHER)
    draws = [f"0 draw luck {kind}" for kind in chips.split()]
    draws[-1] += " 1vp"
    assert by("R7.3", play(game, *draws)) == [f"points_won 0 {points}"] * (points > 0)
