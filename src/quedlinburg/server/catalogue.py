"""The rules as data for the page: the engine's own tables and texts, so that nothing drifts."""

from __future__ import annotations

from functools import cache

import msgspec

from quedlinburg.bots import BOT_NAMES
from quedlinburg.engine.names import page_name
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.rules import tables
from quedlinburg.server.bodies import (
    BookRules,
    CardRules,
    ColourRules,
    Kind,
    Rules,
    Space,
    TextEntry,
)
from quedlinburg.server.kept import Kept
from quedlinburg.server.levels import APPRENTICE, LEVELS
from quedlinburg.text import LANGUAGES, bot_names, keys, text


def _kinds() -> list[Kind]:
    """Every kind of chip."""
    rows = zip(
        tables.KIND_CODES, tables.COLOUR, tables.VALUE, tables.SUPPLY, tables.BAG, strict=True
    )
    return [
        Kind(code=code, colour=tables.COLOUR_NAMES[colour], value=value, supply=supply, bag=bag)
        for code, colour, value, supply, bag in rows
    ]


def _books() -> list[BookRules]:
    """Every page of the books with its prices."""
    books = []
    for page, prices in tables.PRICES.items():
        colour = page // 10
        codes = [
            c for c, its in zip(tables.KIND_CODES, tables.COLOUR, strict=True) if its == colour
        ]
        books.append(
            BookRules(
                id=page_name(page),
                colour=tables.COLOUR_NAMES[colour],
                number=page % 10,
                prices=dict(zip(codes, prices, strict=True)),
            )
        )
    return books


def _colours() -> list[ColourRules]:
    """Every colour and its ingredient."""
    rows = zip(
        tables.COLOUR_LETTERS, tables.COLOUR_NAMES, tables.INGREDIENTS, tables.OUT_FROM, strict=True
    )
    return [
        ColourRules(letter=letter, name=name, ingredient=ingredient, out_from=out_from)
        for letter, name, ingredient, out_from in rows
    ]


def _spaces() -> list[Space]:
    """Every space of the pot."""
    rows = zip(tables.SPACE_COINS, tables.SPACE_POINTS, tables.SPACE_RUBY, strict=True)
    return [Space(coins=coins, points=points, ruby=bool(ruby)) for coins, points, ruby in rows]


def _cards() -> list[CardRules]:
    """Every fortune card."""
    rows = zip(tables.CARD_IDS, tables.CARD_COLOURS, strict=True)
    return [CardRules(id=card, colour=colour) for card, colour in rows]


def _texts(language: str) -> dict[str, TextEntry]:
    """Every text of a language."""
    entries = {key: text(key, language) for key in keys(language)}
    return {key: TextEntry(title=e.title, text=e.text) for key, e in entries.items()}


def rules_of(language: str) -> Kept:
    """All tables of the rules and the texts of a language, as JSON; English if it is unknown."""
    return _rules_of(language if language in LANGUAGES else LANGUAGES[0])


@cache
def _rules_of(language: str) -> Kept:
    """The rules in one of the languages."""
    data = msgspec.json.encode(
        Rules(
            version=RULES_VERSION,
            language=language,
            spaces=_spaces(),
            kinds=_kinds(),
            colours=_colours(),
            books=_books(),
            cards=_cards(),
            die=list(tables.DIE_FACES),
            glasses=list(tables.GLASS_REWARDS),
            lap=tables.LAP,
            tails=[t for t in range(tables.LAP - 1) if _has_tail(t)],
            editions=tables.EDITIONS,
            rounds=tables.LAST_ROUND,
            cherry_bomb_round=tables.CHERRY_BOMB_ROUND,
            ruby_price=tables.RUBY_PRICE,
            levels=list(LEVELS),
            usual_level=APPRENTICE,
            bot_names={bot: list(bot_names(bot, language)) for bot in BOT_NAMES},
            texts=_texts(language),
        )
    )
    return Kept.of(data, "application/json")


def _has_tail(points: int) -> bool:
    """Whether a rat tail lies after so many points of a lap (R1.3)."""
    return tables.TAILS_BEFORE[points + 1] > tables.TAILS_BEFORE[points]
