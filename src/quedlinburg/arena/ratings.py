"""Plackett-Luce ratings for games of two to four, by openskill (the extra `arena`)."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.results import Results
from quedlinburg.arena.workers import needs

# Ratings have settled long before; more games only take time.
MOST_RATED = 20_000


class _Skill(Protocol):
    """A rating of openskill's: mean and standard deviation."""

    mu: float
    sigma: float


class _Model(Protocol):
    """The part of an openskill model that is used here."""

    def rating(self, mu: float = 25, sigma: float = 25 / 3, name: str | None = None) -> _Skill:
        """Make a rating."""
        ...

    def rate(self, teams: list[list[_Skill]], *, ranks: list[int]) -> list[list[_Skill]]:
        """The ratings after a game with these ranks, 0 for the winners."""
        ...


@dataclass(frozen=True)
class Rating:
    """A bot's strength: mean and standard deviation; every bot begins with a mean of 25."""

    mu: float
    sigma: float

    def to_json(self) -> dict[str, float]:
        """The rating as a plain dict."""
        return {"mu": self.mu, "sigma": self.sigma}


def check_openskill() -> None:
    """Raise ValueError if openskill is missing, before hours of games are played."""
    needs("openskill", "arena")


def ranks_of(points: list[int], winners: int) -> list[int]:
    """The places of a game, 0 for its winners; equal points share one.

    The winners' mask holds the tie-break (R5.H), so a seat with as many points may come second.

    >>> ranks_of([50, 61, 61, 40], 0b0010)
    [2, 0, 1, 3]
    """
    standing = [(-1 if winners >> seat & 1 else 0, -own) for seat, own in enumerate(points)]
    return [sum(other < own for other in standing) for own in standing]


def rate(contest: Contest, results: Results) -> dict[str, Rating]:
    """Rate every bot by its games, in the order of the deals, so that any run gives the same.

    A bot with several seats in a game has one rating: the mean of what its seats would have.
    """
    check_openskill()
    model: _Model = importlib.import_module("openskill.models").PlackettLuce(tau=0.0)
    ratings: dict[str, _Skill] = {bot: model.rating(name=bot) for bot in contest.bots}
    games = zip(
        results.points.reshape(-1, contest.players)[:MOST_RATED].tolist(),
        results.winners.reshape(-1)[:MOST_RATED].tolist(),
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
