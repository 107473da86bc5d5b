"""The rules as JSON: the engine's own tables and the texts of a language."""

from __future__ import annotations

from functools import cache

import msgspec

from quedlinburg.bots import BOT_NAMES
from quedlinburg.engine.names import page_name
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.rules import constants
from quedlinburg.rules.track import rat_tails
from quedlinburg.server.bots.levels import APPRENTICE, LEVELS
from quedlinburg.server.http.responses import FixedDocument
from quedlinburg.server.protocol.bodies import (
    BookRules,
    CardRules,
    ColourRules,
    Kind,
    Rules,
    Space,
    TextEntry,
)
from quedlinburg.text import LANGUAGES, bot_names, keys, text


def _kinds() -> list[Kind]:
    """Every kind of chip."""
    rows = zip(
        constants.KIND_CODES,
        constants.COLOUR,
        constants.VALUE,
        constants.SUPPLY,
        constants.BAG,
        strict=True,
    )
    return [
        Kind(code=code, colour=constants.COLOUR_NAMES[colour], value=value, supply=supply, bag=bag)
        for code, colour, value, supply, bag in rows
    ]


def _books() -> list[BookRules]:
    """Every page of the books with its prices."""
    books = []
    for page, prices in constants.PRICES.items():
        name = page_name(page)
        colour, _, number = name.rpartition("_")
        kinds = [kind.code for kind in _kinds() if kind.colour == colour]
        by_kind = dict(zip(kinds, prices, strict=True))
        books.append(BookRules(id=name, colour=colour, number=int(number), prices=by_kind))
    return books


def _colours() -> list[ColourRules]:
    """Every colour and its ingredient."""
    rows = zip(
        constants.COLOUR_LETTERS,
        constants.COLOUR_NAMES,
        constants.INGREDIENTS,
        constants.OUT_FROM,
        strict=True,
    )
    return [
        ColourRules(letter=letter, name=name, ingredient=ingredient, out_from=out_from)
        for letter, name, ingredient, out_from in rows
    ]


def _spaces() -> list[Space]:
    """Every space of the pot."""
    rows = zip(constants.SPACE_COINS, constants.SPACE_POINTS, constants.SPACE_RUBY, strict=True)
    return [Space(coins=coins, points=points, ruby=bool(ruby)) for coins, points, ruby in rows]


def _cards() -> list[CardRules]:
    """Every fortune card."""
    rows = zip(constants.CARD_IDS, constants.CARD_COLOURS, strict=True)
    return [CardRules(id=card, colour=colour) for card, colour in rows]


def _texts(language: str) -> dict[str, TextEntry]:
    """Every text of a language."""
    entries = {key: text(key, language) for key in keys(language)}
    return {key: TextEntry(title=e.title, text=e.text) for key, e in entries.items()}


def rules_of(language: str) -> FixedDocument:
    """The rules as JSON with the texts of a language; English if it is unknown."""
    return _rules_of(language if language in LANGUAGES else LANGUAGES[0])


@cache
def _rules_of(language: str) -> FixedDocument:
    """The rules as JSON in one of the languages, encoded once."""
    data = msgspec.json.encode(
        Rules(
            version=RULES_VERSION,
            language=language,
            spaces=_spaces(),
            kinds=_kinds(),
            colours=_colours(),
            books=_books(),
            cards=_cards(),
            die=list(constants.DIE_FACES),
            glasses=list(constants.GLASS_REWARDS),
            lap=constants.LAP,
            tails=[at for at in range(constants.LAP - 1) if rat_tails(at, at + 1)],
            editions=constants.EDITIONS,
            rounds=constants.LAST_ROUND,
            cherry_bomb_round=constants.CHERRY_BOMB_ROUND,
            ruby_price=constants.RUBY_PRICE,
            levels=list(LEVELS),
            usual_level=APPRENTICE,
            bot_names={bot: list(bot_names(bot, language)) for bot in BOT_NAMES},
            texts=_texts(language),
        )
    )
    return FixedDocument.of(data, "application/json", "public, max-age=300")
