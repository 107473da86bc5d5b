"""Who does the work: this process, several processes, or a cluster. The result is the same."""

from __future__ import annotations

import importlib.util
import multiprocessing
import signal
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import Protocol

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import Deal, deal_of
from quedlinburg.arena.sheets import Sheet

# How long a chunk should take: short enough to stop soon, long enough to be worth its errand.
CHUNK_SECONDS = 0.5
MOST_DEALS = 512


def needs(module: str, extra: str, otherwise: str = "") -> None:
    """Make sure that a library is there, or say which extra brings it."""
    if importlib.util.find_spec(module) is None:
        raise ValueError(
            f"{module} is not installed: pip install 'quedlinburg[{extra}]'{otherwise}"
        )


class Play(Protocol):
    """Plays deals of a contest in every rotation."""

    def __call__(self, contest: Contest, deals: list[Deal]) -> Sheet:
        """Play them and write down what came of them."""


def player_of(contest: Contest) -> Play:
    """Compiled games, or plain ones; the compiler is only loaded where it is used."""
    if not contest.plain:
        needs("numba", "fast", ", or add --plain")
    name = "plain" if contest.plain else "fast"
    play: Play = importlib.import_module(f"quedlinburg.arena.{name}").play_deals
    return play


@dataclass(frozen=True)
class Done:
    """A chunk that has been played, and how long that took."""

    sheet: Sheet
    seconds: float


def play_chunk(contest: Contest, numbers: tuple[int, ...]) -> Done:
    """Play some deals of a contest; a worker's whole errand."""
    play = player_of(contest)
    begun = perf_counter()
    sheet = play(contest, [deal_of(contest, number) for number in numbers])
    return Done(sheet, perf_counter() - begun)


class Chunks:
    """Hands out the deals that are left, in chunks that take about as long as they should."""

    def __init__(self, contest: Contest, done: set[int]) -> None:
        """Hand out every deal of a contest that is not done."""
        self._left = (number for number in range(contest.deals) if number not in done)
        self._size = 1

    def next(self) -> tuple[int, ...]:
        """The numbers of the next deals; none when all are handed out."""
        return tuple(islice(self._left, self._size))

    def learn(self, done: Done) -> None:
        """Make the next chunks longer or shorter, by how long one took."""
        wanted = done.sheet.deals * CHUNK_SECONDS / max(done.seconds, 1e-6)
        self._size = max(1, min(int(wanted), 2 * self._size, MOST_DEALS))


class Workers(Protocol):
    """Plays chunks as they are handed out, and gives back what came of each."""

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Sheet, None, None]:
        """Play all chunks, in any order."""


class Here:
    """This process alone."""

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Sheet, None, None]:
        """Play one chunk after the other."""
        while numbers := chunks.next():
            done = play_chunk(contest, numbers)
            chunks.learn(done)
            yield done.sheet


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True)
class Processes:
    """Several processes of this machine."""

    count: int

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Sheet, None, None]:
        """Keep every process busy; whoever stops listening ends them."""
        # The first chunk is played here, so that the others find the compiled games on disk.
        numbers = chunks.next()
        if not numbers:
            return
        first = play_chunk(contest, numbers)
        chunks.learn(first)
        yield first.sheet
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.count, context, _ignore_interrupts)
        try:
            yield from self._hand_out(pool, contest, chunks)
        except BrokenProcessPool:
            raise ValueError("a process of the arena was ended from outside") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()
                process.join()

    def _hand_out(
        self, pool: ProcessPoolExecutor, contest: Contest, chunks: Chunks
    ) -> Generator[Sheet, None, None]:
        """Hand out a chunk for each process and one in reserve, then one for each that is done."""
        running: set[Future[Done]] = set()
        while True:
            while len(running) <= self.count and (numbers := chunks.next()):
                running.add(pool.submit(play_chunk, contest, numbers))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                done = future.result()
                chunks.learn(done)
                yield done.sheet
