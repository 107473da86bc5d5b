"""What a page's heap holds: a snapshot of it, weighed by category.

Compiled code grows for as long as the browser finds functions worth compiling better; it says
nothing about what a page keeps. So a snapshot tells the two apart.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession

# Categories of Chromium's snapshots that lie in the heap of the scripts.
CODE = frozenset({"code"})
KEPT = frozenset(
    {
        "array",
        "bigint",
        "closure",
        "concatenated string",
        "number",
        "object",
        "object shape",
        "regexp",
        "sliced string",
        "string",
        "symbol",
    }
)


@dataclass(frozen=True)
class Weights:
    """Megabytes of compiled code, and of everything that scripts keep: objects, strings, arrays."""

    code: float
    kept: float


def weigh(snapshot: dict[str, Any]) -> Weights:
    """Weigh a snapshot by category."""
    meta = snapshot["snapshot"]["meta"]
    fields: list[str] = meta["node_fields"]
    kinds: list[str] = meta["node_types"][0]
    width, kind, size = len(fields), fields.index("type"), fields.index("self_size")
    nodes: list[int] = snapshot["nodes"]
    weights = dict.fromkeys(kinds, 0)
    for found, weight in zip(nodes[kind::width], nodes[size::width], strict=True):
        weights[kinds[found]] += weight
    code = sum(weight for name, weight in weights.items() if name in CODE)
    kept = sum(weight for name, weight in weights.items() if name in KEPT)
    return Weights(code / 1e6, kept / 1e6)


def take_weights(session: CDPSession) -> Weights:
    """Take a snapshot of a page's heap and weigh it."""
    chunks: list[str] = []

    def note(message: dict[str, str]) -> None:
        """Keep a part of the snapshot."""
        chunks.append(message["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", note)
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", note)
    return weigh(json.loads("".join(chunks)))
