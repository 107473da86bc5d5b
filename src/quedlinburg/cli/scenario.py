"""`quacks scenario`: run scenarios, show what differs, count."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track
from rich.text import Text

from quedlinburg.cli.files import read_text, texts_in
from quedlinburg.cli.output import complain, make_console, print_json
from quedlinburg.engine.notation.scenario import Failure, run_scenario


@dataclass(frozen=True)
class Result:
    """How a scenario went: the checks that failed, or why it could not be run."""

    path: Path
    failures: tuple[Failure, ...] = ()
    error: str = ""

    @property
    def passed(self) -> bool:
        """Whether every check held."""
        return not self.failures and not self.error

    def to_json(self) -> dict[str, object]:
        """The result as plain dicts and lists."""
        failures = [
            {"line": one.line, "expected": one.expected, "found": one.found}
            for one in self.failures
        ]
        plain: dict[str, object] = {
            "file": str(self.path),
            "passed": self.passed,
            "failures": failures,
        }
        if self.error:
            plain["error"] = self.error
        return plain


def run_file(path: Path) -> Result:
    """Run one scenario; one that can't be read or played has failed."""
    try:
        return Result(path, tuple(run_scenario(read_text(path))))
    except ValueError as error:
        return Result(path, error=str(error).removeprefix(f"{path}: "))


def print_results(results: list[Result]) -> None:
    """Print a diff for each scenario that failed, and a count."""
    console = make_console()
    for result in results:
        if result.passed:
            continue
        console.print(Text.assemble(("FAILED", "bold"), f" {result.path}"), soft_wrap=True)
        if result.error:
            console.print(f"  {result.error}", soft_wrap=True)
        for one in result.failures:
            console.print(f"  line {one.line}")
            console.print(f"  - {one.expected}", style="red", soft_wrap=True)
            console.print(f"  + {one.found}", style="green", soft_wrap=True)
    failed = sum(not result.passed for result in results)
    console.print(f"{len(results) - failed} passed, {failed} failed")


def scenario(
    files: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Run scenarios: see whether the game does what a text says it should."""
    paths = texts_in(files)
    quiet = not sys.stderr.isatty() or len(paths) < 20
    steps = track(
        paths, "Running scenarios", console=make_console(stderr=True), transient=True, disable=quiet
    )
    results = [run_file(path) for path in steps]
    failed = sum(not result.passed for result in results)
    if as_json:
        plain = [result.to_json() for result in results]
        print_json({"passed": len(results) - failed, "failed": failed, "scenarios": plain})
    else:
        print_results(results)
    if failed:
        complain(f"{failed} of {len(results)} scenarios failed")
        raise typer.Exit(1)
