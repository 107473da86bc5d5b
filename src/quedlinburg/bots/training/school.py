"""School: what everything is worth, found out in very many games of the mind `brisk`.

Brisk plays fast and buys by the sheet that is being learned, so after each part of the games it
tries what it has just learned. The mean of the later parts' sheets is what comes out: each of them
has the luck of its own games in it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quedlinburg.bots.minds import mind
from quedlinburg.bots.training.learning import Pace, fit_sheet, new_sheet
from quedlinburg.bots.training.selfplay import ANY, record_games
from quedlinburg.sim.arrays import Array

# How the games of a part are gone through; the rate falls to a tenth of this.
PACE = Pace(passes=2, rate=6e-3, hold=0.0)
SLOWER = 0.9
# From which part on sheets count for the mean.
COUNTED_FROM = 0.6
# How often to tell how far it is.
TOLD = 10


class Course(NamedTuple):
    """What is gone through: parts of so many games, how wide the nets, which books, which seed."""

    parts: int
    games: int
    width: int
    seed: int
    one_set: int = ANY


class Progress(NamedTuple):
    """How far it is: the parts that are done, the sheet, and the sum of those that count."""

    done: int
    sheet: Array
    total: Array


def attend(course: Course, path: Path, say: Callable[[str], None]) -> Array:
    """Go through a course, from where the file stands; say the mean of the sheets that count."""
    progress = read_progress(course, path)
    while progress.done < course.parts:
        progress = next_part(course, progress)
        write_progress(path, progress)
        if progress.done % TOLD == 0 or progress.done == course.parts:
            say(f"school: games {progress.done * course.games}")
    return progress.total / (course.parts - first_counted(course))


def first_counted(course: Course) -> int:
    """The first part whose sheet counts for the mean."""
    return min(int(COUNTED_FROM * course.parts), course.parts - 1)


def next_part(course: Course, progress: Progress) -> Progress:
    """Play a part of the games with the sheet as it is, and learn from them."""
    part = progress.done
    seed = course.seed * 1000 + part
    number = mind.BRISK if part else mind.APPRENTICE
    games = record_games(progress.sheet, course.games, seed, number, course.one_set)
    pace = PACE._replace(rate=PACE.rate * (1 - SLOWER * part / course.parts))
    sheet = fit_sheet(progress.sheet, games, pace, seed)
    counted = part >= first_counted(course)
    return Progress(part + 1, sheet, progress.total + sheet if counted else progress.total)


def read_progress(course: Course, path: Path) -> Progress:
    """Where a course stands, or its beginning."""
    if not path.exists():
        sheet = new_sheet(course.width, course.seed)
        return Progress(0, sheet, np.zeros(len(sheet)))
    with np.load(path) as stored:
        return Progress(int(stored["done"]), stored["sheet"], stored["total"])


def write_progress(path: Path, progress: Progress) -> None:
    """Keep where a course stands, whatever interrupts."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, **progress._asdict())
    unfinished.rename(path)
