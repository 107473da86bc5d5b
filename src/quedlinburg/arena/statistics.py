"""Statistics of a contest: each bot's share of wins, points and rounds, with 95 % intervals.

All games of a deal share their luck, so deals count as independent, and games do not. An interval
contains the true value in 95 % of all contests that are repeated with new seeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.fingerprint import program_name
from quedlinburg.arena.ratings import Rating, rate
from quedlinburg.arena.results import DROPLET, EXPLODED, NOTHING, POINTS, RUBIES, Results
from quedlinburg.arena.runner import RunResult
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.rules.constants import KIND_CODES, LAST_ROUND
from quedlinburg.sim.arrays import FloatArray

# The normal distribution holds 95 % within so many standard deviations.
Z = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    def to_json(self) -> dict[str, float]:
        """The estimate as a plain dict."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def spread(deals: int) -> float:
    """Half the width of a 95 % interval in standard errors: above 1.96 for few deals.

    Student's t distribution, by its expansion around the normal one: exact to 1 % from 5 deals on.

    >>> round(spread(11), 3), round(spread(10_000), 3)
    (2.228, 1.96)
    """
    free = max(deals - 1, 1)
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return float(Z + first / free + second / free**2 + third / free**3)


def standard_error(by_deal: FloatArray) -> float:
    """The standard error of the mean of one number for each deal."""
    if len(by_deal) < 2:
        return float("inf")
    return float(np.std(by_deal, ddof=1) / sqrt(len(by_deal)))


def mean_of(by_deal: FloatArray) -> Estimate:
    """The mean of one number for each deal, with its interval."""
    mean = float(np.mean(by_deal))
    reach = spread(len(by_deal)) * standard_error(by_deal)
    return Estimate(mean, mean - reach, mean + reach)


def share_of(by_deal: FloatArray) -> Estimate:
    """The mean of one share for each deal, with Wilson's interval, which stays within 0 and 1.

    The interval's sample size is the number of independent games that would give the deals'
    standard error; where all deals were won, or all lost, it is the number of deals.
    """
    mean = float(np.mean(by_deal))
    error = standard_error(by_deal)
    if error == 0 and 0 < mean < 1:
        return Estimate(mean, mean, mean)
    games = mean * (1 - mean) / error**2 if error > 0 else float(len(by_deal))
    if games == 0:
        games = float(len(by_deal))
    reach = spread(len(by_deal)) ** 2 / games
    middle = (mean + reach / 2) / (1 + reach)
    half = sqrt(mean * (1 - mean) * reach + reach**2 / 4) / (1 + reach)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Estimate(mean, min(low, mean), max(high, mean))


# The name of a purchase of no chip.
NOTHING_BOUGHT = "nothing"


@dataclass(frozen=True)
class RoundFinding:
    """A bot's round: the share of pots that exploded, and what it had at the end on average."""

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
    """Statistics of a bot, per game and seat.

    `bought` has for each round the mean number of chips of each kind, and under NOTHING_BOUGHT the
    share of games without a purchase; `ahead` has for each other bot the share of games with more
    points than it, equal points counted half.
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
    """Statistics of a whole contest."""

    contest: Contest
    games: int
    deals: int
    decisions: int
    complete: bool
    bots: tuple[BotFinding, ...]

    @property
    def equal_share(self) -> float:
        """The share of wins of each seat if all bots were equal."""
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


def find(ran: RunResult) -> Findings:
    """Statistics of a run; ValueError if no deal has been played."""
    contest, results = ran.contest, ran.results
    if results.deals == 0:
        raise ValueError("no deal has been played to its end")
    ratings = rate(contest, results)
    return Findings(
        contest=contest,
        games=results.games,
        deals=results.deals,
        decisions=results.decisions,
        complete=results.deals >= contest.deals,
        bots=tuple(_bot_finding(contest, results, bot, ratings[bot]) for bot in contest.bots),
    )


def _bot_finding(contest: Contest, results: Results, bot: str, rating: Rating) -> BotFinding:
    """Statistics of one bot."""
    copies = contest.copies(bot)
    games = results.games * len(copies)
    rounds = results.rounds[copies].sum(axis=0) / games
    bought = results.bought[copies].sum(axis=0) / games
    return BotFinding(
        name=bot,
        seats=len(copies),
        share=share_of(results.shares()[:, :, copies].mean(axis=(1, 2))),
        points=mean_of(results.points[:, :, copies].mean(axis=(1, 2))),
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
            other: _ahead(results, copies, contest.copies(other))
            for other in contest.bots
            if other != bot
        },
    )


def _purchases(row: list[float]) -> dict[str, float]:
    """Chips bought by kind, without the kinds that were never bought."""
    names = [*KIND_CODES[:NOTHING], NOTHING_BOUGHT]
    return {name: count for name, count in zip(names, row, strict=True) if count > 0}


def _ahead(results: Results, own: list[int], others: list[int]) -> Estimate:
    """The share of games in which a bot has more points than another, seat against seat."""
    gaps = results.points[:, :, own][..., :, None] - results.points[:, :, others][..., None, :]
    parts = (gaps > 0) + 0.5 * (gaps == 0)
    return share_of(np.mean(parts, axis=(1, 2, 3)))
