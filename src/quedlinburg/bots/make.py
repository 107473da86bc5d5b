"""Bots by name: the one list of those that are built in."""

from __future__ import annotations

from collections.abc import Callable

from quedlinburg.bots.bot import Bot
from quedlinburg.bots.cautious import CautiousBot
from quedlinburg.bots.chooser import RandomBot

_MAKERS: dict[str, Callable[[int | str], Bot]] = {
    "cautious": CautiousBot,
    "random": RandomBot,
}
BOT_NAMES = tuple(_MAKERS)


def make_bot(name: str, seed: int | str = 0) -> Bot:
    """Build a bot by its name; equal names and seeds give equal answers.

    >>> make_bot("careless")
    Traceback (most recent call last):
    ValueError: bot: 'careless' is not known; known: cautious, random
    """
    maker = _MAKERS.get(name)
    if maker is None:
        raise ValueError(f"bot: {name!r} is not known; known: {', '.join(BOT_NAMES)}")
    return maker(seed)
