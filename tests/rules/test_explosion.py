"""The explosion: how much white a pot takes, and which chips of a bag are too much."""

import pytest

from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, KIND_CODES, VALUE
from quedlinburg.rules.explosion import (
    count_exploding,
    count_exploding_in_bag,
    explodes,
    room_left,
)
from rules.builders import table


def test_only_white_chips_of_more_than_the_room_explode_a_pot() -> None:
    """R4.3: a chip as large as the room still goes in."""
    for kind in range(ids.KINDS):
        for room in range(-3, 10):
            too_much = COLOUR[kind] == ids.WHITE and VALUE[kind] - room >= 1
            assert explodes(kind, room) == too_much, (KIND_CODES[kind], room)


@pytest.mark.parametrize(
    ("room", "expected"), [(3, 0), (7, 0), (2, 100), (1, 110), (0, 111), (-1, 111)]
)
def test_exploding_chips_are_counted_by_their_value(room: int, expected: int) -> None:
    """R4.3: those of 3 first, then those of 2, then all."""
    assert count_exploding(1, 10, 100, room) == expected


@pytest.mark.parametrize(
    ("card", "pot", "room"),
    [
        ("alms", "W3@3 W2@5", 2),
        ("living_in_luxury", "W3@3 W2@5", 4),
        ("alms", "W3@3 W3@6 W2@8", -1),
    ],
)
def test_the_room_is_what_the_limit_leaves_over(card: str, pot: str, room: int) -> None:
    """R4.4: the limit of this pot, not always seven."""
    t = table(f"card {card}", f"seat 1 pot {pot}").table
    assert room_left(t, 1) == room


def test_the_chips_of_a_seats_bag_are_counted() -> None:
    """R4.3: coloured chips never explode a pot."""
    t = table("", "seat 0 bag W1x4 W2x2 W3 O1x3 G4x2 K1").table
    assert [count_exploding_in_bag(t, 0, room) for room in range(4)] == [7, 3, 1, 0]
