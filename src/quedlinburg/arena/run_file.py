"""The file of a run: its contest and all results so far, so that an interrupted run can go on.

The first line holds the contest and every further line the results of a chunk of deals, each as
a JSON object. A last line without a newline was cut off while it was written and is dropped.
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

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.fingerprint import program_name
from quedlinburg.arena.results import Results

FORMAT = 1


@dataclass(frozen=True)
class StoredRun:
    """A contest and the results of the chunks that have been played."""

    contest: Contest
    chunks: tuple[Results, ...] = ()

    @property
    def results(self) -> Results:
        """All results, merged."""
        return Results.merged(self.contest.players, self.chunks)

    def head(self) -> str:
        """The first line of the file."""
        return _line(
            {
                "arena": FORMAT,
                "code": program_name(self.contest.seats),
                "contest": self.contest.to_json(),
            }
        )

    def agree_on(self, contest: Contest, path: Path) -> Self:
        """This run with another number of games; ValueError if anything else is different."""
        if self.contest.with_games(contest.games) != contest:
            stored = self.contest.command()
            raise ValueError(f"{path}: this is another contest, begun with: {stored}")
        return replace(self, contest=contest)


def _line(value: object) -> str:
    """An object as JSON on one line."""
    return json.dumps(value, separators=(",", ":")) + "\n"


@contextmanager
def lock_run(path: Path) -> Iterator[None]:
    """Lock the file of a run against other processes, and create it if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        if importlib.util.find_spec("fcntl") is not None:
            locks = importlib.import_module("fcntl")
            try:
                locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
            except BlockingIOError:
                raise ValueError(f"{path}: another process is playing this run") from None
        yield


def resume_run(path: Path, contest: Contest) -> StoredRun:
    """Begin or continue the run of a locked file; a line that was cut off is removed from it."""
    if path.stat().st_size == 0:
        stored = StoredRun(contest)
        path.write_text(stored.head(), "utf-8")
        return stored
    stored = read_run(path).agree_on(contest, path)
    if (whole := path.read_bytes().rfind(b"\n") + 1) < path.stat().st_size:
        os.truncate(path, whole)
    return stored


def read_run(path: Path) -> StoredRun:
    """Read the file of a run; OSError or ValueError say what is wrong with it."""
    lines = path.read_bytes().split(b"\n")
    # Every whole line ends with a newline: what stands after the last one was cut off.
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
    chunks = [_read_row(path, number, row, contest) for number, row in enumerate(rows, 2)]
    numbers = [int(deal) for chunk in chunks for deal in chunk.numbers]
    if len(set(numbers)) < len(numbers):
        raise ValueError(f"{path}: damaged: a deal occurs twice")
    return StoredRun(contest, tuple(chunks))


def _read_row(path: Path, number: int, row: bytes, contest: Contest) -> Results:
    """Read the line of a chunk."""
    try:
        return Results.from_json(json.loads(row), contest.players)
    except (ValueError, TypeError, AttributeError):
        raise ValueError(f"{path}: line {number} is damaged") from None


def write_run(path: Path, stored: StoredRun) -> None:
    """Write a run to a new file beside the path, then move it there in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(stored.head())
            file.writelines(_line(chunk.to_json()) for chunk in stored.chunks)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def append_to_run(path: Path, chunks: Iterable[Results]) -> None:
    """Append the results of further chunks, and return when they are on the disk."""
    with path.open("a", encoding="utf-8") as file:
        file.writelines(_line(chunk.to_json()) for chunk in chunks)
        file.flush()
        os.fsync(file.fileno())
