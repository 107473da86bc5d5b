"""The four levels answer a fixed set of positions as they did when it was written down."""

import runpy
from itertools import islice
from pathlib import Path

import pytest

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "record_decisions.py"))
KEPT = Path(__file__).with_name("decisions.txt").read_text(encoding="utf-8").splitlines()


def test_the_first_positions_are_answered_as_before() -> None:
    """A hundred of them; all are compared by the tool, and in the long runs."""
    assert list(islice(TOOL["decisions"](), 100)) == KEPT[:100]


@pytest.mark.soak
def test_all_positions_are_answered_as_before() -> None:
    """Who changes how a level plays writes them down anew: tools/record_decisions.py."""
    assert list(TOOL["decisions"]()) == KEPT


def test_the_positions_ask_nearly_everything() -> None:
    """What is not asked could change unseen."""
    asked = {line.split()[3] for line in KEPT}
    assert len(KEPT) == 2000
    assert len(asked) >= 23
