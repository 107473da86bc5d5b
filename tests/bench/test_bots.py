"""How long bots think is measured over their own decisions."""

from __future__ import annotations

import pytest

from quedlinburg.bench.bots import measure, percentile


def test_a_bot_is_measured_plain_and_compiled() -> None:
    """Milliseconds a decision, games a second."""
    told: list[float] = []
    (novice, cautious) = measure(["novice", "cautious"], 0.4, told.append).bots
    for found in (novice, cautious):
        assert 0 < found.p50_ms <= found.p99_ms <= found.longest_ms
        assert found.decisions > 50
        assert found.plain_games_per_second > 0
    assert novice.compiled_games_per_second is not None
    assert novice.compiled_games_per_second > 0
    assert cautious.compiled_games_per_second is None
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_unknown_bots_are_not_measured() -> None:
    """In one line."""
    with pytest.raises(ValueError, match="'wizard' is not known"):
        measure(["wizard"], 1.0, lambda done: None)


def test_a_percentile_is_one_of_the_times() -> None:
    """The share of times below it is at most what was asked for."""
    times = [float(n) for n in range(100, 0, -1)]
    assert percentile(times, 0.5) == 51.0
    assert percentile(times, 0.99) == 100.0
    assert percentile([2.0], 0.99) == 2.0
