"""Whole games between policies in compiled code. Needs the extra `fast` (numba).

Each policy is compiled by itself, when it first plays; games call it by its number.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from quedlinburg.analysis import values
from quedlinburg.bots import heuristics, policies, value
from quedlinburg.bots.games import playing
from quedlinburg.bots.games.playing import Cast, Played
from quedlinburg.bots.policies import (
    apprentice,
    fast_buyer,
    fixed_risk,
    journeyman,
    master,
    novice,
    policy,
    random,
)
from quedlinburg.bots.value import net, option_values, search
from quedlinburg.bots.value.search import Scratch
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.sim import compiler, games, kernel
from quedlinburg.sim.arrays import FloatArray, IntArray, RecordArray
from quedlinburg.sim.compiler import FLOAT, FLOAT_ROW, INT
from quedlinburg.sim.dispatch import Line, Switchboard, call_with
from quedlinburg.sim.kernel import TABLE
from quedlinburg.sim.luck import Fast

# The sources that compiled policies depend on, beside the rules.
SOURCES = (Path(__file__).parents[1], Path(values.__file__))
compile_here = kernel.compile_with(*SOURCES)
_compile = compile_here

# How each policy chooses; `policy.choose` asks the same ones.
CHOICES = {
    policy.RANDOM: random.choose,
    policy.FIXED_RISK: fixed_risk.choose,
    policy.NOVICE: novice.choose,
    policy.APPRENTICE: apprentice.choose,
    policy.JOURNEYMAN: journeyman.choose,
    policy.MASTER: master.choose,
    policy.LINEAR: master.choose,
    policy.FAST_BUYER: fast_buyer.choose,
}
# The policies that read learned weights.
LEARNED = (policy.MASTER, policy.LINEAR, policy.FAST_BUYER)
_SCRATCH = compiler.named_tuple((TABLE, compiler.record(search.RECORD)), Scratch)
_CHOOSES = INT(TABLE, _SCRATCH, INT, FLOAT_ROW)
_board = Switchboard(
    "quedlinburg_policies", [Line(_compile(CHOICES[n]), _CHOOSES) for n in sorted(CHOICES)]
)
_address_of, _call = _board.address_of, call_with(_CHOOSES, int)
# How journeyman and master evaluate an option, compiled once for both.
_EVALUATES = FLOAT(TABLE, _SCRATCH, INT, INT)
_evaluation = Switchboard(
    "quedlinburg_option_values", [Line(_compile(option_values.option_value), _EVALUATES)]
)


def choose_by_number(
    t: Table, scratch: Scratch, seat: int, number: int, weights: FloatArray
) -> int:
    """Answer as a policy does, by its number: `policy.choose` for the compiler."""
    return _call(_address_of(number), (t, scratch, seat, weights))


def compile_policy(number: int) -> None:
    """Compile a policy and the rules, unless that is done, so that games can call it."""
    kernel.connect_rules()
    if CHOICES[number] in (journeyman.choose, master.choose):
        _evaluation.connect_all()
    _board.connect(number)


kernel.VERSIONS.update(net.VERSIONS)
kernel.VERSIONS[policy.choose] = choose_by_number
kernel.VERSIONS[option_values.option_value] = _evaluation.version(0)
for _package in (heuristics, policies, value):
    kernel.register(kernel.modules_of(_package))
kernel.register((playing, values))


@_compile
def _choose(t: Table, scratch: Scratch, seat: int, number: int, weights: FloatArray) -> int:
    """Answer the question of a seat of a compiled table."""
    return policy.choose(t, scratch, seat, number, weights)


def choose(t: Table, scratch: Scratch, seat: int, number: int, weights: FloatArray) -> int:
    """Answer the question of a seat of a compiled table as a policy does."""
    compile_policy(number)
    return _choose(t, scratch, seat, number, weights)


def new_scratch() -> Scratch:
    """Make room for a policy that runs in compiled code."""
    tables: RecordArray = np.zeros(1, kernel.RECORD)
    searches: RecordArray = np.zeros(1, search.RECORD)
    return Scratch(tables[0], searches[0])


class Deal(NamedTuple):
    """What is played, game by game.

    The same seed gives each seat the same luck, whatever the others do.
    """

    which: IntArray
    """The number of the template that the table is laid as."""
    seeds: IntArray
    """The seed of all luck."""
    starts: IntArray
    """The start player; below 0 the seed decides."""


def deal_of(which: ArrayLike, seeds: ArrayLike, starts: ArrayLike | None = None) -> Deal:
    """Put a deal together; the seeds decide who starts unless `starts` does."""
    rows = np.ascontiguousarray(which, np.int64)
    first = np.full(len(rows), -1) if starts is None else starts
    return Deal(rows, np.ascontiguousarray(seeds, np.int64), np.ascontiguousarray(first, np.int64))


@_compile
def play_records(tables: RecordArray, spare: Table, cast: Cast, played: Played) -> None:
    """Play tables that are under way to their ends, wherever they stand."""
    scratch = Scratch(spare, cast.search[0])
    for game in range(len(tables)):
        playing.finish_game(tables[game], scratch, cast, game, played)


@_compile
def play_games(tables: RecordArray, deal: Deal, cast: Cast, played: Played) -> None:
    """Play whole games, one after the other on the same table.

    Game i is laid as `tables[which[i]]` is; `tables` ends with two more records to play on.
    """
    t = tables[len(tables) - 1]
    scratch = Scratch(tables[len(tables) - 2], cast.search[0])
    for game in range(len(deal.which)):
        template = tables[int(deal.which[game])]
        games.lay_table(t, template, deal.seeds[game], deal.starts[game])
        playing.finish_game(t, scratch, cast, game, played)


def blank_played(games_played: int, *, diary: bool = False) -> Played:
    """Make room for the results of so many games."""
    rows = (games_played if diary else 0, SEATS, LAST_ROUND, playing.MEASURES)
    return Played(
        points=np.zeros((games_played, SEATS), np.int64),
        rubies=np.zeros((games_played, SEATS), np.int64),
        shares=np.zeros((games_played, SEATS)),
        diary=np.zeros(rows, np.int16),
        decisions=np.zeros(games_played, np.int64),
    )


def templates_of(setups: Sequence[Setup]) -> RecordArray:
    """The records of some set-ups, and two more to play on."""
    tables: RecordArray = np.zeros(len(setups) + 2, kernel.RECORD)
    for i, setup in enumerate(setups):
        tables[i] = kernel.record_of(setup.to_table(Fast()))[0]
    return tables


def check_weights(rows: FloatArray) -> None:
    """Refuse rows that are no weights: compiled code would read beyond their end."""
    for weights in rows:
        width = int(weights[net.WIDTH_AT]) if len(weights) >= net.HEAD else 0
        if width < 1 or len(weights) < net.net_start(weights, net.NETS):
            raise ValueError("this policy decides by learned weights, and there are none")


def cast_of(
    policies: ArrayLike,
    weight_rows: ArrayLike | None = None,
    weights: FloatArray | None = None,
    *,
    order: int = games.TOGETHER,
) -> Cast:
    """Say who plays: a row of four policies' numbers for each game, and in which order they brew.

    Without `weight_rows` all use row 0 of the weights. Policies that have not been compiled yet
    are compiled now.
    """
    numbers = np.ascontiguousarray(policies, np.int64)
    if weight_rows is None:
        rows = np.zeros_like(numbers)
    else:
        rows = np.ascontiguousarray(weight_rows, np.int64)
    learned = np.zeros((1, 0)) if weights is None else np.atleast_2d(weights)
    for number in np.unique(numbers).tolist():
        if number in LEARNED:
            check_weights(learned[np.unique(rows[numbers == number])])
        compile_policy(number)
    searches: RecordArray = np.zeros(1, search.RECORD)
    return Cast(
        policies=numbers,
        weight_rows=rows,
        weights=np.require(learned, np.float64, ["C", "W"]),
        search=searches,
        order=order,
    )


def play(
    tables: RecordArray,
    which: ArrayLike,
    seeds: ArrayLike,
    cast: Cast,
    *,
    starts: ArrayLike | None = None,
    diary: bool = False,
) -> Played:
    """Play whole games and return their results.

    `tables` comes from `templates_of`; game i is laid as table `which[i]` is, with seed
    `seeds[i]`. The seeds decide who starts unless `starts` does.
    """
    deal = deal_of(which, seeds, starts)
    played = blank_played(len(deal.which), diary=diary)
    play_games(tables, deal, cast, played)
    return played
