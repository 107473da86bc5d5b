"""The command that learns: school, then play, fit, and keep the new sheet if it wins more.

The sheet of generation 0 comes from `school`. Every further generation plays games with the best
sheet so far and fits what was learned at school to the games of the last generations.

Everything lies in one folder and goes on from there after an interruption: how far school is, the
games of the last generations, every generation's sheet, the best sheet so far and a journal, one
line a generation. The same folder, seed and options give the same sheets.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from quedlinburg.bots.training import school
from quedlinburg.bots.training.learning import Pace, fit_sheet
from quedlinburg.bots.training.recording import Sheets
from quedlinburg.bots.training.selfplay import ANY, Result, play_match, record_games
from quedlinburg.bots.weights import read_sheet, write_sheet
from quedlinburg.sim.arrays import Array

# Games of so many generations are learned from together: what older sheets bought teaches little.
KEPT = 4
# Games are written down in parts, so that little is lost by an interruption.
PART = 1000
# How the master's games are gone through: there are few of them, so what school taught holds.
PACE = Pace(passes=4, rate=3e-3, hold=0.3)

Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """How to learn: generations and their games, school, the seed, how wide, which books."""

    generations: int = 5
    games: int = 8_000
    match_games: int = 3_000
    school_parts: int = 60
    school_games: int = 10_000
    seed: int = 1
    width: int = 25
    one_set: int = ANY

    @property
    def course(self) -> school.Course:
        """What is gone through at school."""
        return school.Course(
            self.school_parts, self.school_games, self.width, self.seed, self.one_set
        )


# The linear baseline: a plain sum, learned at tables of set 1 alone.
BASELINE = Options(school_parts=30, width=1, one_set=1)


@dataclass
class State:
    """Where the learning stands: the next generation, and the one whose sheet is the best."""

    generation: int = 0
    best: int = -1


class Trainer:
    """Learning in a folder."""

    def __init__(self, folder: Path, options: Options, say: Say) -> None:
        """Go on where the folder stands, or begin."""
        self.folder, self.options, self.say = folder, options, say
        folder.mkdir(parents=True, exist_ok=True)
        state = folder / "state.json"
        self.state = State(**json.loads(state.read_text("utf-8"))) if state.exists() else State()

    def run(self) -> None:
        """Learn until all generations are through; the first one comes from school."""
        while self.state.generation <= self.options.generations:
            self.generation()

    def generation(self) -> None:
        """One generation: play, fit, compare, keep the better sheet, write everything down."""
        number, began = self.state.generation, time.monotonic()
        challenger = self.fit(number, self.games(number)) if number else self.school()
        result = Result(1.0, 0.0, 0)
        kept = number == 0
        if not kept:
            seed, one_set = self.options.seed * 1000 + number, self.options.one_set
            games = self.options.match_games
            result = play_match(challenger, self.best(), games, seed, one_set)
            kept = result.share > 1.0
        write_sheet(self.sheet_path(number), challenger)
        if kept:
            self.state.best = number
            write_sheet(self.folder / "best.npz", challenger)
        self.state.generation += 1
        (self.folder / "state.json").write_text(json.dumps(asdict(self.state)), "utf-8")
        line = {"generation": number, "kept": kept, "share": result.share, "error": result.error}
        line["seconds"] = round(time.monotonic() - began)
        with (self.folder / "journal.jsonl").open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(line) + "\n")
        share = f"{result.share:.3f} ± {result.error:.3f} of an equal share"
        self.say(f"generation {number}: {share}, {'kept' if kept else 'not kept'}")

    def best(self) -> Array:
        """The best sheet so far."""
        return read_sheet(self.sheet_path(self.state.best))

    def sheet_path(self, number: int) -> Path:
        """Where a generation's sheet lies."""
        return self.folder / f"sheet-{number}.npz"

    def school(self) -> Array:
        """The sheet that comes from school."""
        return school.attend(self.options.course, self.folder / "school.npz", self.say)

    def games(self, number: int) -> Sheets:
        """The games of the last generations; this one's are played where they are missing."""
        parts = self.options.games // PART
        for part in range(parts):
            path = self.part_path(number, part)
            if not path.exists():
                self.play_part(number, part, path)
                self.say(f"generation {number}: games {(part + 1) * PART}")
        paths = [
            self.part_path(g, part)
            for g in range(max(number - KEPT + 1, 1), number + 1)
            for part in range(parts)
        ]
        return join([read_games(path) for path in paths])

    def part_path(self, number: int, part: int) -> Path:
        """Where a part of a generation's games lies."""
        return self.folder / f"games-{number}-{part}.npz"

    def play_part(self, number: int, part: int, path: Path) -> None:
        """Play and write down one part of a generation's games."""
        seed = (self.options.seed * 1000 + number) * 1000 + part
        games = record_games(self.best(), PART, seed, one_set=self.options.one_set)
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez(file, **{k: v.astype(np.float16) for k, v in games._asdict().items()})
        unfinished.rename(path)

    def fit(self, number: int, pool: Sheets) -> Array:
        """Fit what was learned at school to the master's games."""
        return fit_sheet(read_sheet(self.sheet_path(0)), pool, PACE, self.options.seed + number)


def read_games(path: Path) -> Sheets:
    """Read written-down games."""
    with np.load(path) as stored:
        return Sheets(**{name: stored[name].astype(np.float32) for name in Sheets._fields})


def join(parts: list[Sheets]) -> Sheets:
    """Put parts of games together."""
    return Sheets(*(np.concatenate(rows) for rows in zip(*parts, strict=True)))


def train(folder: Path, options: Options | None = None, say: Say = print) -> Path:
    """Learn in a folder and say where the best sheet lies."""
    Trainer(folder, options or Options(), say).run()
    return folder / "best.npz"
