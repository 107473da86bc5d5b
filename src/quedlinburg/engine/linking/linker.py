"""The linker: goes through functions and lays into them what they call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType

from quedlinburg.engine.linking.reading import linked_name, read
from quedlinburg.engine.linking.sources import Library, Source
from quedlinburg.engine.linking.splicing import (
    CannotSplice,
    always_returns,
    renamed,
    renamed_lines,
    without_returns,
)

# The most statements, with all that is laid into it, of a function that is laid into others.
LARGEST = 100

Lines = list[ast.stmt]
# A statement that may be nothing but a call.
Calling = ast.Expr | ast.Return | ast.Assign
# What has to be done before an expression, and the expression.
Prepared = tuple[Lines, ast.expr]


def link(
    functions: Sequence[Callable[..., object]], modules: Iterable[ModuleType]
) -> list[Callable[..., object]]:
    """These functions again, with what they call in the modules laid into them."""
    library = read(modules)
    linker = Linker(library)
    names = [linked_name(function) for function in functions]
    known = [name for name in names if name in library.functions]
    definitions = [_definition(source) for source in linker.reached(known)]
    tree = ast.fix_missing_locations(ast.Module(definitions, []))
    namespace = {**library.tables, **dict(zip(names, functions, strict=True))}
    exec(compile(tree, "<linked rules>", "exec"), namespace)
    return [namespace[name] for name in names]  # type: ignore[misc]


def _definition(source: Source) -> ast.stmt:
    """A function as a statement of the linked module."""
    arguments = [ast.arg(name) for name in source.parameters]
    signature = ast.arguments([], arguments, None, [], [], None, [])
    return ast.FunctionDef(source.name, signature, source.body, [])


def _is_simple(value: ast.expr) -> bool:
    """Whether a value can be named again and again."""
    return isinstance(value, ast.Name | ast.Constant)


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    """A value under a name."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _deeper(name: str) -> str:
    """A function's own name within its caller: `kind`, `kind__1`, `kind__2`.

    What is laid out one after the other shares its names, since a value that goes on has a name of
    its own; a function with many names is slow to call.
    """
    if name.startswith("_value_"):
        return name
    base, _, level = name.rpartition("__")
    return f"{base}__{int(level) + 1}" if base else f"{name}__1"


class Linker:
    """Links functions, those that they call first; one that calls itself stays a call."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._linked: dict[str, Source | None] = {}

    def reached(self, names: Iterable[str]) -> Iterator[Source]:
        """These functions linked, and every one that is still called."""
        waiting = list(names)
        seen = set(waiting)
        while waiting:
            source = self.linked(self.library.functions[waiting.pop()])
            assert source is not None
            yield source
            nodes = (node for line in source.body for node in ast.walk(line))
            named = {node.id for node in nodes if isinstance(node, ast.Name)}
            called = (named & self.library.functions.keys()) - seen
            seen |= called
            waiting += sorted(called)

    def linked(self, source: Source) -> Source | None:
        """A function with what it calls laid into it; None while that is going on."""
        if source.name not in self._linked:
            self._linked[source.name] = None
            body = self._lines(renamed_lines(source.body, {}))
            self._linked[source.name] = Source(source.name, source.parameters, body)
        return self._linked[source.name]

    def _fresh(self) -> str:
        """A name that nothing else has, for a value between two lines."""
        return f"_value_{next(self.library.fresh)}"

    # --- statements ------------------------------------------------------------------------------

    def _lines(self, lines: Iterable[ast.stmt]) -> Lines:
        """Link some lines."""
        return [done for line in lines for done in self._line(line)]

    def _line(self, line: ast.stmt) -> Lines:
        """Link one statement."""
        before: Lines = []
        match line:
            case ast.If():
                before, line.test = self._prepared(line.test)
                line.body = self._lines(line.body) or [ast.Pass()]
                line.orelse = self._lines(line.orelse)
            case ast.For():
                before, line.iter = self._prepared(line.iter)
                line.body = self._lines(line.body) or [ast.Pass()]
            case ast.While():
                line.test = self._in_place(line.test)
                line.body = self._lines(line.body) or [ast.Pass()]
            case ast.Expr(value=ast.Call() as call) | ast.Return(value=ast.Call() as call):
                return self._call(line, call, None)
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call() as call):
                return self._call(line, call, target)
            case ast.AugAssign() if any(isinstance(n, ast.Call) for n in ast.walk(line.target)):
                # What is added to is worked out first.
                line.value = self._in_place(line.value)
            case ast.Assign() | ast.AugAssign() | ast.Expr():
                before, line.value = self._prepared(line.value)
            case ast.Return(value=ast.expr() as value):
                before, line.value = self._prepared(value)
        return [*before, line]

    def _call(self, line: Calling, call: ast.Call, target: str | None) -> Lines:
        """Link a statement that is nothing but a call; its value goes to the target."""
        source = self.library.called(call)
        if source is None:
            before, line.value = self._prepared(call)
            return [*before, line]
        before, call.args = self._arguments(call.args)
        if source.value is not None:
            value = self._substituted(source, call)
            if value is call:
                return [*before, line]
            line.value = value
            return before + self._line(line)
        linked = self.linked(source)
        if linked is None or linked.size > LARGEST:
            return [*before, line]
        named, body = self._laid(linked, call)
        if isinstance(line, ast.Return):
            return before + named + body + ([] if always_returns(body) else [ast.Return()])
        try:
            return before + named + without_returns(body, target)
        except CannotSplice:
            return [*before, line]

    def _laid(self, linked: Source, call: ast.Call) -> tuple[Lines, Lines]:
        """The lines of a function for these arguments, after those that name the arguments."""
        names: dict[str, ast.expr] = {}
        before: Lines = []
        for parameter, argument in zip(linked.parameters, call.args, strict=True):
            if _is_simple(argument) and parameter not in linked.stored:
                names[parameter] = argument
            else:
                own = _deeper(parameter)
                names[parameter] = ast.Name(own, ast.Load())
                before.append(_assigned(own, argument))
        for name in linked.stored.difference(names):
            names[name] = ast.Name(_deeper(name), ast.Load())
        return before, renamed_lines(linked.body, names)

    # --- expressions -----------------------------------------------------------------------------

    def _arguments(self, arguments: Sequence[ast.expr]) -> tuple[Lines, list[ast.expr]]:
        """Link arguments from left to right."""
        before: Lines = []
        values: list[ast.expr] = []
        for argument in arguments:
            lines, value = self._argument(argument)
            if lines:
                # What comes before this argument is worked out before it.
                for i, earlier in enumerate(values):
                    if not _is_simple(earlier):
                        name = self._fresh()
                        before.append(_assigned(name, earlier))
                        values[i] = ast.Name(name, ast.Load())
            before += lines
            values.append(value)
        return before, values

    def _argument(self, argument: ast.expr) -> Prepared:
        """Link one argument; a call that is laid out leaves its value under a name."""
        source = self.library.called(argument)
        if source is None or source.value is not None:
            return self._prepared(argument)
        name = self._fresh()
        return self._line(_assigned(name, argument)), ast.Name(name, ast.Load())

    def _prepared(self, value: ast.expr) -> Prepared:
        """Link an expression; calls that only read are worked out before it."""
        if not self._only_reads(value):
            return [], self._in_place(value)
        before: Lines = []
        return before, self._placed(value, before)

    def _in_place(self, value: ast.expr) -> ast.expr:
        """Link an expression with nothing worked out before it."""
        return self._placed(value, None)

    def _placed(self, value: ast.expr, before: Lines | None) -> ast.expr:
        """Link an expression; `before` takes lines as long as it is always worked out."""
        match value:
            case ast.BoolOp(values=[first, *others]):
                first = self._placed(first, before)
                value.values = [first, *map(self._in_place, others)]
            case ast.IfExp():
                value.test = self._placed(value.test, before)
                value.body = self._in_place(value.body)
                value.orelse = self._in_place(value.orelse)
            case ast.Compare(comparators=[second, *others]):
                value.left = self._placed(value.left, before)
                others = list(map(self._in_place, others))
                value.comparators = [self._placed(second, before), *others]
            case ast.Call():
                value.args = [self._placed(argument, before) for argument in value.args]
                return self._placed_call(value, before)
            case _:
                for name, part in ast.iter_fields(value):
                    if isinstance(part, ast.expr):
                        setattr(value, name, self._placed(part, before))
                    elif isinstance(part, list):
                        setattr(value, name, [self._placed(each, before) for each in part])
        return value

    def _placed_call(self, call: ast.Call, before: Lines | None) -> ast.expr:
        """What stands for a call within an expression."""
        source = self.library.called(call)
        if source is None:
            return call
        if source.value is not None:
            value = self._substituted(source, call)
            return call if value is call else self._placed(value, before)
        if before is not None:
            name = self._fresh()
            before += self._call(_assigned(name, call), call, name)
            return ast.Name(name, ast.Load())
        return call

    def _substituted(self, source: Source, call: ast.Call) -> ast.expr:
        """The expression that a function is, for these arguments; else the call."""
        assert source.value is not None
        names = dict(zip(source.parameters, call.args, strict=True))
        used = [node.id for node in ast.walk(source.value) if isinstance(node, ast.Name)]
        if source.name in used:
            return call
        for name, argument in names.items():
            if not _is_simple(argument) and not (
                used.count(name) == 1
                and self.library.is_pure(source.name)
                and self._only_reads(argument)
            ):
                return call
        return renamed(source.value, names)

    def _only_reads(self, value: ast.expr) -> bool:
        """Whether an expression changes nothing."""
        calls = (node for node in ast.walk(value) if isinstance(node, ast.Call))
        return all(map(self.library.is_harmless, calls))
