"""Every scenario passes: ours, and the contract's examples where they lie beside the project."""

from pathlib import Path

import pytest

from quedlinburg.engine.notation.scenario import run_scenario

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "scenarios"
FILES = sorted(HERE.rglob("*.txt")) + sorted(SHARED.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """The file's checks all hold."""
    failures = run_scenario(path.read_text("utf-8"))
    assert not failures, "\n".join([str(path), *map(str, failures)])
