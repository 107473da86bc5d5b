"""Garden spiders: the four pages of the green book (R5.3 to R5.6)."""

import pytest

from quedlinburg.rules.books.green import green_3_evaluated
from rules.builders import asked, by, legal, play, pot, table

OTHER = "seat 1 exploded pot W1@1"


@pytest.mark.parametrize(
    ("chips", "rubies"),
    [("G1@1", 1), ("G1@1 G2@3", 2), ("G1@1 W1@2", 1), ("G1@1 G2@3 W1@4", 1), ("G1@1 O1@2 W1@3", 0)],
)
def test_green_1_pays_a_ruby_for_each_of_the_last_two(chips: str, rubies: int) -> None:
    """R5.3"""
    game = table("books 1", f"seat 0 exploded pot {chips}", OTHER)
    assert by("R5.3", game.events) == ["rubies_won 0 1"] * rubies


@pytest.mark.parametrize(
    ("spider", "kinds"),
    [
        ("G1", ["choose O1"]),
        ("G2", ["choose B1", "choose R1"]),
        ("G4", ["choose Y1", "choose P1"]),
    ],
)
def test_green_2_offers_its_kinds_or_none(spider: str, kinds: list[str]) -> None:
    """R5.4"""
    game = table("books 2 round 1", f"seat 0 exploded pot {spider}@4", OTHER)
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("green_2", (spider,))
    assert legal(game) == [*kinds, "choose none"]


def test_green_2_brings_the_chosen_chip() -> None:
    """R5.4"""
    game = table("books 2", "seat 0 exploded pot G2@4", OTHER)
    events = play(game, "0 choose R1")
    assert by("R5.4", events) == ["chip_taken 0 R1"]


def test_green_2_may_be_declined() -> None:
    """R5.4, R4.6"""
    game = table("books 2", "seat 0 exploded pot G2@4", OTHER)
    events = play(game, "0 choose none")
    assert (by("R5.4", events), asked(game)) == ([], "exploded")


def test_green_2_takes_the_last_spider_first() -> None:
    """R5.4"""
    game = table("books 2", "seat 0 exploded pot G2@4 G4@8", OTHER)
    events = play(game, "0 choose Y1", "0 choose B1")
    assert by("R5.4", events) == ["chip_taken 0 Y1", "chip_taken 0 B1"]


def test_green_2_counts_the_last_two_chips_only() -> None:
    """R5.4"""
    game = table("books 2", "seat 0 exploded pot G1@1 O1@2 O1@3", OTHER)
    assert by("R5.4", game.events) == []


def test_green_2_asks_for_no_pumpkin_that_is_not_there() -> None:
    """R5.4, R1.1"""
    game = table("books 2 supply O1=0", "seat 0 exploded pot G1@1", OTHER)
    assert (by("R5.4", game.events), asked(game)) == ([], "exploded")


def test_green_3_asks_with_white_chips_of_exactly_7() -> None:
    """R5.5"""
    game = table("books 3", "seat 0 exploded pot W3@3 W3@6 W1@7 G4@11 G1@12", OTHER)
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("green_3", ("5",))
    assert legal(game) == ["choose move", "choose stay"]


@pytest.mark.parametrize("chips", ["W3@3 W3@6 G4@11", "W3@3 W3@6 W2@8 G4@11", "W3@3 W3@6 W1@7"])
def test_green_3_asks_nothing_otherwise(chips: str) -> None:
    """R5.5"""
    game = table("books 3", f"seat 0 exploded pot {chips}", OTHER)
    assert asked(game) == "exploded"


def test_green_3_asks_nothing_without_a_spider() -> None:
    """R5.5: it would move nothing."""
    t = table("books 3", "seat 0 bag W1 pot W3@3 W3@6 W1@7").table
    before = t.depth[0]
    green_3_evaluated(t, 0)
    assert t.depth[0] == before


def test_green_3_moves_the_last_chip_and_the_scoring_space() -> None:
    """R5.5"""
    game = table("books 3", "seat 0 exploded pot G4@4 W3@7 W3@10 W1@11", OTHER)
    events = play(game, "0 choose move")
    assert by("R5.5", events) == ["chip_moved 0 15"]
    assert (pot(game).split()[-1], game.view(None).seats[0].scoring) == ("W1@15", 16)


def test_green_3_may_stay() -> None:
    """R5.5"""
    game = table("books 3", "seat 0 exploded pot G4@4 W3@7 W3@10 W1@11", OTHER)
    events = play(game, "0 choose stay")
    assert (by("R5.5", events), game.view(None).seats[0].scoring) == ([], 12)


@pytest.mark.parametrize(("space", "asks"), [(51, "green_3"), (52, "exploded")])
def test_green_3_is_not_asked_where_it_moves_nothing(space: int, asks: str) -> None:
    """R5.5"""
    seat = f"seat 0 exploded droplet 40 pot W3@43 W3@46 W1@47 G1@{space}"
    game = table("books 3", seat, OTHER)
    assert asked(game) == asks


def test_green_3_moves_no_further_than_52() -> None:
    """R5.5, R4.9"""
    game = table("books 3", "seat 0 exploded droplet 40 pot W3@43 W3@46 W1@47 G4@51", OTHER)
    events = play(game, "0 choose move")
    assert by("R5.5", events) == ["chip_moved 0 52"]


@pytest.mark.parametrize(("chips", "times"), [("G1@1", 1), ("G1@1 G2@3", 2), ("G1@1 G1@2 W1@3", 1)])
def test_green_4_asks_for_each_of_the_last_two(chips: str, times: int) -> None:
    """R5.6"""
    game = table("books 4", f"seat 0 exploded rubies 5 pot {chips}", OTHER)
    events = play(game, *["0 choose pay"] * times)
    assert by("R5.6", events) == ["rubies_paid 0 1", "droplet_moved 0 1"] * times
    assert asked(game) == "exploded"


def test_green_4_may_be_declined() -> None:
    """R5.6"""
    game = table("books 4", "seat 0 exploded rubies 1 pot G1@1", OTHER)
    assert legal(game) == ["choose pay", "choose keep"]
    assert by("R5.6", play(game, "0 choose keep")) == []


@pytest.mark.parametrize(
    ("head", "seat", "asks"),
    [
        ("books 4", "rubies 0 droplet 3", "exploded"),
        ("books 4", "rubies 1 droplet 51", "green_4"),
        ("books 4", "rubies 1 droplet 52", "exploded"),
        ("books 4 tubes", "rubies 1 droplet 52 glass 11", "green_4"),
        ("books 4 tubes", "rubies 1 droplet 52 glass 12", "exploded"),
        ("books 4 tubes", "rubies 1 droplet 51 glass 12", "green_4"),
    ],
)
def test_green_4_asks_only_where_a_step_can_be_paid(head: str, seat: str, asks: str) -> None:
    """R5.6, R7.2"""
    game = table(head, f"seat 0 exploded {seat} pot G1@52", OTHER)
    assert asked(game) == asks
