"""Intervals: they hold what they promise, also where games hang together."""

from __future__ import annotations

import numpy as np
import pytest

from quedlinburg.arena.statistics import Estimate, mean_of, share_of, spread


def covers(estimate: Estimate, truth: float) -> bool:
    """Whether an interval holds the true value."""
    return estimate.low <= truth <= estimate.high


@pytest.mark.parametrize("truth", [0.1, 0.25, 0.55])
def test_a_share_lies_in_its_interval_95_times_of_100(truth: float) -> None:
    """Wins of one deal hang together, as the luck is the same: deals are what is counted."""
    chance = np.random.default_rng(7)
    held, naive = 0, 0
    for _ in range(1000):
        # Each deal favours the bot or does not; its four games mostly follow that.
        favour = chance.beta(2 * truth, 2 * (1 - truth), size=(60, 1))
        wins = chance.random((60, 4)) < favour
        held += covers(share_of(wins.mean(axis=1)), truth)
        naive += covers(share_of(wins.reshape(-1).astype(float)), truth)
    assert 925 <= held <= 980
    assert naive < 900, "without clusters the interval would be too short"


def test_a_mean_lies_in_its_interval_95_times_of_100_also_with_few_deals() -> None:
    """Student's spread makes up for few deals."""
    chance = np.random.default_rng(11)
    for deals in (6, 40):
        held = sum(covers(mean_of(chance.normal(50, 12, deals)), 50) for _ in range(2000))
        assert 1860 <= held <= 1940, deals


@pytest.mark.parametrize(
    ("deals", "known"), [(5, 2.776), (6, 2.571), (11, 2.228), (31, 2.042), (101, 1.984)]
)
def test_the_spread_is_student_s(deals: int, known: float) -> None:
    """Compared with printed tables."""
    assert spread(deals) == pytest.approx(known, rel=0.01)


def test_shares_stay_between_nothing_and_all() -> None:
    """Where every deal was won the interval still has a length, and ends at 1."""
    all_won = share_of(np.ones(50))
    assert all_won.mean == all_won.high == 1.0
    assert 0.9 < all_won.low < 0.95
    none_won = share_of(np.zeros(50))
    assert none_won.mean == none_won.low == 0.0
    assert none_won.high == pytest.approx(1 - all_won.low)


def test_what_never_varies_is_known_exactly() -> None:
    """Equal bots have equal shares in every deal: no doubt is left."""
    assert share_of(np.full(10, 0.25)) == Estimate(0.25, 0.25, 0.25)


def test_one_deal_says_next_to_nothing() -> None:
    """A single deal has no spread of its own, so the interval is wide and no number is missing."""
    one = share_of(np.array([0.5]))
    assert one.low < 0.1
    assert one.high > 0.9
