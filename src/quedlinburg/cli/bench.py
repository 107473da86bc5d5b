"""`quacks bench`: measure how fast the game plays on this machine."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Protocol, cast

import typer
from rich.console import Console
from rich.table import Table

import quedlinburg
from quedlinburg.bench.engine import measure
from quedlinburg.cli.optional import load_optional
from quedlinburg.cli.output import make_console, print_json, progress

DEFAULT_SECONDS = 10.0
DEFAULT_BOTS_SECONDS = 60.0
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

app = typer.Typer(help="Measure how fast the game plays on this machine, on one core.")


class Figures(Protocol):
    """What a benchmark measured."""

    def to_json(self) -> object:
        """The figures for programs."""
        ...

    def rows(self) -> Sequence[tuple[str, ...]]:
        """The figures for people: a first column of words, then numbers."""
        ...


def benchmark(module: str, otherwise: str, name: str = "measure") -> Callable[..., Figures]:
    """The function of a benchmark; ValueError with a line of help where its part is missing."""
    found = load_optional(f"quedlinburg.bench.{module}", name)
    if found is None:
        raise ValueError(otherwise)
    return cast("Callable[..., Figures]", found)


def print_figures(found: Figures, *, as_json: bool) -> None:
    """Print figures as JSON, or as a table without a head."""
    if as_json:
        print_json(found.to_json())
    else:
        print_table(make_console(), found.rows())


def print_table(console: Console, rows: Sequence[Sequence[str]]) -> None:
    """Print rows with the first column on the left and all others on the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    for place in range(len(rows[0])):
        table.add_column(justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def check_seconds(seconds: float, most: int = 600) -> None:
    """Refuse to measure for no time at all, or for ever."""
    if not 0.1 <= seconds <= most:
        raise ValueError(f"seconds: {seconds:g} is not allowed; allowed: 0.1 to {most}")


@app.callback(invoke_without_command=True)
def bench(context: typer.Context) -> None:
    """Measure how fast the game plays on this machine, on one core."""
    if context.invoked_subcommand is None:
        engine()


@app.command("engine")
def engine(
    seconds: Annotated[float, typer.Option(help="How long to measure, about.")] = DEFAULT_SECONDS,
    as_json: AsJson = False,
) -> None:
    """Measure random games of four through the public API, and the calls that searches use."""
    check_seconds(seconds)
    with progress("Measuring the engine") as told:
        found = measure(seconds, told)
    print_figures(found, as_json=as_json)


@app.command("sim")
def sim(
    seconds: Annotated[float, typer.Option(help="How long to measure each part.")] = 5.0,
    compiling: Annotated[
        bool, typer.Option("--compile", help="Also compile anew, about a minute.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure compiled games: four apprentices on one core and on two, and batches."""
    check_seconds(seconds)
    measure_sim = benchmark("sim", "sim needs the extra `fast` (numba), which is not installed")
    console = make_console(stderr=True)
    found = measure_sim(seconds, compiling=compiling, tell=lambda what: console.print(f"… {what}"))
    print_figures(found, as_json=as_json)


@app.command("bots")
def bots(
    bots: Annotated[str, typer.Option(help="Which, with commas between; all if not given.")] = "",
    seconds: Annotated[
        float, typer.Option(help="How long to measure, about.")
    ] = DEFAULT_BOTS_SECONDS,
    as_json: AsJson = False,
) -> None:
    """Measure how long the bots think: plain Python and compiled, four of a kind."""
    check_seconds(seconds, most=3600)
    measure_bots = benchmark("bots", "bots needs the arena, which is not installed")
    names = [name.strip() for name in bots.split(",") if name]
    with progress("Measuring the bots") as told:
        found = measure_bots(names, seconds, told)
    print_figures(found, as_json=as_json)


@app.command("odds")
def odds(
    games: Annotated[int, typer.Option(help="How many games give positions.", min=1)] = 10,
    positions: Annotated[int, typer.Option(help="How many of each round.", min=1)] = 100,
    as_json: AsJson = False,
) -> None:
    """Measure how long exact odds take in games of masters, and how often they can be had."""
    missing = "odds needs the bots, which are not installed"
    measure_odds = benchmark("odds", missing, "measure_games")
    with progress("Measuring the odds") as told:
        found = measure_odds(games, told, positions_a_round=positions)
    print_figures(found, as_json=as_json)


@app.command("server")
def server(
    *,
    tables: Annotated[
        list[int] | None, typer.Option(help="How many tables; repeat it. Else 200, 400, …", min=1)
    ] = None,
    most: Annotated[int, typer.Option(help="Try no more tables than this.", min=1)] = 1400,
    seconds: Annotated[float, typer.Option(help="How long with each number.", min=2)] = 15.0,
    restore: Annotated[int, typer.Option(help="How many to bring back.", min=1)] = 1000,
    as_json: AsJson = False,
) -> None:
    """Measure how many tables of four clients a server holds, and how it comes back."""
    measure_server = benchmark("server", "server needs the server, which is not installed")
    console = make_console(stderr=True)
    found = measure_server(tables, most, seconds, restore, tell=console.print)
    print_figures(found, as_json=as_json)


@app.command("attack")
def attack(
    *,
    attacks: Annotated[
        list[str] | None, typer.Option("--attack", help="Which; repeat it. Else all.")
    ] = None,
    tables: Annotated[int, typer.Option(help="How many honest tables.", min=1, max=12)] = 10,
    seconds: Annotated[float, typer.Option(help="How long in each turn.", min=1, max=50)] = 5.0,
    rounds: Annotated[int, typer.Option(help="How many turns of control and attack.", min=1)] = 4,
    as_json: AsJson = False,
) -> None:
    """Measure how honest tables fare while somebody attacks their server, on this machine."""
    measure_attack = benchmark("attack", "attack needs the server, which is not installed")
    console = make_console(stderr=True)
    found = measure_attack(attacks or (), tables, seconds, rounds, tell=console.print)
    print_figures(found, as_json=as_json)


@app.command("web")
def web(
    *,
    taps: Annotated[int, typer.Option(help="How many chips to draw.")] = 60,
    visits: Annotated[int, typer.Option(help="How many first visits to make.")] = 7,
    games: Annotated[int, typer.Option(help="How many games in one tab; 0: none.")] = 10,
    pause: Annotated[int, typer.Option(help="Milliseconds between presses in those games.")] = 250,
    page: Annotated[str, typer.Option(help="A built page; the shipped one if not given.")] = "",
    as_json: AsJson = False,
) -> None:
    """Measure how quickly the page answers, in a real Chromium with a server of its own.

    It is part of a checkout of the sources, not of the installed package.
    """
    root = Path(quedlinburg.__file__).parents[2]
    if not (root / "benchmarks" / "web").is_dir():
        raise ValueError("web needs a checkout of the sources, with benchmarks/, and playwright")
    sys.path.insert(0, str(root))
    try:
        measuring = importlib.import_module("benchmarks.web.bench")
    except ModuleNotFoundError as error:
        raise ValueError(f"web needs {error.name}: run ./scripts/setup test") from None
    told = make_console(stderr=True)
    found = measuring.measure_checked(
        taps=taps, visits=visits, games=games, pause=pause, page=page, tell=told.print
    )
    print_figures(found, as_json=as_json)
