"""The numbers that can be mistaken for each other: ids of one group, each with its neighbour."""

from __future__ import annotations

import ast
from pathlib import Path

RULES = Path(__file__).parents[2] / "src" / "quedlinburg" / "rules"
# The modules of numbers; every other module speaks of their names.
NUMBERS = ("ids", "log", "options", "rule", "tasks")


def _names(node: ast.Assign) -> list[str]:
    """The names that one assignment gives."""
    target = node.targets[0]
    named = target.elts if isinstance(target, ast.Tuple) else [target]
    return [name.id for name in named if isinstance(name, ast.Name)]


def _groups(module: str) -> list[list[str]]:
    """The groups of a module: names assigned together; the rules' numbers are one group."""
    tree = ast.parse((RULES / f"{module}.py").read_text("utf-8"))
    groups = [_names(node) for node in tree.body if isinstance(node, ast.Assign)]
    if module == "rule":
        return [[name for group in groups for name in group]]
    return [group for group in groups if len(group) > 1]


def neighbours() -> dict[tuple[str, str], str]:
    """For each name of a group the next one, the first after the last, by module and name."""
    following: dict[tuple[str, str], str] = {}
    for module in NUMBERS:
        for group in _groups(module):
            for name, neighbour in zip(group, [*group[1:], group[0]], strict=True):
                following[module, name] = neighbour
    return following
