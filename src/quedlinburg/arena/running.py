"""Running a contest: play what is left of it, keep what is done, stop when asked to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

from quedlinburg.arena import roster
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.keeping import Kept, add_to_run, hold, resume_run
from quedlinburg.arena.sheets import Sheet
from quedlinburg.arena.workers import Chunks, Here, Processes, Workers, player_of

MOST_PROCESSES = 256
# Hears how many games have been played, those of earlier runs included.
Tell = Callable[[int], None]


def _no_tell(games: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Ran:
    """What a run brought: its contest, its games, and whether it was stopped before its end."""

    contest: Contest
    sheet: Sheet
    interrupted: bool = False


def workers_of(processes: int) -> Workers:
    """This process, or several."""
    if not 1 <= processes <= MOST_PROCESSES:
        raise ValueError(f"processes: {processes} is not allowed; allowed: 1 to {MOST_PROCESSES}")
    return Here() if processes == 1 else Processes(processes)


def check(contest: Contest) -> None:
    """Refuse what can't be played, before anything is."""
    roster.check(contest.seats, plain=contest.plain)
    player_of(contest)


def run(
    contest: Contest,
    *,
    workers: Workers | None = None,
    path: Path | None = None,
    tell: Tell = _no_tell,
) -> Ran:
    """Play what is left of a contest. Ctrl-C stops it; what is done is given back.

    With a path every chunk is written there as soon as it has been played, and a file that is
    there already is gone on with.
    """
    check(contest)
    with hold(path) if path is not None else nullcontext():
        kept = Kept(contest) if path is None else resume_run(path, contest)
        return _play_on(kept, workers or Here(), path, tell)


def _play_on(kept: Kept, workers: Workers, path: Path | None, tell: Tell) -> Ran:
    """Play what is left of a contest, chunk by chunk."""
    contest = kept.contest
    sheets = list(kept.sheets)
    done = {int(number) for sheet in sheets for number in sheet.numbers}
    games = len(done) * contest.players
    tell(games)
    interrupted = False
    try:
        with closing(workers.play(contest, Chunks(contest, done))) as played:
            for sheet in played:
                sheets.append(sheet)
                if path is not None:
                    add_to_run(path, [sheet])
                games += sheet.games
                tell(games)
    except KeyboardInterrupt:
        interrupted = True
    return Ran(contest, Sheet.merged(contest.players, sheets), interrupted)
