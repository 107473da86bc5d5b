"""`tools/mutate`: trials in processes of their own, results that are kept, and what is reported."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mutate import report, trial
from mutate.loading import Broken
from mutate.mutants import Mutant, build, mutants_of, source_of
from mutate.report import Reason, Summary
from mutate.results import Results
from mutate.trial import BROKEN, HANGING, KILLED, SURVIVED, Checks, Verdict

ROOT = Path(__file__).parents[2]
RUBY = "quedlinburg.rules.verbs.goods"
SCENARIO = (
    ROOT / "tests" / "scenarios" / "fortune" / "alms-gives-a-ruby-to-all-with-the-fewest.txt"
).read_text("utf-8")


def try_out(broken: Broken | None, *scenarios: tuple[str, str]) -> Verdict:
    """Try something broken against scenarios alone, in a process of its own."""
    process, reading = trial.begin(broken, Checks(scenarios, (), set()))
    return trial.end(reading, os.waitpid(process, 0)[1])


def break_module(module: str, change: str) -> Broken:
    """A module with a line of Python at its end, which does the harm."""
    file = source_of(module)
    return Broken(module, "<module>", file, ast.parse(file.read_text("utf-8") + f"\n{change}\n"))


def broken_by(mutant: Mutant) -> Broken:
    """The module of a mutant, broken by it."""
    file = source_of(mutant.module)
    return Broken(mutant.module, mutant.function, file, build(mutant, file))


def test_a_scenario_that_notices_kills_a_mutant() -> None:
    """The verdict names the scenario; nothing is changed in this process."""
    changes = [m for m in mutants_of(source_of(RUBY)) if m.function == "win_rubies"]
    change = next(m for m in changes if m.sort == "arithmetic")
    assert try_out(broken_by(change), ("pays", SCENARIO)) == Verdict(KILLED, "pays")
    assert try_out(None, ("pays", SCENARIO)) == Verdict(SURVIVED, "")


def test_a_mutant_that_no_check_reaches_survives() -> None:
    """What happens elsewhere is not noticed by this scenario."""
    far = next(m for m in mutants_of(source_of("quedlinburg.rules.books.black")))
    assert try_out(broken_by(far), ("pays", SCENARIO)).result == SURVIVED


def test_a_change_of_the_module_itself_is_loaded_anew() -> None:
    """Everybody who imported the old one gets the new one."""
    broken = break_module(RUBY, "def win_rubies(t, seat, rubies, rule):\n    pass")
    assert try_out(broken, ("pays", SCENARIO)) == Verdict(KILLED, "pays")


def test_what_can_not_be_loaded_is_broken_and_what_never_ends_hangs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither is taken for a mutant that a check has noticed."""
    assert try_out(break_module(RUBY, "1 / 0"), ("pays", SCENARIO)).result == BROKEN
    monkeypatch.setattr(trial, "SCENARIO_SECONDS", 1)
    endless = break_module(RUBY, "def win_rubies(t, seat, rubies, rule):\n    while True: pass")
    assert try_out(endless, ("pays", SCENARIO)).result == HANGING


def test_results_are_kept_and_survivors_of_older_checks_tried_again(tmp_path: Path) -> None:
    """What was killed stays killed, until its function changes."""
    file = tmp_path / "build" / "results.jsonl"
    killed, survivor, *_ = mutants_of(source_of(RUBY))
    results = Results(file, "checks 1")
    assert results.of(killed) is None
    results.add(killed, Verdict(KILLED, "pays"))
    results.add(survivor, Verdict(SURVIVED, ""))
    again = Results(file, "checks 1")
    assert (again.of(killed), again.of(survivor)) == (results.of(killed), results.of(survivor))
    later = Results(file, "checks 2")
    known = later.of(killed)
    assert known is not None
    assert (known.result, known.by) == (KILLED, "pays")
    assert later.of(survivor) is None
    told = Results(file, None).of(survivor)
    assert told is not None
    changed = Mutant(**{**vars(killed), "digest": "another"})
    assert again.of(changed) is None


def test_the_summary_counts_and_names_what_has_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By module and in all; a reason that fits nothing is stale."""
    every = list(mutants_of(source_of(RUBY)))[:4]
    results = Results(tmp_path / "results.jsonl", "checks")
    for mutant, verdict in zip(every, (KILLED, HANGING, SURVIVED, SURVIVED), strict=True):
        results.add(mutant, Verdict(verdict, ""))
    name = every[2].key.removeprefix("quedlinburg.")
    reasons = [Reason("because", [name, "rules.verbs.goods:nothing: *"])]
    monkeypatch.setattr(report, "read_reasons", lambda: reasons)
    told = report.summary(every, results)
    assert list(told.rows())[-1] == ("all", 4, 1, 1, 2, "50.0 %")
    assert told.survivors["because"] == [every[2]]
    assert told.unexplained == [every[3]]
    assert told.stale == ["rules.verbs.goods:nothing: *"]
    text = told.text()
    assert f"no reason: line {every[3].line}  {every[3].key}" in text
    assert "no such survivor: rules.verbs.goods:nothing: *" in text
    untried = list(mutants_of(source_of(RUBY)))[:5]
    assert report.summary(untried, results).stale == [], "the fifth may be the survivor"


def test_the_page_has_figures_and_survivors_with_their_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One section for each part that has been tried."""
    monkeypatch.setattr(report, "PAGE", tmp_path / "mutation.md")
    survivor = next(iter(mutants_of(source_of(RUBY))))
    told = Summary()
    told.figures[RUBY][SURVIVED] += 1
    told.survivors["It may live."].append(survivor)
    report.write_page({"rules": told, "engine": Summary()})
    page = (tmp_path / "mutation.md").read_text("utf-8")
    assert "| rules.verbs.goods | 1 | 0 | 0 | 1 | 0.0 % |" in page
    assert "It may live." in page
    assert "## engine/" not in page


@pytest.mark.soak
def test_the_command_tries_mutants_and_says_what_survived(tmp_path: Path) -> None:
    """Three of a small module; a second run has nothing left to try."""
    words = ["rules", "--module", "rules.track", "--sample", "3"]
    command = [sys.executable, "-m", "mutate", *words, "--results", str(tmp_path / "results")]
    said = [
        subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": "tools"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]
    assert "3 of 3, 0 survived" in said[0]
    assert "3 of 3" not in said[1]
    assert said[0].splitlines()[-1].split()[:3] == ["all", "3", "3"]
