"""The command: try mutants of the rules or the engine, print what survived, write the page."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from mutate import report
from mutate.loading import Broken
from mutate.mutants import SRC, Mutant, build, mutants_of, source_of
from mutate.results import Results, digest_of
from mutate.trial import KILLED, ROOT, SURVIVED, Checks, Verdict, begin, end, prepare

SCENARIOS = ROOT / "tests" / "scenarios"
# The tests that each part of the project has to get past, the quickest first.
TESTS = {
    "rules": ("tests/rules",),
    "engine": ("tests/rules", "tests/engine", "src/quedlinburg/engine"),
}


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    """Read the command's options."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument("part", choices=sorted(TESTS), nargs="?", default="rules")
    parser.add_argument("--module", default="", help="only modules whose name holds this")
    parser.add_argument(
        "--sample", type=int, default=0, help="only so many mutants, chosen at random"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--page", action="store_true", help="write docs/reference/mutation.md")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "mutation.jsonl")
    return parser.parse_args(words)


def all_mutants(part: str) -> list[Mutant]:
    """Every mutant of a part of the project."""
    files = sorted((SRC / "quedlinburg" / part).rglob("*.py"))
    return [mutant for file in files for mutant in mutants_of(file)]


def sample(mutants: list[Mutant], count: int) -> list[Mutant]:
    """Some of the mutants, always the same ones; all for a count of 0."""
    if not 0 < count < len(mutants):
        return mutants
    chosen = set(random.Random(1).sample(range(len(mutants)), count))
    return [mutant for i, mutant in enumerate(mutants) if i in chosen]


class Run:
    """One run: tries mutants, the checks that killed their neighbours first."""

    def __init__(self, part: str, results: Results, jobs: int) -> None:
        """Read the scenarios, load the project and its tests."""
        self._tests = tuple(test for test in TESTS[part] if (ROOT / test).exists())
        self._ran = prepare(self._tests)
        self._results = results
        self._jobs = jobs
        files = sorted(SCENARIOS.rglob("*.txt"))
        self._scenarios = [(file.stem, file.read_text("utf-8")) for file in files]
        self._killers: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def _checks(self, function: str, module: str) -> Checks:
        """The checks for a mutant of a function, the likeliest first."""
        near, far = self._killers[function], self._killers[module]
        order = sorted(self._scenarios, key=lambda named: (-near[named[0]], -far[named[0]]))
        _, *folders, name = module.split(".") if module else ("", "")
        own = "/".join(["tests", *folders, f"test_{name}.py"])
        tests = (own, *self._tests) if (ROOT / own).exists() else self._tests
        return Checks(tuple(order), tests, self._ran)

    def check_unbroken(self) -> None:
        """Refuse to go on if a check fails without any mutant."""
        process, reading = begin(None, self._checks("", ""))
        verdict = end(reading, os.waitpid(process, 0)[1])
        if verdict.result != SURVIVED:
            sys.exit(f"mutate: a check fails without any mutant: {verdict.by}")

    def run(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, Verdict]]:
        """Try mutants, some at once, and tell of each when it is through."""
        waiting = list(reversed(mutants))
        running: dict[int, tuple[Mutant, int]] = {}
        while waiting or running:
            while waiting and len(running) < self._jobs:
                mutant = waiting.pop()
                file = source_of(mutant.module)
                checks = self._checks(f"{mutant.module}:{mutant.function}", mutant.module)
                broken = Broken(mutant.module, mutant.function, file, build(mutant, file))
                process, reading = begin(broken, checks)
                running[process] = (mutant, reading)
            process, status = os.wait()
            mutant, reading = running.pop(process)
            verdict = end(reading, status)
            if verdict.result == KILLED:
                self._killers[f"{mutant.module}:{mutant.function}"][verdict.by] += 1
                self._killers[mutant.module][verdict.by] += 1
            self._results.add(mutant, verdict)
            yield mutant, verdict


def _try_all(run: Run, untried: list[Mutant]) -> None:
    """Try what has no result yet, and say how it goes."""
    if not untried:
        return
    run.check_unbroken()
    began = time.monotonic()
    survived = 0
    for done, (mutant, verdict) in enumerate(run.run(untried), start=1):
        if verdict.result == SURVIVED:
            survived += 1
            print(f"\r\x1b[Ksurvived  line {mutant.line}  {mutant.key}")
        if done % 10 == 0 or done == len(untried):
            pace = (time.monotonic() - began) / done
            left = int(pace * (len(untried) - done))
            print(f"\r\x1b[K{done} of {len(untried)}, {survived} survived, {left} s left", end="")
            sys.stdout.flush()
    print()


def _checks_digest(part: str) -> str:
    """A name for the checks that a part has to get past, as they are now."""
    folders = [SCENARIOS, *(ROOT / test for test in TESTS[part] if test.startswith("tests"))]
    files = [file for folder in folders for file in sorted(folder.rglob("*"))]
    return digest_of(file for file in files if file.suffix in (".py", ".txt"))


def main(words: Sequence[str]) -> int:
    """Run the command; the exit status says whether a survivor has no reason."""
    arguments = _arguments(words)
    if arguments.fresh:
        arguments.results.unlink(missing_ok=True)
    results = Results(arguments.results, _checks_digest(arguments.part))
    mutants = [m for m in all_mutants(arguments.part) if arguments.module in m.module]
    run = Run(arguments.part, results, arguments.jobs)
    wanted = sample(mutants, arguments.sample)
    _try_all(run, [mutant for mutant in wanted if results.of(mutant) is None])
    summary = report.summary(mutants, results)
    print(summary.text())
    if arguments.page:
        report.write_page({part: _known(part, arguments.results) for part in ("rules", "engine")})
    return 1 if summary.unexplained or summary.stale else 0


def _known(part: str, file: Path) -> report.Summary:
    """What is known of a part: every mutant that has been tried, also with older checks."""
    return report.summary(all_mutants(part), Results(file, None))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
