"""The fast buyer buys by learned weights and answers all else as the apprentice does."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")
import numpy as np

from quedlinburg.bots.games import compiled as games
from quedlinburg.bots.heuristics.pot_facts import purchase
from quedlinburg.bots.policies import policy
from quedlinburg.bots.policies.fast_buyer import best_purchase, fill_chip_values
from quedlinburg.bots.value.search import new_scratch
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids, machine, options, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table
from quedlinburg.sim import kernel
from quedlinburg.sim.arrays import FloatArray
from quedlinburg.sim.games import first_waiting, lay_table
from quedlinburg.sim.luck import Fast

pytestmark = pytest.mark.compiles

NO_WEIGHTS = np.zeros(0)


def asked(seed: int) -> list[tuple[Table, int]]:
    """The tables of a game between apprentices, each time before a seat answers."""
    t, scratch = Table(Fast()), new_scratch()
    lay_table(t, Setup(players=3, books=2).to_table(Fast()), seed, -1)
    found = []
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            machine.turn_up_card(t)
        else:
            seat = first_waiting(t)
            found.append((kernel.table_of(kernel.record_of(t)[0], t.luck), seat))
            machine.act(t, seat, policy.choose(t, scratch, seat, policy.APPRENTICE, NO_WEIGHTS))
    return found


@pytest.fixture(scope="module")
def tables() -> list[tuple[Table, int]]:
    """The questions of one game."""
    return asked(3)


def choices(tables: list[tuple[Table, int]], number: int, weights: FloatArray) -> list[int]:
    """What a policy answers to each question."""
    return [policy.choose(t, new_scratch(), seat, number, weights) for t, seat in tables]


def test_all_but_purchases_is_as_the_apprentice_has_it(tables: list[tuple[Table, int]]) -> None:
    """Whatever the weights say; purchases differ."""
    same = {True: [0, 0], False: [0, 0]}
    fast_buyer = choices(tables, policy.FAST_BUYER, shipped("master"))
    for (t, seat), own, other in zip(
        tables, fast_buyer, choices(tables, policy.APPRENTICE, NO_WEIGHTS), strict=True
    ):
        same[top_task(t, seat) == tasks.SHOP][own == other] += 1
    assert same[False][0] == 0 < same[False][1]
    assert same[True][0] > 0


def test_purchases_follow_the_weights(tables: list[tuple[Table, int]]) -> None:
    """With all weights turned round nothing is worth its price any more."""
    shops = [(t, seat) for t, seat in tables if top_task(t, seat) == tasks.SHOP]
    nothing = purchase(ids.NO_KIND, ids.NO_KIND)
    bought = choices(shops, policy.FAST_BUYER, shipped("linear"))
    turned: FloatArray = np.array(shipped("linear"))
    turned[16:] *= -1
    assert bought.count(nothing) < len(shops) / 2
    assert choices(shops, policy.FAST_BUYER, turned).count(nothing) > len(shops) / 2


def test_of_two_chips_the_worth_adds_up(tables: list[tuple[Table, int]]) -> None:
    """No legal pair is worth more than the one that is bought."""
    weights = shipped("master")
    for t, seat in tables:
        if top_task(t, seat) == tasks.SHOP:
            worth = np.zeros(ids.KINDS + 1)
            fill_chip_values(t, seat, weights, worth)
            offered = options_of(t, seat)
            best = best_purchase(t, seat, worth)
            assert best in offered
            assert worth_of(worth, best) == pytest.approx(
                max(worth_of(worth, option) for option in offered)
            )


def options_of(t: Table, seat: int) -> list[int]:
    """The legal answers."""
    fill_options(t, seat)
    return [t.option[i] for i in range(t.option_n)]


def worth_of(worth: FloatArray, option: int) -> float:
    """What the chips of a purchase are worth."""
    first = (option - options.BUY) % options.BUY_WIDTH
    second = (option - options.BUY) // options.BUY_WIDTH
    return float(sum(worth[kind] for kind in (first, second) if kind != ids.NO_KIND))


def test_the_fast_buyer_chooses_alike_plain_and_compiled(tables: list[tuple[Table, int]]) -> None:
    """Every question of a game."""
    weights = shipped("master")
    scratch = games.new_scratch()
    for (t, seat), option in zip(tables, choices(tables, policy.FAST_BUYER, weights), strict=True):
        record = kernel.record_of(t)[0]
        assert games.choose(record, scratch, seat, policy.FAST_BUYER, np.array(weights)) == option


@pytest.mark.parametrize("number", [policy.MASTER, policy.LINEAR, policy.FAST_BUYER])
def test_a_learned_policy_without_its_weights_is_refused(number: int) -> None:
    """Compiled code would read beyond what is there."""
    seats = np.full((1, 4), number)
    short: FloatArray = np.array(shipped("linear"))[:-1]
    for weights in (None, short, 0 * short):
        with pytest.raises(ValueError, match=r"^this policy decides by learned weights"):
            games.cast_of(seats, weights=weights)


def test_policies_that_learned_nothing_need_no_weights() -> None:
    """And sit down beside those that do."""
    numbers = np.array([[policy.APPRENTICE, policy.LINEAR, policy.NOVICE, policy.RANDOM]])
    rows = np.array([[0, 1, 0, 0]])
    weights = shipped("linear")
    assert games.cast_of(numbers, rows, np.stack([0 * weights, weights])).weights.shape[0] == 2
