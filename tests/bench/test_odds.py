"""The benchmark of odds: how many positions it times, and what it compares."""

from __future__ import annotations

from quedlinburg.bench.odds import measure_games


def test_dangerous_positions_are_timed_and_compared() -> None:
    """Every figure is there, the quick decisions are nearly always the exact ones."""
    told: list[float] = []
    found = measure_games(1, told.append)
    assert found.timed.decisions > 5
    assert 0 < found.timed.p50 <= found.timed.p90 <= found.timed.p99 <= found.timed.longest
    assert 0 < found.agreed.agreed <= found.agreed.decisions
    assert told[-1] == 1.0
    assert len(found.rows()) == 7
