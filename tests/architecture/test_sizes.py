"""Size budgets: when a file passes 400 lines or a function 60, a name is missing."""

import ast
from pathlib import Path
from statistics import median

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "quedlinburg"
MODULES = sorted(path for path in SOURCE.rglob("*.py"))
# Written exceptions, each with its reason; the list starts empty.
LONG_FILES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module."""
    tree = ast.parse(path.read_text("utf-8"))
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_module_is_longer_than_400_lines(path: Path) -> None:
    """The largest module stays readable in one sitting."""
    lines = len(path.read_text("utf-8").splitlines())
    assert lines <= 400 or str(path.relative_to(SOURCE)) in LONG_FILES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_function_is_longer_than_60_lines(path: Path) -> None:
    """A function fits on a screen."""
    for function in functions(path):
        name = f"{path.relative_to(SOURCE)}:{function.name}"
        assert length(function) <= 60 or name in LONG_FUNCTIONS, name


def test_half_of_the_rules_functions_have_at_most_8_lines() -> None:
    """Effects are small and named."""
    lengths = [length(f) for path in (SOURCE / "rules").rglob("*.py") for f in functions(path)]
    assert median(lengths) <= 8


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_public_name_has_a_docstring_and_a_return_type(path: Path) -> None:
    """What it means in the game is said, and what comes back is typed."""
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree), "the module"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.returns is not None, node.name
            if not node.name.startswith("_") and not is_overload(node):
                assert ast.get_docstring(node), node.name


def is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is only a signature, or stands inside another function."""
    named = {d.id for d in node.decorator_list if isinstance(d, ast.Name)}
    return "overload" in named or node.name in ("go",)
