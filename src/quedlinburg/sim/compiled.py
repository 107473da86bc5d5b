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
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
from numba.extending import overload, register_jitable

import quedlinburg.rules as rules
from quedlinburg.rules import ids, log, luck, machine, questions
from quedlinburg.rules.table import FIELDS, Luck, Table
from quedlinburg.sim import generator

RECORD = np.dtype([(name, np.int64, shape) for name, shape in FIELDS])

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


def _register() -> None:
    """Tell numba about every function of the rules, and about the two kinds with another version."""
    replaced = {luck.chip, luck.look, luck.die, luck.card, log.note}
    for module in (*rule_modules(), generator):
        for function in own_functions(module):
            if function not in replaced and module.__name__ != "quedlinburg.rules.tables":
                register_jitable(**_INNER)(function)

    @overload(log.note, jit_options=_INNER)
    def _note(t, event, seat, a, b, c, rule):  # type: ignore[no-untyped-def]
        return lambda t, event, seat, a, b, c, rule: None

    @overload(luck.chip, jit_options=_INNER)
    def _chip(t, seat):  # type: ignore[no-untyped-def]
        def chip(t, seat):  # type: ignore[no-untyped-def]
            t.luck_n[seat][ids.DRAW] += 1
            t.lucks += 1
            return generator.pick_chip(t, seat)

        return chip

    @overload(luck.look, jit_options=_INNER)
    def _look(t, seat, count):  # type: ignore[no-untyped-def]
        def look(t, seat, count):  # type: ignore[no-untyped-def]
            for _ in range(count):
                kind = generator.pick_chip(t, seat)
                t.looked[seat][kind] += 1
            t.luck_n[seat][ids.LOOK] += count
            t.lucks += count

        return look

    @overload(luck.die, jit_options=_INNER)
    def _die(t, seat):  # type: ignore[no-untyped-def]
        def die(t, seat):  # type: ignore[no-untyped-def]
            t.luck_n[seat][ids.DIE] += 1
            t.lucks += 1
            return generator.below(t, 6)

        return die

    @overload(luck.card, jit_options=_INNER)
    def _card(t):  # type: ignore[no-untyped-def]
        def card(t):  # type: ignore[no-untyped-def]
            t.luck_n[ids.TABLE][ids.CARD] += 1
            t.lucks += 1
            return generator.pick_card(t)

        return card


numba.config.CACHE_DIR = str(cache_folder())
_register()


@numba.njit(cache=True)
def act(t, seat, option):  # type: ignore[no-untyped-def]
    """Carry out a seat's answer over a compiled table."""
    machine.act(t, seat, option)


@numba.njit(cache=True)
def turn_up_card(t):  # type: ignore[no-untyped-def]
    """Turn up the next fortune card of a compiled table at rest."""
    machine.turn_up_card(t)


@numba.njit(cache=True)
def fill_options(t, seat):  # type: ignore[no-untyped-def]
    """Work out a seat's options of a compiled table."""
    questions.fill_options(t, seat)


@numba.njit(cache=True)
def is_waiting(t, seat):  # type: ignore[no-untyped-def]
    """Whether a seat of a compiled table has something to decide."""
    return machine.is_waiting(t, seat)


def record_of(t: Table) -> np.recarray:
    """Copy a plain table into a compiled one."""
    record = np.zeros(1, RECORD)
    for name, _ in FIELDS:
        record[0][name] = getattr(t, name)
    return record


def table_of(record: np.void, luck_port: Luck) -> Table:
    """Copy a compiled table into a plain one."""
    t = Table(luck_port)
    for name, shape in FIELDS:
        value = record[name]
        setattr(t, name, value.tolist() if shape else int(value))
    return t
