"""The oracle is whole, and independent of the engine."""

import ast
import sys
from pathlib import Path

import pytest

ORACLE = Path(__file__).parent / "oracle"


def imported_modules(path: Path) -> set[str]:
    """List the first names of all modules that a file imports from outside its own package."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= 1, "the oracle looks no further up than its own package"
            if node.level == 0:
                assert node.module is not None
                found.add(node.module.split(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in ("__import__", "exec", "eval")
    return found


@pytest.mark.parametrize("path", sorted(ORACLE.glob("**/*.py")), ids=lambda path: path.name)
def test_oracle_imports_the_standard_library_only(path: Path) -> None:
    """Nothing of the engine may leak into what it is compared with."""
    modules = imported_modules(path)
    assert "quedlinburg" not in modules
    assert "importlib" not in modules
    assert modules <= set(sys.stdlib_module_names)


def test_oracle_is_complete() -> None:
    """All parts are there, so that the import test has looked at them."""
    names = {path.name for path in ORACLE.glob("*.py")}
    assert {"track.py", "scoring.py", "shop.py", "brew.py", "positions.py"} <= names
    assert {"moves.py", "questions.py", "seat.py", "replay.py", "luck.py"} <= names
    assert {"scenes.py", "scripts.py"} <= names
