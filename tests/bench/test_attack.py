"""The benchmark of attacks: attackers are as eager towards nobody, and the figures are there."""

from __future__ import annotations

import contextlib

import pytest

from quedlinburg.bench.attack import Swallower, measure
from quedlinburg.bench.attackers import NAMES, Aims, Attacker, attacks


@pytest.mark.parametrize("name", ["ping flood", "half requests", "connect and close"])
def test_an_attacker_sends_what_it_has_to_a_port_that_swallows_everything(name: str) -> None:
    """Floods, held connections, and those that are closed at once."""
    with contextlib.closing(Swallower()) as nobody:
        attacker = Attacker(attacks(Aims())[name], nobody.port, 0.2)
        attacker.run()
    assert attacker.connections > 0
    assert (attacker.sent > 0) == (name != "connect and close")


def test_an_unknown_attack_is_refused_with_all_that_there_are() -> None:
    """In one line."""
    with pytest.raises(ValueError, match="'rain' is not known; known: ping flood, ") as refused:
        measure(["rain"], 1, 1.0, 1, tell=print)
    assert all(name in str(refused.value) for name in NAMES)


@pytest.mark.soak
def test_honest_tables_are_measured_under_an_attack() -> None:
    """The figures are there; how good they are is the machine's business."""
    found = measure(["ping flood"], 2, 2.0, 1, tell=print)
    (one,) = found.attacks
    assert one.lost == 0
    assert one.actions > 2
    assert 0 < one.p50_ms <= one.p99_ms
    assert one.connections > 0
    assert len(found.rows()) == 2
