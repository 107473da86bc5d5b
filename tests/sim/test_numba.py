"""Canaries: what the simulator relies on numba for beyond its public interface."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("numba")
import numba
import numpy as np

from quedlinburg.sim import compiler, dispatch
from quedlinburg.sim.compiler import INT
from quedlinburg.sim.dispatch import PROMISES, Line, Switchboard, call_with, copy_record

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.compiles
# The modules that import numba: its public interface, and its private one.
FENCE = {"sim/compiler.py", "sim/dispatch.py"}
SIGNATURE = INT(INT)

# A function that is compiled in one process, and comes from the cache in the next one.
CACHED = """
import sys
from quedlinburg.sim import compiler, dispatch
from quedlinburg.sim.compiler import INT
sys.path.insert(0, sys.argv[1])
from numba_canary import double

compiled = compiler.compile_with(sys.argv[1])(double)
found = dispatch.address_of(compiled, INT(INT))
print(found != 0, sum(compiled.stats.cache_hits.values()))
"""


def double(number: int) -> int:
    """Twice a number."""
    return 2 * number


def refuse(number: int) -> int:
    """Raise an error for negative numbers."""
    if number < 0:
        raise ValueError("refused")
    return number


def make_caller(name: str, function: Callable[[int], int]) -> Callable[[int], int]:
    """Compiled code that calls a function by its address."""
    board = Switchboard(name, [Line(numba.njit(function), SIGNATURE)])
    board.connect_all()
    find, call = board.address_of, call_with(SIGNATURE, int)

    def caller(number: int) -> int:
        """Call line 0 of the board."""
        return call(find(0), (number,))

    compiled: Callable[[int], int] = numba.njit(caller)
    return compiled


def finds_symbols(_folder: Path) -> bool:
    """A board's list is found by its name, and a missing address is noticed."""
    board = Switchboard("quedlinburg_canary_empty", [Line(numba.njit(double), SIGNATURE)])
    find = board.address_of
    look_up = numba.njit(lambda: find(0))
    try:
        look_up()
    except RuntimeError as error:
        return str(error) == dispatch.NOT_CONNECTED
    return False


def tells_address(_folder: Path) -> bool:
    """A compiled function has an address, the same whenever it is asked."""
    compiled = numba.njit(double)
    return dispatch.address_of(compiled, SIGNATURE) == dispatch.address_of(compiled, SIGNATURE) > 0


def tells_address_from_cache(folder: Path) -> bool:
    """In a second process the function is not compiled again."""
    source = "def double(number: int) -> int:\n    return 2 * number\n"
    (folder / "numba_canary.py").write_text(source, encoding="utf-8")
    told = [
        subprocess.run(
            [sys.executable, "-c", CACHED, str(folder)],
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
            env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
        ).stdout.split()
        for _ in range(2)
    ]
    return told == [["True", "0"], ["True", "1"]]


def calls_addresses(_folder: Path) -> bool:
    """A function is called by its address."""
    return make_caller("quedlinburg_canary_double", double)(21) == 42


def raises_on(_folder: Path) -> bool:
    """An error comes through."""
    try:
        make_caller("quedlinburg_canary_refuse", refuse)(-1)
    except ValueError as error:
        return "refused" in str(error)
    return False


def copies_records(_folder: Path) -> bool:
    """All fields are copied, and nothing beside them."""
    dtype = np.dtype([("one", np.int64), ("row", np.float64, (3,))])
    records = np.zeros(3, dtype)
    records[0] = (7, (1.5, 2.5, 3.5))
    copy = numba.njit(lambda rows: copy_record(rows[0], rows[1]))
    copy(records)
    return bool(records[1] == records[0] and records[2] == np.zeros(1, dtype)[0])


CHECKS: dict[str, Callable[[Path], bool]] = {
    "symbols": finds_symbols,
    "address": tells_address,
    "cache": tells_address_from_cache,
    "call": calls_addresses,
    "errors": raises_on,
    "copy": copies_records,
}


@pytest.mark.parametrize("promise", PROMISES)
def test_numba_keeps_its_promise(promise: str, tmp_path: Path) -> None:
    """A new version of numba that breaks one is told by name."""
    broken = f"numba {numba.__version__} breaks a promise of sim/dispatch.py: {PROMISES[promise]}"
    try:
        kept = CHECKS[promise](tmp_path)
    except Exception as error:
        pytest.fail(f"{broken} ({type(error).__name__}: {error})")
    assert kept, broken


def test_numba_is_pinned_to_minor_versions() -> None:
    """The extra has a lower and an upper bound, and the installed version lies between them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (wanted,) = project["optional-dependencies"]["fast"]
    least, _, below = wanted.removeprefix("numba>=").partition(",<")
    bounds = [tuple(map(int, bound.split("."))) for bound in (least, below)]
    installed = tuple(map(int, numba.__version__.split(".")[:2]))
    assert bounds[0] <= installed < bounds[1]


def test_only_the_fence_imports_numba() -> None:
    """`compiler` its public interface, `dispatch` the private one, nobody else anything."""
    source = ROOT / "src" / "quedlinburg"
    importing = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if any(
            line.split()[:1] in (["import"], ["from"])
            and line.split()[1].startswith(("numba", "llvm"))
            for line in path.read_text("utf-8").splitlines()
            if len(line.split()) > 1
        )
    }
    assert importing == FENCE
    private = (source / "sim" / "compiler.py").read_text("utf-8")
    assert "numba.core" not in private
    assert compiler.INT is numba.int64
