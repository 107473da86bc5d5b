"""The worth of a round by simple values: every page and card of the evaluation counts."""

import pytest

from analysis.brute import lay
from quedlinburg import Game
from quedlinburg.analysis import (
    EXPLODED,
    SHIELDED,
    STOPPED,
    BrewResult,
    RoundWorth,
    simple_values,
)
from quedlinburg.rules import ids

NOTHING = BrewResult(10, STOPPED, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (0, 0, 0))
SEAT = "bag W1 W3 O1 G2 B1 R1 Y1 P1 K1 pot W2@2"


def round_worth(game: Game) -> RoundWorth:
    """The worth of the round for seat 0, by the simple rule."""
    view = game.view(0)
    return RoundWorth.of(view, 0, simple_values(view))


def worth(head: str, **fields: int | tuple[int, int, int]) -> float:
    """How much more something is worth than nothing but a scoring space."""
    game = lay(head, SEAT + (" aside R1" if "books 2" in head else ""))
    value = round_worth(game)
    return value(NOTHING._replace(**fields)) - value(NOTHING)  # type: ignore[arg-type]


STEP, RUBY, COIN = 0.45 * 4, 0.45 * 2, 0.07 * 4
CASES = [
    ("books 1 card alms", {"flask": 1}, 1.0),
    ("books 3 card alms", {"rubies": 2}, 2 * RUBY),
    ("books 4 card alms", {"points": 3}, 3.0),
    ("books 1 card alms", {"last": ids.G2 + 1}, RUBY),
    ("books 1 card alms", {"last": ids.G2 + 1, "next_to_last": ids.G1 + 1}, 2 * RUBY),
    ("books 2 card alms", {"last": ids.G1 + 1}, 3 * COIN),
    ("books 2 card alms", {"last": ids.G4 + 1}, 12 * COIN),
    ("books 4 card alms", {"next_to_last": ids.G4 + 1}, STEP - RUBY),
    ("books 3 card alms", {"greens": 4, "white": 7}, 1 + 4 * COIN),
    ("books 3 card alms", {"greens": 4, "white": 6}, 0.0),
    ("books 1 card alms", {"purples": 1}, 1.0),
    ("books 1 card alms", {"purples": 2}, 1 + RUBY),
    ("books 1 card alms", {"purples": 4}, 2 + STEP),
    ("books 2 card alms", {"purples": 1}, 10 * COIN + 1 + RUBY - 12 * COIN),
    ("books 3 card alms", {"purple_points": 3}, 3.0),
    ("books 4 card alms", {"purples": 1, "tradeable": 1 << ids.G1}, 4 * COIN),
    ("books 4 card alms", {"purples": 2, "tradeable": 1 << ids.G2}, 6 * COIN),
    ("books 4 card alms", {"purples": 3, "tradeable": 1 << ids.Y1}, 10 * COIN),
    ("books 1 card alms", {"blacks": 1}, STEP + RUBY),
    ("books 2 card alms", {"aside": (1, 0, 1)}, 1.0),
    ("books 1 overflow card alms", {"bowl": 5}, 2.0),
    ("books 1 card seasoned_perfectly", {"white": 7}, STEP),
    ("books 1 card alms", {"white": 7}, 0.0),
    ("books 1 card alms", {"space": 9}, -1 - COIN + RUBY),
    ("books 1 card lucky_devil", {"space": 9}, -1 - COIN + RUBY + 2),
    ("books 1 card shining_bright", {"space": 9}, -1 - COIN + 2 * RUBY),
]


@pytest.mark.parametrize(("head", "fields", "more"), CASES, ids=str)
def test_what_a_brew_brings_is_counted(
    head: str, fields: dict[str, int | tuple[int, int, int]], more: float
) -> None:
    """R5: by page and card."""
    assert worth(head, **fields) == pytest.approx(more)


def test_an_explosion_costs_the_lesser_of_points_and_coins_and_the_die() -> None:
    """R5.D: the greater of the two is taken; a shield keeps both, but not the die."""
    points, coins, die = 2, 10 * COIN, (4 + RUBY + STEP + 3 * COIN) / 12
    assert worth("books 1 card alms", end=EXPLODED) == pytest.approx(-min(points, coins) - die)
    assert worth("books 1 card alms", end=SHIELDED) == pytest.approx(-die)
    assert worth("books 1 card pot_is_full", end=SHIELDED) == pytest.approx(-2 * die)


def test_only_what_can_matter_is_needed() -> None:
    """The fewer fields an objective needs, the quicker the solver."""
    game = lay("books 1 card alms", "bag W1 W3 O1 pot W2@2")
    assert round_worth(game).needs == {"space", "end", "flask"}
    game = lay("books 1 card magic_potion", SEAT)
    assert "flask" not in round_worth(game).needs


def test_a_neighbours_black_chips_count_against_the_own_ones() -> None:
    """R5.1: as many bring the step, more bring the ruby too."""
    game = lay("books 1 card alms", SEAT, "pot K1@1")
    value = round_worth(game)
    gains = [value(NOTHING._replace(blacks=n)) - value(NOTHING) for n in (0, 1, 2)]
    assert gains == pytest.approx([0, STEP, STEP + RUBY])
