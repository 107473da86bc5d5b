"""`quacks bench sim`: whole compiled games and batches of tables. Needs the extra `fast`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from random import Random
from time import perf_counter, process_time

import numpy as np

from quedlinburg.bots.games import compiled
from quedlinburg.bots.policies.policy import POLICIES
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.table import SEATS
from quedlinburg.sim.batch import Batch
from quedlinburg.sim.kernel import RECORD

# The tables of a batch, the set-ups that are mixed, and the games between two looks at the clock.
TABLES = 256
SETUPS = 200
CHUNK = 1000

# One game in a new process, and how long it took to be ready.
_FIRST_GAME = """
from time import perf_counter
from quedlinburg.bench.sim import play_chunk
begun = perf_counter()
play_chunk("apprentice", 0, 1)
print(perf_counter() - begun)
"""


@dataclass(frozen=True)
class SimFigures:
    """The figures of one run; the last two only where compiling was measured."""

    policy: str
    games: int
    games_per_second: float
    decisions_per_second: float
    games_per_second_on_two: float
    batch_steps_per_second: float
    batch_observed_per_second: float
    bytes_a_table: int
    cold_seconds: float | None
    cached_seconds: float | None

    def to_json(self) -> dict[str, object]:
        """The figures as a plain dict."""
        return {"benchmark": "sim", **asdict(self)}

    def rows(self) -> list[tuple[str, str]]:
        """The figures in words and numbers."""
        rows = [
            ("games of four a second, one core", f"{self.games_per_second:,.0f}"),
            ("  decisions a second", f"{self.decisions_per_second:,.0f}"),
            ("games of four a second, two cores", f"{self.games_per_second_on_two:,.0f}"),
            ("batch steps a second, with masks", f"{self.batch_steps_per_second:,.0f}"),
            ("batch steps a second, observed too", f"{self.batch_observed_per_second:,.0f}"),
            ("bytes a table", f"{self.bytes_a_table:,}"),
        ]
        if self.cold_seconds is not None:
            rows.append(("compiled anew", f"{self.cold_seconds:.1f} s"))
        if self.cached_seconds is not None:
            rows.append(("from the cache", f"{self.cached_seconds:.2f} s"))
        return rows


def mixed_setups(count: int = SETUPS) -> list[Setup]:
    """Tables of four with books mixed at random."""
    luck = Random(1)
    return [
        Setup(players=4, books={colour: luck.randint(1, 4) for colour in BOOK_COLOURS})
        for _ in range(count)
    ]


def play_chunk(name: str, first: int, games: int) -> int:
    """Play some games of four of the same policy; say how many decisions they took."""
    tables = compiled.templates_of(mixed_setups())
    seeds = np.arange(first, first + games)
    cast = compiled.cast_of(np.full((games, SEATS), POLICIES[name]))
    return int(compiled.play(tables, seeds % SETUPS, seeds, cast).decisions.sum())


def measure_games(name: str, seconds: float) -> tuple[int, int, float]:
    """Play whole games for about so long: games, decisions, and seconds of processor time."""
    play_chunk(name, 0, 1)
    tables = compiled.templates_of(mixed_setups())
    cast = compiled.cast_of(np.full((CHUNK, SEATS), POLICIES[name]))
    games = decisions = 0
    begun = process_time()
    spent = 0.0
    while spent < seconds:
        seeds = np.arange(games, games + CHUNK)
        decisions += int(compiled.play(tables, seeds % SETUPS, seeds, cast).decisions.sum())
        games += CHUNK
        spent = process_time() - begun
    return games, decisions, spent


def games_per_elapsed_second(name: str, seconds: float) -> float:
    """Games a second of elapsed time, in this process."""
    play_chunk(name, 0, 1)
    begun = perf_counter()
    games, _, _ = measure_games(name, seconds)
    return games / (perf_counter() - begun)


def measure_two(name: str, seconds: float) -> float:
    """Games a second of elapsed time, in two processes at once."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        return sum(pool.map(games_per_elapsed_second, [name] * 2, [seconds] * 2))


def measure_batch(seconds: float) -> tuple[float, float]:
    """Steps a second of a batch: with legal masks alone, and with observations too."""
    batch = Batch(mixed_setups(), TABLES)
    mask, rows = batch.legal_mask(), batch.observe()
    luck = np.random.default_rng(1)
    rates = []
    for observed in (False, True):
        steps = 0
        spent = 0.0
        while spent < seconds / 2:
            begun = process_time()
            batch.legal_mask(mask)
            if observed:
                batch.observe(rows)
            spent += process_time() - begun
            indices = (mask * luck.random(mask.shape, np.float32)).argmax(axis=1)
            begun = process_time()
            batch.step(indices, check=False)
            spent += process_time() - begun
            steps += TABLES
        rates.append(steps / spent)
    return rates[0], rates[1]


def measure_compiling() -> tuple[float, float]:
    """Seconds until a game has been played: with nothing compiled, and from the cache."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"QUEDLINBURG_CACHE": folder}
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-c", _FIRST_GAME],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
                timeout=900,
            )
            found.append(float(done.stdout))
    return found[0], found[1]


def measure(seconds: float, *, compiling: bool = False, tell: Callable[[str], None]) -> SimFigures:
    """Measure everything in about three times so many seconds; `tell` is told what comes next."""
    name = "apprentice"
    tell("whole games on one core")
    games, decisions, spent = measure_games(name, seconds)
    tell("whole games on two cores")
    on_two = measure_two(name, seconds)
    tell("batches")
    steps, observed = measure_batch(seconds)
    cold: float | None = None
    cached: float | None = None
    if compiling:
        tell("compiling anew, about a minute")
        cold, cached = measure_compiling()
    return SimFigures(
        policy=name,
        games=games,
        games_per_second=games / spent,
        decisions_per_second=decisions / spent,
        games_per_second_on_two=on_two,
        batch_steps_per_second=steps,
        batch_observed_per_second=observed,
        bytes_a_table=int(RECORD.itemsize),
        cold_seconds=cold,
        cached_seconds=cached,
    )
