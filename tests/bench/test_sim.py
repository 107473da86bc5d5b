"""The measuring of compiled games counts what was played."""

import pytest

pytest.importorskip("numba")
from quedlinburg.bench import sim as bench


def test_whole_games_are_counted_in_chunks() -> None:
    """At least one chunk, with more decisions than seats and rounds, in some time."""
    games, decisions, spent = bench.measure_games("apprentice", 0.01)
    assert games % bench.CHUNK == 0
    assert games >= bench.CHUNK
    assert decisions > 36 * games
    assert spent > 0


def test_batches_step_without_and_with_observations() -> None:
    """Both figures are there, in steps a second; how they compare is the machine's business."""
    figures = bench.measure_batch(0.01)
    assert len(figures) == 2
    assert all(figure > 0 for figure in figures)


def test_the_set_ups_of_the_measuring_mix_the_books() -> None:
    """All tables have four seats, and hardly two the same books."""
    setups = bench.mixed_setups(50)
    assert {setup.players for setup in setups} == {4}
    assert len(set(setups)) > 45
