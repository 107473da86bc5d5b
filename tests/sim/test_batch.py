"""Batches: legal masks are the legal actions, observations know no secret, tables begin anew."""

from __future__ import annotations

from random import Random

import pytest

from quedlinburg import Setup
from quedlinburg.engine.actions import IllegalAction
from quedlinburg.engine.preview import preview
from quedlinburg.rules import ids, machine, options
from quedlinburg.rules.table import Table
from quedlinburg.sim import observation
from quedlinburg.sim.luck import Fast

pytest.importorskip("numba")
import numpy as np

from quedlinburg.sim import batch as batches
from quedlinburg.sim import kernel
from quedlinburg.sim.arrays import BoolArray, IntArray
from quedlinburg.sim.games import ORDERS, brewing_round

pytestmark = pytest.mark.compiles

COLOURS = ("green", "blue", "red", "yellow", "purple")


def some_setups(count: int, seed: int = 1) -> list[Setup]:
    """Set-ups with mixed books and any of the variants."""
    luck = Random(seed)
    return [
        Setup(
            players=luck.randint(2, 4),
            books={colour: luck.randint(1, 4) for colour in COLOURS},
            tubes=luck.random() < 0.5,
            stir=luck.choice(("last", "always")),
            overflow=luck.random() < 0.5,
        )
        for _ in range(count)
    ]


def any_legal(mask: BoolArray, luck: np.random.Generator) -> IntArray:
    """One legal action for each row, each equally likely."""
    chosen: IntArray = (mask * luck.random(mask.shape)).argmax(axis=1)
    return chosen


def played_on(steps: int, tables: int = 12, seed: int = 3) -> batches.Batch:
    """A batch in the middle of its games."""
    batch = batches.Batch(some_setups(5), tables, seed)
    luck = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(any_legal(batch.legal_mask(), luck), check=False)
    return batch


def plain_tables(batch: batches.Batch) -> list[tuple[Table, int]]:
    """The tables of a batch as plain ones, with the seat that decides."""
    return [
        (kernel.table_of(record, Fast()), int(seat))
        for record, seat in zip(batch.records, batch.seats, strict=True)
    ]


def observed(t: Table, seat: int) -> list[float]:
    """What a seat observes of a plain table."""
    row = np.zeros(observation.LENGTH, np.float32)
    observation.observe(t, seat, row)
    return row.tolist()


def test_masks_are_the_legal_actions() -> None:
    """At every table, over many decisions: what the engine offers, and nothing else."""
    luck = np.random.default_rng(8)
    batch = batches.Batch(some_setups(6), 6)
    for _ in range(150):
        mask = batch.legal_mask()
        for row, (t, seat) in zip(mask, plain_tables(batch), strict=True):
            legal = {option.action for option in preview(t, seat)}
            assert {batches.ACTION_OF[i] for i in np.flatnonzero(row)} == legal
            assert machine.is_waiting(t, seat)
        batch.step(any_legal(mask, luck))


def test_every_action_has_one_number() -> None:
    """Options and numbers map onto each other; purchases of white chips have none."""
    assert len(set(batches.ACTION_OF)) == batches.ACTIONS == len(batches.OPTION_OF)
    assert (batches.INDEX_OF[batches.OPTION_OF] == np.arange(batches.ACTIONS)).all()
    assert not any(action.words[:1] == ("W1",) for action in batches.ACTION_OF[59:])


def test_compiled_observations_are_the_plain_ones() -> None:
    """The same lines, the same numbers, to the precision of the row."""
    batch = played_on(60)
    rows = batch.observe()
    for row, (t, seat) in zip(rows, plain_tables(batch), strict=True):
        assert np.allclose(row, observed(t, seat), atol=1e-6)


def tell_secrets(t: Table, seat: int, luck: Random) -> None:
    """Change everything that a seat may not see."""
    t.rng[:] = [luck.getrandbits(32) for _ in range(4)]
    t.deck[:] = [luck.randrange(24) for _ in t.deck]
    t.deck_n = luck.randint(0, 9)
    for other in range(t.players):
        if other != seat:
            t.looked[other] = [luck.randint(0, 3) for _ in range(ids.KINDS)]
            if t.sealed[other] != 0:
                t.sealed[other] = options.DRAW + options.STOP - t.sealed[other]
            t.task[other] = [luck.randint(100, 124) for _ in t.task[other]]
            t.arg[other] = [luck.randint(0, 50) for _ in t.arg[other]]
            t.question_no[other] += 3
            t.luck_n[other] = [7, 7, 7, 7]
    t.option[:] = [9] * len(t.option)
    t.option_n = 5


def test_an_observation_never_changes_with_a_secret() -> None:
    """Deck, luck, and what others look at, seal or are asked: all changed, the row is the same."""
    luck = Random(4)
    sealed = 0
    for steps in (20, 45, 90, 150):
        for t, seat in plain_tables(played_on(steps)):
            before = observed(t, seat)
            sealed += sum(choice != 0 for choice in t.sealed)
            tell_secrets(t, seat, luck)
            assert observed(t, seat) == before
    assert sealed > 0


OPEN_NUMBERS = ("round_no", "start", "players")
OPEN_ROWS = ("vp", "rubies", "droplet", "tails", "glass", "coins", "scoring", "white_sum", "shield")
OPEN_GRIDS = ("bag", "aside", "bowl")


@pytest.mark.parametrize("name", [*OPEN_ROWS, *OPEN_GRIDS])
def test_an_observation_changes_with_what_is_open(name: str) -> None:
    """Of every seat, the own one and the others."""
    for t, seat in plain_tables(played_on(30)):
        for other in range(t.players):
            before = observed(t, seat)
            row = getattr(t, name)
            if name in OPEN_ROWS:
                row[other] += 1
            else:
                row[other][ids.O1] += 1
            assert observed(t, seat) != before


def test_an_observation_changes_with_the_own_look_and_the_supply() -> None:
    """What the own seat looks at is for its eyes."""
    t, seat = plain_tables(played_on(30))[0]
    before = observed(t, seat)
    t.looked[seat][ids.G1] += 1
    assert observed(t, seat) != before
    before = observed(t, seat)
    t.supply[ids.K1] -= 1
    assert observed(t, seat) != before


def test_finished_tables_begin_anew_and_tell_who_won() -> None:
    """Shares add up to one, points are those of the game, and the new game has begun."""
    batch = batches.Batch(some_setups(3), 8, seed=2)
    luck = np.random.default_rng(1)
    ended = 0
    for _ in range(700):
        stepped = batch.step(any_legal(batch.legal_mask(), luck), check=False)
        for i in np.flatnonzero(stepped.done):
            ended += 1
            assert stepped.shares[i].sum() == pytest.approx(1)
            assert stepped.points[i].max() > 0
            assert batch.records[i]["round_no"] == 1
        quiet = ~stepped.done
        assert not stepped.shares[quiet].any()
    assert ended > 8


def test_equal_batches_play_equal_games() -> None:
    """Same set-ups, number and seed; reset begins the same games again."""
    one, other = played_on(80), played_on(80)
    assert (one.observe() == other.observe()).all()
    one.reset()
    assert (one.observe() == batches.Batch(some_setups(5), 12, 3).observe()).all()
    assert (one.observe() != played_on(0, seed=4).observe()).any()


def test_an_illegal_action_is_refused_before_anything_changes() -> None:
    """The error names the table and the action."""
    batch = played_on(10)
    before = batch.records.copy()
    mask = batch.legal_mask()
    indices = mask.argmax(axis=1)
    indices[7] = int((~mask[7]).argmax())
    with pytest.raises(IllegalAction, match=r"table 7: .* is not legal now"):
        batch.step(indices)
    for name in ("vp", "bag", "pot_n", "phase", "round_no"):
        assert (batch.records[name] == before[name]).all()


@pytest.mark.parametrize(
    ("setups", "tables", "said"),
    [
        ([], 3, "setups: .* allowed: one set-up or more"),
        ([Setup(players=2)], 0, "tables: 0 is not allowed"),
    ],
)
def test_an_empty_batch_is_refused(setups: list[Setup], tables: int, said: str) -> None:
    """In one line."""
    with pytest.raises(ValueError, match=said):
        batches.Batch(setups, tables)


def test_one_action_for_each_table_is_wanted() -> None:
    """Not fewer, not more."""
    with pytest.raises(ValueError, match="actions: 2 given; allowed: one for each of 12"):
        played_on(0).step(np.zeros(2, int))


@pytest.mark.parametrize("order", ORDERS)
def test_seats_brew_in_the_order_that_was_asked_for(order: str) -> None:
    """Together nobody acts twice while another waits; seat by seat the first one goes on."""
    luck = np.random.default_rng(4)
    setups = [Setup(players=4, books=2, stir="never")]
    batch = batches.Batch(setups, 4, seed=1, order=order)
    twice = others = 0
    for _ in range(400):
        before = plain_tables(batch)
        batch.step(any_legal(batch.legal_mask(), luck), check=False)
        for (t, seat), (now, following) in zip(before, plain_tables(batch), strict=True):
            if brewing_round(t) == 0 or brewing_round(now) != brewing_round(t):
                continue
            waiting = machine.waiting_seats(now)
            if waiting != 1 << seat:
                twice += following == seat
                others += following != seat
                goes_on = order == "seats" and waiting >> seat & 1
                assert (following == seat) == bool(goes_on)
    assert others > 40
    assert (twice > 40) == (order == "seats")


def test_an_order_that_is_not_known_is_refused() -> None:
    """One line names what is allowed."""
    with pytest.raises(ValueError, match="order: 'both' is not allowed; allowed: together, seats"):
        batches.Batch(some_setups(1), 1, order="both")
