"""A cluster gives what one process gives; tried with a Ray cluster of this machine."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.runner import run
from quedlinburg.arena.workers import RayCluster

CODE = """
from quedlinburg.arena.workers import RayCluster
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.runner import run

contest = Contest(("cautious", "random"), games=12, plain=True)
together = run(contest, workers=RayCluster("local")).results
assert together.deals == 6
assert together.to_json() == run(contest).results.to_json()
print("the same")
"""


@pytest.mark.soak
def test_a_cluster_gives_the_same_result_as_one_process() -> None:
    """In a process of its own, as Ray keeps threads and handlers."""
    quiet = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        check=False,
        capture_output=True,
        text=True,
        timeout=550,
        env=quiet,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines()[-1] == "the same"


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, before anything is played."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    contest = Contest(("cautious", "random"), games=2, plain=True)
    with pytest.raises(ValueError, match=r"ray is not installed.*quedlinburg\[cluster\]"):
        run(contest, workers=RayCluster("local"))
