"""The report as text and tables, for a terminal or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from quedlinburg.arena.statistics import (
    NOTHING_BOUGHT,
    BotFinding,
    Estimate,
    Findings,
    RoundFinding,
)
from quedlinburg.rules.constants import LAST_ROUND

# How many kinds are named for each round, and the least part of games that has a name.
MOST_KINDS = 3
LEAST = 0.05
WIDTH = 110


def percent(estimate: Estimate) -> str:
    """A share with its interval.

    >>> percent(Estimate(0.4673, 0.4537, 0.4808))
    '46.7 % (45.4–48.1)'
    """
    return f"{estimate.mean:.1%} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})".replace(
        "%", " %"
    )


def number(estimate: Estimate) -> str:
    """A mean with its interval.

    >>> number(Estimate(51.4998, 51.0967, 51.9028))
    '51.5 (51.1–51.9)'
    """
    return f"{estimate.mean:.1f} ({estimate.low:.1f}–{estimate.high:.1f})"


def _grid(*heads: str, gap: int = 2) -> Table:
    """An empty table: words on the left, numbers on the right."""
    table = Table(box=None, pad_edge=False, padding=(0, gap))
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=True)
    return table


def headline(findings: Findings) -> str:
    """One line that says what was played."""
    contest = findings.contest
    how = "in plain Python" if contest.plain else "compiled"
    drawn = {"random": "books drawn at random", "sets": "sets drawn at random"}
    books = drawn.get(contest.books, f"books {contest.books}")
    variants = "all variants" if contest.variants else f"edition {contest.edition}"
    extras = [
        word
        for word, given in (
            ("test tubes", contest.tubes),
            ("overflow bowl", contest.overflow),
            ("always stirred", contest.stir == "always"),
            ("never stirred", contest.stir == "never"),
        )
        if given and not contest.variants
    ]
    words = [f"{contest.players} players", books, variants, *extras, f"seed {contest.seed}", how]
    unfinished = "" if findings.complete else f" of {contest.games:,}"
    return (
        f"{findings.games:,} games{unfinished}: {findings.deals:,} deals, each in "
        f"{contest.players} rotations; {', '.join(words)}"
    )


def summary(findings: Findings) -> Table:
    """Wins, points and ratings of every bot; in brackets the 95 % intervals."""
    table = _grid("bot", "seats", "wins", "points", "rating")
    for bot in findings.bots:
        rating = f"{bot.rating.mu:.1f} ±{2 * bot.rating.sigma:.1f}"
        table.add_row(bot.name, str(bot.seats), percent(bot.share), number(bot.points), rating)
    return table


def by_round(findings: Findings, head: str, cell: Callable[[RoundFinding], str]) -> Table:
    """Something of every bot for each of the nine rounds."""
    table = _grid(head, *(str(number) for number in range(1, LAST_ROUND + 1)), gap=1)
    for bot in findings.bots:
        table.add_row(bot.name, *(cell(line) for line in bot.rounds))
    return table


def against(findings: Findings) -> Table:
    """How often the bot on the left has more points than the one above."""
    table = _grid("more points than", *(bot.name for bot in findings.bots))
    for bot in findings.bots:
        parts = [bot.ahead.get(other.name) for other in findings.bots]
        shown = (f"{100 * part.mean:.1f} %" if part else "" for part in parts)
        table.add_row(bot.name, *shown)
    return table


def favourites(kinds: dict[str, float]) -> str:
    """The kinds that were bought most in a round, each with how many a game.

    >>> favourites({"O1": 0.7, "B1": 0.25, "K1": 0.01, "nothing": 0.1})
    'O1 .70  B1 .25  nothing .10'
    """
    most = sorted(kinds.items(), key=lambda item: (item[0] == NOTHING_BOUGHT, -item[1]))
    shown = [item for item in most if item[1] >= LEAST]
    chips = [item for item in shown if item[0] != NOTHING_BOUGHT][:MOST_KINDS]
    rest = [item for item in shown if item[0] == NOTHING_BOUGHT]
    return "  ".join(f"{name} {count:.2f}".replace(" 0.", " .") for name, count in chips + rest)


def purchases(bots: Sequence[BotFinding]) -> Table:
    """What every bot bought in which round: chips a game."""
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    for head in ("bought in round", *(bot.name for bot in bots)):
        table.add_column(head)
    for line in range(LAST_ROUND - 1):
        table.add_row(str(line + 1), *(favourites(bot.bought[line]) for bot in bots))
    return table


def report(findings: Findings) -> RenderableType:
    """The whole report."""
    equal = f"Equal bots would win {100 * findings.equal_share:.1f} % each."
    parts: list[RenderableType] = [
        Text(headline(findings)),
        Text(f"{equal} In brackets 95 % intervals, clustered by deal.", style="dim"),
        "",
        summary(findings),
        "",
    ]
    if len(findings.bots) > 1:
        parts += [against(findings), ""]
    parts += [
        by_round(findings, "exploded in round", lambda line: f"{line.exploded:.0%}"),
        "",
        by_round(findings, "points after round", lambda line: f"{line.points:.1f}"),
        "",
        purchases(findings.bots),
        "",
        Text(findings.contest.command(), style="dim"),
    ]
    return Group(*parts)


def report_text(findings: Findings) -> str:
    """The whole report as plain text."""
    file = StringIO()
    plain = Console(file=file, width=WIDTH, emoji=False, highlight=False, markup=False)
    plain.print(report(findings))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"
