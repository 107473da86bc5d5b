"""The levels of bots at a table: the bots' own list, and who plays for absent owners."""

from __future__ import annotations

from quedlinburg.bots import BOT_NAMES
from quedlinburg.text import keys

# Those that have a name and a character are offered; any bot can be asked for.
LEVELS = tuple(name for name in BOT_NAMES if f"bot.{name}" in keys())


def first_of(*wanted: str) -> str:
    """The first of some levels that there is, else the first of all.

    >>> first_of("unheard of", LEVELS[-1]) == LEVELS[-1]
    True
    """
    return next((level for level in wanted if level in LEVELS), LEVELS[0])


# Plays for owners who are away, and is what a table for one person begins with.
APPRENTICE = first_of("apprentice", "cautious")
# Gives hints.
ADVISER = first_of("master", "journeyman", APPRENTICE)
