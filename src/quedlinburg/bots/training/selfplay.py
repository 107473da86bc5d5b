"""What is played for training: random set-ups, recorded games, matches between two weights."""

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.games import compiled as games
from quedlinburg.bots.policies import policy
from quedlinburg.bots.training import compiled as recorder
from quedlinburg.bots.training.recording import Recording
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.constants import EDITIONS
from quedlinburg.rules.table import SEATS
from quedlinburg.sim.arrays import FloatArray, IntArray

# How many set-ups are made up at a time.
SETUPS = 240
# How often a table plays one set of books, and how often each variant.
ONE_SET = 0.48
TUBES, OVERFLOW, STIR = 0.2, 0.1, 0.1
PLAYERS = (2, 2, 3, 4, 4)
# Editions, the usual one more often.
PRINTINGS = ("north_star", "north_star", *EDITIONS)
# How often a seat at the master's tables is given to a weaker policy, so that their play is known.
WEAKER = 0.05
# Books: any of them.
ANY = 0


def random_setups(
    rng: np.random.Generator, count: int, players: tuple[int, ...] = PLAYERS, one_set: int = ANY
) -> list[Setup]:
    """Random set-ups: players, books mixed or one set, or always the same, editions, variants."""
    setups = []
    for _ in range(count):
        books: int | dict[str, int] = {c: int(rng.integers(1, 5)) for c in BOOK_COLOURS}
        if rng.random() < ONE_SET:
            books = int(rng.integers(1, 5))
        if one_set != ANY:
            books = one_set
        setup = Setup(
            players=int(rng.choice(players)),
            books=books,
            edition=str(rng.choice(PRINTINGS)),
            tubes=bool(rng.random() < TUBES),
            overflow=bool(rng.random() < OVERFLOW),
            stir="always" if rng.random() < STIR else "last",
        )
        setups.append(setup)
    return setups


def record_games(
    weights: FloatArray, count: int, seed: int, number: int = policy.MASTER, one_set: int = ANY
) -> Recording:
    """Record games of a policy against itself; the master meets weaker policies too."""
    rng = np.random.default_rng([seed, 1])
    setups = random_setups(rng, SETUPS, one_set=one_set)
    which = rng.integers(0, SETUPS, count)
    seeds = rng.integers(0, 2**60, count)
    weaker = rng.choice([policy.APPRENTICE, policy.JOURNEYMAN], (count, SEATS))
    policies = np.full((count, SEATS), number)
    if number == policy.MASTER:
        policies = np.where(rng.random((count, SEATS)) < WEAKER, weaker, policies)
    cast = games.cast_of(policies, weights=weights)
    return recorder.record(games.templates_of(setups), which, seeds, cast)


class Result(NamedTuple):
    """How a match ended: the challenger's share of wins against an equal share of 1, and error."""

    share: float
    error: float
    games: int


def play_match(
    challenger: FloatArray, champion: FloatArray, count: int, seed: int, one_set: int = ANY
) -> Result:
    """Let a challenger's weights play one seat against the champion's, each seed in all seats."""
    rng = np.random.default_rng([seed, 2])
    per_seed: list[float] = []
    for players in (2, 4):
        tables = games.templates_of(random_setups(rng, SETUPS // 4, (players,), one_set))
        rounds = count // 2 // players
        seeds: IntArray = np.repeat(rng.integers(0, 2**60, rounds), players)
        which: IntArray = np.repeat(rng.integers(0, SETUPS // 4, rounds), players)
        own = np.tile(np.arange(players), rounds)
        policies = np.full((len(seeds), SEATS), policy.MASTER)
        rows: IntArray = np.ones((len(seeds), SEATS), np.int64)
        rows[np.arange(len(seeds)), own] = 0
        cast = games.cast_of(policies, rows, np.stack([challenger, champion]))
        played = games.play(tables, which, seeds, cast, starts=seeds % players)
        wins = played.shares[np.arange(len(seeds)), own].reshape(rounds, players)
        per_seed.extend(wins.mean(1) * players)
    spread = float(np.std(per_seed)) / len(per_seed) ** 0.5
    return Result(float(np.mean(per_seed)), 1.96 * spread, count)
