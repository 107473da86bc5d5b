"""Only one class changes a server's table, under its lock; everybody else reads frozen values."""

from __future__ import annotations

import ast
import dataclasses
import re
import typing
from pathlib import Path

import pytest

from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.tables.contents import Contents
from quedlinburg.server.tables.live_game import Change, LiveGame, Questions, ReadOnlyGame
from quedlinburg.server.tables.table import Table

SERVER = Path(__file__).parents[2] / "src" / "quedlinburg" / "server"
MODULES = sorted(path for path in SERVER.rglob("*.py") if "migrations" not in path.parts)
OWNER = "tables/table.py"
# What else is set from outside, none of it a table's: settings of libraries, a connection's count
# of refusals, and the seat from which it looks, which the audience sets for the table.
MAY_SET = {
    "app.py": {"app.state.services"},
    "logs.py": {"logger.handlers", "logger.propagate"},
    "http/page.py": {"response.headers"},
    "http/sockets.py": {"connection.refused_in_a_row"},
    "storage/migrate.py": {"config.attributes"},
    "tables/audience.py": {"member.seat"},
}
VALUES = (SeatDocument, TableDocument, Contents, LiveGame, Questions, Change)
# Methods of the engine's game that change it, or give something that can be changed.
CHANGING = {"act", "begin", "copy", "set_luck", "table"}


def targets(node: ast.AST) -> list[ast.expr]:
    """What a statement assigns or deletes."""
    match node:
        case ast.Assign() | ast.Delete():
            return list(node.targets)
        case ast.AugAssign():
            return [node.target]
        case ast.AnnAssign() if node.value is not None:
            return [node.target]
    return []


def set_from_outside(source: str) -> set[str]:
    """The attributes that a module assigns, changes by index or deletes on anything but `self`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        for target in targets(node):
            root = target
            while isinstance(root, ast.Subscript):
                root = root.value
            if isinstance(root, ast.Attribute) and ast.unparse(root.value) != "self":
                found.add(ast.unparse(root))
    return found


def private_of_others(source: str) -> set[str]:
    """The private names that a module reads or calls on anything but its own object or class."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            is_own = ast.unparse(node.value) in ("self", "cls") or node.attr.startswith("__")
            if not is_own:
                found.add(ast.unparse(node))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SERVER)))
def test_nobody_changes_what_another_object_holds(path: Path) -> None:
    """A table's document, game, seats and clock are assigned by no other module."""
    allowed = MAY_SET.get(str(path.relative_to(SERVER)), set())
    assert set_from_outside(path.read_text("utf-8")) <= allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SERVER)))
def test_nobody_reaches_into_another_object(path: Path) -> None:
    """Nobody else holds a table's lock, or writes to the store in its place."""
    assert private_of_others(path.read_text("utf-8")) == set()


@pytest.mark.parametrize(
    "wrong",
    [
        "table.document.host = None",
        "document.seats[0] = seat",
        "document.books['green'] = 2",
        "contents.game.number += 1",
        "del table.contents.chat",
        "member.seat: int = 0",
    ],
)
def test_a_change_from_outside_is_found(wrong: str) -> None:
    """What the test above looks for is what would be written."""
    assert set_from_outside(wrong)


@pytest.mark.parametrize("wrong", ["table._contents", "table._lock.acquire()", "game._game.act()"])
def test_reaching_in_from_outside_is_found(wrong: str) -> None:
    """What the test above looks for is what would be written."""
    assert private_of_others(wrong)


def is_frozen(value: type) -> bool:
    """Whether the fields of a value can't be assigned."""
    if dataclasses.is_dataclass(value):
        return bool(value.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return bool(value.__struct_config__.frozen)  # type: ignore[attr-defined]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_what_others_read_is_frozen_all_the_way_down(value: type) -> None:
    """Fields are never assigned, and no field is a list, dict or set."""
    assert is_frozen(value)
    for name, hint in typing.get_type_hints(value).items():
        assert not re.search(r"\b(list|dict|set)\b", str(hint)), (name, hint)


def test_the_engines_game_is_shown_without_what_changes_it() -> None:
    """Others get a game that they can only look at."""
    shown = typing.get_type_hints(LiveGame.game.fget)["return"]  # type: ignore[attr-defined]
    assert shown is ReadOnlyGame
    assert not CHANGING & set(vars(ReadOnlyGame))


def owner_methods() -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The methods of the one class."""
    tree = ast.parse((SERVER / OWNER).read_text("utf-8"))
    (owner,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == Table.__name__)
    functions = (n for n in owner.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return {function.name: function for function in functions}


def test_new_contents_are_put_in_place_only_after_their_commit() -> None:
    """One method replaces them, as its last step; before that it has waited for the store."""
    setting = {
        name
        for name, method in owner_methods().items()
        for node in ast.walk(method)
        for target in targets(node)
        if ast.unparse(target) == "self._contents"
    }
    assert setting == {"__init__", "_commit"}
    *_, storing, last = owner_methods()["_commit"].body
    assert ast.unparse(storing).startswith("await self._store.writer.put(")
    assert ast.unparse(last) == "self._contents = contents"


def test_every_change_holds_the_lock() -> None:
    """Each public method that may wait takes the lock for all that it does but note the time."""
    public = {
        name: method
        for name, method in owner_methods().items()
        if isinstance(method, ast.AsyncFunctionDef) and not name.startswith("_")
    }
    assert len(public) > 10
    for name, method in public.items():
        described, *body = method.body
        assert isinstance(described, ast.Expr)
        body = [n for n in body if ast.unparse(n) != "self._touched = time.monotonic()"]
        assert len(body) == 1, name
        assert isinstance(body[0], ast.AsyncWith), name
        held = {ast.unparse(item.context_expr) for item in body[0].items}
        changing = {f"self._changing({by})" for by in ("", "by", "member", "is_rest=True")}
        assert held <= {"self._lock", *changing}, name
    (holding,) = [n for n in owner_methods()["_changing"].body if isinstance(n, ast.AsyncWith)]
    assert ast.unparse(holding.items[0].context_expr) == "self._lock"
