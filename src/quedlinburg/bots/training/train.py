"""The command that learns: play, fit, and keep the new sheet only if it wins more than the old one.

Everything lies in one folder and goes on from there after an interruption: the games of the last
generations, every generation's sheet, the best sheet so far and a journal, one line a generation.
The same folder, seed and options give the same sheets.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from quedlinburg.bots.training.joining import join_sheets, with_second
from quedlinburg.bots.training.learning import fit_sheet, new_sheet
from quedlinburg.bots.training.recording import Sheets
from quedlinburg.bots.training.selfplay import Result, play_match, record_games
from quedlinburg.bots.weights import read_sheet, shipped, write_sheet
from quedlinburg.sim.arrays import Array

# Games of so many generations are learned from together: what older sheets bought teaches little.
KEPT = 4
# Games are written down in parts, so that little is lost by an interruption.
PART = 1000

Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """How to learn: how many generations and games, how often each is gone through, the seed."""

    generations: int = 12
    games: int = 8_000
    first_games: int = 24_000
    passes: int = 6
    rate: float = 4e-3
    members: int = 2
    match_games: int = 3_000
    seed: int = 1
    width: int = 25


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
        """Learn until all generations are through."""
        while self.state.generation < self.options.generations:
            self.generation()

    def generation(self) -> None:
        """One generation: play, fit, compare, keep the better sheet, write everything down."""
        number, began = self.state.generation, time.monotonic()
        pool = self.games(number)
        challenger = self.fit(number, pool)
        result = Result(1.0, 0.0, 0)
        kept = number == 0
        if not kept:
            seed = self.options.seed * 1000 + number
            result = play_match(challenger, self.best(), self.options.match_games, seed)
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

    def games(self, number: int) -> Sheets:
        """The games of the last generations; this one's are played where they are missing."""
        # The weaker minds' games are left out as soon as there are enough of its own.
        first = max(number - KEPT + 1, int(number > 1))
        for part in range(self.parts(number)):
            path = self.part_path(number, part)
            if not path.exists():
                self.play_part(number, part, path)
                self.say(f"generation {number}: games {(part + 1) * PART}")
        paths = [
            self.part_path(g, part)
            for g in range(first, number + 1)
            for part in range(self.parts(g))
        ]
        return join([read_games(path) for path in paths])

    def parts(self, number: int) -> int:
        """How many parts the games of a generation have."""
        return (self.options.games if number else self.options.first_games) // PART

    def part_path(self, number: int, part: int) -> Path:
        """Where a part of a generation's games lies."""
        return self.folder / f"games-{number}-{part}.npz"

    def play_part(self, number: int, part: int, path: Path) -> None:
        """Play and write down one part of a generation's games."""
        sheet = self.best() if number else np.zeros(1)
        seed = (self.options.seed * 1000 + number) * 1000 + part
        games = record_games(sheet, PART, seed, whole=number > 0)
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez(file, **{k: v.astype(np.float16) for k, v in games._asdict().items()})
        unfinished.rename(path)

    def fit(self, number: int, pool: Sheets) -> Array:
        """Fit nets to games from several beginnings, and join them to one sheet.

        At tables of set 1 the linear baseline's value buys better than what is learned at all.
        """
        options = self.options
        fitted = []
        for member in range(options.members):
            seed = options.seed * 1000 + 10 * number + member
            start = new_sheet(options.width, seed)
            fitted.append(fit_sheet(start, pool, options.passes, options.rate, seed))
        return with_second(join_sheets(fitted), shipped("linear"))


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
