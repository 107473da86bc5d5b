"""The bot `random`: any legal action but a stir, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from quedlinburg.engine.actions import Action
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.view import View


class RandomBot:
    """A player without any judgement."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        """Key the bot's own luck by a seed."""
        self._luck = Seeded(f"bot random {seed}")

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answer with any legal action; to call for a stir is a right of people (R7.4)."""
        actions = [action for action in legal_actions if action.verb != "stir"]
        return actions[self._luck.number(place_of(view, actions), len(actions))]


def place_of(view: View, actions: Sequence[Action]) -> bytes:
    """A text of where a seat stands, so that the same view is always answered the same.

    It names the question and how the own seat stands, so that it differs from question to
    question and from game to game.
    """
    if view.viewer is None or view.question is None:
        raise ValueError("the view asks nothing: give a bot the view of a waiting seat")
    own, question = view.seats[view.viewer], view.question
    where = f"{view.viewer} {view.round} {view.card} {question.id} {question.number}"
    stand = f"{own.vp} {own.rubies} {own.droplet} {own.pot} {dict(view.whole_bag(view.viewer))}"
    return f"{where} {stand} {' '.join(map(str, actions))}".encode()
