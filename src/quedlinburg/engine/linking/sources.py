"""Functions as syntax trees, and what is known of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

# Builtin functions that change nothing.
HARMLESS = frozenset({"bool", "int", "len", "max", "min", "range", "sum"})


def statements(lines: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Some lines and all that stand within them."""
    for line in lines:
        yield line
        if isinstance(line, ast.If | ast.For | ast.While):
            yield from statements(line.body)
            yield from statements(line.orelse)


@dataclass(frozen=True)
class Source:
    """One function: its name in the linked module, its parameters and its lines."""

    name: str
    parameters: tuple[str, ...]
    body: list[ast.stmt]

    @property
    def value(self) -> ast.expr | None:
        """The expression that the function is, if it is nothing else."""
        match self.body:
            case [ast.Return(value=value)]:
                return value
        return None

    @cached_property
    def size(self) -> int:
        """How many statements it has."""
        return sum(1 for _ in statements(self.body))

    @cached_property
    def stored(self) -> frozenset[str]:
        """The names that it gives values to."""
        nodes = (node for line in self.body for node in ast.walk(line))
        names = (node for node in nodes if isinstance(node, ast.Name))
        return frozenset(name.id for name in names if isinstance(name.ctx, ast.Store))


@dataclass
class Library:
    """The functions of some modules, and the tables that they name."""

    functions: dict[str, Source] = field(default_factory=dict)
    tables: dict[str, object] = field(default_factory=dict)
    fresh: count[int] = field(default_factory=count)
    _pure: dict[str, bool] = field(default_factory=dict)

    def is_pure(self, name: str) -> bool:
        """Whether a function only reads: it stores nothing, nor does what it calls."""
        if name not in self._pure:
            self._pure[name] = False
            body = self.functions[name].body
            self._pure[name] = all(map(self._only_reads, body))
        return self._pure[name]

    def _only_reads(self, line: ast.stmt) -> bool:
        """Whether a statement stores nothing outside its function."""
        for node in ast.walk(line):
            match node:
                case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                    return False
                case ast.Call() if not self.is_harmless(node):
                    return False
        return True

    def is_harmless(self, call: ast.Call) -> bool:
        """Whether a call changes nothing."""
        match call.func:
            case ast.Name(id=name) if name in self.functions:
                return self.is_pure(name)
            case ast.Name(id=name):
                return name in HARMLESS
        return False

    def called(self, node: ast.AST | None) -> Source | None:
        """The function that an expression calls, all arguments in their places."""
        match node:
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                return self.functions.get(name)
        return None
