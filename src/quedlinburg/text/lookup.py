"""Explain a thing by its id: a book, card, rule, kind or colour, with what the tables say of it."""

from __future__ import annotations

from quedlinburg.rules.constants import (
    CARD_COLOURS,
    CARD_IDS,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    DIE_FACES,
    EDITIONS,
    GLASS_REWARDS,
    KIND_CODES,
    LAP,
    PRICES,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    SUPPLY,
    TAILS_BEFORE,
)
from quedlinburg.text.catalogue import Entry, keys, nearest, text

# Where an id is looked for, in this order: a page that asks is a book before it is a question.
_SECTIONS = ("card", "book", "colour", "phase", "edition", "variant", "bot", "question")


def describe(name: str, language: str = "en") -> list[Entry]:
    """Explain an id, the thing itself first, then what belongs to it.

    It may be a page (`orange_1`), a card by its id, a rule or chapter (`R4.11`, `r5`), a kind, a
    colour (`blue`), or a phase, edition, variant, bot or question. `R4` is both a toadstool and a
    chapter, and explained as both.

    >>> [entry.title for entry in describe("O1")]
    ['Pumpkin O1', 'Chips in the game', 'Prices']
    >>> describe("O1")[2].text
    'orange_1 3'
    """
    wanted = name.strip().removeprefix("R6 ")
    code = wanted.upper()
    entries = _kind(code, language) if code in KIND_CODES else []
    if f"rule.{code}" in keys(language):
        entries += _rule(code, language)
    if entries:
        return entries
    wanted = wanted.lower().replace("-", "_").replace(" ", "_")
    for section in _SECTIONS:
        if f"{section}.{wanted}" in keys(language):
            return _thing(section, wanted, language)
    raise ValueError(f"there is nothing called {name!r}; {nearest(wanted, names())}")


def names() -> tuple[str, ...]:
    """Everything that `describe` knows, each id once."""
    found = dict.fromkeys(KIND_CODES)
    for key in keys():
        section, _, name = key.partition(".")
        if section == "rule" or section in _SECTIONS:
            found[name] = None
    return tuple(found)


def _thing(section: str, name: str, language: str) -> list[Entry]:
    """Explain what stands in a section, with what the tables add to it."""
    entry = text(f"{section}.{name}", language)
    match section:
        case "card":
            colour = CARD_COLOURS[CARD_IDS.index(name)]
            return [entry, text(f"label.card_{colour}", language)]
        case "book":
            return [entry, _prices(name, language)]
        case "colour":
            return [entry, *_colour(name, language)]
        case "edition":
            return [entry, Entry(text("label.editions", language).title, _switches(name))]
    return [entry]


def _rule(number: str, language: str) -> list[Entry]:
    """Explain a rule with its table, or a chapter with its rules."""
    entries = [text(f"rule.{number}", language), *_table(number, language)]
    for key in keys(language):
        if key.startswith(f"rule.{number}."):
            title, ruling = text(key, language)
            entries.append(Entry(f"{key.removeprefix('rule.')}  {title}", ruling))
    if number == "R6":
        for card in CARD_IDS:
            title, effect = text(f"card.{card}", language)
            entries.append(Entry(f"{title} ({card})", effect))
    return entries


def _table(number: str, language: str) -> list[Entry]:
    """The table that stands under a rule, if there is one."""
    match number:
        case "R1.1":
            return [_supply(KIND_CODES, language)]
        case "R1.2":
            return [_labelled("label.pot", _spaces(), language)]
        case "R1.3":
            tails = [
                point for point in range(LAP - 1) if TAILS_BEFORE[point + 1] > TAILS_BEFORE[point]
            ]
            return [_labelled("label.tails", ", ".join(map(str, tails)), language)]
        case "R1.4":
            return [_labelled("label.die", ", ".join(DIE_FACES), language)]
        case "R1.5":
            return [_labelled("label.glasses", ", ".join(GLASS_REWARDS[1:]), language)]
        case "R1.6":
            pages = (f"{COLOUR_NAMES[page // 10]}_{page % 10}" for page in PRICES)
            lines = [f"{page}: {_prices(page, language).text}" for page in pages]
            return [Entry(text("label.prices", language).title, "\n".join(lines))]
        case "R8":
            lines = [f"{name}: {_switches(name)}" for name in EDITIONS]
            return [_labelled("label.editions", "\n".join(lines), language)]
    return []


def _labelled(key: str, table: str, language: str) -> Entry:
    """A table under its label, after the sentence that explains it."""
    label = text(key, language)
    return Entry(label.title, f"{label.text}\n{table}")


def _kind(kind: str, language: str) -> list[Entry]:
    """Explain a kind: its ingredient, how many there are, and what it costs in each book."""
    colour = COLOUR_LETTERS.index(kind[0])
    place = _kinds_of(colour).index(kind)
    title, character = text(f"ingredient.{COLOUR_NAMES[colour]}", language)
    entries = [Entry(f"{title} {kind}", character), _supply((kind,), language)]
    prices = [
        f"{COLOUR_NAMES[colour]}_{page % 10} {_price(page, place, language)}"
        for page in PRICES
        if page // 10 == colour
    ]
    if prices:
        entries.append(Entry(text("label.prices", language).title, ", ".join(prices)))
    return entries


def _colour(name: str, language: str) -> list[Entry]:
    """What belongs to a colour: its ingredient, its chips and the pages of its books."""
    colour = COLOUR_NAMES.index(name)
    entries = [text(f"ingredient.{name}", language), _supply(_kinds_of(colour), language)]
    for page in PRICES:
        if page // 10 == colour:
            book = f"{name}_{page % 10}"
            title, effect = text(f"book.{book}", language)
            prices = _prices(book, language)
            entries.append(Entry(title, f"{effect}\n{prices.title}: {prices.text}"))
    return entries


def _kinds_of(colour: int) -> tuple[str, ...]:
    """The kinds of a colour, the lowest value first."""
    return tuple(kind for kind in KIND_CODES if kind[0] == COLOUR_LETTERS[colour])


def _supply(kinds: tuple[str, ...], language: str) -> Entry:
    """How many chips there are of some kinds (R1.1)."""
    counts = [SUPPLY[KIND_CODES.index(kind)] for kind in kinds]
    label = text("label.supply", language)
    listed = ", ".join(f"{kind} {count}" for kind, count in zip(kinds, counts, strict=True))
    if len(kinds) > 1:
        listed += f"; {label.text} {sum(counts)}"
    return Entry(label.title, listed)


def _spaces() -> str:
    """The spaces of the pot, with their coins, points and rubies (R1.2)."""
    spaces = zip(SPACE_COINS, SPACE_POINTS, SPACE_RUBY, strict=True)
    return ", ".join(
        f"{space}: {coins}/{points}{'◆' * ruby}"
        for space, (coins, points, ruby) in enumerate(spaces)
    )


def _prices(book: str, language: str) -> Entry:
    """What the chips of a page cost (R1.6)."""
    name, _, number = book.rpartition("_")
    colour = COLOUR_NAMES.index(name)
    page = 10 * colour + int(number)
    listed = ", ".join(
        f"{kind} {_price(page, place, language)}" for place, kind in enumerate(_kinds_of(colour))
    )
    return Entry(text("label.prices", language).title, listed)


def _price(page: int, place: int, language: str) -> str:
    """The price of a page's kind, with the editions in which it is another (R8)."""
    price = PRICES[page][place]
    colour = page // 10
    switch = f"{COLOUR_NAMES[colour]}_{page % 10}_{_kinds_of(colour)[place]}"
    others: dict[int | str, list[str]] = {}
    for edition, switches in EDITIONS.items():
        if switches.get(switch, price) != price:
            others.setdefault(switches[switch], []).append(edition)
    if not others:
        return str(price)
    label = text("label.prices", language).text
    notes = (f"{other} {label} {', '.join(editions)}" for other, editions in others.items())
    return f"{price} ({'; '.join(notes)})"


def _switches(edition: str) -> str:
    """The four switches of an edition (R8)."""
    return ", ".join(f"{name}={value}" for name, value in EDITIONS[edition].items())
