"""Bots by name: the one list of those that are built in."""

from __future__ import annotations

from quedlinburg.bots.cautious.bot import CautiousBot
from quedlinburg.bots.policies.policy import POLICIES
from quedlinburg.bots.policy_bot import PolicyBot
from quedlinburg.bots.protocol import Bot
from quedlinburg.bots.random import RandomBot

BOT_NAMES = tuple(dict.fromkeys(("cautious", "random", *POLICIES)))
"""Every bot: two that answer by their seed, and the policies."""

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
    return PolicyBot(name)
