"""Whole games between minds inside compiled code. Needs the extra `fast` (numba)."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quedlinburg.bots import minds as minds_package
from quedlinburg.bots import playing
from quedlinburg.bots.minds import mind, net
from quedlinburg.bots.playing import Cast, Played
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.rules.tables import LAST_ROUND
from quedlinburg.sim import compiled, games
from quedlinburg.sim.arrays import Array
from quedlinburg.sim.luck import Fast

compiled.VERSIONS.update(net.VERSIONS)
compiled.register((*compiled.modules_of(minds_package), playing))
compile_here = compiled.compile_with(compiled.cache_folder(Path(__file__).parent))
_compile = compile_here


@_compile
def choose(t: Table, spare: Table, seat: int, number: int, weights: Array) -> int:
    """Answer the question of a seat of a compiled table as a mind does."""
    return mind.choose(t, spare, seat, number, weights)


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


def cast_of(minds: Array, sheets: Array = None, weights: Array = None) -> Cast:
    """Who plays: a row of four minds' numbers for each game; without sheets all use row 0."""
    numbers = np.ascontiguousarray(minds, np.int64)
    rows = np.zeros_like(numbers) if sheets is None else np.ascontiguousarray(sheets, np.int64)
    learned = np.zeros((1, 0)) if weights is None else np.atleast_2d(weights)
    return Cast(numbers, rows, np.ascontiguousarray(learned, np.float64))


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
