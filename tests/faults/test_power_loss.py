"""What a power loss leaves: everything that was synced, and of the rest what the disk likes."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import power_loss
import pytest
from power_loss import Disk, Loss, Operation, Step, disks_after, what_remains
from shim import Shim, compiler

needs_compiler = pytest.mark.skipif(compiler() is None, reason="no C compiler")
# Commits numbers one by one, and says each one that is committed; ends without closing anything.
COMMITTER = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=WAL")
connection.execute("PRAGMA synchronous=" + sys.argv[2])
connection.execute("CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY)")
for number in range(int(sys.argv[3])):
    connection.execute("INSERT INTO numbers VALUES (?)", (number,))
    print(number, flush=True)
os.kill(os.getpid(), 9)
"""


def write(path: str, offset: int, data: bytes) -> Step:
    """A write of the journal's."""
    return Step(Operation.WRITE, path, offset, len(data), data)


def test_what_was_synced_is_certain_and_the_rest_is_pending() -> None:
    """A sync counts for its own file alone."""
    steps = [
        write("a", 0, b"one"),
        write("b", 0, b"two"),
        Step(Operation.SYNC, "a"),
        write("a", 3, b"more"),
        Step(Operation.TRUNCATE, "a", length=2),
    ]
    disks = disks_after({"a": b"", "b": b""}, iter(steps))
    assert disks["a"].content == b"one"
    assert [step.operation for step in disks["a"].pending] == [Operation.WRITE, Operation.TRUNCATE]
    assert (disks["b"].content, len(disks["b"].pending)) == (b"", 1)


def test_a_file_without_a_synced_folder_may_be_gone() -> None:
    """Once the folder is synced, its name stays."""
    made = [Step(Operation.CREATE, "a"), write("a", 0, b"x"), Step(Operation.SYNC, "a")]
    unnamed = disks_after({"a": None}, iter(made))["a"]
    named = disks_after({"a": None}, iter([*made, Step(Operation.SYNC_FOLDER, "/")]))["a"]
    left = {what_remains(unnamed, random.Random(seed), Loss()) for seed in range(20)}
    assert left == {None, b"x"}
    assert {what_remains(named, random.Random(seed), Loss()) for seed in range(20)} == {b"x"}


def test_pending_writes_are_kept_lost_or_torn() -> None:
    """All of it happens, and nothing outside of what was written changes."""
    disk = Disk(b"." * 3000, [write("a", 500, b"x" * 2000)])
    left = [what_remains(disk, random.Random(seed), Loss()) or b"" for seed in range(60)]
    assert b"." * 3000 in left
    assert b"." * 500 + b"x" * 2000 + b"." * 500 in left
    assert len(set(left)) > 4
    assert all(one[:500] == b"." * 500 and one[2500:] == b"." * 500 for one in left)


def commit_and_lose_power(folder: Path, synchronous: str, seed: int, *, torn: bool) -> set[int]:
    """Let a program commit and die, lose power, and open the database: what is missing."""
    database = folder / f"{seed}.db"
    shim = Shim(folder, database, journal=True)
    assert shim.journal is not None
    shim.journal.write_bytes(b"")
    before = power_loss.contents_of(database)
    program = [sys.executable, "-S", "-E", "-c", COMMITTER, str(database), synchronous, "20"]
    environment = {**os.environ, **shim.environment()}
    shim.control.countdown = 25 + seed
    done = subprocess.run(program, env=environment, capture_output=True, check=False)
    assert done.returncode == -9, done.stderr
    told = {int(word) for word in done.stdout.split()}
    lose = power_loss.tear_wal if torn else power_loss.lose_power
    lose(before, shim.journal, database, random.Random(seed))
    connection = sqlite3.connect(database)
    try:
        stored = {row[0] for row in connection.execute("SELECT number FROM numbers")}
    except sqlite3.OperationalError:
        stored = set()
    finally:
        connection.close()
        shim.close()
    return told - stored


@needs_compiler
@pytest.mark.parametrize("torn", [False, True])
def test_a_database_that_syncs_every_commit_loses_none(tmp_path: Path, torn: bool) -> None:
    """The server's own setting, `FULL`, killed at one write after the other."""
    for seed in range(5):
        assert commit_and_lose_power(tmp_path, "FULL", seed, torn=torn) == set()


@needs_compiler
def test_a_database_that_does_not_sync_loses_commits(tmp_path: Path) -> None:
    """So the simulation can tell the difference."""
    lost = [commit_and_lose_power(tmp_path, "OFF", seed, torn=False) for seed in range(4)]
    assert any(lost)
