"""The levels of bots at a table: who is offered, who plays for absent owners, who gives hints."""

from __future__ import annotations

from collections.abc import Iterable

from quedlinburg import Action
from quedlinburg.bots import LEVELS

__all__ = ["ADVISER", "APPRENTICE", "LEVELS", "USUAL", "for_bots"]

# Plays for owners who are away, and is what a table for one person begins with.
APPRENTICE = "apprentice"
# The word for a bot of no chosen level, which is the apprentice.
USUAL = "usual"
# Gives hints.
ADVISER = "master"
# The verb that only people use: no bot, clock or hint calls for a stir (R7.4).
FOR_PEOPLE = "stir"


def for_bots(legal: Iterable[Action]) -> tuple[Action, ...]:
    """The legal actions without those that only people take."""
    return tuple(action for action in legal if action.verb != FOR_PEOPLE)
