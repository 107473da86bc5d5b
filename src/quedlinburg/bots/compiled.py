"""Whole games between minds inside compiled code. Needs the extra `fast` (numba).

Each mind is compiled by itself, when it first sits down at a table; games call it by its number.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np

from quedlinburg.bots import minds as minds_package
from quedlinburg.bots import playing
from quedlinburg.bots.minds import (
    answers,
    apprentice,
    brisk,
    chance,
    fixed_risk,
    journeyman,
    master,
    mind,
    net,
    novice,
)
from quedlinburg.bots.playing import Cast, Played
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.rules.tables import LAST_ROUND
from quedlinburg.sim import compiled, games
from quedlinburg.sim.arrays import Array
from quedlinburg.sim.calling import Line, Switchboard, call_with
from quedlinburg.sim.luck import Fast

compile_here = compiled.compile_with(compiled.cache_folder(Path(__file__).parent))
_compile = compile_here

# How each mind chooses; `mind.choose` asks the same ones.
CHOICES = {
    mind.RANDOM: chance.choose,
    mind.FIXED_RISK: fixed_risk.choose,
    mind.NOVICE: novice.choose,
    mind.APPRENTICE: apprentice.choose,
    mind.JOURNEYMAN: journeyman.choose,
    mind.MASTER: master.choose,
    mind.LINEAR: master.choose,
    mind.BRISK: brisk.choose,
}
# Those that read a sheet of weights.
LEARNED = (mind.MASTER, mind.LINEAR, mind.BRISK)
_RECORD = numba.from_dtype(compiled.RECORD)
_ROW = numba.float64[::1]
_CHOOSES = numba.int64(_RECORD, _RECORD, numba.int64, _ROW)
_board = Switchboard(
    "quedlinburg_minds", [Line(_compile(CHOICES[n]), _CHOOSES) for n in sorted(CHOICES)]
)
_address_of, _call = _board.address_of, call_with(_CHOOSES)
# How journeyman and master weigh options, compiled once for both.
_WEIGHS = numba.float64(_RECORD, _RECORD, numba.int64, _ROW, numba.int64)
_weighing = Switchboard("quedlinburg_weighing", [Line(_compile(answers.option_liking), _WEIGHS)])


def choose_by_number(t: Table, spare: Table, seat: int, number: int, weights: Array) -> int:
    """Answer as a mind does, by its number: `mind.choose` for the compiler."""
    return int(_call(_address_of(number), (t, spare, seat, weights)))


def seat_mind(number: int) -> None:
    """Compile a mind and the rules, unless that is done, so that games can call it."""
    compiled.connect_rules()
    if CHOICES[number] in (journeyman.choose, master.choose):
        _weighing.connect_all()
    _board.connect(number)


compiled.VERSIONS.update(net.VERSIONS)
compiled.VERSIONS[mind.choose] = choose_by_number
compiled.VERSIONS[answers.option_liking] = _weighing.version(0)
compiled.register((*compiled.modules_of(minds_package), playing))


@_compile
def _choose(t: Table, spare: Table, seat: int, number: int, weights: Array) -> int:
    """Answer the question of a seat of a compiled table."""
    return mind.choose(t, spare, seat, number, weights)


def choose(t: Table, spare: Table, seat: int, number: int, weights: Array) -> int:
    """Answer the question of a seat of a compiled table as a mind does."""
    seat_mind(number)
    return _choose(t, spare, seat, number, weights)


class Deal(NamedTuple):
    """What is played: for each game the number of its template, its seed and its start player.

    The same seed gives each seat the same luck, whatever the others do; a start player below 0
    is drawn by lot.
    """

    which: Array
    seeds: Array
    starts: Array


@_compile
def play_records(tables: Array, spare: Table, cast: Cast, played: Played) -> None:
    """Play tables that are under way to their ends, wherever they stand."""
    for game in range(len(tables)):
        playing.finish_game(tables[game], spare, cast, game, played)


@_compile
def play_games(tables: Array, deal: Deal, cast: Cast, played: Played) -> None:
    """Play whole games, one after the other on the same table.

    Game i is laid as `tables[which[i]]` is; `tables` ends with two more records to play on.
    """
    t = tables[len(tables) - 1]
    spare = tables[len(tables) - 2]
    for game in range(len(deal.which)):
        template = tables[deal.which[game]]
        games.lay_table(t, template, deal.seeds[game], deal.starts[game])
        playing.finish_game(t, spare, cast, game, played)


def blank_sheets(games_played: int, *, diary: bool = False) -> Played:
    """Lay out empty sheets for so many games."""
    lines = (games_played if diary else 0, SEATS, LAST_ROUND, playing.MEASURES)
    return Played(
        points=np.zeros((games_played, SEATS), np.int64),
        rubies=np.zeros((games_played, SEATS), np.int64),
        shares=np.zeros((games_played, SEATS)),
        diary=np.zeros(lines, np.int16),
        decisions=np.zeros(games_played, np.int64),
    )


def templates_of(setups: Sequence[Setup]) -> Array:
    """The records of some set-ups, and two more to play on."""
    tables: Array = np.zeros(len(setups) + 2, compiled.RECORD)
    for i, setup in enumerate(setups):
        tables[i] = compiled.record_of(setup.to_table(Fast()))[0]
    return tables


def check_sheets(sheets: Array) -> None:
    """Refuse rows that are no sheets of weights: compiled code would read beyond their end."""
    for sheet in sheets:
        width = int(sheet[net.WIDTH_AT]) if len(sheet) >= net.HEAD else 0
        if width < 1 or len(sheet) < net.net_start(sheet, net.NETS):
            raise ValueError("this mind decides by a sheet of weights, and there is none")


def cast_of(minds: Array, sheets: Array = None, weights: Array = None) -> Cast:
    """Who plays: a row of four minds' numbers for each game; without sheets all use row 0.

    Minds that have not been compiled yet are compiled now.
    """
    numbers = np.ascontiguousarray(minds, np.int64)
    rows = np.zeros_like(numbers) if sheets is None else np.ascontiguousarray(sheets, np.int64)
    learned = np.zeros((1, 0)) if weights is None else np.atleast_2d(weights)
    for number in np.unique(numbers).tolist():
        if number in LEARNED:
            check_sheets(learned[np.unique(rows[numbers == number])])
        seat_mind(number)
    return Cast(numbers, rows, np.require(learned, np.float64, ["C", "W"]))


def play(
    tables: Array,
    which: Array,
    seeds: Array,
    cast: Cast,
    *,
    starts: Array = None,
    diary: bool = False,
) -> Played:
    """Play whole games and say what came of them.

    `tables` comes from `templates_of`; game i is laid as table `which[i]` is, with seed
    `seeds[i]`. Start players are drawn by lot unless they are given.
    """
    count = len(which)
    lots = np.full(count, -1) if starts is None else starts
    deal = Deal(*(np.ascontiguousarray(row, np.int64) for row in (which, seeds, lots)))
    played = blank_sheets(count, diary=diary)
    play_games(tables, deal, cast, played)
    return played
