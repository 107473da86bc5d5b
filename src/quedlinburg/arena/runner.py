"""Run a contest: play the deals that are left, store each chunk's results, stop on Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

from quedlinburg.arena import entries
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.results import Results
from quedlinburg.arena.run_file import StoredRun, append_to_run, lock_run, resume_run
from quedlinburg.arena.workers import Chunks, InProcess, LocalProcesses, Workers, player_of

MOST_PROCESSES = 256
# Called with the number of games that have been played, earlier runs included.
Tell = Callable[[int], None]


def _no_tell(games: int) -> None:
    """Ignore the progress."""


@dataclass(frozen=True)
class RunResult:
    """The contest of a run, its results, and whether it was interrupted."""

    contest: Contest
    results: Results
    interrupted: bool = False


def workers_of(processes: int) -> Workers:
    """Workers for a number of processes: this process alone for 1."""
    if not 1 <= processes <= MOST_PROCESSES:
        raise ValueError(f"processes: {processes} is not allowed; allowed: 1 to {MOST_PROCESSES}")
    return InProcess() if processes == 1 else LocalProcesses(processes)


def check(contest: Contest) -> None:
    """Raise ValueError if a contest's bots are not known or its way of playing is not installed."""
    entries.check(contest.seats, plain=contest.plain)
    player_of(contest)


def run(
    contest: Contest,
    *,
    workers: Workers | None = None,
    path: Path | None = None,
    tell: Tell = _no_tell,
) -> RunResult:
    """Play the deals of a contest that are left; Ctrl-C stops it and returns what is done.

    With a path, the results of every chunk are stored there as soon as it has been played, and
    the run of an existing file is continued.
    """
    check(contest)
    with lock_run(path) if path is not None else nullcontext():
        stored = StoredRun(contest) if path is None else resume_run(path, contest)
        return _play_on(stored, workers or InProcess(), path, tell)


def _play_on(stored: StoredRun, workers: Workers, path: Path | None, tell: Tell) -> RunResult:
    """Play the deals that are left, chunk by chunk."""
    contest = stored.contest
    chunks = list(stored.chunks)
    done = {int(number) for chunk in chunks for number in chunk.numbers}
    games = len(done) * contest.players
    tell(games)
    interrupted = False
    try:
        with closing(workers.play(contest, Chunks(contest, done))) as played:
            for chunk in played:
                chunks.append(chunk)
                if path is not None:
                    append_to_run(path, [chunk])
                games += chunk.games
                tell(games)
    except KeyboardInterrupt:
        interrupted = True
    return RunResult(contest, Results.merged(contest.players, chunks), interrupted)
