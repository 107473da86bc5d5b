"""The record of what things are worth, plain and as a numpy record."""

from __future__ import annotations

import numpy as np
import pytest

from quedlinburg.analysis.values import (
    FIELDS,
    MOST_COINS,
    Values,
    best_step,
    clear_values,
    derive_coins,
    derive_glass,
    derive_last_coins,
    derive_rubies,
    record_type,
    rubies_value,
)
from quedlinburg.bots import master_values
from quedlinburg.engine.game import Game
from quedlinburg.rules import ids
from quedlinburg.rules.table import Table

POSITION = "players 2  books 1  round {}  card alms\nseat 0  rubies 3  {}\nseat 1"


def table_of(round_no: int = 4, seat: str = "", more: str = "") -> Table:
    """A table with nothing special about it."""
    return Game.from_position(f"{more}\n{POSITION.format(round_no, seat)}").table


def some_values() -> Values:
    """A step is worth 2 points, a ruby 0.5, the flask 3; chips 1 for each space they move."""
    values = Values()
    values.step, values.ruby, values.flask = 2.0, 0.5, 3.0
    values.chip = [0.0] * ids.O1 + [float(kind) for kind in range(ids.O1, ids.KINDS)]
    return values


def test_a_record_has_every_field_of_the_class() -> None:
    """With the same shapes, so that compiled code reads what plain Python wrote."""
    record = np.zeros(1, record_type(FIELDS))[0]
    values = Values()
    assert (
        set(record.dtype.names or ())
        == set(Values.__slots__)
        == set(Values.__annotations__) - {"fields"}
    )
    for name, shape in FIELDS:
        assert np.shape(getattr(values, name)) == record[name].shape == shape


def test_a_copy_changes_nothing_of_the_original() -> None:
    """Lists are copied too."""
    values = some_values()
    twin = values.copy()
    twin.step, twin.chip[ids.O1] = 9.0, 9.0
    assert (values.step, values.chip[ids.O1]) == (2.0, float(ids.O1))


def test_a_cleared_record_is_like_a_new_one() -> None:
    """Whatever it held."""
    values, new = Values(), Values()
    for name, shape in FIELDS:
        setattr(values, name, [7.0] * shape[0] if shape else 7.0)
    clear_values(values)
    assert all(getattr(values, name) == getattr(new, name) for name, _ in FIELDS)


def test_coins_are_worth_the_best_two_chips_of_different_colours() -> None:
    """R5.E: 35 coins buy the two best of the books that are out; none buy nothing."""
    values = some_values()
    t = table_of(4)
    derive_coins(t, values)
    assert values.coins[0] == values.coins[2] == 0.0
    assert values.coins == sorted(values.coins)
    prices = {kind: t.price[kind] for kind in range(ids.O1, ids.KINDS)}
    assert values.coins[3] == max(float(kind) for kind, price in prices.items() if price <= 3)
    assert values.coins[MOST_COINS] == float(ids.P1 + ids.K1)


def test_coins_of_the_last_round_are_paid_in_points() -> None:
    """R5.G: a point for five."""
    values = some_values()
    derive_last_coins(values)
    assert [values.coins[coins] for coins in (4, 5, 35)] == [0, 1, 7]


def test_rubies_buy_the_flask_first_and_then_steps() -> None:
    """R5.F: two for each; a kept ruby counts what a ruby is worth."""
    values = some_values()
    derive_rubies(table_of(4), values)
    assert values.rubies_full[:5] == [0.0, 0.5, 2.0, 2.5, 4.0]
    assert values.rubies_empty[:5] == [0.0, 0.5, 3.0, 3.5, 5.0]
    assert rubies_value(values, 1.5, 1) == pytest.approx(1.25)


def test_rubies_of_the_last_round_are_paid_in_points() -> None:
    """R5.G: a point for two."""
    values = some_values()
    derive_rubies(table_of(9), values)
    assert values.rubies_full[:5] == values.rubies_empty[:5] == [0, 0, 1, 1, 2]


def test_a_step_goes_to_the_better_droplet() -> None:
    """R7.2: without tubes there is no glass, at the pot's end no step."""
    values = some_values()
    derive_glass(table_of(4), 0, values)
    assert (values.glass, best_step(values)) == (0.0, 2.0)
    derive_glass(table_of(4, "droplet 52", "tubes"), 0, values)
    assert values.step == 0.0 < values.glass == best_step(values)


def test_the_strongest_level_says_what_things_are_worth_to_any_seat() -> None:
    """From a view, of the own seat or of another: more in early rounds than in late ones."""
    for seat in (0, 1):
        early, late = (
            master_values(Game.from_position(POSITION.format(number, "")).view(0), seat)
            for number in (2, 8)
        )
        assert early.step > late.step > 0
        assert early.chip[ids.B4] > late.chip[ids.B4] > 0 > early.chip[ids.W1]
        assert early.coins[MOST_COINS] > early.coins[10] > 0
