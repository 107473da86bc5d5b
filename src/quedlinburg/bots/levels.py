"""Levels: any mind as a bot, that takes a view and returns an action.

The mind looks at a whole table that fits the view, imagined, so that it has nothing else to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quedlinburg.bots.minds.mind import MINDS, choose
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.actions import ACTIONS, Action
from quedlinburg.engine.imagine import imagine
from quedlinburg.engine.view import View
from quedlinburg.rules.table import Table
from quedlinburg.sim.luck import Fast

# Where the learned numbers of a level come from; the others have none.
WEIGHTS: dict[str, Callable[[], Sequence[float]]] = {
    "master": lambda: shipped("master"),
    "linear": lambda: shipped("linear"),
}


class LevelBot:
    """A player of one of the levels. It has no chance inside: every seed answers alike."""

    def __init__(self, name: str) -> None:
        """Sit down a level by its name; what it has learned is read once."""
        self.name = name
        self._mind = MINDS[name]
        self._weights: Sequence[float] = WEIGHTS[name]() if name in WEIGHTS else ()
        self._spare = Table(Fast())

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answer as the mind does over a table that fits the view."""
        if view.viewer is None or view.question is None:
            raise ValueError("the view asks nothing: give a bot the view of a waiting seat")
        if len(legal_actions) == 1:
            return legal_actions[0]
        t = imagine(view, 0).table
        return ACTIONS[choose(t, self._spare, view.viewer, self._mind, self._weights)]
