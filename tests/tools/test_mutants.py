"""`tools/mutate`: which mutants a module has, how they are named, and what a built one changes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from mutate import mutants
from mutate.__main__ import all_mutants
from mutate.groups import NUMBERS, RULES, neighbours
from mutate.mutants import Mutant, build, mutants_of, source_of
from mutate.report import read_reasons

MakeMutants = Callable[[str], list[Mutant]]


@pytest.fixture
def mutate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeMutants:
    """The mutants of a text, as if it were the module `pkg.thing`."""
    monkeypatch.setattr(mutants, "SRC", tmp_path)

    def run(text: str) -> list[Mutant]:
        (tmp_path / "pkg").mkdir(exist_ok=True)
        (tmp_path / "pkg" / "thing.py").write_text(text, "utf-8")
        return list(mutants_of(tmp_path / "pkg" / "thing.py"))

    return run


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("return a < b", {"comparison: a < b → a <= b", "comparison: a < b → a >= b"}),
        ("return a == b", {"comparison: a == b → a != b"}),
        ("return a in b", {"comparison: a in b → a not in b"}),
        (
            "return a and b",
            {
                "and or: a and b → a or b",
                "part left out: a and b → a",
                "part left out: a and b → b",
            },
        ),
        ("return a + b", {"arithmetic: a + b → a - b"}),
        ("return a // b", {"arithmetic: a // b → a * b"}),
        ("a += b", {"left out: a += b → nothing", "arithmetic: a += b → a -= b"}),
        ("return a[3]", {"number: 3 → 4", "number: 3 → 2"}),
        ("return f(True)", {"truth: True → False"}),
        ("return f('x')", {"text: 'x' → 'x?'"}),
        (
            "return min(a, b)",
            {
                "min max: min(a, b) → max(a, b)",
                "min max: min(a, b) → a",
                "min max: min(a, b) → b",
            },
        ),
        (
            "return range(a)",
            {"range: range(a) → range(1, a)", "range: range(a) → range(a - 1)"},
        ),
        ("return not a", {"not: not a → a"}),
        (
            "return a if b else c",
            {"the other: a if b else c → c if b else a", "not: a if b else c → a if not b else c"},
        ),
        ("if a:\n        f()", {"not: a → not a", "left out: f() → nothing"}),
        ("f(a)", {"left out: f(a) → nothing"}),
        ("a.b = c", {"left out: a.b = c → nothing"}),
        ("a = c", set()),
        ("return ids.B1", {"id: ids.B1 → ids.B2"}),
    ],
)
def test_every_way_to_break_a_line_is_found(
    mutate: MakeMutants, line: str, found: set[str]
) -> None:
    """By the sort of the change, what stood there, and what stands there now."""
    every = mutate(f"def act(a, b, c):\n    {line}\n")
    assert {mutant.key.removeprefix("pkg.thing:act: ") for mutant in every} == found
    assert {mutant.line for mutant in every} <= {2, 3}


def test_each_case_of_a_match_is_left_out(mutate: MakeMutants) -> None:
    """And each pattern of a case that has several."""
    text = "def act(a):\n    match a:\n        case x.ONE | x.TWO:\n            b = a\n"
    keys = {mutant.key for mutant in mutate(text)}
    assert keys == {
        "pkg.thing:act: case left out: x.ONE | x.TWO → nothing",
        "pkg.thing:act: case left out: x.ONE → nothing",
        "pkg.thing:act: case left out: x.TWO → nothing",
    }


def test_what_no_rule_depends_on_is_left_alone(mutate: MakeMutants) -> None:
    """Docstrings, types, imports, texts of errors, and a last line that says no anyway."""
    text = '''"""A text."""
import os
from typing import TypeVar

def act(a: "int" = 3) -> "int | None":
    """Another."""
    b: int
    if a:
        raise ValueError("no 1")
    return False
'''
    assert {mutant.key for mutant in mutate(text)} == {
        "pkg.thing:act: not: a → not a",
        "pkg.thing:act: truth: False → True",
    }


def test_an_imported_id_is_mistaken_for_its_neighbour(mutate: MakeMutants) -> None:
    """Also by its bare name, and the last one of a group for the first."""
    text = "from quedlinburg.rules.ids import B1\n\ndef act():\n    return B1\n"
    (swapped,) = mutate(text)
    assert swapped.key == "pkg.thing:act: id: B1 → B2"
    names: dict[str, object] = {}
    exec(compile(build(swapped, mutants.SRC / "pkg" / "thing.py"), "thing", "exec"), names)
    ids = __import__("quedlinburg.rules.ids", fromlist=["ids"])
    act = names["act"]
    assert callable(act)
    assert act() == ids.B2


def test_every_module_of_numbers_is_there_and_groups_have_neighbours() -> None:
    """A module that was renamed would drop out, and its ids would never be mistaken."""
    assert all((RULES / f"{name}.py").is_file() for name in NUMBERS)
    following = neighbours()
    assert {module for module, _ in following} == set(NUMBERS)
    assert all((module, name) in following for (module, _), name in following.items())
    assert all(name != neighbour for (_, name), neighbour in following.items())


def test_a_mutant_keeps_its_name_where_its_function_goes(mutate: MakeMutants) -> None:
    """Lines above move it; a second one like it has a number; only its function has its digest."""
    act = "def act(a):\n    return a[0] + a[0]\n"
    before = mutate(act)
    after = [m for m in mutate(f"X = 7\n\n{act}") if m.function == "act"]
    assert [m.key for m in before] == [m.key for m in after]
    assert [m.digest for m in before] == [m.digest for m in after]
    assert [m.line for m in before] != [m.line for m in after]
    assert sum(m.key.endswith("number: 0 → 1 #2") for m in before) == 1
    changed = mutate("def act(a):\n    return a[0] + a[0] + a\n")
    assert not {m.digest for m in before} & {m.digest for m in changed}


@pytest.mark.parametrize("name", ["track", "pot", "books.green"])
def test_every_mutant_of_the_rules_can_be_built_and_differs_in_one_thing(name: str) -> None:
    """The module is compiled, is not what it was, and no two mutants are the same."""
    file = source_of(f"quedlinburg.rules.{name}")
    real = ast.dump(ast.parse(file.read_text("utf-8")))
    built = {}
    for mutant in mutants_of(file):
        tree = build(mutant, file)
        compile(tree, str(file), "exec")
        built[mutant.key] = ast.dump(tree)
    assert len(built) > 20
    assert real not in built.values()
    assert len(set(built.values())) == len(built)


def test_reasons_of_survivors_name_functions_that_are_there() -> None:
    """A reason for a function that was renamed would be given for nothing."""
    known = {
        f"{mutant.module.removeprefix('quedlinburg.')}:{mutant.function}"
        for part in ("rules", "engine")
        for mutant in all_mutants(part)
    }
    named = {pattern.partition(": ")[0] for reason in read_reasons() for pattern in reason.patterns}
    assert named <= known, sorted(named - known)
