"""Compile the rules: the very functions of `rules`, registered with numba over a numpy record.

Only luck and `note` have a version of their own here. The cache lies in a folder named after the
hash of the sources, because numba's own cache does not notice an edited function two calls away.
"""

import hashlib
import importlib
import os
import pkgutil
import tempfile
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import overload

from quedlinburg import rules
from quedlinburg.rules import ids, log, luck, machine, questions, tables
from quedlinburg.rules.table import FIELDS, Luck, Table
from quedlinburg.sim import generator

RECORD = np.dtype([(name, np.int64, shape) for name, shape in FIELDS])

F = TypeVar("F", bound=Callable[..., object])

# No Python wrapper is made for what only compiled code calls.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def rule_modules() -> list[types.ModuleType]:
    """Every module of the rules."""
    found = pkgutil.walk_packages(rules.__path__, rules.__name__ + ".")
    return [importlib.import_module(module.name) for module in found]


def own_functions(module: types.ModuleType) -> Iterator[types.FunctionType]:
    """The functions that a module defines itself."""
    for value in vars(module).values():
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            yield value


def source_hash() -> str:
    """A name for this exact state of the rules, the data and the compiler."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for folder in (Path(rules.__path__[0]), Path(generator.__file__).parent):
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled rules are kept between runs."""
    base = os.environ.get("QUEDLINBURG_CACHE") or os.environ.get("XDG_CACHE_HOME")
    home = Path(base) if base else Path.home() / ".cache"
    if not os.access(home.parent if not home.exists() else home, os.W_OK):
        home = Path(tempfile.gettempdir())
    return home / "quedlinburg" / source_hash()


def note(t: Table, event: int, seat: int, a: int, b: int, c: int, rule: int) -> None:
    """Write nothing down: compiled games have no log."""


def chip(t: Table, seat: int) -> int:
    """Draw a chip with the generator in the record."""
    t.luck_n[seat][ids.DRAW] += 1
    t.lucks += 1
    return generator.pick_chip(t, seat)


def look(t: Table, seat: int, count: int) -> None:
    """Look at chips with the generator in the record."""
    for _ in range(count):
        kind = generator.pick_chip(t, seat)
        t.looked[seat][kind] += 1
    t.luck_n[seat][ids.LOOK] += count
    t.lucks += count


def die(t: Table, seat: int) -> int:
    """Roll the die with the generator in the record."""
    t.luck_n[seat][ids.DIE] += 1
    t.lucks += 1
    return generator.below(t, 6)


def card(t: Table) -> int:
    """Turn up a card with the generator in the record."""
    t.luck_n[ids.TABLE][ids.CARD] += 1
    t.lucks += 1
    return generator.pick_card(t)


# The two kinds of function that have a version of their own here.
VERSIONS: dict[object, Callable[..., object]] = {
    log.note: note,
    luck.chip: chip,
    luck.look: look,
    luck.die: die,
    luck.card: card,
}


def _register() -> None:
    """Tell numba about every function of the rules; luck and `note` have another version."""
    for module in (*rule_modules(), generator):
        for function in own_functions(module):
            if module is not tables:
                version = VERSIONS.get(function, function)
                found = overload(function, jit_options=_INNER, strict=False)
                found(lambda *_, version=version: version)


_compile: Callable[[F], F] = numba.njit(cache=True)
numba.config.CACHE_DIR = str(cache_folder())
_register()


@_compile
def act(t: Table, seat: int, option: int) -> None:
    """Carry out a seat's answer over a compiled table."""
    machine.act(t, seat, option)


@_compile
def turn_up_card(t: Table) -> None:
    """Turn up the next fortune card of a compiled table at rest."""
    machine.turn_up_card(t)


@_compile
def fill_options(t: Table, seat: int) -> None:
    """Work out a seat's options of a compiled table."""
    questions.fill_options(t, seat)


@_compile
def waiting_seats(t: Table) -> int:
    """The seats of a compiled table with something to decide, one bit each."""
    return machine.waiting_seats(t)


def record_of(t: Table) -> Any:
    """Copy a plain table into a compiled one."""
    record: Any = np.zeros(1, RECORD)
    for name, _ in FIELDS:
        record[0][name] = getattr(t, name)
    return record


def table_of(record: Any, luck_port: Luck) -> Table:
    """Copy a compiled table into a plain one."""
    t = Table(luck_port)
    for name, shape in FIELDS:
        value = record[name]
        setattr(t, name, value.tolist() if shape else int(value))
    return t
