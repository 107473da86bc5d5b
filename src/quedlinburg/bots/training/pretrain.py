"""Pre-training: what everything is worth, learned from very many games of the fast buyer.

The fast buyer plays quickly and buys by the weights that are being learned, so that after each
part of the games it tries what it has just learned. The result is the mean of the later parts'
weights: each of them has the luck of its own games in it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quedlinburg.bots.policies import policy
from quedlinburg.bots.training.fit import FitOptions, fit_weights, initial_weights
from quedlinburg.bots.training.selfplay import ANY, record_games
from quedlinburg.sim.arrays import FloatArray

# How the games of a part are fitted; from part to part the learning rate falls by RATE_FALL.
FIT = FitOptions(epochs=2, learning_rate=6e-3, pull=0.0)
RATE_FALL = 0.9
# From which share of the parts on weights count for the mean.
AVERAGED_FROM = 0.6
# After how many parts progress is told.
TELL_EVERY = 10


class Schedule(NamedTuple):
    """What to go through: parts of so many games, the nets' width, the seed, one set of books."""

    parts: int
    games: int
    width: int
    seed: int
    one_set: int = ANY


class Progress(NamedTuple):
    """How many parts are done, the weights, and the sum of those that count for the mean."""

    done: int
    weights: FloatArray
    total: FloatArray


def pretrain(schedule: Schedule, path: Path, say: Callable[[str], None]) -> FloatArray:
    """Go through a schedule from where the file stands, and return the mean weights."""
    progress = read_progress(schedule, path)
    while progress.done < schedule.parts:
        progress = next_part(schedule, progress)
        write_progress(path, progress)
        if progress.done % TELL_EVERY == 0 or progress.done == schedule.parts:
            say(f"pre-training: games {progress.done * schedule.games}")
    return progress.total / (schedule.parts - first_averaged(schedule))


def first_averaged(schedule: Schedule) -> int:
    """The first part whose weights count for the mean."""
    return min(int(AVERAGED_FROM * schedule.parts), schedule.parts - 1)


def next_part(schedule: Schedule, progress: Progress) -> Progress:
    """Play a part of the games with the weights as they are, and fit the weights to them."""
    part = progress.done
    seed = schedule.seed * 1000 + part
    number = policy.FAST_BUYER if part else policy.APPRENTICE
    games = record_games(progress.weights, schedule.games, seed, number, schedule.one_set)
    rate = FIT.learning_rate * (1 - RATE_FALL * part / schedule.parts)
    weights = fit_weights(progress.weights, games, FIT._replace(learning_rate=rate), seed)
    averaged = part >= first_averaged(schedule)
    return Progress(part + 1, weights, progress.total + weights if averaged else progress.total)


def read_progress(schedule: Schedule, path: Path) -> Progress:
    """Where a schedule stands, or its beginning."""
    if not path.exists():
        weights = initial_weights(schedule.width, schedule.seed)
        return Progress(0, weights, np.zeros(len(weights)))
    with np.load(path) as stored:
        return Progress(int(stored["done"]), stored["weights"], stored["total"])


def write_progress(path: Path, progress: Progress) -> None:
    """Keep where a schedule stands, whatever interrupts."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, **progress._asdict())
    unfinished.rename(path)
