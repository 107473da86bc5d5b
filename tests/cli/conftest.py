"""Running `quacks` in this process, with what a person would type, or in one of its own."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from quedlinburg.cli.main import main
from quedlinburg.engine.game import Game
from quedlinburg.engine.notation.record import sum_of
from quedlinburg.engine.setup import Setup

# Where the tests run in the background, Ctrl-C is ignored, and programs they start would ignore it
# too: the tests that send one need it to work.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# A wait ends as soon as its condition holds; only one that never holds takes so many seconds.
PATIENCE = 180.0


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    def complains(self, *words: str, code: int = 1) -> None:
        """Check that the command failed with one line on stderr that says so."""
        assert self.code == code, self
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("quacks: ")
        assert "Traceback" not in self.err + self.out
        for word in words:
            assert word in self.err, (word, self.err)


Quacks = Callable[..., Done]


@pytest.fixture
def quacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Quacks:
    """Run a command in this process; `typed` is what the person types."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("QUACKS_TRACEBACK", "1")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*args: str | Path, typed: str = "", columns: int = 80) -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", str(columns))
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return run


@pytest.fixture
def process(tmp_path: Path) -> Quacks:
    """Run a command in a process of its own, as a person does."""

    def run(*args: str | Path, typed: str = "", columns: int = 80, **variables: str) -> Done:
        own = {"XDG_DATA_HOME": str(tmp_path / "data"), "LC_ALL": "C.UTF-8"}
        environment = os.environ | own | {"COLUMNS": str(columns)}
        done = subprocess.run(
            [sys.executable, "-m", "quedlinburg", *(str(arg) for arg in args)],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
            env=environment | variables,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def finished() -> str:
    """The record of a whole game of two, played by taking the first or the last legal action."""
    game = Game.new(
        Setup(players=2, books=2, stir="always", start=0), seed="told", names=("Ann", "Bo")
    )
    decisions = 0
    while game.outcome is None:
        seat = game.waiting[0]
        legal = game.legal_actions(seat)
        game.act(seat, legal[-1] if decisions % 5 == 4 else legal[0])
        decisions += 1
    return game.record()


@pytest.fixture
def record(finished: str, tmp_path: Path) -> Path:
    """A file with the record of a whole game."""
    path = tmp_path / "game.txt"
    path.write_text(finished, "utf-8")
    return path


def with_sum(body: str) -> str:
    """A record's lines with the right sum under them, as a forger would write it."""
    return f"{body}sum {sum_of(body)}\n"
