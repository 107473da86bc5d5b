"""What explodes a pot is said once: in `rules/explosion.py` (R4.3)."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "quedlinburg"
HOME = "rules/explosion.py"
CHIP = {"VALUE", "value", "white_sum", "white"}
ROOM = {"limit", "room", "room_left"}


def compares_chip_with_room(node: ast.AST) -> bool:
    """Whether a comparison holds a chip's value, or a white sum, against a room or a limit."""
    if not isinstance(node, ast.Compare):
        return False
    parts = list(ast.walk(node))
    named = {part.id for part in parts if isinstance(part, ast.Name)}
    named |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
    return bool(named & CHIP and named & ROOM)


def comparing_files() -> set[str]:
    """The files with such a comparison."""
    return {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if any(map(compares_chip_with_room, ast.walk(ast.parse(path.read_text("utf-8")))))
    }


def test_nobody_else_holds_a_chip_against_the_limit() -> None:
    """Ask `explodes`, `count_exploding` or `room_left`."""
    assert comparing_files() == {HOME}
