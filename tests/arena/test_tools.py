"""The tools that measure: their tables name who played whom, and runs are gone on with."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from quedlinburg.engine.version import RULES_VERSION

ROOT = Path(__file__).parents[2]


def strength(keep: Path) -> list[str]:
    """What `make_strength` prints for the novice, with a few games for each figure."""
    call = [sys.executable, "tools/make_strength.py", "--games", "8", "--only", "novice", "--print"]
    done = subprocess.run(
        [*call, "--keep", str(keep)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def test_strength_is_a_table_by_opponents_and_books(tmp_path: Path) -> None:
    """By four and by two, books at random and each set, every figure with its command."""
    printed = strength(tmp_path)
    assert f"Measured by rules version {RULES_VERSION}." in printed
    rows = [line for line in printed if line.startswith("| novice |")]
    assert [row.split(" | ")[1] for row in rows] == ["3 × random", "random"]
    assert all(row.count("%") == 5 for row in rows)
    assert all("**" in row for row in rows)
    commands = [line for line in printed if line.startswith("| `quacks arena")]
    assert len(commands) == 10
    assert "--seats novice,random,random,random --games 8 --books random" in commands[0]
    files = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(files) == 10
    again = [line for line in strength(tmp_path) if line.startswith("|")]
    assert again == [line for line in printed if line.startswith("|")]
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files


def test_the_tables_of_strength_say_by_which_rules_they_were_measured() -> None:
    """Once the rules are others, `make_strength --remark` writes that they are older."""
    remark = re.compile(r"^(?:Measured by|These tables are of) rules version (\d+)(.*)$", re.M)
    for name in ("README.md", "docs/reference/strength.md"):
        ((version, rest),) = remark.findall((ROOT / name).read_text("utf-8"))
        again = f"; they will be measured again by version {RULES_VERSION}."
        assert rest == ("." if int(version) == RULES_VERSION else again), name
