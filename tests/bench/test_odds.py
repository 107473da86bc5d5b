"""The benchmark of odds: how many positions it times, and how many answers are exact."""

from __future__ import annotations

from quedlinburg.bench.odds import measure_games


def test_positions_of_every_round_are_timed() -> None:
    """Every figure is there, and most answers are exact."""
    told: list[float] = []
    found = measure_games(1, told.append, positions_a_round=1)
    assert [one.round for one in found.rounds] == list(range(1, 10))
    for one in found.rounds:
        assert 0 <= one.exact_in_a_second <= one.exact <= one.positions == 1
        assert 0 < one.p50 <= one.p90 <= one.p99 <= one.longest
    assert sum(one.exact for one in found.rounds) >= 5
    assert told[-1] == 1.0
    assert len(found.rows()) == 10
