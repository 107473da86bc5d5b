"""`quacks bench`: how fast this machine plays, also as ratios to a fixed loop of plain Python."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from quedlinburg.cli.measure import Measured, measure
from quedlinburg.cli.output import make_console, print_json

DEFAULT_SECONDS = 10.0

app = typer.Typer(help="Measure how fast the game plays on this machine, on one core.")


@app.callback(invoke_without_command=True)
def bench(context: typer.Context) -> None:
    """Measure how fast the game plays on this machine, on one core."""
    if context.invoked_subcommand is None:
        run_engine(DEFAULT_SECONDS, as_json=False)


def figures(found: Measured) -> list[tuple[str, str]]:
    """What was measured, in words and numbers."""
    return [
        ("decisions a second", f"{found.decisions_per_second:,.0f}"),
        ("  as a ratio to the reference loop", f"{found.decisions_ratio:.4f}"),
        ("games a second", f"{found.games_per_second:,.1f}"),
        ("copy()", f"{found.copy_microseconds:,.1f} µs"),
        ("legal_actions()", f"{found.legal_actions_microseconds:,.1f} µs"),
        ("view().to_json()", f"{found.view_json_microseconds:,.1f} µs"),
        ("import quedlinburg", f"{found.import_seconds:.3f} s"),
        ("reference loop, rounds a second", f"{found.reference_per_second:,.0f}"),
        ("measured", f"{found.games:,} games, {found.decisions:,} decisions"),
    ]


def print_figures(console: Console, found: Measured) -> None:
    """Print what was measured."""
    table = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for row in figures(found):
        table.add_row(*row)
    console.print(table)


def run_engine(seconds: float, *, as_json: bool) -> None:
    """Measure with a progress bar, and print what was found."""
    if not 0.1 <= seconds <= 600:
        raise ValueError(f"seconds: {seconds:g} is not allowed; allowed: 0.1 to 600")
    bar = Progress(
        TextColumn("Measuring the engine"),
        BarColumn(),
        console=make_console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=1.0)
        found = measure(seconds, lambda done: bar.update(task, completed=done))
    if as_json:
        print_json(found.to_json())
    else:
        print_figures(make_console(), found)


@app.command("engine")
def engine(
    seconds: Annotated[float, typer.Option(help="How long to measure, about.")] = DEFAULT_SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure random games of four through the public API, and the calls that searches use."""
    run_engine(seconds, as_json=as_json)
