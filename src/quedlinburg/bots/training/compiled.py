"""Recording games in compiled code."""

import numpy as np

from quedlinburg.bots.games import compiled as games
from quedlinburg.bots.games.playing import Cast
from quedlinburg.bots.training import recording
from quedlinburg.bots.training.recording import Recording
from quedlinburg.bots.value.features import FEATURES
from quedlinburg.bots.value.net import NETS
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules.table import SEATS
from quedlinburg.sim import games as table_games
from quedlinburg.sim import kernel
from quedlinburg.sim.arrays import IntArray, RecordArray

kernel.register((recording,))


@games.compile_here
def record_games(tables: RecordArray, deal: games.Deal, cast: Cast, found: Recording) -> None:
    """Play whole games and record them; `tables` ends with two more records to play on."""
    t = tables[len(tables) - 1]
    scratch = Scratch(tables[len(tables) - 2], cast.search[0])
    for game in range(len(deal.which)):
        template = tables[int(deal.which[game])]
        table_games.lay_table(t, template, deal.seeds[game], deal.starts[game])
        recording.record_game(t, scratch, cast, found, game)
        table_games.share_victory(t, found.shares[game])
        for seat in range(t.players):
            found.final[game, seat] = t.vp[seat]


def blank_recording(games_: int) -> Recording:
    """Make room to record so many games."""
    return Recording(
        features=np.zeros((games_, NETS, SEATS, FEATURES), np.float32),
        points=np.zeros((games_, NETS, SEATS), np.float32),
        final=np.zeros((games_, SEATS), np.float32),
        shares=np.zeros((games_, SEATS), np.float32),
    )


def record(tables: RecordArray, which: IntArray, seeds: IntArray, cast: Cast) -> Recording:
    """Play and record games: game i is laid as table `which[i]`, with seed `seeds[i]`."""
    found = blank_recording(len(which))
    record_games(tables, games.deal_of(which, seeds), cast, found)
    return found
