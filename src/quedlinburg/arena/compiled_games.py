"""Play deals in compiled code. Needs the extra `fast` (numba)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import Deal, seat_of
from quedlinburg.arena.entries import policy_number, policy_weights
from quedlinburg.arena.results import NOTHING, Results
from quedlinburg.bots.games import compiled, playing
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.table import SEATS
from quedlinburg.sim.arrays import IntArray, RecordArray
from quedlinburg.sim.games import order_number

# The columns of a diary that are summed, in the order of the results' MEASURES.
_MEASURES = [playing.EXPLODED, playing.POINTS, playing.RUBIES, playing.DROPLET]


def seating(players: int) -> IntArray:
    """The table's seat for each rotation and each seat of the contest."""
    turns = range(players)
    return np.array([[seat_of(entry, turn, players) for entry in turns] for turn in turns])


def cast_of(contest: Contest, deals: int) -> playing.Cast:
    """The policies and weights of every seat in the games of some deals, by rotation."""
    players = contest.players
    numbers = np.array([policy_number(name) for name in contest.seats])
    policies: IntArray = np.zeros((deals, players, SEATS), np.int64)
    rows: IntArray = np.zeros((deals, players, SEATS), np.int64)
    for rotation, seats in enumerate(seating(players)):
        policies[:, rotation, seats] = numbers
        rows[:, rotation, seats] = np.arange(players)
    weights = [policy_weights(name) for name in contest.seats]
    longest = max(len(row) for row in weights)
    learned = np.zeros((players, longest))
    for row, own in zip(learned, weights, strict=True):
        row[: len(own)] = own
    return compiled.cast_of(
        policies.reshape(-1, SEATS),
        rows.reshape(-1, SEATS),
        learned,
        order=order_number(contest.order),
    )


@lru_cache(maxsize=2048)
def _template(setup: Setup) -> RecordArray:
    """The table record of a set-up; the cache has room for all 1024 mixtures of books."""
    return compiled.templates_of([setup])[:1]


def templates_of(setups: list[Setup]) -> RecordArray:
    """The table records of some set-ups, and two blank ones to play on."""
    tables: RecordArray = np.zeros(len(setups) + 2, _template(setups[0]).dtype)
    for row, setup in enumerate(setups):
        tables[row : row + 1] = _template(setup)
    return tables


def play_deals(contest: Contest, deals: list[Deal]) -> Results:
    """Play deals in every rotation and return their results."""
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
    return _results_of(played, [deal.number for deal in deals], players)


def _results_of(played: playing.Played, numbers: list[int], players: int) -> Results:
    """Results by the contest's seats from what was recorded by the tables' seats."""
    results = Results.blank(players, len(numbers))
    results.numbers[:] = numbers
    by_game = (len(numbers), players)
    points = played.points.reshape(*by_game, SEATS)
    won = played.shares.reshape(*by_game, SEATS) > 0
    diary = played.diary.reshape(*by_game, *played.diary.shape[1:])
    bits = 1 << np.arange(players)
    for rotation, seats in enumerate(seating(players)):
        results.points[:, rotation] = points[:, rotation, seats]
        results.winners[:, rotation] = won[:, rotation, seats] @ bits
        own = diary[:, rotation, seats].astype(np.int64)
        results.rounds[:] += own[..., _MEASURES].sum(axis=0)
        _add_purchases(results.bought, own)
    return Results(
        results.numbers,
        results.points,
        results.winners,
        results.rounds,
        results.bought,
        int(played.decisions.sum()),
    )


def _add_purchases(bought: IntArray, diary: IntArray) -> None:
    """Add the chips that were bought by kind, and the rounds in which none was."""
    first = diary[..., playing.FIRST_BOUGHT]
    second = diary[..., playing.SECOND_BOUGHT]
    for kind in range(NOTHING):
        bought[:, :, kind] += ((first == kind).sum(axis=0)) + ((second == kind).sum(axis=0))
    bought[:, :, NOTHING] += ((first == NOTHING) & (second == NOTHING)).sum(axis=0)
