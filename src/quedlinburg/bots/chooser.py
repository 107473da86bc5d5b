"""The bot `random`: any legal action but a stir, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from quedlinburg.bots.sight import pick, see
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
        return actions[pick(self._luck, see(view, actions), len(actions))]
