"""What the sources say about a rule, page or card: its functions and its scenarios."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "quedlinburg"
NUMBER = re.compile(r"\bR\d(?:\.(?:\d+|[A-H]\b))?")
RANGE = re.compile(r"R(\d)\.(\d+) to R\d\.(\d+)")


@dataclass(frozen=True, order=True)
class Function:
    """A function of the rules or the engine, and the first line of its docstring."""

    path: str
    name: str
    sentence: str

    @property
    def label(self) -> str:
        """Its module and name: potions.check_explosion."""
        return f"{Path(self.path).stem}.{self.name}"


@dataclass(frozen=True, order=True)
class Scenario:
    """A scenario file: the ruling in its first line."""

    path: str
    rule: str
    ruling: str


def relative(path: Path) -> str:
    """A path as it is written from the root of the project."""
    return path.relative_to(ROOT).as_posix()


def numbers_in(text: str) -> set[str]:
    """The rules that a text cites, ranges written out.

    >>> sorted(numbers_in("Four pages (R4.11 to R4.13, R5.A)."))
    ['R4.11', 'R4.12', 'R4.13', 'R5.A']
    """
    found = set(NUMBER.findall(text))
    for section, first, last in RANGE.findall(text):
        found |= {f"R{section}.{number}" for number in range(int(first), int(last) + 1)}
    return found


@cache
def functions() -> tuple[Function, ...]:
    """Every function and method with a docstring in the rules and the engine."""
    found = []
    for path in sorted([*(SOURCE / "rules").rglob("*.py"), *(SOURCE / "engine").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                sentence = (ast.get_docstring(node) or "").partition("\n")[0]
                found.append(Function(relative(path), node.name, sentence))
    return tuple(found)


@cache
def sources() -> dict[str, str]:
    """Every file of the rules and the engine by path: code and data."""
    paths = [*(SOURCE / "rules").rglob("*.py"), *(SOURCE / "rules").rglob("*.toml")]
    paths += (SOURCE / "engine").rglob("*.py")
    return {relative(path): path.read_text("utf-8") for path in sorted(paths)}


def functions_citing(rule: str) -> list[Function]:
    """The functions whose sentence cites a rule."""
    return [function for function in functions() if rule in numbers_in(function.sentence)]


def files_citing(rule: str) -> list[str]:
    """The files that cite a rule anywhere."""
    return [path for path, source in sources().items() if rule in numbers_in(source)]


def functions_named(name: str) -> list[Function]:
    """The functions of a page or card, found by its id."""
    folders = ("/rules/books/", "/rules/fortune/", "/rules/phases/")
    return [
        function
        for function in functions()
        if re.search(rf"(^|_){name}(_|$)", function.name)
        and any(folder in function.path for folder in folders)
    ]


@cache
def scenarios() -> tuple[Scenario, ...]:
    """Every scenario, by path."""
    return tuple(_read_scenarios())


def _read_scenarios() -> Iterator[Scenario]:
    """Read the first line of every scenario."""
    for path in sorted((ROOT / "tests" / "scenarios").rglob("*.txt")):
        first = path.read_text("utf-8").partition("\n")[0].removeprefix("#").strip()
        rule, _, ruling = first.partition("  ")
        yield Scenario(relative(path), rule, ruling.strip())


def scenarios_of(rule: str) -> list[Scenario]:
    """The scenarios of a rule (`R4.2`) or a card (`R6 alms`)."""
    return [scenario for scenario in scenarios() if scenario.rule == rule]
