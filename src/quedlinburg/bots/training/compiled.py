"""Recording games in compiled code."""

import numpy as np

from quedlinburg.bots import compiled as games
from quedlinburg.bots.minds.features import FEATURES
from quedlinburg.bots.minds.net import NETS
from quedlinburg.bots.playing import Cast
from quedlinburg.bots.training import recording
from quedlinburg.bots.training.recording import Sheets
from quedlinburg.rules.table import SEATS
from quedlinburg.sim import compiled
from quedlinburg.sim import games as playing_games
from quedlinburg.sim.arrays import Array

compiled.register((recording,))


@games.compile_here
def record_games(tables: Array, deal: games.Deal, cast: Cast, sheets: Sheets) -> None:
    """Play whole games and write them down; `tables` ends with two more records to play on."""
    t = tables[len(tables) - 1]
    spare = tables[len(tables) - 2]
    for game in range(len(deal.which)):
        template = tables[deal.which[game]]
        playing_games.lay_table(t, template, deal.seeds[game], deal.starts[game])
        recording.record_game(t, spare, cast, sheets, game)
        playing_games.share_victory(t, sheets.shares[game])
        for seat in range(t.players):
            sheets.final[game, seat] = t.vp[seat]


def blank_sheets(games_: int) -> Sheets:
    """Lay out empty sheets for so many games."""
    return Sheets(
        features=np.zeros((games_, NETS, SEATS, FEATURES), np.float32),
        points=np.zeros((games_, NETS, SEATS), np.float32),
        final=np.zeros((games_, SEATS), np.float32),
        shares=np.zeros((games_, SEATS), np.float32),
    )


def record(tables: Array, which: Array, seeds: Array, cast: Cast) -> Sheets:
    """Play and write down games: game i is laid as table `which[i]`, with seed `seeds[i]`."""
    rows = (which, seeds, np.full(len(which), -1))
    deal = games.Deal(*(np.ascontiguousarray(row, np.int64) for row in rows))
    sheets = blank_sheets(len(which))
    record_games(tables, deal, cast, sheets)
    return sheets
