"""Ratings for games of more than two, by openskill (the extra `arena`)."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.sheets import Sheet
from quedlinburg.arena.workers import needs

# Ratings have settled long before; more games only take time.
MOST_RATED = 20_000


@dataclass(frozen=True)
class Rating:
    """How strong a bot seems: 25 is where everyone begins, sigma how sure that is."""

    mu: float
    sigma: float

    def to_json(self) -> dict[str, float]:
        """The rating as a plain dict."""
        return {"mu": self.mu, "sigma": self.sigma}


def check_openskill() -> None:
    """Make sure that ratings can be made, before hours of games are played."""
    needs("openskill", "arena")


def ranks_of(points: list[int], winners: int) -> list[int]:
    """The places of a game, 0 for its winners; equal points share one.

    The winners' mask holds the tie-break (R5.H), so a seat with as many points may come second.

    >>> ranks_of([50, 61, 61, 40], 0b0010)
    [2, 0, 1, 3]
    """
    standing = [(-1 if winners >> seat & 1 else 0, -own) for seat, own in enumerate(points)]
    return [sum(other < own for other in standing) for own in standing]


def rate(contest: Contest, sheet: Sheet) -> dict[str, Rating]:
    """Rate every bot by its games, in the order of the deals, so that any run gives the same.

    A bot with several seats in a game has one rating: the mean of what its seats would have.
    """
    check_openskill()
    model: Any = importlib.import_module("openskill.models").PlackettLuce(tau=0.0)
    ratings: dict[str, Any] = {bot: model.rating(name=bot) for bot in contest.bots}
    games = zip(
        sheet.points.reshape(-1, contest.players)[:MOST_RATED].tolist(),
        sheet.winners.reshape(-1)[:MOST_RATED].tolist(),
        strict=True,
    )
    for points, winners in games:
        teams = [[ratings[bot]] for bot in contest.seats]
        rated = model.rate(teams, ranks=ranks_of(points, winners))
        for bot in contest.bots:
            own = [rated[entry][0] for entry in contest.copies(bot)]
            mu, sigma = fmean(r.mu for r in own), fmean(r.sigma for r in own)
            ratings[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return {bot: Rating(found.mu, found.sigma) for bot, found in ratings.items()}
