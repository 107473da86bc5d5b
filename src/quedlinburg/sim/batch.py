"""Many tables at once, for learning: reset, observe, legal mask, step. Needs the extra `fast`.

Every table stands before one decision, of `seats[i]`; a table that is over begins a new game at
once. The actions are numbered without gaps: `OPTION_OF[index]` is the option's code, and the
notation is that of `engine.actions`.

>>> from quedlinburg import Setup
>>> batch = Batch([Setup(players=4, books=1)], tables=3, seed=5)
>>> mask = batch.legal_mask()
>>> (mask.shape, batch.observe().shape) == ((3, ACTIONS), (3, OBSERVED))
True
>>> stepped = batch.step(mask.argmax(axis=1))  # the first legal action of each
>>> bool(stepped.done.any())
False
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quedlinburg.engine import actions
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids, machine, options, questions
from quedlinburg.rules.table import SEATS
from quedlinburg.sim import games, kernel, observation
from quedlinburg.sim.arrays import BoolArray, FloatArray, IntArray, RecordArray, SingleArray
from quedlinburg.sim.luck import Fast

OBSERVED = observation.LENGTH

# White can't be bought (R1.6), so that those purchases need no number.
_BUY_WHITE = {f"W{value}" for value in (1, 2, 3)}
ACTION_OF = tuple(
    action
    for _, action in sorted(actions.ACTIONS.items())
    if action.verb != "buy" or not _BUY_WHITE & set(action.words)
)
ACTIONS = len(ACTION_OF)
OPTION_OF: IntArray = np.array([action.code for action in ACTION_OF])
INDEX_OF: IntArray = np.full(options.OPTIONS, -1)
INDEX_OF[OPTION_OF] = np.arange(ACTIONS)

kernel.register((observation,))
_compile = kernel.compile_with()


class Tables(NamedTuple):
    """The tables of a batch: records, the seat that decides at each, and how games begin."""

    records: RecordArray
    seats: IntArray
    templates: RecordArray
    which: IntArray
    seeds: IntArray
    order: int


class Stepped(NamedTuple):
    """What a step brought: whether a game ended, and then shares of the victory and points."""

    done: BoolArray
    shares: FloatArray
    points: IntArray


@_compile
def _observe_all(tables: Tables, rows: SingleArray) -> None:
    """Write what the deciding seat of every table may see."""
    for i in range(len(tables.records)):
        observation.observe(tables.records[i], tables.seats[i], rows[i])


@_compile
def _mask_all(tables: Tables, index_of: IntArray, mask: BoolArray) -> None:
    """Mark the actions that are legal at every table."""
    mask[:] = False
    for i in range(len(tables.records)):
        t = tables.records[i]
        questions.fill_options(t, tables.seats[i])
        for j in range(t.option_n):
            mask[i, index_of[t.option[j]]] = True


@_compile
def _step_all(tables: Tables, chosen: IntArray, stepped: Stepped) -> None:
    """Carry out an option at every table, and go on to the next decision or the next game.

    An option below 0 gives the game up: the table begins its next one.
    """
    for i in range(len(tables.records)):
        t = tables.records[i]
        stepped.done[i] = False
        last = games.NOBODY
        if chosen[i] >= 0:
            brewing = games.brewing_round(t)
            machine.act(t, tables.seats[i], chosen[i])
            games.go_on(t)
            last = games.last_brewer(t, tables.seats[i], brewing)
            stepped.done[i] = t.phase == ids.OVER
        if stepped.done[i]:
            games.share_victory(t, stepped.shares[i])
            for seat in range(t.players):
                stepped.points[i, seat] = t.vp[seat]
        if stepped.done[i] or chosen[i] < 0:
            games.lay_table(t, tables.templates[int(tables.which[i])], tables.seeds[i], -1)
            games.go_on(t)
            tables.seeds[i] += len(tables.records)
            tables.which[i] = (tables.which[i] + 1) % len(tables.templates)
            last = games.NOBODY
        tables.seats[i] = games.next_to_decide(t, tables.order, last)


class Batch:
    """N tables that step together; the same set-ups, number and seed give the same games."""

    def __init__(
        self, setups: Sequence[Setup], tables: int, seed: int = 0, *, order: str = "together"
    ) -> None:
        """Lay the tables; each plays the set-ups in turn, the next one when a game is over.

        `order` says how the seats brew: `together`, one action each in turn, or `seats`.
        """
        if not setups:
            raise ValueError("setups: [] is not allowed; allowed: one set-up or more")
        if tables < 1:
            raise ValueError(f"tables: {tables} is not allowed; allowed: 1 or more")
        kernel.connect_rules()
        templates = [kernel.record_of(setup.to_table(Fast())) for setup in setups]
        self._seed = seed
        self._tables = Tables(
            records=np.zeros(tables, kernel.RECORD),
            seats=np.zeros(tables, np.int64),
            templates=np.concatenate(templates),
            which=np.zeros(tables, np.int64),
            seeds=np.zeros(tables, np.int64),
            order=games.order_number(order),
        )
        self.reset()

    @property
    def seats(self) -> IntArray:
        """The seat that decides at each table."""
        return self._tables.seats

    @property
    def records(self) -> RecordArray:
        """The tables themselves, for those who may see everything."""
        return self._tables.records

    def reset(self) -> None:
        """Begin all games anew, from the first seed."""
        count = len(self._tables.records)
        self._tables.seeds[:] = (self._seed << 32) + np.arange(count)
        self._tables.which[:] = np.arange(count) % len(self._tables.templates)
        self._step(np.full(count, -1))

    def observe(self, rows: SingleArray | None = None) -> SingleArray:
        """What the deciding seats may see, one row of OBSERVED numbers each."""
        if rows is None:
            rows = np.empty((len(self._tables.records), OBSERVED), np.float32)
        _observe_all(self._tables, rows)
        return rows

    def legal_mask(self, mask: BoolArray | None = None) -> BoolArray:
        """The legal actions of the deciding seats, one row of ACTIONS truth values each."""
        if mask is None:
            mask = np.empty((len(self._tables.records), ACTIONS), np.bool_)
        _mask_all(self._tables, INDEX_OF, mask)
        return mask

    def step(self, indices: IntArray, *, check: bool = True) -> Stepped:
        """Carry out one action at each table; a table that is over begins its next game.

        With `check` an illegal action is refused before anything has changed; without it the
        caller promises that all are legal.
        """
        count = len(self._tables.records)
        numbers = np.asarray(indices, np.int64)
        if numbers.shape != (count,):
            raise ValueError(f"actions: {len(numbers)} given; allowed: one for each of {count}")
        if check:
            wrong = np.flatnonzero(~self.legal_mask()[np.arange(count), numbers])
            if len(wrong) > 0:
                action = ACTION_OF[int(numbers[wrong[0]])]
                raise actions.IllegalAction(f"table {wrong[0]}: {action} is not legal now")
        return self._step(OPTION_OF[numbers])

    def _step(self, chosen: IntArray) -> Stepped:
        """Carry out options."""
        count = len(chosen)
        stepped = Stepped(
            done=np.zeros(count, np.bool_),
            shares=np.zeros((count, SEATS)),
            points=np.zeros((count, SEATS), np.int64),
        )
        _step_all(self._tables, chosen, stepped)
        return stepped
