"""Lines in place of a call: renamed, with what is constant worked out, and without returns."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence

from quedlinburg.engine.linking.sources import statements

_COMPARE: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_COUNT: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def renamed(node: ast.expr, names: Mapping[str, ast.expr]) -> ast.expr:
    """A copy of an expression with other names, or numbers in their place."""
    copy = _copied(node, names)
    assert isinstance(copy, ast.expr)
    return copy


def renamed_lines(lines: Sequence[ast.stmt], names: Mapping[str, ast.expr]) -> list[ast.stmt]:
    """A copy of some lines with other names; tests that are decided by that are gone."""
    copies: list[ast.stmt] = []
    for line in lines:
        copy = _copied(line, names)
        if isinstance(copy, ast.If) and isinstance(copy.test, ast.Constant):
            copies += copy.body if copy.test.value else copy.orelse
        else:
            assert isinstance(copy, ast.stmt)
            copies.append(copy)
    return copies


def _copied(node: ast.AST, names: Mapping[str, ast.expr]) -> ast.AST:
    """A copy of a node; what numbers decide is worked out."""
    if isinstance(node, ast.Name):
        other = names.get(node.id)
        if isinstance(other, ast.Name):
            return ast.Name(other.id, node.ctx)
        return node if other is None else other
    if isinstance(node, ast.Constant | ast.expr_context | ast.operator | ast.cmpop):
        return node
    values: dict[str, object] = {}
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, ast.AST):
            value = _copied(value, names)
        elif isinstance(value, list):
            if value and isinstance(value[0], ast.stmt):
                value = renamed_lines(value, names) or ([ast.Pass()] if field == "body" else [])
            else:
                value = [_copied(v, names) if isinstance(v, ast.AST) else v for v in value]
        values[field] = value
    return _worked_out(type(node)(**values))


def _worked_out(node: ast.AST) -> ast.AST:
    """What an expression comes to where numbers decide it."""
    match node:
        case ast.Compare(
            left=ast.Constant(value=int(a)),
            ops=[compare],
            comparators=[ast.Constant(value=int(b))],
        ) if type(compare) in _COMPARE:
            return ast.Constant(_COMPARE[type(compare)](a, b))
        case ast.BinOp(
            left=ast.Constant(value=int(a)), op=count, right=ast.Constant(value=int(b))
        ) if type(count) in _COUNT:
            return ast.Constant(_COUNT[type(count)](a, b))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(a))):
            return ast.Constant(-a)
        case ast.IfExp(test=ast.Constant(value=decided)):
            return node.body if decided else node.orelse
    return node


def has_return(line: ast.stmt) -> bool:
    """Whether a statement may return."""
    return any(isinstance(part, ast.Return) for part in statements([line]))


def always_returns(lines: Sequence[ast.stmt]) -> bool:
    """Whether nothing after these lines is reached."""
    match lines:
        case [*_, ast.Return()]:
            return True
        case [*_, ast.If(body=body, orelse=orelse)]:
            return always_returns(body) and always_returns(orelse)
    return False


class CannotSplice(Exception):
    """These lines return from a place that no assignment can stand for."""


def without_returns(lines: Sequence[ast.stmt], target: str | None) -> list[ast.stmt]:
    """Lines that go on where they returned, the value assigned to a name if there is one."""
    kept: list[ast.stmt] = []
    for i, line in enumerate(lines):
        if not has_return(line):
            kept.append(line)
            continue
        rest = lines[i + 1 :]
        match line:
            case ast.Return(value=value):
                return kept + _given(value, target)
            case ast.If():
                return [*kept, _branched(line, rest, target)]
            case ast.For(orelse=[]) | ast.While(orelse=[]):
                return [*kept, _looped(line, rest, target)]
        raise CannotSplice
    if target is not None:
        raise CannotSplice
    return kept


def _given(value: ast.expr | None, target: str | None) -> list[ast.stmt]:
    """What stands for a return."""
    value = value or ast.Constant(None)
    if target is not None:
        return [ast.Assign([ast.Name(target, ast.Store())], value)]
    return [] if isinstance(value, ast.Constant | ast.Name) else [ast.Expr(value)]


def _branched(line: ast.If, rest: Sequence[ast.stmt], target: str | None) -> ast.stmt:
    """An `if` of which a branch returns: the rest belongs to the other branch."""
    body, orelse = [*line.body], [*line.orelse]
    if always_returns(body):
        orelse += rest
    elif always_returns(orelse):
        body += rest
    elif rest:
        raise CannotSplice
    then = without_returns(body, target) or [ast.Pass()]
    return ast.If(line.test, then, without_returns(orelse, target))


def _looped(line: ast.For | ast.While, rest: Sequence[ast.stmt], target: str | None) -> ast.stmt:
    """A loop that returns: it breaks off, and the rest is for when it did not."""
    if any(isinstance(part, ast.Break) for part in statements(line.body)):
        raise CannotSplice
    body = _breaking(line.body, target)
    match line:
        case ast.While(test=ast.Constant(value=True)):
            return ast.While(line.test, body, [])
        case ast.While():
            return ast.While(line.test, body, without_returns(rest, target))
        case ast.For():
            return ast.For(line.target, line.iter, body, without_returns(rest, target))


def _breaking(lines: Sequence[ast.stmt], target: str | None) -> list[ast.stmt]:
    """The lines of a loop, breaking off where they returned."""
    kept: list[ast.stmt] = []
    for line in lines:
        match line:
            case ast.Return(value=value):
                return [*kept, *_given(value, target), ast.Break()]
            case ast.If() if has_return(line):
                body, orelse = _breaking(line.body, target), _breaking(line.orelse, target)
                kept.append(ast.If(line.test, body, orelse))
            case _ if has_return(line):
                raise CannotSplice
            case _:
                kept.append(line)
    return kept
