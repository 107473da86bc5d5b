"""`quacks bench`: how fast this machine plays, also as ratios to a fixed loop of plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

import typer
from rich.console import Console
from rich.table import Table

from quedlinburg.cli.measure import Measured, measure
from quedlinburg.cli.output import make_console, print_json, progress
from quedlinburg.cli.plugs import plugged

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


def print_rows(console: Console, rows: Sequence[tuple[str, str]]) -> None:
    """Print what was measured."""
    table = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def check_seconds(seconds: float) -> None:
    """Refuse to measure for no time at all, or for ever."""
    if not 0.1 <= seconds <= 600:
        raise ValueError(f"seconds: {seconds:g} is not allowed; allowed: 0.1 to 600")


def run_engine(seconds: float, *, as_json: bool) -> None:
    """Measure with a progress bar, and print what was found."""
    check_seconds(seconds)
    with progress("Measuring the engine") as told:
        found = measure(seconds, told)
    if as_json:
        print_json(found.to_json())
    else:
        print_rows(make_console(), figures(found))


@app.command("engine")
def engine(
    seconds: Annotated[float, typer.Option(help="How long to measure, about.")] = DEFAULT_SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure random games of four through the public API, and the calls that searches use."""
    run_engine(seconds, as_json=as_json)


@app.command(
    "server",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    add_help_option=False,
)
def server(context: typer.Context) -> None:
    """Measure how many tables of four clients the server holds, and how it comes back."""
    measuring = plugged("quedlinburg.server.bench", "app")
    if measuring is None:
        raise ValueError("server needs the server, which is not installed")
    measuring(context.args, prog_name="quacks bench server", standalone_mode=False)


@app.command("bots")
def bots(
    bots: Annotated[str, typer.Option(help="Which, with commas between; all if not given.")] = "",
    seconds: Annotated[float, typer.Option(help="How long to measure, about.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure how long the bots think: plain Python and compiled, four of a kind."""
    measuring = plugged("quedlinburg.cli.arena", "bench_bots")
    if measuring is None:
        raise ValueError("bots needs the arena, which is not installed")
    measuring(bots, seconds, as_json=as_json)


@app.command("web")
def web(
    *,
    taps: Annotated[int, typer.Option(help="How many chips to draw.")] = 60,
    visits: Annotated[int, typer.Option(help="How many first visits to make.")] = 7,
    games: Annotated[int, typer.Option(help="How many games in one tab; 0: none.")] = 10,
    pause: Annotated[int, typer.Option(help="Milliseconds between presses in those games.")] = 250,
    page: Annotated[str, typer.Option(help="A built page; the shipped one if not given.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure how quickly the page answers, in a real Chromium with a server of its own."""
    measuring = plugged("quedlinburg.testing.web_bench", "bench_web")
    if measuring is None:
        raise ValueError("web needs playwright: pip install playwright")
    measuring(taps=taps, visits=visits, games=games, pause=pause, page=page, as_json=as_json)


@app.command("sim")
def sim(
    seconds: Annotated[float, typer.Option(help="How long to measure each part.")] = 5.0,
    compiling: Annotated[
        bool, typer.Option("--compile", help="Also compile anew, about a minute.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure compiled games: four apprentices on one core and on two, and batches."""
    check_seconds(seconds)
    measuring = plugged("quedlinburg.bots.measuring.sim", "measure")
    if measuring is None:
        raise ValueError("sim needs the extra `fast` (numba), which is not installed")
    console = make_console(stderr=True)
    told = measuring(seconds, compiling=compiling, tell=lambda what: console.print(f"… {what}"))
    found = cast("dict[str, Any]", told)
    if as_json:
        print_json(found)
    else:
        print_rows(make_console(), sim_figures(found))


def sim_figures(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was measured of compiled games, in words and numbers."""
    rows = [
        ("games of four a second, one core", f"{found['games_per_second']:,.0f}"),
        ("  decisions a second", f"{found['decisions_per_second']:,.0f}"),
        ("games of four a second, two cores", f"{found['games_per_second_on_two']:,.0f}"),
        ("batch steps a second, with masks", f"{found['batch_steps_per_second']:,.0f}"),
        ("batch steps a second, observed too", f"{found['batch_observed_per_second']:,.0f}"),
        ("bytes a table", f"{found['bytes_a_table']:,}"),
    ]
    if found["cold_seconds"] is not None:
        rows.append(("compiled anew", f"{found['cold_seconds']:.1f} s"))
        rows.append(("from the cache", f"{found['cached_seconds']:.2f} s"))
    return rows
