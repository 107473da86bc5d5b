"""The trainer: pre-training, then generations of play, fit, and a match against the best weights.

The weights of generation 0 come from pre-training. Every further generation plays games with the
best weights so far and fits those of generation 0 to the games of the last generations.

Everything lies in one folder and goes on from there after an interruption: how far pre-training
is, the games of the last generations, every generation's weights, the best ones so far and a
journal, one line a generation. The same folder, seed and options give the same weights.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from quedlinburg.bots.training.fit import FitOptions, fit_weights
from quedlinburg.bots.training.pretrain import Schedule, pretrain
from quedlinburg.bots.training.recording import Recording
from quedlinburg.bots.training.selfplay import ANY, Result, play_match, record_games
from quedlinburg.bots.weights import read_weights, write_weights
from quedlinburg.sim.arrays import FloatArray

# Changes when the files of a folder are named or made otherwise.
VERSION = 2
# Games of so many generations are learned from together: what older weights bought teaches little.
KEPT = 4
# Games are recorded in parts, so that little is lost by an interruption.
PART = 1000
# How the master's games are fitted: there are few of them, so the pre-trained weights pull back.
FIT = FitOptions(epochs=4, learning_rate=3e-3, pull=0.3)

Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """How to train: generations and their games, pre-training, the seed, the width, the books."""

    generations: int = 5
    games: int = 8_000
    match_games: int = 3_000
    pretraining_parts: int = 60
    pretraining_games: int = 10_000
    seed: int = 1
    width: int = 25
    one_set: int = ANY

    @property
    def schedule(self) -> Schedule:
        """What pre-training goes through."""
        return Schedule(
            self.pretraining_parts, self.pretraining_games, self.width, self.seed, self.one_set
        )


# The linear baseline: a plain sum, trained at tables of set 1 alone.
BASELINE = Options(pretraining_parts=30, width=1, one_set=1)


@dataclass
class State:
    """Where the training stands: the next generation, and the one with the best weights."""

    generation: int = 0
    best: int = -1
    version: int = VERSION


class Trainer:
    """Training in a folder."""

    def __init__(self, folder: Path, options: Options, say: Say) -> None:
        """Go on where the folder stands, or begin; a folder of an older version is refused."""
        self.folder, self.options, self.say = folder, options, say
        folder.mkdir(parents=True, exist_ok=True)
        self.state = self.read_state()

    def read_state(self) -> State:
        """Where the folder stands; a new folder begins at generation 0."""
        path = self.folder / "state.json"
        if path.exists():
            state = State(**({"version": 1} | json.loads(path.read_text("utf-8"))))
        else:
            state = State(version=1 if any(self.folder.glob("*.npz")) else VERSION)
        if state.version != VERSION:
            raise ValueError(f"{self.folder}: another version trained here; choose a new folder")
        self.write_state(state)
        return state

    def write_state(self, state: State) -> None:
        """Keep where the training stands."""
        (self.folder / "state.json").write_text(json.dumps(asdict(state)), "utf-8")

    def run(self) -> None:
        """Train until all generations are through; the first one is pre-trained."""
        while self.state.generation <= self.options.generations:
            self.generation()

    def generation(self) -> None:
        """One generation: play, fit, compare, keep the better weights, write everything down."""
        number, began = self.state.generation, time.monotonic()
        challenger = self.fit(number, self.games(number)) if number else self.pretrain()
        result = Result(1.0, 0.0, 0)
        kept = number == 0
        if not kept:
            seed, one_set = self.options.seed * 1000 + number, self.options.one_set
            games = self.options.match_games
            result = play_match(challenger, self.best(), games, seed, one_set)
            kept = result.share > 1.0
        write_weights(self.weights_path(number), challenger)
        if kept:
            self.state.best = number
            write_weights(self.folder / "best.npz", challenger)
        self.state.generation += 1
        self.write_state(self.state)
        line = {"generation": number, "kept": kept, "share": result.share, "error": result.error}
        line["seconds"] = round(time.monotonic() - began)
        with (self.folder / "journal.jsonl").open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(line) + "\n")
        share = f"{result.share:.3f} ± {result.error:.3f} of an equal share"
        self.say(f"generation {number}: {share}, {'kept' if kept else 'not kept'}")

    def best(self) -> FloatArray:
        """The best weights so far."""
        return read_weights(self.weights_path(self.state.best))

    def weights_path(self, number: int) -> Path:
        """Where a generation's weights lie."""
        return self.folder / f"weights-{number}.npz"

    def pretrain(self) -> FloatArray:
        """The weights that pre-training gives."""
        return pretrain(self.options.schedule, self.folder / "pretraining.npz", self.say)

    def games(self, number: int) -> Recording:
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
        """Play and record one part of a generation's games."""
        seed = (self.options.seed * 1000 + number) * 1000 + part
        games = record_games(self.best(), PART, seed, one_set=self.options.one_set)
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez(file, **{k: v.astype(np.float16) for k, v in games._asdict().items()})
        unfinished.rename(path)

    def fit(self, number: int, games: Recording) -> FloatArray:
        """Fit the pre-trained weights to the master's games."""
        return fit_weights(
            read_weights(self.weights_path(0)), games, FIT, self.options.seed + number
        )


def read_games(path: Path) -> Recording:
    """Read recorded games."""
    with np.load(path) as stored:
        return Recording(**{name: stored[name].astype(np.float32) for name in Recording._fields})


def join(parts: list[Recording]) -> Recording:
    """Put parts of games together."""
    return Recording(*(np.concatenate(rows) for rows in zip(*parts, strict=True)))


def train(folder: Path, options: Options | None = None, say: Say = print) -> Path:
    """Train in a folder and return the path of the best weights."""
    Trainer(folder, options or Options(), say).run()
    return folder / "best.npz"
