"""The engine plays what the oracle made up, action by action (R4)."""

import pytest
from oracle import scripts

from quedlinburg.engine.notation.scenario import run_scenario


@pytest.mark.parametrize("first", range(0, 400, 20))
def test_scripts_hold_in_the_engine(first: int) -> None:
    """Twenty potions phases by lot: pots, bags, questions and legal actions after every action."""
    for seed in range(first, first + 20):
        text = scripts.script(seed)
        failures = run_scenario(text)
        assert not failures, "\n".join([text, *map(str, failures)])
