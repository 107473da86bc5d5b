"""Compile the rules: the very functions of `rules`, registered with numba over a numpy record.

Only luck, `note` and the copying of a table have a version of their own here. What builds on the
rules (`bots`) registers and compiles the same way.
"""

import importlib
import pkgutil
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np

from quedlinburg import rules
from quedlinburg.rules import constants, ids, log, luck, machine, questions
from quedlinburg.rules.table import FIELDS, Luck, Table
from quedlinburg.sim import compiler, copying, games, generator
from quedlinburg.sim.arrays import RecordArray
from quedlinburg.sim.compiler import BOOLEAN, INT, NOTHING
from quedlinburg.sim.dispatch import Line, Switchboard, copy_record

RECORD = np.dtype([(name, np.int64, shape) for name, shape in FIELDS])

F = TypeVar("F", bound=Callable[..., object])


# The sources that every compiled function depends on.
SOURCES = (Path(rules.__path__[0]), Path(generator.__file__).parent)


def compile_with(*further: Path) -> Callable[[F], F]:
    """A decorator that compiles a function of the rules, or of further files or folders.

    What is compiled is kept between runs, until one of the sources changes.
    """
    return compiler.compile_with(compiler.cache_folder((*SOURCES, *further)))


def note(t: Table, event: int, seat: int, a: int, b: int, c: int, rule: int) -> None:
    """Write nothing down: compiled games have no log."""


def chip(t: Table, seat: int) -> int:
    """Draw a chip with the generator in the record."""
    kind = generator.pick_chip(t, seat)
    t.luck_n[seat][ids.DRAW] += 1
    t.lucks += 1
    return kind


def look(t: Table, seat: int, count: int) -> None:
    """Look at chips with the generator in the record."""
    for ahead in range(count):
        kind = generator.pick_look(t, seat, ahead)
        t.looked[seat][kind] += 1
    t.luck_n[seat][ids.LOOK] += count
    t.lucks += count


def die(t: Table, seat: int) -> int:
    """Roll the die with the generator in the record."""
    face = generator.pick_face(t, seat)
    t.luck_n[seat][ids.DIE] += 1
    t.lucks += 1
    return face


def card(t: Table) -> int:
    """Turn up a card with the generator in the record."""
    number = generator.pick_card(t)
    t.luck_n[ids.TABLE][ids.CARD] += 1
    t.lucks += 1
    return number


def copy_table(t: Table, into: Table) -> None:
    """Copy a table with all its bytes at once."""
    copy_record(t, into)


# What has a version of its own here.
VERSIONS: dict[object, Callable[..., object]] = {
    log.note: note,
    luck.chip: chip,
    luck.look: look,
    luck.die: die,
    luck.card: card,
    copying.copy_table: copy_table,
}


def gives_arrays(function: Callable[..., object]) -> bool:
    """Whether a function returns more than a number, by its annotation (a type or its name)."""
    returned = function.__annotations__.get("return")
    return getattr(returned, "__name__", str(returned)) not in ("int", "float", "bool", "None")


def named_in(function: types.FunctionType) -> Iterator[object]:
    """What a function names: globals, and parts of modules."""
    names = function.__code__.co_names
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    yield from known
    for module in known:
        if isinstance(module, types.ModuleType):
            yield from (vars(module)[name] for name in names if name in vars(module))


def counts_arrays(function: types.FunctionType) -> bool:
    """Whether a function makes arrays, or gets new ones from a function that it calls.

    Everywhere else arrays belong to a caller and need not be counted, which takes longer than all
    the rest of the work.
    """
    named = list(named_in(function))
    makers = [each for each in (function, *named) if isinstance(each, types.FunctionType)]
    return any(each is np for each in named) or any(map(gives_arrays, makers))


def modules_of(package: types.ModuleType) -> list[types.ModuleType]:
    """Import every module of a package."""
    found = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    return [importlib.import_module(module.name) for module in found]


def own_functions(module: types.ModuleType) -> Iterator[types.FunctionType]:
    """Yield the functions that a module defines itself."""
    for value in vars(module).values():
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            yield value


def register(modules: Iterable[types.ModuleType]) -> None:
    """Tell numba about every function of some modules; what is in VERSIONS is replaced."""
    for module in modules:
        for function in own_functions(module):
            version = VERSIONS.get(function, function)
            compiler.replace(function, version, counts_arrays=counts_arrays(function))


_compile = compile_with()
TABLE = compiler.record(RECORD)

# The rules are compiled in pieces that call each other by address (see `calling`): each of these
# with all that it calls, up to the next piece.
_act = _compile(machine.act)
_turn_up_card = _compile(machine.turn_up_card)
_fill_options = _compile(questions.fill_options)
_waiting_seats = _compile(machine.waiting_seats)
PIECES: dict[object, Line] = {
    machine.act: Line(_act, BOOLEAN(TABLE, INT, INT)),
    machine.turn_up_card: Line(_turn_up_card, NOTHING(TABLE)),
    questions.fill_options: Line(_fill_options, NOTHING(TABLE, INT)),
    machine.answer: Line(_compile(machine.answer), NOTHING(TABLE, INT, INT)),
    machine.run: Line(_compile(machine.run), INT(TABLE, INT)),
    machine.settle: Line(_compile(machine.settle), NOTHING(TABLE)),
}
_board = Switchboard("quedlinburg_rules", list(PIECES.values()))
for _number, _piece in enumerate(PIECES):
    VERSIONS[_piece] = _board.version(_number)

register(module for module in modules_of(rules) if module is not constants)
register((generator, copying, games))


def connect_rules() -> None:
    """Compile the rules, or take them from the cache, so that compiled code can call them."""
    _board.connect_all()


def act(t: Table, seat: int, option: int) -> None:
    """Carry out a seat's answer over a compiled table."""
    connect_rules()
    _act(t, seat, option)


def turn_up_card(t: Table) -> None:
    """Turn up the next fortune card of a compiled table at rest."""
    connect_rules()
    _turn_up_card(t)


def fill_options(t: Table, seat: int) -> None:
    """Work out a seat's options of a compiled table."""
    connect_rules()
    _fill_options(t, seat)


def waiting_seats(t: Table) -> int:
    """The seats of a compiled table with something to decide, one bit each."""
    connect_rules()
    return _waiting_seats(t)


def record_of(t: Table) -> RecordArray:
    """Copy a plain table into an array of one record."""
    record: RecordArray = np.zeros(1, RECORD)
    for name, _ in FIELDS:
        record[0][name] = getattr(t, name)
    return record


def table_of(record: np.void, luck_port: Luck) -> Table:
    """Copy a record into a plain table."""
    t = Table(luck_port)
    for name, shape in FIELDS:
        value = record[name]
        setattr(t, name, value.tolist() if shape else int(value))
    return t
