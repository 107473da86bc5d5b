"""The oracle holds what every scenario says about brewing, read by a reader of its own."""

from pathlib import Path

import pytest
from oracle import scenes

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FILES = [
    path
    for path in sorted(SCENARIOS.rglob("*.txt"))
    if "phase fortune" not in path.read_text(encoding="utf-8")
]

SKETCH = """\
# R4.7  A toadstool after a pumpkin may stand short.
players 2  books 1  round 4  card alms
seat 0  bag R1 G1  pot O1@1
0 draw      luck R1
expect legal 0  draw stop short
0 short
expect seat 0  pot O1@1 R1@2
refuse 0 short
"""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """Everything up to the end of the potions phase holds."""
    failures, _ = scenes.play(path.read_text(encoding="utf-8"))
    assert failures == []


def test_most_scenarios_are_about_brewing() -> None:
    """The reader does not pass over what it should play."""
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    played = [scenes.play(text)[1] for text in texts]
    assert sum(1 for lines in played if lines > 0) > 400
    assert sum(played) > 1500


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("luck R1", "luck G1"),
        ("draw stop short", "draw stop"),
        ("R1@2", "R1@3"),
        ("refuse 0 short", "refuse 0 draw"),
        ("0 short", "0 flask"),
    ],
)
def test_scenes_can_fail(right: str, wrong: str) -> None:
    """A wrong line is found."""
    assert scenes.play(SKETCH) == ([], 5)
    assert scenes.play(SKETCH.replace(right, wrong))[0] != []
