"""The levels of bots at a table: who is offered, who plays for absent owners, who gives hints."""

from __future__ import annotations

from quedlinburg.bots import LEVELS

__all__ = ["ADVISER", "APPRENTICE", "LEVELS", "USUAL"]

# Plays for owners who are away, and is what a table for one person begins with.
APPRENTICE = "apprentice"
# Whoever asks for a bot without a choice asks for this one, and gets the apprentice.
USUAL = "usual"
# Gives hints.
ADVISER = "master"
