"""Compiled functions are called by number, as those that are connected."""

import pytest

pytest.importorskip("numba")
import numba

from quedlinburg import Setup
from quedlinburg.bots.games import compiled as games
from quedlinburg.bots.policies import policy
from quedlinburg.rules import ids
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.sim import kernel
from quedlinburg.sim.dispatch import NOT_CONNECTED, Line, Switchboard, call_with
from quedlinburg.sim.games import lay_table
from quedlinburg.sim.luck import Fast

pytestmark = pytest.mark.compiles


def double(number: int) -> int:
    """Twice a number."""
    return 2 * number


def triple(number: int) -> int:
    """Three times a number; none of the negative ones."""
    if number < 0:
        raise ValueError("below nothing")
    return 3 * number


SIGNATURE = numba.int64(numba.int64)
LINES = [Line(numba.njit(function), SIGNATURE) for function in (double, triple)]
board = Switchboard("quedlinburg_test_board", LINES)
address_of, call = board.address_of, call_with(SIGNATURE, int)


def call_line(line: int, number: int) -> int:
    """Call a function of the board."""
    return call(address_of(line), (number,))


ask = numba.njit(call_line)


def test_a_function_answers_once_it_is_connected() -> None:
    """Before that compiled code says so, and afterwards each line has its own function."""
    with pytest.raises(RuntimeError, match=NOT_CONNECTED):
        ask(1, 5)
    board.connect(1)
    assert ask(1, 5) == 15
    with pytest.raises(RuntimeError, match=NOT_CONNECTED):
        ask(0, 5)
    board.connect_all()
    assert [ask(0, 5), ask(1, 5)] == [10, 15]


def test_what_a_called_function_raises_is_raised_on() -> None:
    """An error is not lost on the way through an address."""
    board.connect(1)
    with pytest.raises(ValueError, match="below nothing"):
        ask(1, -1)


def test_a_line_that_is_not_there_is_refused() -> None:
    """One line says which ones are known."""
    with pytest.raises(ValueError, match="line: 2 is not known; known: 0 to 1"):
        board.connect(2)


def test_every_policy_can_be_called_by_its_number() -> None:
    """A policy's number is its line: there is no gap, and the fast buyer has one too."""
    numbers = {*policy.POLICIES.values(), policy.FAST_BUYER}
    assert sorted(games.CHOICES) == sorted(numbers) == list(range(len(games.CHOICES)))


def test_tables_under_way_are_played_to_their_ends() -> None:
    """From the same position as a whole game, to the same result."""
    setup = Setup(players=3, books=2)
    cast = games.cast_of([[policy.APPRENTICE] * SEATS] * 2)
    tables = games.templates_of([setup])
    whole = games.play(tables, [0, 0], [7, 8], cast, starts=[1, 2])
    laid = games.templates_of([setup, setup])
    for row, (seed, start) in enumerate([(7, 1), (8, 2)]):
        t = Table(Fast())
        lay_table(t, setup.to_table(Fast()), seed, start)
        laid[row] = kernel.record_of(t)[0]
    played = games.blank_played(2)
    games.play_records(laid[:2], laid[2], cast, played)
    assert (laid["phase"][:2] == ids.OVER).all()
    assert (played.points == whole.points).all()
    assert (played.shares == whole.shares).all()
    assert (played.decisions == whole.decisions).all()
