"""Policies as bots: they take a view and return an action.

The policy decides on a whole table that fits the view, so that it has nothing else to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from quedlinburg.analysis.values import Values
from quedlinburg.bots.policies.policy import POLICIES, choose
from quedlinburg.bots.value.marginal_values import fill_values
from quedlinburg.bots.value.search import Search, new_scratch
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.actions import ACTIONS, Action
from quedlinburg.engine.imagine import imagine
from quedlinburg.engine.view import View
from quedlinburg.sim.arrays import FloatArray

# The learned weights of the policies that have some.
WEIGHTS: dict[str, Callable[[], FloatArray]] = {
    "master": lambda: shipped("master"),
    "linear": lambda: shipped("linear"),
}


def master_values(view: View, seat: int) -> Values:
    """What things are worth to a seat in final victory points, as the strongest level has it.

    The seat need not be the viewer's: only what the viewer sees of it counts.
    """
    search = Search()
    fill_values(imagine(view, 0).table, seat, search, shipped("master"))
    return search


class PolicyBot:
    """A player by one of the policies. It has no chance inside: every seed answers the same."""

    def __init__(self, name: str) -> None:
        """Build a bot by its policy's name; learned weights are read once."""
        self.name = name
        self._number = POLICIES[name]
        self._weights = WEIGHTS[name]() if name in WEIGHTS else np.zeros(0)
        self._scratch = new_scratch()

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answer as the policy does on a table that fits the view."""
        if view.viewer is None or view.question is None:
            raise ValueError("the view asks nothing: give a bot the view of a waiting seat")
        if len(legal_actions) == 1:
            return legal_actions[0]
        t = imagine(view, 0).table
        return ACTIONS[choose(t, self._scratch, view.viewer, self._number, self._weights)]
