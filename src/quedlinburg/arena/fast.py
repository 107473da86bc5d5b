"""Deals played inside compiled code. Needs the extra `fast` (numba)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import Deal, seat_of
from quedlinburg.arena.roster import mind_number, mind_weights
from quedlinburg.arena.sheets import NOTHING, Sheet
from quedlinburg.bots import compiled, playing
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.table import SEATS
from quedlinburg.sim.arrays import Array

# Which measures of a diary are added up, in the order of a sheet's.
_MEASURES = [playing.EXPLODED, playing.POINTS, playing.RUBIES, playing.DROPLET]


def seating(players: int) -> Array:
    """For each rotation and seat of the contest: the seat at the table."""
    turns = range(players)
    return np.array([[seat_of(entry, turn, players) for entry in turns] for turn in turns])


def cast_of(contest: Contest, deals: int) -> playing.Cast:
    """Who sits where in the games of some deals, rotation after rotation."""
    players = contest.players
    numbers = np.array([mind_number(name) for name in contest.seats])
    minds: Array = np.zeros((deals, players, SEATS), np.int64)
    rows: Array = np.zeros((deals, players, SEATS), np.int64)
    for rotation, seats in enumerate(seating(players)):
        minds[:, rotation, seats] = numbers
        rows[:, rotation, seats] = np.arange(players)
    weights = [mind_weights(name) for name in contest.seats]
    longest = max(len(row) for row in weights)
    learned = np.zeros((players, longest))
    for row, own in zip(learned, weights, strict=True):
        row[: len(own)] = own
    return compiled.cast_of(minds.reshape(-1, SEATS), rows.reshape(-1, SEATS), learned)


@lru_cache(maxsize=2048)
def _template(setup: Setup) -> Array:
    """The record of a set-up, laid once: all mixtures of books are 1024."""
    return compiled.templates_of([setup])[:1]


def templates_of(setups: list[Setup]) -> Array:
    """The records of some set-ups, and two more to play on."""
    tables: Array = np.zeros(len(setups) + 2, _template(setups[0]).dtype)
    for row, setup in enumerate(setups):
        tables[row : row + 1] = _template(setup)
    return tables


def play_deals(contest: Contest, deals: list[Deal]) -> Sheet:
    """Play deals in every rotation and write down what came of them."""
    players = contest.players
    setups: dict[Setup, int] = {}
    which = [setups.setdefault(deal.setup, len(setups)) for deal in deals]
    played = compiled.play(
        templates_of(list(setups)),
        np.repeat(which, players),
        np.repeat([deal.seed for deal in deals], players),
        cast_of(contest, len(deals)),
        diary=True,
    )
    return _sheet_of(played, [deal.number for deal in deals], players)


def _sheet_of(played: playing.Played, numbers: list[int], players: int) -> Sheet:
    """Turn what happened at the tables' seats into what the contest's seats did."""
    sheet = Sheet.blank(players, len(numbers))
    sheet.numbers[:] = numbers
    by_game = (len(numbers), players)
    points = played.points.reshape(*by_game, SEATS)
    won = played.shares.reshape(*by_game, SEATS) > 0
    diary = played.diary.reshape(*by_game, *played.diary.shape[1:])
    bits = 1 << np.arange(players)
    for rotation, seats in enumerate(seating(players)):
        sheet.points[:, rotation] = points[:, rotation, seats]
        sheet.winners[:, rotation] = won[:, rotation, seats] @ bits
        own = diary[:, rotation, seats].astype(np.int64)
        sheet.rounds[:] += own[..., _MEASURES].sum(axis=0)
        _add_purchases(sheet.bought, own)
    return Sheet(
        sheet.numbers,
        sheet.points,
        sheet.winners,
        sheet.rounds,
        sheet.bought,
        int(played.decisions.sum()),
    )


def _add_purchases(bought: Array, diary: Array) -> None:
    """Count the kinds that were bought, and the rounds in which nothing was."""
    first = diary[..., playing.FIRST_BOUGHT]
    second = diary[..., playing.SECOND_BOUGHT]
    for kind in range(NOTHING):
        bought[:, :, kind] += ((first == kind).sum(axis=0)) + ((second == kind).sum(axis=0))
    bought[:, :, NOTHING] += ((first == NOTHING) & (second == NOTHING)).sum(axis=0)
