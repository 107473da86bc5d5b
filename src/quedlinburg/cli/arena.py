"""`quacks arena`: bots against bots, with the same luck for everyone and honest statistics."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import MofNCompleteColumn, TimeRemainingColumn

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.ratings import check_openskill
from quedlinburg.arena.report.csv import games_csv, purchases_csv, rounds_csv
from quedlinburg.arena.report.html import page
from quedlinburg.arena.report.text import report, report_text
from quedlinburg.arena.run_file import StoredRun, read_run, write_run
from quedlinburg.arena.runner import RunResult, run, workers_of
from quedlinburg.arena.statistics import Findings, find
from quedlinburg.arena.workers import RayCluster, Workers
from quedlinburg.bots import BOT_NAMES
from quedlinburg.cli.files import write_text
from quedlinburg.cli.output import make_console, print_json, progress, visible

INTERRUPTED = 130

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def arena_commands() -> None:
    """Bots against bots."""


@dataclass(frozen=True)
class Wanted:
    """Where the findings go."""

    as_json: bool
    csv: Path | None
    html: Path | None
    folder: Path | None


def contest_of(given: dict[str, Any], resume: Path | None) -> Contest:
    """The contest of a run that is resumed, or of the options."""
    if resume is not None and resume.exists() and resume.stat().st_size > 0:
        return replace(read_run(resume).contest, **given)
    if "seats" not in given:
        raise typer.BadParameter("give --seats, for example --seats novice,apprentice")
    return Contest(**given)


def play(contest: Contest, workers: Workers, resume: Path | None) -> RunResult:
    """Play a contest with a progress bar."""
    columns = MofNCompleteColumn(), TimeRemainingColumn()
    with progress("Playing", *columns, total=contest.deals * contest.players) as told:
        return run(contest, workers=workers, path=resume, tell=told)


def new_path() -> Path:
    """A name for a run in the current folder that no file has yet."""
    number = 1
    while (path := Path(f"quacks-arena-{number}.jsonl")).exists():
        number += 1
    return path


def keep(ran: RunResult, resume: Path | None) -> None:
    """Keep what was played before Ctrl-C, and say how to go on."""
    if ran.results.deals == 0 and resume is None:
        sys.stderr.write("\nStopped before the first deal was done.\n")
        return
    path = resume or new_path()
    if resume is None:
        write_run(path, StoredRun(ran.contest, (ran.results,)))
    sys.stderr.write(
        f"\nStopped after {ran.results.games:,} of {ran.contest.games:,} games. "
        f"Go on with: quacks arena --resume {visible(str(path))}\n"
    )


def tell(ran: RunResult, findings: Findings, wanted: Wanted) -> None:
    """Write the findings wherever they are wanted."""
    if wanted.csv is not None:
        write_text(wanted.csv, games_csv(ran.contest, ran.results))
    if wanted.html is not None:
        write_text(wanted.html, page(findings))
    if wanted.folder is not None:
        files = {
            "report.txt": report_text(findings),
            "report.json": json.dumps(findings.to_json(), indent=2) + "\n",
            "report.html": page(findings),
            "games.csv": games_csv(ran.contest, ran.results),
            "rounds.csv": rounds_csv(findings),
            "purchases.csv": purchases_csv(findings),
        }
        for name, text in files.items():
            write_text(wanted.folder / name, text)
    if wanted.as_json:
        print_json(findings.to_json())
    else:
        make_console().print(report(findings))


# The options; what is not given is as in a resumed run, or as in a new Contest.
Seats = Annotated[
    str | None,
    typer.Option(
        help=f"2 to 4 bots with commas between: {', '.join(BOT_NAMES)}, NAME@WEIGHTS, MODULE:NAME."
    ),
]
Games = Annotated[int | None, typer.Option(help="How many games; 1000 if not given.")]
Books = Annotated[
    str | None,
    typer.Option(
        help="random (a book for each colour, drawn anew for each deal; the default), sets "
        "(one of the four sets), 1 to 4, or one for each of five colours."
    ),
]
Edition = Annotated[
    str | None, typer.Option(help='An edition, with switches if you like: "schmidt rubies=0".')
]
Tubes = Annotated[bool | None, typer.Option("--tubes", help="With test tubes.")]
Overflow = Annotated[bool | None, typer.Option("--overflow", help="With the overflow bowl.")]
Stir = Annotated[str | None, typer.Option(help="Stir in the last round, always or never.")]
Order = Annotated[
    str | None,
    typer.Option(
        help="How the seats brew: together (one action each in turn; the default), or seats (one "
        "seat after the other)."
    ),
]
Variants = Annotated[
    bool | None,
    typer.Option("--variants", help="Draw edition, tubes, bowl and stirring for each deal."),
]
Seed = Annotated[str | None, typer.Option(help="Another seed gives other deals.")]
Plain = Annotated[
    bool | None, typer.Option("--plain", help="Plain Python: any bot, no compiler, slow.")
]
Count = Annotated[int, typer.Option(help="How many processes play.")]
Address = Annotated[
    str | None, typer.Option(help="Play on a Ray cluster: its address, auto, or local.")
]
Resume = Annotated[
    Path | None, typer.Option(help="Keep the run in this file; go on if it is there.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Csv = Annotated[Path | None, typer.Option(help="Write every game as CSV.")]
Html = Annotated[Path | None, typer.Option(help="Write a page with plots.")]
Folder = Annotated[
    Path | None, typer.Option("--report", help="Write text, JSON, CSV and page into a folder.")
]


@app.command("arena")
def arena(
    *,
    seats: Seats = None,
    games: Games = None,
    books: Books = None,
    edition: Edition = None,
    tubes: Tubes = None,
    overflow: Overflow = None,
    stir: Stir = None,
    order: Order = None,
    variants: Variants = None,
    seed: Seed = None,
    plain: Plain = None,
    processes: Count = 1,
    cluster: Address = None,
    resume: Resume = None,
    as_json: AsJson = False,
    csv: Csv = None,
    html: Html = None,
    folder: Folder = None,
) -> None:
    """Bots against bots: each deal in every rotation, with the same luck for each seat.

    Shares of wins come with 95 % intervals; any number of processes gives the same result.
    Ctrl-C keeps what is done.
    """
    options = {
        "seats": tuple(name.strip() for name in seats.split(",")) if seats is not None else None,
        "games": games,
        "books": books,
        "edition": edition,
        "tubes": tubes,
        "overflow": overflow,
        "stir": stir,
        "order": order,
        "variants": variants,
        "seed": seed,
        "plain": plain,
    }
    given = {name: value for name, value in options.items() if value is not None}
    contest = contest_of(given, resume)
    check_openskill()
    workers = RayCluster(cluster) if cluster is not None else workers_of(processes)
    ran = play(contest, workers, resume)
    if ran.results.deals > 0:
        tell(ran, find(ran), Wanted(as_json, csv, html, folder))
    if ran.interrupted:
        keep(ran, resume)
        raise typer.Exit(INTERRUPTED)
