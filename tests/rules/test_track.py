"""The scoring track: who leads, who is last, rat tails between markers (R1.3, R3.3)."""

import pytest

from quedlinburg.rules.track import (
    fewest_points,
    fewest_rubies,
    most_points,
    rat_tails,
    tails_below,
)
from rules.builders import table


@pytest.mark.parametrize(
    ("own", "highest", "tails"),
    [
        (0, 0, 0),
        (1, 2, 1),
        (2, 4, 0),
        (2, 5, 1),
        (10, 15, 3),
        (0, 50, 23),
        (0, 100, 46),
        (48, 51, 1),
    ],
)
def test_tails_lie_between_the_markers(own: int, highest: int, tails: int) -> None:
    """R3.3: from the own marker on, below the highest."""
    assert rat_tails(own, highest) == tails


@pytest.mark.parametrize(("points", "tails"), [(49, 23), (50, 23), (51, 23), (52, 24), (152, 70)])
def test_the_track_goes_on_without_end(points: int, tails: int) -> None:
    """R1.3"""
    assert tails_below(points) == tails


def test_the_leaders_and_the_last_are_found_at_any_seat() -> None:
    """R3.3, R6 alms, R6 beginners_bonus: the first seat, one in the middle, the last one."""
    for order in ((9, 5, 7), (5, 7, 9), (7, 9, 5)):
        seats = [f"seat {seat} vp {n} rubies {n + 1}" for seat, n in enumerate(order)]
        t = table("players 3", *seats).table
        assert (most_points(t), fewest_points(t), fewest_rubies(t)) == (9, 5, 6)


def test_only_the_seats_at_the_table_count() -> None:
    """R6 alms: two players, and two empty rows of the record."""
    t = table("players 2", "seat 0 vp 3 rubies 4", "seat 1 vp 5 rubies 6").table
    assert (fewest_points(t), fewest_rubies(t)) == (3, 4)
