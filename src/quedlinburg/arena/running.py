"""Running a contest: play what is left of it, keep what is done, stop when asked to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from quedlinburg.arena import roster
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.keeping import Kept, add_to_run, resume_run, write_run
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


def begin(contest: Contest, path: Path | None) -> Kept:
    """Find what has been played of a contest; without a file, or with a new one, nothing."""
    roster.check(contest.seats, plain=contest.plain)
    player_of(contest)
    if path is None:
        return Kept(contest)
    if path.exists():
        return resume_run(path, contest)
    kept = Kept(contest)
    write_run(path, kept)
    return kept


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
    kept = begin(contest, path)
    sheets = list(kept.sheets)
    done = {int(number) for sheet in sheets for number in sheet.numbers}
    games = len(done) * contest.players
    tell(games)
    chunks = Chunks(contest, done)
    interrupted = False
    try:
        with closing((workers or Here()).play(contest, chunks)) as played:
            for sheet in played:
                sheets.append(sheet)
                if path is not None:
                    add_to_run(path, [sheet])
                games += sheet.games
                tell(games)
    except KeyboardInterrupt:
        interrupted = True
    whole = Sheet.merged(contest.players, sheets)
    return Ran(contest, whole, interrupted)
