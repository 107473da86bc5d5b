"""A function with what it calls laid into it does what it did, in the same order."""

import builtins
import compileall
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType

import pytest
from hypothesis import given

import quedlinburg
from linking import callers, library
from quedlinburg import rules
from quedlinburg.engine.linking import in_play
from quedlinburg.engine.linking.linker import link
from quedlinburg.engine.linking.reading import (
    OtherSource,
    linked_name,
    modules_of,
    own_functions,
    read,
)
from quedlinburg.rules.table import FIELDS
from quedlinburg.testing.strategies import Start, examples, starts

Function = Callable[[int, int], object]
CALLERS = list(own_functions(callers))


def outcome(function: Function, a: int, b: int) -> object:
    """What a function returns or raises, and what was said meanwhile."""
    library.said.clear()
    try:
        value = function(a, b)
    except ZeroDivisionError as error:
        value = repr(error)
    return value, list(library.said)


@pytest.fixture(autouse=True, scope="module")
def _linked_afterwards() -> Iterator[None]:
    """Leave the rules linked, as any long run of tests has them."""
    yield
    in_play.link_rules()


@pytest.mark.parametrize("function", CALLERS, ids=lambda function: function.__name__)
def test_a_linked_function_returns_and_does_the_same(function: FunctionType) -> None:
    """For all small numbers, also where something is refused."""
    (linked,) = link([function], [library, callers])
    for a, b in itertools.product(range(6), repeat=2):
        assert outcome(linked, a, b) == outcome(function, a, b), (a, b)


@pytest.mark.parametrize("name", ["values", "own_names", "early", "nested"])
def test_nothing_is_called_any_more(name: str) -> None:
    """What a linked function did by calls stands in its own lines."""
    (linked,) = link([getattr(callers, name)], [library, callers])
    assert isinstance(linked, FunctionType)
    called = [other for other in linked.__code__.co_names if other.startswith("linking_library")]
    assert set(called) <= {"linking_library_said", "linking_callers_TABLE"}


def test_constants_stand_for_their_names_and_decide_tests() -> None:
    """A branch that a constant rules out is gone."""
    (linked,) = link([callers.decided], [library, callers])
    assert isinstance(linked, FunctionType)
    assert linked.__code__.co_names == ("linking_library_said", "append")
    assert library.LIMIT not in linked.__code__.co_consts


def test_every_function_of_the_rules_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """None but those that load the tables is written in a way that linking leaves alone.

    Interactive programs know the last result by a name that loops use, too.
    """
    monkeypatch.setattr(builtins, "_", None, raising=False)
    modules = modules_of(rules)
    written = {linked_name(function) for module in modules for function in own_functions(module)}
    unread = written - read(modules).functions.keys()
    assert {name for name in unread if "rules_tables" not in name} == set()


def played(start: Start) -> list[object]:
    """A whole game: after each decision what happened, what is asked, and the whole table."""
    game = start.game()
    seats = range(game.setup.players)
    course: list[object] = []
    for step in start.steps(game):
        table = game.table.copy(game.luck)
        state = [getattr(table, name) for name, _ in FIELDS]
        course.append((step, game.waiting, [game.legal_actions(seat) for seat in seats], state))
    return course


@examples(40)
@given(starts())
def test_written_and_linked_rules_stay_in_lockstep(start: Start) -> None:
    """Events, questions and the whole state are equal after every decision, in any set-up."""
    in_play.stay_with_written_rules()
    written = played(start)
    in_play.link_rules()
    assert played(start) == written


def run(code: str, **environment: str) -> str:
    """What a program of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


def copied_rules(folder: Path) -> Path:
    """The rules in a copy of the whole package."""
    package = Path(quedlinburg.__file__).parent
    shutil.copytree(package, folder / "quedlinburg", ignore=shutil.ignore_patterns("static"))
    return folder / "quedlinburg" / "rules"


PLAY = """
from quedlinburg.cli.measure import random_game
from quedlinburg.engine.linking import in_play
from quedlinburg.rules import machine

before = in_play.act
{do}
for number in range(20):
    random_game(number)
print(before is machine.act, in_play.act is machine.act)
"""


def test_only_much_play_links_the_rules() -> None:
    """A program begins with the written rules and goes on with the linked ones."""
    assert run(PLAY.format(do="")) == "True False\n"


def test_a_program_can_stay_with_the_written_rules() -> None:
    """To step through them, or to break them on purpose."""
    assert run(PLAY.format(do="in_play.stay_with_written_rules()")) == "True True\n"


def test_without_sources_the_written_rules_are_played(tmp_path: Path) -> None:
    """A program that was installed as compiled files alone plays on."""
    copied = copied_rules(tmp_path)
    assert compileall.compile_dir(copied, legacy=True, quiet=1)
    for source in copied.rglob("*.py"):
        source.unlink()
    assert run(PLAY.format(do=""), PYTHONPATH=str(tmp_path)) == "True True\n"


def test_a_file_that_was_changed_since_it_was_loaded_is_not_linked(tmp_path: Path) -> None:
    """A rule that is edited while a program plays does not change its games."""
    goods = copied_rules(tmp_path) / "verbs" / "goods.py"
    do = f"import pathlib; file = pathlib.Path({str(goods)!r}); "
    do += "file.write_text(file.read_text().replace('+= points', '+= 0'))"
    assert run(PLAY.format(do=do), PYTHONPATH=str(tmp_path)) == "True True\n"


def test_a_function_that_was_replaced_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs, not what a file says, is what a linked function does."""
    monkeypatch.setattr(library.double, "__code__", library.square.__code__)
    with pytest.raises(OtherSource, match=r"library\.double is not what its file says"):
        link([callers.nested], [library, callers])
