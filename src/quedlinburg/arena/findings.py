"""Findings: what a contest's games say about its bots."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quedlinburg.arena.code import program_name
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.estimates import Estimate, mean_of, share_of
from quedlinburg.arena.ratings import Rating, rate
from quedlinburg.arena.running import Ran
from quedlinburg.arena.sheets import DROPLET, EXPLODED, NOTHING, POINTS, RUBIES, Sheet
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.rules.tables import KIND_CODES, LAST_ROUND

# What a purchase of nothing is called.
NOTHING_BOUGHT = "nothing"


@dataclass(frozen=True)
class RoundFinding:
    """A bot's round: how often its pot exploded, and what it had at the end on average."""

    round: int
    exploded: float
    points: float
    rubies: float
    droplet: float

    def to_json(self) -> dict[str, float]:
        """The round as a plain dict."""
        return {
            "round": self.round,
            "exploded": self.exploded,
            "points": self.points,
            "rubies": self.rubies,
            "droplet": self.droplet,
        }


@dataclass(frozen=True)
class BotFinding:
    """What the games say about a bot, for each of its seats.

    `bought` has for each round how many of each kind were bought in a game, and in which part of
    the games nothing; `ahead` is against each other bot the part of games with more points,
    equal points counted half.
    """

    name: str
    seats: int
    share: Estimate
    points: Estimate
    rating: Rating
    rounds: tuple[RoundFinding, ...]
    bought: tuple[dict[str, float], ...]
    ahead: dict[str, Estimate]

    def to_json(self) -> dict[str, object]:
        """The finding as plain dicts and lists."""
        return {
            "name": self.name,
            "seats": self.seats,
            "share": self.share.to_json(),
            "points": self.points.to_json(),
            "rating": self.rating.to_json(),
            "ahead": {other: part.to_json() for other, part in self.ahead.items()},
            "rounds": [line.to_json() for line in self.rounds],
            "bought": [
                {"round": number, "kinds": kinds} for number, kinds in enumerate(self.bought, 1)
            ],
        }


@dataclass(frozen=True)
class Findings:
    """All that a contest found."""

    contest: Contest
    games: int
    deals: int
    decisions: int
    complete: bool
    bots: tuple[BotFinding, ...]

    @property
    def equal_share(self) -> float:
        """The share of wins that equal bots would have."""
        return 1 / self.contest.players

    def to_json(self) -> dict[str, object]:
        """The findings as plain dicts and lists."""
        return {
            "command": self.contest.command(),
            "contest": self.contest.to_json(),
            "rules": RULES_VERSION,
            "code": program_name(self.contest.seats),
            "games": self.games,
            "deals": self.deals,
            "decisions": self.decisions,
            "complete": self.complete,
            "equal_share": self.equal_share,
            "bots": [bot.to_json() for bot in self.bots],
        }


def find(ran: Ran) -> Findings:
    """Say what a run found; ValueError if nothing has been played."""
    contest, sheet = ran.contest, ran.sheet
    if sheet.deals == 0:
        raise ValueError("no deal has been played to its end")
    ratings = rate(contest, sheet)
    return Findings(
        contest=contest,
        games=sheet.games,
        deals=sheet.deals,
        decisions=sheet.decisions,
        complete=sheet.deals >= contest.deals,
        bots=tuple(_bot_finding(contest, sheet, bot, ratings[bot]) for bot in contest.bots),
    )


def _bot_finding(contest: Contest, sheet: Sheet, bot: str, rating: Rating) -> BotFinding:
    """What the games say about one bot."""
    copies = contest.copies(bot)
    games = sheet.games * len(copies)
    rounds = sheet.rounds[copies].sum(axis=0) / games
    bought = sheet.bought[copies].sum(axis=0) / games
    return BotFinding(
        name=bot,
        seats=len(copies),
        share=share_of(sheet.shares()[:, :, copies].mean(axis=(1, 2))),
        points=mean_of(sheet.points[:, :, copies].mean(axis=(1, 2))),
        rating=rating,
        rounds=tuple(
            RoundFinding(
                round=line + 1,
                exploded=float(rounds[line, EXPLODED]),
                points=float(rounds[line, POINTS]),
                rubies=float(rounds[line, RUBIES]),
                droplet=float(rounds[line, DROPLET]),
            )
            for line in range(LAST_ROUND)
        ),
        bought=tuple(_purchases(bought[line].tolist()) for line in range(LAST_ROUND)),
        ahead={
            other: _ahead(sheet, copies, contest.copies(other))
            for other in contest.bots
            if other != bot
        },
    )


def _purchases(row: list[float]) -> dict[str, float]:
    """How many of each kind were bought, without those that never were."""
    names = [*KIND_CODES[:NOTHING], NOTHING_BOUGHT]
    return {name: count for name, count in zip(names, row, strict=True) if count > 0}


def _ahead(sheet: Sheet, own: list[int], others: list[int]) -> Estimate:
    """In which part of the games a bot has more points than another, seat against seat."""
    gaps = sheet.points[:, :, own][..., :, None] - sheet.points[:, :, others][..., None, :]
    parts = (gaps > 0) + 0.5 * (gaps == 0)
    return share_of(np.mean(parts, axis=(1, 2, 3)))
