"""A run on disk: what has been played so far, so that a contest can go on where it was left.

The file has a line for the contest and one for every chunk of deals, each a JSON object. A last
line that was cut off while it was written is dropped.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from quedlinburg.arena.code import program_name
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.sheets import Sheet

FORMAT = 1


@dataclass(frozen=True)
class Kept:
    """A contest and what has been played of it."""

    contest: Contest
    sheets: tuple[Sheet, ...] = ()

    @property
    def sheet(self) -> Sheet:
        """All that has been played, on one sheet."""
        return Sheet.merged(self.contest.players, self.sheets)

    def head(self) -> str:
        """The first line of the file."""
        # How many games are wanted may change from run to run; nothing that is kept depends on it.
        return _line(
            {
                "arena": FORMAT,
                "code": program_name(self.contest.seats),
                "contest": self.contest.to_json(),
            }
        )

    def agree_on(self, contest: Contest, path: Path) -> Self:
        """Go on with a contest, which must be the kept one but for the number of games."""
        if self.contest.with_games(contest.games) != contest:
            kept = self.contest.command()
            raise ValueError(f"{path}: this is another contest, begun with: {kept}")
        return replace(self, contest=contest)


def _line(value: object) -> str:
    """An object on one line."""
    return json.dumps(value, separators=(",", ":")) + "\n"


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keep a run's file for this process alone; it is made if it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        if importlib.util.find_spec("fcntl") is not None:
            locks = importlib.import_module("fcntl")
            try:
                locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
            except BlockingIOError:
                raise ValueError(f"{path}: another process is playing this run") from None
        yield


def resume_run(path: Path, contest: Contest) -> Kept:
    """Begin or go on with a run that is held; a line that was cut off is taken out of the file."""
    if path.stat().st_size == 0:
        kept = Kept(contest)
        path.write_text(kept.head(), "utf-8")
        return kept
    kept = read_run(path).agree_on(contest, path)
    if (whole := path.read_bytes().rfind(b"\n") + 1) < path.stat().st_size:
        os.truncate(path, whole)
    return kept


def read_run(path: Path) -> Kept:
    """Read a run; OSError or ValueError say what is wrong with the file."""
    lines = path.read_bytes().split(b"\n")
    # A whole line ends with a newline: what stands after the last one was cut off.
    head, *rows = lines[:-1] or [b""]
    try:
        first = json.loads(head)
        if first["arena"] != FORMAT:
            raise ValueError
        code = str(first["code"])
        contest = Contest.from_json(first["contest"])
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{path}: this is no run of the arena") from None
    if code != (now := program_name(contest.seats)):
        raise ValueError(
            f"{path}: begun with other rules or bots ({code}, now {now}); begin a new file"
        )
    sheets = [_read_row(path, number, row, contest) for number, row in enumerate(rows, 2)]
    numbers = [int(deal) for sheet in sheets for deal in sheet.numbers]
    if len(set(numbers)) < len(numbers):
        raise ValueError(f"{path}: damaged: a deal occurs twice")
    return Kept(contest, tuple(sheets))


def _read_row(path: Path, number: int, row: bytes, contest: Contest) -> Sheet:
    """Read the line of a chunk."""
    try:
        return Sheet.from_json(json.loads(row), contest.players)
    except (ValueError, TypeError, AttributeError):
        raise ValueError(f"{path}: line {number} is damaged") from None


def write_run(path: Path, kept: Kept) -> None:
    """Write a whole run, or nothing at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(kept.head())
            file.writelines(_line(sheet.to_json()) for sheet in kept.sheets)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def add_to_run(path: Path, sheets: Iterable[Sheet]) -> None:
    """Write down further chunks, safely before the next ones are played."""
    with path.open("a", encoding="utf-8") as file:
        file.writelines(_line(sheet.to_json()) for sheet in sheets)
        file.flush()
        os.fsync(file.fileno())
