"""Functions as syntax trees in which every name stands for what it means."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from types import FunctionType, ModuleType

# The lines that the rules are written in; a function with others stays as it is.
_LINES = (
    ast.AnnAssign,
    ast.Assign,
    ast.AugAssign,
    ast.Break,
    ast.Continue,
    ast.Expr,
    ast.For,
    ast.If,
    ast.Match,
    ast.Pass,
    ast.Return,
    ast.While,
)
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)
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


def linked_name(function: Callable[..., object]) -> str:
    """A function's name in the linked module."""
    return _joined(function.__module__, function.__name__)


def _joined(module: str, name: str) -> str:
    """A name that no other module has."""
    return f"{module}.{name}".replace(".", "_")


def read(modules: Iterable[ModuleType]) -> Library:
    """Read every function of some modules; OSError where their sources are not at hand."""
    library = Library()
    for module in modules:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef) and _can_be_read(node):
                source = _Reader(library, module, node).read()
                library.functions[source.name] = source
    return library


def _can_be_read(node: ast.FunctionDef) -> bool:
    """Whether a function has plain parameters, and lines as the rules are written in."""
    given = node.args
    if node.decorator_list or given.defaults or given.kwonlyargs or given.vararg or given.kwarg:
        return False
    parts = [part for line in node.body for part in ast.walk(line)]
    lines = [part for part in parts if isinstance(part, ast.stmt)]
    plain = all(isinstance(line, _LINES) for line in lines)
    return plain and not any(isinstance(part, _SCOPES) for part in parts)


class _Reader(ast.NodeTransformer):
    """Reads one function: numbers for their names, `if` for `match`."""

    def __init__(self, library: Library, module: ModuleType, node: ast.FunctionDef) -> None:
        self.library = library
        self.module = module
        self.node = node
        self.parameters = tuple(argument.arg for argument in node.args.args)
        stored = (n for n in ast.walk(node) if isinstance(n, ast.Name))
        self.local = {*self.parameters, *(n.id for n in stored if isinstance(n.ctx, ast.Store))}

    def read(self) -> Source:
        """The function without its docstring and types."""
        lines = self.node.body
        if ast.get_docstring(self.node, clean=False) is not None:
            lines = lines[1:] or [ast.Pass()]
        body: list[ast.stmt] = []
        for line in lines:
            seen = self.visit(line)
            body += seen if isinstance(seen, list) else [seen]
        return Source(_joined(self.module.__name__, self.node.name), self.parameters, body)

    def _meaning(self, value: object, name: str) -> ast.expr:
        """A number itself, a function or table by its name in the linked module."""
        if isinstance(value, int):
            return ast.Constant(value)
        if isinstance(value, FunctionType):
            name = linked_name(value)
        else:
            name = _joined(self.module.__name__, name)
        self.library.tables[name] = value
        return ast.Name(name, ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name of the module."""
        if node.id in self.local or node.id not in vars(self.module):
            return node
        return self._meaning(vars(self.module)[node.id], node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A name of another module."""
        if isinstance(node.value, ast.Name) and node.value.id not in self.local:
            owner = vars(self.module).get(node.value.id)
            if isinstance(owner, ModuleType):
                return self._meaning(getattr(owner, node.attr), f"{node.value.id}_{node.attr}")
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """An assignment without its type."""
        assert node.value is not None
        return ast.Assign([self.visit(node.target)], self.visit(node.value))

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        """A chain of comparisons with a value that is worked out once."""
        self.generic_visit(node)
        before: list[ast.stmt] = []
        subject = node.subject
        if not isinstance(subject, ast.Name):
            name = f"_value_{next(self.library.fresh)}"
            before = [ast.Assign([ast.Name(name, ast.Store())], subject)]
            subject = ast.Name(name, ast.Load())
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            chain = [ast.If(_test(subject, case.pattern), case.body, chain)]
        return before + chain


def _test(subject: ast.expr, pattern: ast.pattern) -> ast.expr:
    """Whether a subject is the number of a pattern, or one of its numbers."""
    match pattern:
        case ast.MatchValue(value=value):
            return ast.Compare(subject, [ast.Eq()], [value])
        case ast.MatchOr(patterns=patterns):
            values = [p.value for p in patterns if isinstance(p, ast.MatchValue)]
            if len(values) == len(patterns):
                return ast.Compare(subject, [ast.In()], [ast.Tuple(values, ast.Load())])
    raise NotImplementedError(f"the rules match numbers, not {ast.dump(pattern)}")
