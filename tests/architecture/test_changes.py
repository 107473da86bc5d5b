"""State changes only through verbs; the rules stay within what the compiler takes."""

import ast
from pathlib import Path

import pytest

from quedlinburg.rules.table import FIELDS, Table

RULES = Path(__file__).parents[2] / "src" / "quedlinburg" / "rules"
# Who may change the record: verbs, agendas, luck's counts, and the machine what it asks.
MAY_CHANGE = {"agenda.py", "luck.py", "machine.py", "questions.py", "table.py"}
OTHERS = sorted(
    path
    for path in RULES.rglob("*.py")
    if path.parent.name != "verbs" and path.name not in MAY_CHANGE
)


def changed_fields(path: Path) -> list[str]:
    """The fields of `t` that a module assigns, directly or by index."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign):
            targets = [node.target]
        for target in targets:
            root = target
            while isinstance(root, ast.Subscript):
                root = root.value
            if isinstance(root, ast.Attribute) and isinstance(root.value, ast.Name):
                found.append(f"line {root.lineno}: {root.value.id}.{root.attr}")
    return found


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: str(path.relative_to(RULES)))
def test_effects_and_phases_change_nothing_themselves(path: Path) -> None:
    """An effect never touches a field: it uses a verb."""
    assert not changed_fields(path)


def test_the_record_has_exactly_the_fields_that_the_compiler_sees() -> None:
    """Every field of the table has a shape, and every shape a field."""
    named = {name for name, _ in FIELDS}
    assert named == set(Table.__annotations__) - {"log", "luck"}


@pytest.mark.parametrize(
    "path", sorted(RULES.rglob("*.py")), ids=lambda path: str(path.relative_to(RULES))
)
def test_rules_hold_nothing_that_the_compiler_refuses(path: Path) -> None:
    """No closures, generators, dictionaries or sets in functions of the rules."""
    if path.name in ("constants.py", "table.py"):
        return
    refused = (ast.Lambda, ast.GeneratorExp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not isinstance(node, (*refused, ast.Yield, ast.Try, ast.With)), ast.dump(node)[:80]
