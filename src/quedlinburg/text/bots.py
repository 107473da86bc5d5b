"""What bots are called at a table: each level has names of its own, enough for every seat."""

from __future__ import annotations

from collections.abc import Container
from itertools import count

from quedlinburg.text.catalogue import LANGUAGES, catalogue


def bot_names(bot: str, language: str = "en") -> tuple[str, ...]:
    """The names that bots of a level go by: the level's title, then the others.

    >>> bot_names("apprentice", "de")
    ('Lehrling Tilda', 'Lehrling Jost', 'Lehrling Merle', 'Lehrling Veit')
    >>> bot_names("a_guest")
    ('A_guest',)
    """
    texts = catalogue(language)
    title = texts.find(f"bot.{bot}.title")
    return (title, *texts.names(f"bot.{bot}.others")) if title else (bot.capitalize(),)


def free_name(bot: str, taken: Container[str]) -> tuple[int | None, str]:
    """The first name of a level that nobody bears, in any language: its place, and the name.

    Where all are taken, bots are counted, and there is no place.

    >>> free_name("apprentice", ["Apprentice Tilda"])
    (1, 'Apprentice Jost')
    >>> free_name("random", ["Dandelion"])
    (None, 'Dandelion 2')
    """
    names = bot_names(bot)
    for place, alike in enumerate(zip(*(bot_names(bot, one) for one in LANGUAGES), strict=True)):
        if not any(name in taken for name in alike):
            return place, names[place]
    counted = (f"{names[0]} {number}" for number in count(2))
    return None, next(name for name in counted if name not in taken)
