"""Measure how strong each level is, and write the tables of docs/reference/strength.md and README.

python tools/make_strength.py --processes 2        10,000 games for each figure, for hours
python tools/make_strength.py --games 400          a first look
python tools/make_strength.py --only master        only what the master plays
python tools/make_strength.py --remark             plays nothing; renews the line on the rules

Runs are kept in build/strength; the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from make_docs import table, with_block
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.fingerprint import code_name
from quedlinburg.arena.report.text import number, percent
from quedlinburg.arena.runner import run, workers_of
from quedlinburg.arena.statistics import BotFinding, find
from quedlinburg.bots.policies.policy import POLICIES
from quedlinburg.engine.version import RULES_VERSION

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "strength.md"
README = ROOT / "README.md"
NOTICE = "<!-- Made by tools/make_strength.py; run it again instead of editing this page. -->"

# From the weakest to the strongest; those that are not built are left out.
ORDER = ("random", "novice", "apprentice", "journeyman", "master")
LEVELS: list[str] = [name for name in ORDER if name in POLICIES]
# What others have published, as bots: a highest risk for each round, and a linear value (set 1).
BASELINES = {"fixed_risk": ("random", "1"), "linear": ("1",)}
BOOKS = ("random", "1", "2", "3", "4")
AIM = {4: 0.40, 2: 0.65}


@dataclass(frozen=True)
class Measured:
    """One contest: the bot that is measured, against whom, and what came out."""

    contest: Contest
    finding: BotFinding
    games: int

    @property
    def versus(self) -> tuple[str, str, int]:
        """Who against whom, and how many play."""
        upper, lower = self.contest.bots
        return upper, lower, self.contest.players


def contests(games: int, only: str, seed: str) -> Iterator[Contest]:
    """Every level against the level below and against the baselines, by four and by two."""
    pairs: list[tuple[str, str, tuple[str, ...]]] = [
        (upper, lower, BOOKS) for lower, upper in reversed(list(pairwise(LEVELS)))
    ]
    strongest = LEVELS[-2:][::-1]
    for baseline, books in BASELINES.items():
        if baseline in POLICIES:
            pairs += [(level, baseline, books) for level in strongest if level != baseline]
    # How strong the linear value is itself: where it is published, it met such bots.
    pairs.append(("linear", "fixed_risk", BASELINES["linear"]))
    for upper, lower, books in pairs:
        if only in ("", upper):
            for players in (4, 2):
                for chosen in books:
                    seats = (upper, *(lower,) * (players - 1))
                    yield Contest(seats, games=games, books=chosen, seed=seed)


def kept_in(folder: Path, contest: Contest) -> Path:
    """The file of a contest's run; other rules or bots have other files."""
    words = [*contest.bots, str(contest.players), contest.books, contest.seed, code_name()]
    return folder / f"{'-'.join(words)}.jsonl"


def measure(contest: Contest, folder: Path, processes: int) -> Measured | None:
    """Play what is left of a contest; None if it was stopped."""
    print(f"make_strength: {contest.command()}", flush=True)
    ran = run(contest, workers=workers_of(processes), path=kept_in(folder, contest))
    if ran.interrupted:
        return None
    found = find(ran)
    upper = found.bots[0]
    print(f"make_strength: {upper.name} wins {percent(upper.share)}", flush=True)
    return Measured(contest, upper, found.games)


def cell(measured: Measured | None) -> str:
    """A share of wins, in bold where it reaches the aim."""
    if measured is None:
        return ""
    share = percent(measured.finding.share)
    reached = measured.finding.share.mean >= AIM[measured.contest.players]
    return f"**{share}**" if reached else share


def summary(found: list[Measured]) -> str:
    """A row for each pair of bots and number of players, a column for each choice of books."""
    rows = []
    for who in dict.fromkeys(one.versus for one in found):
        upper, lower, players = who
        by_books = {one.contest.books: one for one in found if one.versus == who}
        others = f"{players - 1} × {lower}" if players > 2 else lower
        rows.append([upper, others, *(cell(by_books.get(books)) for books in BOOKS)])
    heads = ["bot", "against", "books at random", "set 1", "set 2", "set 3", "set 4"]
    return table(heads, rows)


def explained(found: list[Measured]) -> str:
    """What the numbers in the summary are."""
    games = min(one.games for one in found)
    return (
        f"Shares of wins with 95 % intervals clustered by deal, at least {games:,} games each, "
        "every deal in all rotations with the same luck. Equal bots would win 25 % by four and "
        "50 % by two; **bold** where the share is at least 40 % by four or 65 % by two."
    )


def remark(version: int) -> str:
    """By which rules the tables were measured: the line above them."""
    if version == RULES_VERSION:
        return f"Measured by rules version {version}."
    return (
        f"These tables are of rules version {version}; "
        f"they will be measured again by version {RULES_VERSION}."
    )


REMARK = re.compile(r"^(?:Measured by|These tables are of) rules version (\d+).*$", re.MULTILINE)


def renew_remarks() -> None:
    """Say above both tables by which rules they were measured, as of this version."""
    for file in (PAGE, README):
        text = file.read_text("utf-8")
        file.write_text(REMARK.sub(lambda line: remark(int(line[1])), text), "utf-8")


def page(found: list[Measured]) -> str:
    """The whole page."""
    rows = []
    for one in found:
        bot = one.finding
        points = number(bot.points)
        rows.append([f"`{one.contest.command()}`", f"{one.games:,}", percent(bot.share), points])
    parts = [
        NOTICE,
        "# How strong the levels are",
        remark(RULES_VERSION),
        explained(found),
        summary(found),
        "## Every contest with its command",
        "The first bot of each command is the one that is measured. Any number of processes gives "
        "the same figures; `python tools/make_strength.py` runs all of them.",
        table(["command", "games", "wins", "points"], rows),
        f"Rules and bots: `{code_name()}`.",
    ]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Measure, and write both tables; Ctrl-C keeps what is done."""
    parser = argparse.ArgumentParser(description="Measure how strong each level is.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--only", default="", choices=["", *LEVELS])
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "strength")
    parser.add_argument("--print", action="store_true", help="print the page, write nothing")
    parser.add_argument("--remark", action="store_true", help="renew the line on the rules only")
    args = parser.parse_args()
    if args.remark:
        renew_remarks()
        return 0
    found = []
    for contest in contests(args.games, args.only, args.seed):
        measured = measure(contest, args.keep, args.processes)
        if measured is None:
            print("make_strength: stopped; the same command goes on", file=sys.stderr)
            return 130
        found.append(measured)
    if args.print:
        print(page(found))
        return 0
    PAGE.write_text(page(found), "utf-8")
    print(f"make_strength: wrote {PAGE.relative_to(ROOT)}")
    readme = README.read_text("utf-8")
    if "<!-- strength -->" in readme:
        block = f"{remark(RULES_VERSION)}\n\n{summary(found)}\n\n{explained(found)} " + (
            "The commands stand in [the reference](docs/reference/strength.md)."
        )
        README.write_text(with_block(readme, "strength", block), "utf-8")
        print("make_strength: wrote the block of README.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
