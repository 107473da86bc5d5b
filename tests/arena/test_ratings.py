"""Ratings: better places, better ratings; a bot has one rating however many seats it has."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from quedlinburg.arena import ratings
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.ratings import ranks_of, rate
from quedlinburg.arena.results import Results


def played(contest: Contest, means: list[float], deals: int = 60) -> Results:
    """Games in which every seat of the contest has points around its mean."""
    chance = np.random.default_rng(3)
    results = Results.blank(contest.players, deals)
    results.numbers[:] = np.arange(deals)
    results.points[:] = chance.normal(means, 8, results.points.shape).round()
    best = results.points.max(axis=2, keepdims=True)
    results.winners[:] = ((results.points == best) << np.arange(contest.players)).sum(axis=2)
    return results


def test_more_points_give_a_higher_rating() -> None:
    """Ratings stand in the order of strength."""
    contest = Contest(("novice", "apprentice", "random", "fixed_risk"))
    found = rate(contest, played(contest, [45, 55, 20, 50]))
    order = sorted(found, key=lambda bot: found[bot].mu, reverse=True)
    assert order == ["apprentice", "fixed_risk", "novice", "random"]


def test_equal_bots_are_rated_about_equal() -> None:
    """Within what their sigmas say."""
    contest = Contest(("novice", "apprentice"))
    one, other = rate(contest, played(contest, [50, 50], deals=300)).values()
    assert abs(one.mu - other.mu) < 3 * (one.sigma + other.sigma)


def test_a_bot_with_three_seats_has_one_rating() -> None:
    """The copies share it."""
    contest = Contest(("apprentice", "novice", "novice", "novice"))
    found = rate(contest, played(contest, [55, 45, 45, 45]))
    assert set(found) == {"apprentice", "novice"}
    assert found["apprentice"].mu > found["novice"].mu + 3


@pytest.mark.parametrize(
    ("points", "winners", "ranks"),
    [
        ([50, 61, 61, 40], 0b0110, [2, 0, 0, 3]),
        ([50, 61, 61, 40], 0b0010, [2, 0, 1, 3]),
        ([30, 30], 0b11, [0, 0]),
        ([70, 60, 60], 0b001, [0, 1, 1]),
    ],
)
def test_places_follow_points_and_the_tie_break(
    points: list[int], winners: int, ranks: list[int]
) -> None:
    """Who won the tie-break comes before who has as many points (R5.H)."""
    assert ranks_of(points, winners) == ranks


def test_without_openskill_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any game is played."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"openskill is not installed.*quedlinburg\[arena\]"):
        ratings.check_openskill()
