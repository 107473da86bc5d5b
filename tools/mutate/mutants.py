"""Mutants: every way to break one small thing of a module, found in its syntax tree.

A mutant keeps the types, so that what survives is a rule that no check notices, and not a crash
waiting to happen: comparisons, numbers, arithmetic, conditions, left out statements and cases,
ids mistaken for their neighbours.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from mutate.groups import NUMBERS, neighbours

SRC = Path(__file__).parents[2] / "src"
_NEXT = neighbours()

Way = tuple[tuple[str, int | None], ...]

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_CALLS = {"min": "max", "max": "min"}
# Conditions of these forms are broken by their own parts.
_SELF_NEGATING = (ast.Compare, ast.BoolOp, ast.UnaryOp)


@dataclass(frozen=True)
class Mutant:
    """One broken thing: where it is, what stood there, what stands there now."""

    module: str
    function: str
    line: int
    sort: str
    before: str
    after: str
    number: int
    digest: str
    path: Way
    choice: int

    @property
    def key(self) -> str:
        """The mutant's name, which moves with its function."""
        again = f" #{self.number}" if self.number > 1 else ""
        return f"{self.module}:{self.function}: {self.sort}: {self.before} → {self.after}{again}"


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
    """Each comparison turned round, and moved by one where it is of sizes."""
    for i, op in enumerate(node.ops):
        for other in _COMPARISONS[type(op)]:
            twin = deepcopy(node)
            twin.ops[i] = other()
            yield "comparison", twin


def _booleans(node: ast.BoolOp) -> Iterator[tuple[str, ast.AST]]:
    """`and` for `or`, and each part left out."""
    twin = deepcopy(node)
    twin.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "and or", twin
    for i in range(len(node.values)):
        left = [value for j, value in enumerate(node.values) if j != i]
        yield "part left out", left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    """A number one up and one down; a truth turned round; a text with one letter more."""
    if isinstance(node.value, bool):
        yield "truth", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield "number", ast.Constant(node.value + 1)
        yield "number", ast.Constant(node.value - 1)
    elif isinstance(node.value, str):
        yield "text", ast.Constant(node.value + "?")


def _calls(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """`min` for `max`; a range that misses its first or its last number."""
    if not isinstance(node.func, ast.Name) or node.keywords:
        return
    if node.func.id in _CALLS and len(node.args) > 1:
        yield "min max", ast.Call(ast.Name(_CALLS[node.func.id], ast.Load()), node.args, [])
        for arg in node.args:
            yield "min max", arg
    if node.func.id == "range" and len(node.args) == 1:
        count = node.args[0]
        yield "range", ast.Call(node.func, [ast.Constant(1), count], [])
        shorter = ast.BinOp(count, ast.Sub(), ast.Constant(1))
        yield "range", ast.Call(node.func, [shorter], [])


def _swaps(
    node: ast.Attribute | ast.Name, imported: dict[str, str]
) -> Iterator[tuple[str, ast.AST]]:
    """An id mistaken for its neighbour."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        neighbour = _NEXT.get((node.value.id, node.attr))
        if neighbour:
            yield "id", ast.Attribute(node.value, neighbour, ast.Load())
    elif isinstance(node, ast.Name) and node.id in imported:
        neighbour = _NEXT.get((imported[node.id], node.id))
        if neighbour:
            module = ast.Call(
                ast.Name("__import__", ast.Load()),
                [
                    ast.Constant(f"quedlinburg.rules.{imported[node.id]}"),
                    ast.Constant(None),
                    ast.Constant(None),
                    ast.Tuple([ast.Constant("")], ast.Load()),
                ],
                [],
            )
            yield "id", ast.Attribute(module, neighbour, ast.Load())


def _cases(node: ast.Match) -> Iterator[tuple[str, ast.AST]]:
    """Each case left out, and each of the patterns of one case."""
    for i, case in enumerate(node.cases):
        twin = deepcopy(node)
        twin.cases[i].guard = ast.Constant(False)
        yield f"case left out: {ast.unparse(case.pattern)}", twin
        if isinstance(case.pattern, ast.MatchOr):
            for j, part in enumerate(case.pattern.patterns):
                twin = deepcopy(node)
                left = [p for k, p in enumerate(case.pattern.patterns) if k != j]
                twin.cases[i].pattern = ast.MatchOr(left) if len(left) > 1 else left[0]
                yield f"case left out: {ast.unparse(part)}", twin


def _statements(node: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    """A statement left out: calls, changes of the table, returns, breaks."""
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Break() | ast.Continue():
            yield "left out", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "left out", ast.Pass()
        case ast.Return() if node.value is None or isinstance(node.value, ast.Constant):
            yield "left out", ast.Pass()


def _expressions(node: ast.AST, imported: dict[str, str]) -> Iterator[tuple[str, ast.AST]]:
    """Every way to break an expression."""
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield from _booleans(node)
        case ast.Constant():
            yield from _constants(node)
        case ast.Call():
            yield from _calls(node)
        case ast.Attribute() | ast.Name() if isinstance(node.ctx, ast.Load):
            yield from _swaps(node, imported)
        case ast.BinOp() if type(node.op) in _ARITHMETIC:
            yield "arithmetic", ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node.operand
        case ast.IfExp():
            yield "the other", ast.IfExp(node.test, node.orelse, node.body)
        case ast.Match():
            yield from _cases(node)


def _ways(node: ast.AST, imported: dict[str, str]) -> Iterator[tuple[str, ast.AST]]:
    """Every way to break one node."""
    yield from _expressions(node, imported)
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    if isinstance(node, ast.AugAssign) and type(node.op) in _ARITHMETIC:
        yield "arithmetic", ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)
    match node:
        case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, _SELF_NEGATING):
            twin = deepcopy(node)
            twin.test = ast.UnaryOp(ast.Not(), node.test)
            yield "not", twin


def _is_left_alone(node: ast.AST) -> bool:
    """What is not mutated: docstrings, types, imports, the text of errors."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.Raise() | ast.arguments() | ast.Pass():
            return True
        case ast.AnnAssign(value=None):
            return True
        case ast.Call(func=ast.Attribute(attr="error") | ast.Name(id="_check" | "TypeVar")):
            return True
    return False


def _walk(node: ast.AST, path: Way) -> Iterator[tuple[ast.AST, Way]]:
    """Every node that is mutated, with the way to it."""
    if _is_left_alone(node):
        return
    yield node, path
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        if isinstance(value, ast.AST):
            yield from _walk(value, (*path, (field, None)))
        elif isinstance(value, list):
            for i, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _walk(child, (*path, (field, i)))


def _function_at(tree: ast.Module, path: Way) -> str:
    """The name of the function or class that holds a node."""
    names = []
    node: ast.AST = tree
    for step in path:
        node = _child(node, step)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
    return ".".join(names) or "<module>"


def _says_no_at_the_end(tree: ast.Module, path: Way) -> bool:
    """Whether a node is a function's last line and returns nothing, 0 or False anyway."""
    parent: ast.AST = tree
    for step in path[:-1]:
        parent = _child(parent, step)
    match parent:
        case ast.FunctionDef(body=[*_, ast.Return(value=ast.Constant() as last) as line]):
            return line is _child(parent, path[-1]) and not last.value
    return False


def _child(node: ast.AST, step: tuple[str, int | None]) -> ast.AST:
    """The node one step further on a way."""
    field, index = step
    value = getattr(node, field)
    child = value if index is None else value[index]
    assert isinstance(child, ast.AST)
    return child


def _imported(tree: ast.Module) -> dict[str, str]:
    """The ids that a module imports by their bare names, with the module they come from."""
    names = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            origin = node.module.rpartition(".")[2]
            if origin in NUMBERS:
                names.update({alias.name: origin for alias in node.names})
    return names


def _short(node: ast.AST) -> str:
    """A node in one line."""
    if isinstance(node, ast.Pass):
        return "nothing"
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else text[:67] + "..."


def _texts(node: ast.AST, sort: str, new: ast.AST) -> tuple[str, str, str]:
    """What sort of change it is, what stood there and what stands there now, in words."""
    if isinstance(node, ast.Match):
        sort, _, pattern = sort.partition(": ")
        return sort, pattern, "nothing"
    if isinstance(node, ast.If | ast.While):
        return sort, _short(node.test), f"not {_short(node.test)}"
    if isinstance(node, ast.Name) and isinstance(new, ast.Attribute):
        return sort, node.id, new.attr
    return sort, _short(node), _short(new)


def _digest(node: ast.AST) -> str:
    """A name for the contents of a function, wherever it stands."""
    return hashlib.sha256(ast.dump(node).encode()).hexdigest()[:16]


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(file.read_text("utf-8"))
    module = ".".join(file.relative_to(SRC).with_suffix("").parts)
    imported = _imported(tree)
    digests = [_digest(top) for top in tree.body]
    seen: Counter[tuple[str, ...]] = Counter()
    for node, path in _walk(tree, ()):
        for choice, (way, new) in enumerate(_ways(node, imported)):
            if isinstance(new, ast.Pass) and _says_no_at_the_end(tree, path):
                continue
            function = _function_at(tree, path)
            sort, before, after = _texts(node, way, new)
            seen[function, sort, before, after] += 1
            number = seen[function, sort, before, after]
            top = path[0][1] or 0
            line = getattr(node, "lineno", 0)
            named = (module, function, line, sort, before, after, number)
            yield Mutant(*named, digest=digests[top], path=path, choice=choice)


def build(mutant: Mutant, file: Path) -> ast.Module:
    """The syntax tree of the module with the one thing broken."""
    tree = ast.parse(file.read_text("utf-8"))
    imported = _imported(tree)
    parent: ast.AST = tree
    for step in mutant.path[:-1]:
        parent = _child(parent, step)
    field, index = mutant.path[-1]
    node = _child(parent, mutant.path[-1])
    new = list(_ways(node, imported))[mutant.choice][1]
    ast.copy_location(new, node)
    if index is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[index] = new
    return ast.fix_missing_locations(tree)


def source_of(module: str) -> Path:
    """The file of a module."""
    return SRC / Path(*module.split(".")).with_suffix(".py")
