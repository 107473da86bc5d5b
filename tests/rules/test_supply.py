"""Chips between supply and bags: the last one, the first one, scarce kinds (R1.1, R3.6)."""

import pytest

from quedlinburg.rules import ids
from quedlinburg.rules.rule import R5_8
from quedlinburg.rules.verbs.goods import (
    count_scarce,
    enter_supply,
    give_back_from_bag,
    leave_supply,
    pay_rubies,
    take,
    win_points,
    win_rubies,
)
from rules.builders import by, table

# Bags that leave more than enough of every other kind.
SEATS = ("seat 0 bag W1", "seat 1 bag W1")


@pytest.mark.parametrize(
    ("count", "scarce", "edge"),
    [(6, 0, 0), (5, 0, 0), (4, 1, 0), (3, 1, 0), (2, 1, 0), (1, 0, 1 << ids.B1)],
)
def test_a_chip_leaves_the_supply(count: int, scarce: int, edge: int) -> None:
    """R3.6: below four a kind is scarce; the last chip leaves an edge to be noticed."""
    t = table(f"supply B1={count}", *SEATS).table
    leave_supply(t, 0, ids.B1)
    assert (t.supply[ids.B1], t.bag[0][ids.B1]) == (count - 1, 1)
    assert (t.scarce, t.edge) == (scarce, edge)


@pytest.mark.parametrize(
    ("count", "scarce", "edge"),
    [(0, 1, 1 << ids.B1), (1, 1, 0), (2, 1, 0), (3, 0, 0), (4, 0, 0)],
)
def test_a_chip_enters_the_supply(count: int, scarce: int, edge: int) -> None:
    """R3.6: the first chip leaves an edge, with the fourth the kind is no longer scarce."""
    t = table(f"supply B1={count}", *SEATS).table
    enter_supply(t, ids.B1)
    assert t.supply[ids.B1] == count + 1
    assert (t.scarce, t.edge) == (scarce, edge)


def test_scarce_kinds_are_counted_from_the_first_to_the_last() -> None:
    """R3.6: W1 and K1 count like the others, what is gone does not."""
    t = table("supply W1=3 K1=1 R2=0 G4=4", *SEATS).table
    count_scarce(t)
    assert t.scarce == 2


def test_a_chip_that_is_not_there_is_missed() -> None:
    """R1.1"""
    game = table("supply K1=0")
    take(game.table, 1, ids.K1, R5_8)
    assert by("R5.8", game.events) == ["chip_missed 1 K1"]


def test_the_last_chip_is_received() -> None:
    """R1.1"""
    game = table("supply K1=1")
    take(game.table, 1, ids.K1, R5_8)
    assert by("R5.8", game.events) == ["chip_taken 1 K1"]


def test_a_chip_is_given_back_from_the_bag() -> None:
    """R6 just_in_time: out of the bag, into the supply."""
    game = table("supply W1=2", "seat 0 bag W1x2")
    give_back_from_bag(game.table, 0, ids.W1, R5_8)
    assert (game.table.bag[0][ids.W1], game.table.supply[ids.W1]) == (1, 3)
    assert by("R5.8", game.events) == ["chip_given_back 0 W1"]


def test_nothing_is_told_of_nothing() -> None:
    """An amount of nothing changes nothing."""
    game = table("round 4")
    win_points(game.table, 0, 0, R5_8)
    win_rubies(game.table, 0, 0, R5_8)
    pay_rubies(game.table, 0, 0, R5_8)
    assert by("R5.8", game.events) == []


def test_a_single_point_or_ruby_is_told() -> None:
    """R5.8"""
    game = table("round 4")
    win_points(game.table, 0, 1, R5_8)
    win_rubies(game.table, 0, 1, R5_8)
    pay_rubies(game.table, 0, 1, R5_8)
    assert by("R5.8", game.events) == ["points_won 0 1", "rubies_won 0 1", "rubies_paid 0 1"]
