"""What the web bench says of a heap: compiled code and what a page keeps are told apart."""

from __future__ import annotations

from quedlinburg.testing.web_heap import Weights, weigh


def test_a_snapshot_is_weighed_by_category() -> None:
    """Code and what scripts keep; what lies outside their heap counts for neither."""
    kinds = ["hidden", "array", "string", "object", "code", "native"]
    weights = {"array": 1_000_000, "string": 500_000, "code": 3_000_000, "native": 9_000_000}
    nodes = [n for kind, size in weights.items() for n in (kinds.index(kind), 0, size)]
    meta = {"node_fields": ["type", "id", "self_size"], "node_types": [kinds]}
    assert weigh({"snapshot": {"meta": meta}, "nodes": nodes}) == Weights(code=3.0, kept=1.5)
