"""Bots by name: the one list of those that are built in."""

from __future__ import annotations

from quedlinburg.bots.bot import Bot
from quedlinburg.bots.cautious import CautiousBot
from quedlinburg.bots.chooser import RandomBot
from quedlinburg.bots.levels import LevelBot
from quedlinburg.bots.minds.mind import MINDS

BOT_NAMES = tuple(dict.fromkeys(("cautious", "random", *MINDS)))
"""Every bot: two with a seed of their own, and the minds."""

LEVELS = ("novice", "apprentice", "journeyman", "master")
"""The levels that people meet at a table, the weakest first; the others are for comparing."""


def make_bot(name: str, seed: int | str = 0) -> Bot:
    """Build a bot by its name; equal names and seeds give equal answers.

    >>> make_bot("careless")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: bot: 'careless' is not known; known: cautious, random, ...
    """
    if name not in BOT_NAMES:
        raise ValueError(f"bot: {name!r} is not known; known: {', '.join(BOT_NAMES)}")
    if name == "cautious":
        return CautiousBot(seed)
    if name == "random":
        return RandomBot(seed)
    return LevelBot(name)
