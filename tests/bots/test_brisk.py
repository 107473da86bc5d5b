"""The mind `brisk`: it buys by a sheet and answers all else as the apprentice does."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")
import numpy as np

from quedlinburg.bots import compiled as games
from quedlinburg.bots.minds import mind
from quedlinburg.bots.minds.brisk import best_purchase, fill_worth
from quedlinburg.bots.minds.facts import purchase
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids, machine, tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table
from quedlinburg.sim import compiled
from quedlinburg.sim.arrays import Array
from quedlinburg.sim.games import first_waiting, lay_table
from quedlinburg.sim.luck import Fast


def asked(seed: int) -> list[tuple[Table, int]]:
    """The tables of a game between apprentices, each time before a seat answers."""
    t, spare = Table(Fast()), Table(Fast())
    lay_table(t, Setup(players=3, books=2).to_table(Fast()), seed, -1)
    found = []
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            machine.turn_up_card(t)
        else:
            seat = first_waiting(t)
            found.append((compiled.table_of(compiled.record_of(t)[0], t.luck), seat))
            machine.act(t, seat, mind.choose(t, spare, seat, mind.APPRENTICE, ()))
    return found


@pytest.fixture(scope="module")
def tables() -> list[tuple[Table, int]]:
    """The questions of one game."""
    return asked(3)


def choices(tables: list[tuple[Table, int]], number: int, weights: Array) -> list[int]:
    """What a mind answers to each question."""
    return [mind.choose(t, Table(Fast()), seat, number, weights) for t, seat in tables]


def test_all_but_purchases_is_as_the_apprentice_has_it(tables: list[tuple[Table, int]]) -> None:
    """Whatever the sheet says; purchases differ."""
    same = {True: [0, 0], False: [0, 0]}
    brisk = choices(tables, mind.BRISK, shipped("master"))
    for (t, seat), own, other in zip(
        tables, brisk, choices(tables, mind.APPRENTICE, ()), strict=True
    ):
        same[top_task(t, seat) == tasks.SHOP][own == other] += 1
    assert same[False][0] == 0 < same[False][1]
    assert same[True][0] > 0


def test_purchases_follow_the_sheet(tables: list[tuple[Table, int]]) -> None:
    """With all weights turned round nothing is worth its price any more."""
    shops = [(t, seat) for t, seat in tables if top_task(t, seat) == tasks.SHOP]
    nothing = purchase(ids.NO_KIND, ids.NO_KIND)
    bought = choices(shops, mind.BRISK, shipped("linear"))
    turned: Array = np.array(shipped("linear"))
    turned[16:] *= -1
    assert bought.count(nothing) < len(shops) / 2
    assert choices(shops, mind.BRISK, turned).count(nothing) > len(shops) / 2


def test_of_two_chips_the_worth_adds_up(tables: list[tuple[Table, int]]) -> None:
    """No legal pair is worth more than the one that is bought."""
    sheet = shipped("master")
    for t, seat in tables:
        if top_task(t, seat) == tasks.SHOP:
            worth = np.zeros(ids.KINDS + 1)
            fill_worth(t, seat, sheet, worth)
            options = options_of(t, seat)
            best = best_purchase(t, seat, worth)
            assert best in options
            assert worth_of(worth, best) == pytest.approx(
                max(worth_of(worth, option) for option in options)
            )


def options_of(t: Table, seat: int) -> list[int]:
    """The legal answers."""
    fill_options(t, seat)
    return [t.option[i] for i in range(t.option_n)]


def worth_of(worth: Array, option: int) -> float:
    """What the chips of a purchase are worth."""
    first = (option - words.BUY) % words.BUY_WIDTH
    second = (option - words.BUY) // words.BUY_WIDTH
    return float(sum(worth[kind] for kind in (first, second) if kind != ids.NO_KIND))


def test_brisk_chooses_alike_plain_and_compiled(tables: list[tuple[Table, int]]) -> None:
    """Every question of a game."""
    sheet = shipped("master")
    spare = games.templates_of([])[0]
    for (t, seat), option in zip(tables, choices(tables, mind.BRISK, sheet), strict=True):
        record = compiled.record_of(t)[0]
        assert games.choose(record, spare, seat, mind.BRISK, np.array(sheet)) == option


@pytest.mark.parametrize("number", [mind.MASTER, mind.LINEAR, mind.BRISK])
def test_a_learned_mind_without_its_sheet_is_refused(number: int) -> None:
    """Compiled code would read beyond what is there."""
    seats = np.full((1, 4), number)
    short: Array = np.array(shipped("linear"))[:-1]
    for weights in (None, short, 0 * short):
        with pytest.raises(ValueError, match=r"^this mind decides by a sheet of weights"):
            games.cast_of(seats, weights=weights)


def test_minds_that_learned_nothing_need_no_sheet() -> None:
    """And sit down beside those that do."""
    numbers = np.array([[mind.APPRENTICE, mind.LINEAR, mind.NOVICE, mind.RANDOM]])
    sheets = np.array([[0, 1, 0, 0]])
    sheet = shipped("linear")
    assert games.cast_of(numbers, sheets, np.stack([0 * sheet, sheet])).weights.shape[0] == 2
