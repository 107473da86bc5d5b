"""The benchmark of the server: a few tables act, all clients hear of it, and they come back."""

from __future__ import annotations

import pytest

from quedlinburg.bench.server import measure


@pytest.mark.soak
def test_a_few_tables_are_measured_and_brought_back() -> None:
    """The figures are there; how good they are is the machine's business."""
    told: list[str] = []
    found = measure([2], 2, 2.0, 2, tell=told.append)
    (step,) = found.steps
    assert (step.tables, found.restored_tables) == (2, 2)
    assert step.actions >= 2
    assert 0 < step.p50_ms <= step.p99_ms
    assert step.bytes_a_draw < 500
    assert len(told) == 1
