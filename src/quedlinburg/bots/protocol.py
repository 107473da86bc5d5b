"""What a bot is: a name, and an answer to every question that a view shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from quedlinburg.engine.actions import Action
from quedlinburg.engine.view import View


class Bot(Protocol):
    """A player that sees what its seat may see, and never the game itself.

    The answer must be one of the legal actions, and must depend on the view and on what the bot
    was built from alone, so that restarts and any number of processes agree.
    """

    @property
    def name(self) -> str:
        """What the bot is called, and built by."""
        ...

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answer the question that the view asks."""
        ...
