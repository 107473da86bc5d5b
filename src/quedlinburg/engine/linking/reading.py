"""Reading: the functions of modules as syntax trees in which every name stands for what it means.

Only what is written as the rules are is read; another function stays as it is, and is called.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType, ModuleType

from quedlinburg.engine.linking.sources import Library, Source

_PARTS = (
    # Statements.
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
    # Patterns: numbers, and one of several numbers.
    ast.match_case,
    ast.MatchOr,
    ast.MatchValue,
    # Expressions.
    ast.Attribute,
    ast.BinOp,
    ast.BoolOp,
    ast.Call,
    ast.Compare,
    ast.Constant,
    ast.IfExp,
    ast.keyword,
    ast.List,
    ast.Name,
    ast.Slice,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
)

# What a name of a function may not hide; `_` is there in interactive programs only.
_BUILTIN = frozenset(name for name in dir(builtins) if not name.startswith("_"))


class OtherSource(Exception):
    """A file does not say what runs: it was changed since, or something else took its place."""


def modules_of(package: ModuleType) -> list[ModuleType]:
    """Every module of a package."""
    found = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    return [importlib.import_module(module.name) for module in found]


def own_functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions that a module defines itself."""
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield value


def linked_name(function: Callable[..., object]) -> str:
    """A function's name in the linked module."""
    return _joined(function.__module__, function.__name__)


def _joined(module: str, name: str) -> str:
    """A name that no other module has."""
    return f"{module}.{name}".replace(".", "_")


def read(modules: Iterable[ModuleType]) -> Library:
    """Read every function of some modules.

    OSError where their sources are not at hand, OtherSource where those are not what runs.
    """
    library = Library()
    for module in modules:
        text = inspect.getsource(module)
        _check(module, compile(text, module.__name__, "exec", dont_inherit=True))
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and _can_be_read(node):
                source = _Reader(library, module, node).read()
                library.functions[source.name] = source
    return library


def _check(module: ModuleType, compiled: CodeType) -> None:
    """Check that the functions of a module are those of its file."""
    codes = {code.co_name: code for code in compiled.co_consts if isinstance(code, CodeType)}
    for function in own_functions(module):
        if codes.get(function.__name__) != function.__code__:
            raise OtherSource(f"{module.__name__}.{function.__name__} is not what its file says")


def _can_be_read(node: ast.FunctionDef) -> bool:
    """Whether a function has plain parameters, and parts and names as the rules have them."""
    given = node.args
    if node.decorator_list or given.defaults or given.kwonlyargs or given.posonlyargs:
        return False
    if given.vararg or given.kwarg:
        return False
    names = [argument.arg for argument in given.args]
    for part in (part for line in node.body for part in ast.walk(line)):
        match part:
            case ast.match_case(guard=ast.expr()) | ast.AnnAssign(value=None):
                return False
            case ast.Name(id=name, ctx=ast.Store()):
                names.append(name)
            case _ if not isinstance(part, _PARTS):
                return False
    return not any("__" in name or name in _BUILTIN for name in names)


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
        if isinstance(value, int) and type(value) in (int, bool):
            return ast.Constant(value)
        if isinstance(value, FunctionType) and value.__name__.isidentifier():
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
    values = [part.value for part in ast.walk(pattern) if isinstance(part, ast.MatchValue)]
    if len(values) == 1:
        return ast.Compare(subject, [ast.Eq()], values)
    return ast.Compare(subject, [ast.In()], [ast.Tuple(values, ast.Load())])
