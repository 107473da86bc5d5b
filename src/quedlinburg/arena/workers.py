"""Workers that play the deals of a contest: this process, several processes, a Ray cluster.

All of them play the same games, so the results do not depend on the choice.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import Protocol, cast

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import Deal, deal_of
from quedlinburg.arena.results import Results

# How long a chunk should take: short enough to stop soon, long enough to be worth sending.
CHUNK_SECONDS = 0.5
MOST_DEALS = 512


def needs(module: str, extra: str, otherwise: str = "") -> None:
    """Raise ValueError with the extra to install if a library is missing."""
    if importlib.util.find_spec(module) is None:
        raise ValueError(
            f"{module} is not installed: pip install 'quedlinburg[{extra}]'{otherwise}"
        )


class PlayDeals(Protocol):
    """A function that plays deals of a contest in every rotation."""

    def __call__(self, contest: Contest, deals: list[Deal]) -> Results:
        """Play the deals and return their results."""
        ...


def player_of(contest: Contest) -> PlayDeals:
    """The function that plays a contest's games; only compiled games import the compiler."""
    if not contest.plain:
        needs("numba", "fast", ", or add --plain")
    name = "plain_games" if contest.plain else "compiled_games"
    play: PlayDeals = importlib.import_module(f"quedlinburg.arena.{name}").play_deals
    return play


@dataclass(frozen=True)
class PlayedChunk:
    """The results of a chunk of deals, and the seconds that playing them took."""

    results: Results
    seconds: float


def play_chunk(contest: Contest, numbers: tuple[int, ...]) -> PlayedChunk:
    """Play the deals with these numbers; this is what a worker is asked to do."""
    play = player_of(contest)
    begun = perf_counter()
    results = play(contest, [deal_of(contest, number) for number in numbers])
    return PlayedChunk(results, perf_counter() - begun)


class Chunks:
    """Divides the deals that are left into chunks of about CHUNK_SECONDS each."""

    def __init__(self, contest: Contest, done: set[int]) -> None:
        """Begin with all deals of a contest except those that are done."""
        self._left = (number for number in range(contest.deals) if number not in done)
        self._size = 1

    def next(self) -> tuple[int, ...]:
        """The numbers of the next chunk's deals; empty when none are left."""
        return tuple(islice(self._left, self._size))

    def learn(self, done: PlayedChunk) -> None:
        """Adapt the size of the next chunks to the time that one took."""
        wanted = done.results.deals * CHUNK_SECONDS / max(done.seconds, 1e-6)
        self._size = max(1, min(int(wanted), 2 * self._size, MOST_DEALS))


class Workers(Protocol):
    """Something that plays chunks of deals."""

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Results, None, None]:
        """Play all chunks and yield the results of each, in any order."""
        ...


class InProcess:
    """Plays in this process."""

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Results, None, None]:
        """Play one chunk after the other."""
        while numbers := chunks.next():
            done = play_chunk(contest, numbers)
            chunks.learn(done)
            yield done.results


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker: the process that started it ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True)
class LocalProcesses:
    """Plays in several processes of this machine."""

    count: int

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Results, None, None]:
        """Play one chunk here and the others in the processes, which end with the generator."""
        # The first chunk is played here, so that the others find the compiled games on disk.
        numbers = chunks.next()
        if not numbers:
            return
        first = play_chunk(contest, numbers)
        chunks.learn(first)
        yield first.results
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.count, context, _ignore_interrupts)
        try:
            yield from self._submit(pool, contest, chunks)
        except BrokenProcessPool:
            raise ValueError("a process of the arena was ended from outside") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()
                process.join()

    def _submit(
        self, pool: ProcessPoolExecutor, contest: Contest, chunks: Chunks
    ) -> Generator[Results, None, None]:
        """Submit a chunk for each process and one in reserve, then one for each that is done."""
        running: set[Future[PlayedChunk]] = set()
        while True:
            while len(running) <= self.count and (numbers := chunks.next()):
                running.add(pool.submit(play_chunk, contest, numbers))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                done = future.result()
                chunks.learn(done)
                yield done.results


# --- a Ray cluster (the extra `cluster`) ----------------------------------------------------------

# The address that stands for a cluster of this machine alone, which ends with the contest.
LOCAL = "local"


class _RemoteFunction(Protocol):
    """A function that runs in a cluster."""

    def remote(self, contest: Contest, numbers: tuple[int, ...]) -> object:
        """Start a call; returns a reference to its result."""


class _Ray(Protocol):
    """The part of Ray that is used here: the library has no types of its own."""

    def init(self, **options: object) -> object:
        """Join or start a cluster."""
        ...

    def remote(
        self, *, num_cpus: int, max_retries: int
    ) -> Callable[[Callable[..., PlayedChunk]], _RemoteFunction]:
        """Make a function one that runs in the cluster."""
        ...

    def cluster_resources(self) -> Mapping[str, float]:
        """How much of each resource the cluster has."""
        ...

    def wait(self, calls: list[object], *, num_returns: int) -> tuple[list[object], list[object]]:
        """Wait until so many calls are finished; returns those, and the others."""
        ...

    def get(self, call: object) -> PlayedChunk:
        """The result of a finished call."""
        ...

    def shutdown(self) -> None:
        """Leave the cluster."""
        ...


@dataclass(frozen=True)
class RayCluster:
    """Plays in a Ray cluster, by its address: `auto`, `ray://HOST:PORT`, or `local`."""

    address: str

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Results, None, None]:
        """Keep every core of the cluster busy; Ray repeats a chunk whose machine is lost."""
        needs("ray", "cluster")
        # Started by `uv run`, Ray would copy the current folder and build an environment from it
        # for every worker; they have this package already.
        os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        ray = cast(_Ray, importlib.import_module("ray"))
        self._join(ray)
        try:
            task = ray.remote(num_cpus=1, max_retries=3)(play_chunk)
            cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
            running: list[object] = []
            while True:
                while len(running) <= cores and (numbers := chunks.next()):
                    running.append(task.remote(contest, numbers))
                if not running:
                    return
                finished, running = ray.wait(running, num_returns=1)
                done = ray.get(finished[0])
                chunks.learn(done)
                yield done.results
        finally:
            ray.shutdown()

    def _join(self, ray: _Ray) -> None:
        """Join the cluster; ValueError with one line if that fails."""
        options: dict[str, object] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address == LOCAL:
            options |= {"include_dashboard": False}
        else:
            options |= {"address": self.address}
        try:
            ray.init(**options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            first = str(error).strip().partition("\n")[0]
            raise ValueError(f"cluster: {self.address!r} can't be joined: {first}") from None
