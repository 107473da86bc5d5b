"""Arrays of compiled policies are counted where they are made, given back, and nowhere else."""

from types import FunctionType

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from quedlinburg.bench.sim import mixed_setups
from quedlinburg.bots.games import compiled
from quedlinburg.bots.policies import fast_buyer, policy
from quedlinburg.bots.value import (
    evaluation_estimate,
    look_ahead,
    net,
    net_query,
    option_values,
)
from quedlinburg.bots.weights import shipped
from quedlinburg.rules import machine
from quedlinburg.rules.table import SEATS
from quedlinburg.sim.kernel import counts_arrays


@pytest.mark.parametrize(
    "function",
    [option_values.choose_best, net_query.ask_net, look_ahead.make_plan],
    ids=lambda f: f.__name__,
)
def test_a_function_that_makes_arrays_counts_them(function: FunctionType) -> None:
    """What makes an array gives it away counted."""
    assert counts_arrays(function)


def test_a_function_that_is_given_new_arrays_counts_them() -> None:
    """Whoever asks for a net at work has to let go of its arrays again."""
    function = fast_buyer.fill_chip_values
    assert isinstance(function, FunctionType)
    assert "np" not in function.__code__.co_names
    assert counts_arrays(function)


@pytest.mark.parametrize(
    "function",
    [machine.act, evaluation_estimate.strength, net.add_feature, net_query.points_with_chips],
)
def test_a_function_that_works_on_its_callers_arrays_counts_none(
    function: FunctionType,
) -> None:
    """What is only read or written belongs to the caller, who keeps it alive."""
    assert not counts_arrays(function)


@pytest.mark.parametrize("name", ["journeyman", "master"])
def test_compiled_games_give_back_every_array(name: str) -> None:
    """After some games as many arrays are left as before them."""
    games = 6
    tables = compiled.templates_of(mixed_setups(games))
    cast = compiled.cast_of(
        np.full((games, SEATS), policy.POLICIES[name]), weights=shipped("master")
    )
    deals = np.arange(games)
    compiled.play(tables, deals, deals, cast)
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        compiled.play(tables, deals, deals, cast)
        after = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    assert after.mi_alloc - before.mi_alloc > 1000, "arrays are made"
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free
