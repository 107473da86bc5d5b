"""A trial: one mutant in a process of its own, against the quickest checks first.

The process forks from one in which the project and its tests are loaded, puts the broken thing in
place of the real one, and stops at the first check that notices.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import resource
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

import pytest

from mutate.loading import Broken, load_watched, put_in_place
from mutate.mutants import SRC

ROOT = Path(__file__).parents[2]
# Seconds of computing after which the scenarios, or the tests, count as hanging.
SCENARIO_SECONDS = 5
TEST_SECONDS = 60
MEMORY = 3 << 30

KILLED, SURVIVED, BROKEN, HANGING = "killed", "survived", "broken", "hanging"


@dataclass(frozen=True)
class Verdict:
    """How a trial ended, and the check that noticed."""

    result: str
    by: str


class _ScenarioModule(Protocol):
    """The part of the scenario runner that a trial uses."""

    def run_scenario(self, text: str) -> list[object]:
        """Run a scenario and return the checks that fail."""


def prepare(tests: Sequence[str]) -> set[tuple[str, str]]:
    """Load the project and its tests once; tell which functions ran meanwhile."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    modules = [".".join(file.relative_to(SRC).with_suffix("").parts) for file in _sources()]
    ran = load_watched(modules)
    with contextlib.redirect_stdout(io.StringIO()):
        for target in tests:
            _passes(target, "--collect-only")
    return ran


def _sources() -> list[Path]:
    """The files of the parts that have mutants."""
    parts = [SRC / "quedlinburg" / part for part in ("rules", "engine")]
    return [file for part in parts for file in sorted(part.rglob("*.py"))]


def _limit(seconds: int) -> None:
    """Let the process end after so many seconds of computing."""
    used = int(sum(os.times()[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, resource.RLIM_INFINITY))


def _verdict(broken: Broken | None, checks: Checks) -> Verdict:
    """Put the broken thing in place and run the checks."""
    _limit(SCENARIO_SECONDS)
    try:
        if broken is not None:
            put_in_place(broken, checks.ran)
        runner = cast(
            "_ScenarioModule", importlib.import_module("quedlinburg.engine.notation.scenario")
        )
    except Exception:
        return Verdict(BROKEN, "import")
    for name, text in checks.scenarios:
        try:
            if runner.run_scenario(text):
                return Verdict(KILLED, name)
        except Exception:
            return Verdict(KILLED, name)
    _limit(TEST_SECONDS)
    for target in checks.tests:
        if not _passes(target):
            return Verdict(KILLED, target)
    return Verdict(SURVIVED, "")


def _passes(target: str, *more: str) -> bool:
    """Whether the tests of a folder or file, or the examples of sources, pass."""
    options = ["-x", "-q", "--no-header", "--tb=no", "-c", os.devnull, "--rootdir", str(ROOT)]
    without = ["cacheprovider", "logging", "unraisableexception", "threadexception"]
    options += [word for plugin in without for word in ("-p", f"no:{plugin}")]
    if target.startswith("src"):
        options.append("--doctest-modules")
    return pytest.main([*options, *more, str(ROOT / target)]) == pytest.ExitCode.OK


@dataclass(frozen=True)
class Checks:
    """What a mutant has to get past: scenarios by name, then folders of tests.

    `ran` names the functions that ran while the project was loaded.
    """

    scenarios: tuple[tuple[str, str], ...]
    tests: tuple[str, ...]
    ran: set[tuple[str, str]]


def begin(broken: Broken | None, checks: Checks) -> tuple[int, int]:
    """Fork a trial; return its process and where its verdict can be read."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        os.close(reading)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        sys.stdout = sys.stderr = io.StringIO()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        verdict = _verdict(broken, checks)
        os.write(writing, f"{verdict.result} {verdict.by}".encode())
    except BaseException:
        os.write(writing, f"{KILLED} {traceback.format_exc()[-200:]}".encode())
    finally:
        os._exit(0)


def end(reading: int, status: int) -> Verdict:
    """Read the verdict of a trial that has ended."""
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    if os.WIFSIGNALED(status) or not said:
        return Verdict(HANGING, f"signal {os.WTERMSIG(status)}")
    result, _, by = said.partition(" ")
    return Verdict(result, by)
