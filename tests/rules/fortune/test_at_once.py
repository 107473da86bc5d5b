"""Purple fortune cards: everyone carries them out when they are turned up (R6)."""

import pytest

from rules.builders import asked, bag, by, legal, play, table


def turned_up(card: str, *seats: str, head: str = "round 3", luck: str = "") -> list[str]:
    """What a card does at a table of two, by its own rule."""
    game = table(f"{head} card {card} phase fortune", *seats, luck=luck)
    return by(f"R6 {card}", game.events)


def test_choose_wisely_moves_the_droplet_2_spaces() -> None:
    """R6 choose_wisely"""
    game = table("round 3 card choose_wisely phase fortune")
    events = play(game, "0 choose droplet")
    assert by("R6 choose_wisely", events) == ["droplet_moved 0 2"]


def test_choose_wisely_gives_a_purple_chip() -> None:
    """R6 choose_wisely"""
    game = table("round 3 card choose_wisely phase fortune")
    events = play(game, "1 choose P1")
    assert by("R6 choose_wisely", events) == ["chip_taken 1 P1"]


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("round 2", ["droplet_moved 0 2", "droplet_moved 1 2"]),
        ("round 3 supply P1=0", ["droplet_moved 0 2", "droplet_moved 1 2"]),
        ("round 3 supply P1=2", []),
    ],
)
def test_choose_wisely_asks_only_with_a_purple_chip_to_be_had(head: str, told: list[str]) -> None:
    """R6 choose_wisely, R3.1, R1.1"""
    assert turned_up("choose_wisely", head=head) == told


def test_pot_filling_up_moves_every_droplet() -> None:
    """R6 pot_filling_up"""
    assert turned_up("pot_filling_up") == ["droplet_moved 0 1", "droplet_moved 1 1"]


def test_pot_filling_up_moves_no_droplet_past_52() -> None:
    """R6 pot_filling_up, R3.3: and nothing is told of it."""
    assert turned_up("pot_filling_up", "seat 0 droplet 52", "seat 1 droplet 51") == [
        "droplet_moved 1 1"
    ]


def test_alms_gives_a_ruby_to_all_with_the_fewest() -> None:
    """R6 alms"""
    seats = ("seat 0 rubies 2", "seat 1 rubies 3", "seat 2 rubies 2")
    told = turned_up("alms", *seats, head="players 3")
    assert told == ["rubies_won 0 1", "rubies_won 2 1"]


def test_alms_counts_before_anybody_has_received_one() -> None:
    """R6 alms: seat 0 does not push seat 1 among the fewest, nor out of them."""
    assert turned_up("alms", "seat 0 rubies 0", "seat 1 rubies 1") == ["rubies_won 0 1"]


def test_less_is_more_pays_the_lowest_sum_a_crow_skull() -> None:
    """R6 less_is_more: 5 for seat 0, 6 for seat 1."""
    told = turned_up("less_is_more", luck="W1 W1 W1 W1 O1  W2 W1 W1 W1 O1")
    assert told == [
        "chips_looked_at 0 W1,W1,W1,W1,O1 5",
        "chips_looked_at 1 W1,W1,W1,W2,O1 5",
        "look_ended 0",
        "rubies_won 1 1",
        "look_ended 1",
        "chip_taken 0 B2",
    ]


def test_less_is_more_pays_all_with_the_lowest_sum() -> None:
    """R6 less_is_more: 9, 5 and 5."""
    luck = "W3 W2 W2 W1 W1  W1 W1 W1 W1 O1  W1 W1 W1 O1 G1"
    told = turned_up("less_is_more", head="players 3", luck=luck)
    assert [line for line in told if line.split()[0] in ("rubies_won", "chip_taken")] == [
        "rubies_won 0 1",
        "chip_taken 1 B2",
        "chip_taken 2 B2",
    ]


def test_less_is_more_finds_the_lowest_sum_at_the_last_seat() -> None:
    """R6 less_is_more: a hawkmoth counts 1 like any other 1-chip."""
    seats = ("seat 0 bag K1x5", "seat 1 bag W1x4")
    told = turned_up("less_is_more", *seats, luck="K1 K1 K1 K1 K1  W1 W1 W1 W1")
    assert told[-4:] == ["rubies_won 0 1", "look_ended 0", "look_ended 1", "chip_taken 1 B2"]


def test_less_is_more_looks_at_a_small_bag_whole() -> None:
    """R6 less_is_more: an empty bag has the lowest sum of all, and no look begins."""
    told = turned_up("less_is_more", "seat 0 bag", "seat 1 bag W1", luck="W1")
    assert told == [
        "chips_looked_at 1 W1 1",
        "look_ended 0",
        "rubies_won 1 1",
        "look_ended 1",
        "chip_taken 0 B2",
    ]


def test_less_is_more_leaves_nothing_looked_at() -> None:
    """R6 less_is_more: the chips go back."""
    game = table("card less_is_more phase fortune", luck="W1 W1 W1 W1 O1  W1 W1 W1 W1 O1")
    assert [dict(game.view(seat).looked) for seat in (0, 1)] == [{}, {}]


def test_only_one_offers_a_hawkmoth_2_chips_and_rubies() -> None:
    """R6 only_one"""
    game = table("round 3 card only_one phase fortune")
    kinds = ["choose G2", "choose B2", "choose R2", "choose Y2", "choose K1"]
    assert (asked(game), legal(game)) == ("only_one", [*kinds, "choose rubies"])


def test_only_one_offers_no_colour_whose_book_is_not_out() -> None:
    """R6 only_one, R3.1"""
    game = table("round 1 card only_one phase fortune")
    assert "choose Y2" not in legal(game)


@pytest.mark.parametrize(
    ("choice", "told"),
    [("K1", "chip_taken 0 K1"), ("B2", "chip_taken 0 B2"), ("rubies", "rubies_won 0 3")],
)
def test_only_one_brings_what_is_chosen(choice: str, told: str) -> None:
    """R6 only_one"""
    game = table("round 3 card only_one phase fortune")
    assert by("R6 only_one", play(game, f"0 choose {choice}")) == [told]


def test_wheel_and_deal_offers_every_1_chip_but_purple_and_black() -> None:
    """R6 wheel_and_deal"""
    game = table("round 3 card wheel_and_deal phase fortune", "seat 0 rubies 1")
    kinds = ["choose O1", "choose G1", "choose B1", "choose R1", "choose Y1"]
    assert legal(game) == [*kinds, "choose none"]


def test_wheel_and_deal_trades_a_ruby() -> None:
    """R6 wheel_and_deal"""
    game = table("round 3 card wheel_and_deal phase fortune")
    events = play(game, "0 choose R1")
    assert by("R6 wheel_and_deal", events) == ["rubies_paid 0 1", "chip_taken 0 R1"]


def test_wheel_and_deal_may_be_declined() -> None:
    """R6 wheel_and_deal"""
    game = table("round 3 card wheel_and_deal phase fortune")
    events = play(game, "0 choose none")
    assert by("R6 wheel_and_deal", events) == []


def test_wheel_and_deal_asks_nobody_without_a_ruby() -> None:
    """R6 wheel_and_deal"""
    game = table("round 3 card wheel_and_deal phase fortune", "seat 0 rubies 0", "seat 1 rubies 1")
    assert game.waiting == (1,)


@pytest.mark.parametrize(
    ("own", "lines"),
    [(11, ["0", "1"]), (9, ["0", "1", "2"]), (6, ["0", "1", "2", "3"]), (0, ["0", "1", "2", "3"])],
)
def test_good_start_offers_up_to_three_tails(own: int, lines: list[str]) -> None:
    """R6 good_start: tails lie after 1, 4, 7, 10 and 12."""
    game = table("card good_start phase fortune", f"seat 0 vp {own}", "seat 1 vp 13")
    assert legal(game) == [f"choose {line}" for line in lines]


def test_good_start_asks_with_the_most_that_can_be_given_up() -> None:
    """R6 good_start"""
    game = table("card good_start phase fortune", "seat 0 vp 0", "seat 1 vp 13")
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("good_start", ("3",))


def test_good_start_gives_rubies_for_tails() -> None:
    """R6 good_start"""
    game = table("card good_start phase fortune", "seat 0 vp 0", "seat 1 vp 13")
    events = play(game, "0 choose 2")
    assert by("R6 good_start", events) == ["rat_tails_given_up 0 2", "rubies_won 0 2"]
    assert game.view(None).seats[0].tails == 3


def test_good_start_may_keep_all_tails() -> None:
    """R6 good_start"""
    game = table("card good_start phase fortune", "seat 0 vp 0", "seat 1 vp 13")
    assert by("R6 good_start", play(game, "0 choose 0")) == []


def test_donations_rolls_for_everyone() -> None:
    """R6 donations, R1.4: what a face brings comes by the card too."""
    told = turned_up("donations", luck="O1 droplet")
    assert told == [
        "die_rolled 0 O1",
        "chip_taken 0 O1",
        "die_rolled 1 droplet",
        "droplet_moved 1 1",
    ]


@pytest.mark.parametrize(
    ("face", "told"),
    [
        ("1vp", "points_won 0 1"),
        ("2vp", "points_won 0 2"),
        ("ruby", "rubies_won 0 1"),
        ("droplet", "droplet_moved 0 1"),
        ("O1", "chip_taken 0 O1"),
    ],
)
def test_donations_pays_what_the_face_shows(face: str, told: str) -> None:
    """R6 donations, R1.4"""
    assert turned_up("donations", luck=f"{face} ruby")[1] == told


def test_opportune_moment_looks_at_four_chips() -> None:
    """R6 opportune_moment"""
    game = table("card opportune_moment phase fortune", luck="W1 W1 O1 G1  W1 W1 W2 W3")
    told = by("R6 opportune_moment", game.events)
    assert told[0] == "chips_looked_at 0 W1,W1,O1,G1 4"


def test_opportune_moment_offers_what_can_be_traded() -> None:
    """R6 opportune_moment"""
    seat = "seat 0 bag O1 G1 R2 K1 W1"
    game = table("card opportune_moment phase fortune", seat, luck="O1 G1 R2 K1  W1 W1 W2 W3")
    question = game.question(0)
    assert question is not None
    assert question.about == ("O1", "G1", "R2", "K1")
    assert legal(game) == ["choose G1", "choose R2", "choose none"]


@pytest.mark.parametrize(
    ("old", "new"), [("G1", "G2"), ("B1", "B2"), ("R2", "R4"), ("Y1", "Y2"), ("Y2", "Y4")]
)
def test_opportune_moment_trades_for_the_next_value(old: str, new: str) -> None:
    """R6 opportune_moment"""
    seats = (f"seat 0 bag {old}", "seat 1 bag W1")
    game = table("round 2 card opportune_moment phase fortune", *seats, luck=f"{old} W1")
    told = by("R6 opportune_moment", play(game, f"0 choose {old}"))
    assert told == ["look_ended 0", f"chip_given_back 0 {old}", f"chip_taken 0 {new}"]


def test_opportune_moment_trades_for_the_last_chip_of_a_kind() -> None:
    """R6 opportune_moment"""
    seats = ("seat 0 bag G1", "seat 1 bag W1")
    game = table("card opportune_moment phase fortune supply G2=1", *seats, luck="G1 W1")
    assert legal(game) == ["choose G1", "choose none"]


def test_opportune_moment_declined_brings_nothing() -> None:
    """R6 opportune_moment"""
    seats = ("seat 0 bag G1", "seat 1 bag W1")
    game = table("card opportune_moment phase fortune", *seats, luck="G1 W1")
    assert by("R6 opportune_moment", play(game, "0 choose none")) == ["look_ended 0"]


@pytest.mark.parametrize(
    ("head", "chip"),
    [
        ("round 4", "W1"),
        ("round 4", "O1"),
        ("round 4", "B4"),
        ("round 1", "Y1"),
        ("supply G2=0", "G1"),
    ],
)
def test_opportune_moment_gives_a_spider_where_none_can_be_traded(head: str, chip: str) -> None:
    """R6 opportune_moment: white, highest values, a book that is not out, an empty supply."""
    seats = (f"seat 0 bag {chip}", "seat 1 bag")
    told = turned_up("opportune_moment", *seats, head=head, luck=chip)
    assert told == [
        f"chips_looked_at 0 {chip} 1",
        "look_ended 0",
        "chip_taken 0 G1",
        "look_ended 1",
        "chip_taken 1 G1",
    ]


def test_beginners_bonus_gives_a_spider_to_all_with_the_fewest_points() -> None:
    """R6 beginners_bonus"""
    seats = ("seat 0 vp 5", "seat 1 vp 4", "seat 2 vp 4")
    told = turned_up("beginners_bonus", *seats, head="players 3")
    assert told == ["chip_taken 1 G1", "chip_taken 2 G1"]


def test_rat_infestation_doubles_the_tails() -> None:
    """R6 rat_infestation: 5 tails lie below 13."""
    game = table("card rat_infestation phase fortune", "seat 1 vp 13")
    assert by("R3.3", game.events) == ["rat_tails_counted 0 10"]


def test_just_in_time_pays_points() -> None:
    """R6 just_in_time"""
    game = table("card just_in_time phase fortune")
    assert legal(game) == ["choose vp", "choose W1"]
    assert by("R6 just_in_time", play(game, "0 choose vp")) == ["points_won 0 4"]


def test_just_in_time_takes_a_white_1_out_of_the_bag() -> None:
    """R6 just_in_time"""
    game = table("card just_in_time phase fortune", "seat 0 bag W1 W2")
    told = by("R6 just_in_time", play(game, "0 choose W1"))
    assert (told, bag(game)) == (["chip_given_back 0 W1"], "W2")


def test_just_in_time_pays_unasked_without_a_white_1() -> None:
    """R6 just_in_time"""
    told = turned_up("just_in_time", "seat 0 bag W2", "seat 1 bag W1 O1")
    assert told == ["points_won 0 4"]


def test_rats_are_friends_offers_a_4_chip_or_points() -> None:
    """R6 rats_are_friends"""
    seats = ("seat 0 vp 0", "seat 1 vp 13")
    game = table("card rats_are_friends phase fortune", *seats)
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("rats_are_friends", ("5",))
    kinds = ["choose G4", "choose B4", "choose R4", "choose Y4"]
    assert legal(game) == [*kinds, "choose vp"]


def test_rats_are_friends_pays_a_point_a_tail() -> None:
    """R6 rats_are_friends: for the leader this is nothing."""
    game = table("card rats_are_friends phase fortune", "seat 0 vp 0", "seat 1 vp 13")
    events = play(game, "0 choose vp", "1 choose vp")
    assert by("R6 rats_are_friends", events) == ["points_won 0 5"]


def test_rats_are_friends_gives_a_4_chip() -> None:
    """R6 rats_are_friends"""
    game = table("card rats_are_friends phase fortune")
    events = play(game, "0 choose Y4")
    assert by("R6 rats_are_friends", events) == ["chip_taken 0 Y4"]
