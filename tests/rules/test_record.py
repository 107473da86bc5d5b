"""The record: rooms and rows of its fields, copies that go their own way, what a head keeps."""

import pytest

from quedlinburg import Game
from quedlinburg.engine.luck import Scripted
from quedlinburg.rules.constants import CARD_IDS
from quedlinburg.rules.table import FIELDS, Table
from rules.builders import play, table

GRIDS = [name for name, shape in FIELDS if len(shape) == 2]
ROWS = [name for name, shape in FIELDS if len(shape) == 1]


def test_an_empty_table_has_a_luck_and_nothing_to_tell() -> None:
    """Everything is 0 in the shape of its field."""
    luck = Scripted(())
    t = Table(luck)
    assert (t.luck, t.log, t.vp, t.round_no) == (luck, [], [0] * 4, 0)


@pytest.mark.parametrize(
    ("field", "shape"),
    [
        ("vp", (4,)),
        ("page", (8,)),
        ("rng", (4,)),
        ("asked", (5,)),
        ("depth", (5,)),
        ("bag", (4, 18)),
        ("luck_n", (5, 4)),
    ],
)
def test_there_are_four_seats_and_a_row_for_the_table(field: str, shape: tuple[int, ...]) -> None:
    """R0, R2.3: four seats, eight colours, eighteen kinds, four streams of luck."""
    assert dict(FIELDS)[field] == shape


def test_a_copy_stands_alike() -> None:
    """Every field, but an empty log and its own luck."""
    t = table("books 2", "seat 0 bag R1 W1 aside R2 pot W2@2").table
    luck = Scripted(())
    twin = t.copy(luck)
    for name, _ in FIELDS:
        assert getattr(twin, name) == getattr(t, name)
    assert (twin.log, twin.luck) == ([], luck)


@pytest.mark.parametrize("name", [*ROWS, *GRIDS])
def test_a_copy_goes_its_own_way(name: str) -> None:
    """No list is shared, no row of a grid."""
    t = table("round 4").table
    twin = t.copy(t.luck)
    mine, yours = getattr(t, name), getattr(twin, name)
    assert mine is not yours
    if name in GRIDS:
        assert all(row is not other for row, other in zip(mine, yours, strict=True))


def test_a_round_is_told_from_how_it_began() -> None:
    """A position names what every seat owned and which cards were gone when the round began."""
    seats = ("seat 0 vp 3 bag R1 aside R2 exploded pot W1@1", "seat 1 exploded glass 3 pot W1@1")
    game = table("books 2 tubes start 1 deck magic_potion lucky_devil", *seats)
    play(game, "0 choose done", "0 choose vp", "1 choose vp")
    play(game, "0 draw luck W1")
    again = Game.from_position(game.position())
    assert again == game
    assert again.position() == game.position()


def test_nine_cards_can_lie_on_the_deck() -> None:
    """R2.4: one for each round; the first is turned up at once."""
    first, *others = CARD_IDS[-9:]
    game = table(f"round 1 phase fortune card {first} deck {' '.join(others)}")
    assert (game.view(None).card, game.table.deck_n) == (first, 8)
