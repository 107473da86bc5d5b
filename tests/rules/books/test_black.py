"""Hawkmoths: the page for two players and the page for three or four (R5.1, R5.2)."""

import pytest

from quedlinburg.rules.books.black import black_1_evaluated
from rules.builders import by, table

MOTHS = ["", "K1@1", "K1@1 K1@2", "K1@1 K1@2 K1@3"]


@pytest.mark.parametrize(
    ("own", "other", "won"),
    [
        (1, 0, ["rubies_won 0 1", "droplet_moved 0 1"]),
        (1, 1, ["droplet_moved 0 1"]),
        (1, 2, []),
        (0, 0, []),
        (0, 1, []),
        (3, 2, ["rubies_won 0 1", "droplet_moved 0 1"]),
    ],
)
def test_black_1_compares_with_the_opponent(own: int, other: int, won: list[str]) -> None:
    """R5.1"""
    seats = (f"seat 0 exploded pot W1@1 {MOTHS[own]}", f"seat 1 exploded pot W1@1 {MOTHS[other]}")
    game = table("books 1", *seats)
    told = [event for event in by("R5.1", game.events) if event.split()[1] == "0"]
    assert told == won


@pytest.mark.parametrize(
    ("own", "left", "right", "won"),
    [
        (1, 0, 0, ["rubies_won 1 1", "droplet_moved 1 1"]),
        (1, 1, 0, ["droplet_moved 1 1"]),
        (1, 0, 1, ["droplet_moved 1 1"]),
        (1, 1, 1, []),
        (2, 1, 1, ["rubies_won 1 1", "droplet_moved 1 1"]),
        (2, 3, 1, ["droplet_moved 1 1"]),
        (2, 1, 3, ["droplet_moved 1 1"]),
        (0, 0, 0, []),
    ],
)
def test_black_2_compares_with_both_neighbours(
    own: int, left: int, right: int, won: list[str]
) -> None:
    """R5.2: seat 1 sits between seat 0, to its right, and seat 2, to its left."""
    counts = (right, own, left, 3)
    seats = [f"seat {i} exploded pot W1@1 {MOTHS[n]}" for i, n in enumerate(counts)]
    game = table("players 4", *seats)
    assert [told for told in by("R5.2", game.events) if told.split()[1] == "1"] == won


def test_black_1_pays_nobody_without_a_hawkmoth() -> None:
    """R5.1: as many as the opponent is not enough if that is none."""
    t = table("round 4", "seat 0 bag W1", "seat 1 bag W1").table
    black_1_evaluated(t, 0)
    assert (t.droplet[0], t.rubies[0]) == (0, 1)


def test_black_2_goes_round_the_table() -> None:
    """R5.2: of three seats each has the two others as neighbours."""
    seats = ("seat 0 exploded pot K1@1 K1@2", "seat 1 exploded pot K1@1", "seat 2 exploded")
    game = table("players 3", *seats)
    assert by("R5.2", game.events) == [
        "rubies_won 0 1",
        "droplet_moved 0 1",
        "droplet_moved 1 1",
    ]


def test_black_1_asks_with_test_tubes_whose_droplet_moves() -> None:
    """R5.1, R7.2: the ruby is won at once, the step is asked about."""
    seats = ("seat 0 exploded pot K1@1", "seat 1 exploded pot W1@1")
    game = table("books 1 tubes", *seats)
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("droplet", ("R5.1",))
    assert by("R5.1", game.events) == ["rubies_won 0 1"]
