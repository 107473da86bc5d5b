"""The words of the rules and no others for the same thing (rules.md, section 0)."""

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "quedlinburg"
FILES = sorted([*(SOURCE / "rules").rglob("*.py"), *(SOURCE / "engine").rglob("*.py")])
OFFENDERS = re.compile(
    r"\b(player_id|pid|bust|busted|token|tokens|gem|gems|prompt|callback)\b", re.I
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_synonyms_in_rules_and_engine(path: Path) -> None:
    """One word for each thing."""
    found = OFFENDERS.findall(path.read_text("utf-8"))
    assert not found, found
