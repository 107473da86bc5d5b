"""The report as CSV: a table of games, one of rounds and one of purchases."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import deal_of, seat_of
from quedlinburg.arena.results import Results
from quedlinburg.arena.statistics import Findings
from quedlinburg.engine.names import BOOK_COLOURS

GAME_COLUMNS = (
    *("deal", "rotation", "luck", *BOOK_COLOURS, "edition", "tubes", "overflow", "stir"),
    *("entry", "bot", "seat", "points", "share"),
)


def _written(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV."""
    file = StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()


def games_csv(contest: Contest, results: Results) -> str:
    """A row for each bot in each game."""
    return _written([GAME_COLUMNS, *_game_rows(contest, results)])


def _game_rows(contest: Contest, results: Results) -> Iterable[Sequence[object]]:
    """The rows of all games, deal by deal."""
    points, shares = results.points.tolist(), results.shares().tolist()
    for row, number in enumerate(results.numbers.tolist()):
        deal = deal_of(contest, number)
        setup = deal.setup
        switches = setup.edition
        if not isinstance(switches, str):
            switches = " ".join(f"{name}={value}" for name, value in switches.items())
        table = (*setup.book_numbers.values(), switches, int(setup.tubes), int(setup.overflow))
        for rotation in range(contest.players):
            for entry, bot in enumerate(contest.seats):
                seat = seat_of(entry, rotation, contest.players)
                own = (points[row][rotation][entry], round(shares[row][rotation][entry], 6))
                head = (number, rotation, deal.seed, *table, setup.stir)
                yield (*head, entry, bot, seat, *own)


def rounds_csv(findings: Findings) -> str:
    """A row for each bot and round: explosions, and points, rubies and droplet at the end."""
    rows: list[Sequence[object]] = [("bot", "round", "exploded", "points", "rubies", "droplet")]
    for bot in findings.bots:
        for line in bot.rounds:
            numbers = (line.exploded, line.points, line.rubies, line.droplet)
            rows.append((bot.name, line.round, *(round(value, 6) for value in numbers)))
    return _written(rows)


def purchases_csv(findings: Findings) -> str:
    """A row for each bot, round and kind: chips bought a game."""
    rows: list[Sequence[object]] = [("bot", "round", "kind", "bought")]
    for bot in findings.bots:
        for number, kinds in enumerate(bot.bought, 1):
            rows += [(bot.name, number, kind, round(count, 6)) for kind, count in kinds.items()]
    return _written(rows)
