"""The benchmark of the page: what it weighs, what it refuses, and what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

import quedlinburg
from benchmarks.web.heap import Weights, weigh
from cli.conftest import Quacks, quacks

__all__ = ["quacks"]


def test_a_snapshot_is_weighed_by_category() -> None:
    """Code and what scripts keep; what lies outside their heap counts for neither."""
    kinds = ["hidden", "array", "string", "object", "code", "native"]
    weights = {"array": 1_000_000, "string": 500_000, "code": 3_000_000, "native": 9_000_000}
    nodes = [n for kind, size in weights.items() for n in (kinds.index(kind), 0, size)]
    meta = {"node_fields": ["type", "id", "self_size"], "node_types": [kinds]}
    assert weigh({"snapshot": {"meta": meta}, "nodes": nodes}) == Weights(code=3.0, kept=1.5)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--taps", "0"), "taps: 0 is not allowed"),
        (("--pause", "5"), "pause: 5 is not allowed; allowed: 20 to 1000"),
        (("--page", "nowhere"), "page: nowhere holds no built page"),
    ],
)
def test_options_that_are_not_allowed_are_refused_in_one_line(
    quacks: Quacks, words: tuple[str, ...], said: str
) -> None:
    """Before a browser is started."""
    quacks("bench", "web", *words).complains(said)


def test_outside_a_checkout_one_line_says_what_is_needed(
    quacks: Quacks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wheel has no benchmark of the page."""
    away = tmp_path / "lib" / "site-packages" / "quedlinburg" / "__init__.py"
    monkeypatch.setattr(quedlinburg, "__file__", str(away))
    quacks("bench", "web").complains("web needs a checkout of the sources")
