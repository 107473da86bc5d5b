"""The set-up of a table: players, books, edition and variants (R2, R7, R8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.names import BOOK_COLOURS, COLOUR, STIRS, page_name
from quedlinburg.rules import ids
from quedlinburg.rules.constants import BAG, EDITIONS, KIND_CODES, PRICES, SUPPLY
from quedlinburg.rules.constants import COLOUR as COLOUR_OF
from quedlinburg.rules.table import Luck, Table
from quedlinburg.rules.verbs.goods import count_scarce

Switches = Mapping[str, int | str]


def _check(field: str, value: object, allowed: str, ok: bool) -> None:
    """Refuse a value of a field in one line that says what is allowed."""
    if not ok:
        raise ValueError(f"{field}: {value!r} is not allowed; allowed: {allowed}")


def _is_whole(value: object, low: int, high: int) -> bool:
    """Whether a value is a whole number within bounds (True and False are not numbers here)."""
    return type(value) is int and low <= value <= high


def _check_books(books: object) -> None:
    """Refuse books that are neither one set nor one number for each of the five colours."""
    if isinstance(books, Mapping):
        allowed = f"one number for each of {', '.join(BOOK_COLOURS)}"
        _check("books", dict(books), allowed, set(books) == set(BOOK_COLOURS))
        for colour, number in books.items():
            _check(f"books[{colour!r}]", number, "1 to 4", _is_whole(number, 1, 4))
    else:
        _check("books", books, "1 to 4, or a mapping of the five colours", _is_whole(books, 1, 4))


def _check_edition(edition: object) -> None:
    """Refuse an unknown edition, an unknown switch or a switch's unknown value."""
    presets = ", ".join(EDITIONS)
    if not isinstance(edition, Mapping):
        _check("edition", edition, f"{presets}, or switches", edition in list(EDITIONS))
        return
    switches = EDITIONS["north_star"]
    for name, value in edition.items():
        _check("edition switch", name, ", ".join(switches), name in switches)
        if name == "flask":
            _check("flask", value, "white, any", value in ("white", "any"))
        elif name == "rubies":
            _check("rubies", value, "0 to 99", _is_whole(value, 0, 99))
        else:
            _check(name, value, "1 to 99", _is_whole(value, 1, 99))


@dataclass(frozen=True)
class Setup:
    """Everything that is chosen before the first round. Bad values raise ValueError.

    >>> Setup(players=5)
    Traceback (most recent call last):
    ValueError: players: 5 is not allowed; allowed: 2, 3, 4
    """

    players: int
    """How many play: 2, 3 or 4."""
    books: int | Mapping[str, int] = 1
    """One number from 1 to 4 for all five colours, or one for each of them (R2.3)."""
    edition: str | Switches = "north_star"
    """The name of an edition, or the switches that differ from `north_star` (R8)."""
    tubes: bool = False
    """Whether test tubes are played (R7.2)."""
    stir: str = "last"
    """Which rounds are stirred without a call: `last`, `always`, or `never` any (R7.4)."""
    overflow: bool = False
    """Whether the overflow bowl is played (R7.3)."""
    start: int | None = None
    """The start player of round 1; None: drawn by lot."""

    def __post_init__(self) -> None:
        """Check every field; a mapping of equal books is the same as the one number."""
        _check("players", self.players, "2, 3, 4", _is_whole(self.players, 2, 4))
        _check_books(self.books)
        _check_edition(self.edition)
        _check("tubes", self.tubes, "True, False", type(self.tubes) is bool)
        _check("overflow", self.overflow, "True, False", type(self.overflow) is bool)
        _check("stir", self.stir, ", ".join(STIRS), self.stir in STIRS)
        last = self.players - 1
        start_ok = self.start is None or _is_whole(self.start, 0, last)
        _check("start", self.start, f"None (drawn by lot) or a seat, 0 to {last}", start_ok)
        books = self.books
        if isinstance(books, Mapping):
            numbers = {colour: books[colour] for colour in BOOK_COLOURS}
            same = len(set(numbers.values())) == 1
            object.__setattr__(self, "books", numbers["green"] if same else numbers)
        if isinstance(self.edition, Mapping):
            object.__setattr__(self, "edition", _shortest_edition(self.switches))

    def __hash__(self) -> int:
        switches = tuple(self.switches.items())
        books = tuple(self.book_numbers.values())
        rest = (self.players, self.tubes, self.stir, self.overflow, self.start)
        return hash((books, switches, rest))

    @property
    def book_numbers(self) -> dict[str, int]:
        """The book of each of the five colours, mixed freely (R2.3, R7.1)."""
        books = self.books
        if isinstance(books, Mapping):
            return dict(books)
        return dict.fromkeys(BOOK_COLOURS, books)

    @property
    def switches(self) -> dict[str, int | str]:
        """The four switches of the edition (R8)."""
        if isinstance(self.edition, Mapping):
            return EDITIONS["north_star"] | dict(self.edition)
        return dict(EDITIONS[self.edition])

    @property
    def pages(self) -> dict[str, int]:
        """The number of the page that each colour plays; black has one by players (R2.3)."""
        black = 1 if self.players == 2 else 2
        return {"orange": 1, **self.book_numbers, "black": black}

    def to_json(self) -> dict[str, object]:
        """The set-up as plain dicts and lists."""
        return {
            "players": self.players,
            "books": self.book_numbers,
            "edition": self.edition if isinstance(self.edition, str) else dict(self.edition),
            "switches": self.switches,
            "tubes": self.tubes,
            "stir": self.stir,
            "overflow": self.overflow,
        }

    def to_table(self, luck: Luck) -> Table:
        """Lay the table before round 1 (R2)."""
        return _template(self).copy(luck)

    def lay(self) -> Table:
        """Make the record of a new table: the only place where a set-up becomes numbers."""
        t = Table(Scripted(()))
        t.players = self.players
        t.tubes = int(self.tubes)
        t.overflow = int(self.overflow)
        t.stir_rule = STIRS.index(self.stir)
        t.flask_any = int(self.switches["flask"] == "any")
        for colour, number in self.pages.items():
            t.page[COLOUR[colour]] = 10 * COLOUR[colour] + number
        self._lay_prices(t)
        t.card = ids.NO_CARD
        t.start = self.start or 0
        t.supply[:] = SUPPLY
        for seat in range(self.players):
            t.flask[seat] = 1
            t.rubies[seat] = int(self.switches["rubies"])
            t.scoring[seat] = 1
            for kind, count in enumerate(BAG):
                t.bag[seat][kind] += count
                t.supply[kind] -= count
        count_scarce(t)
        return t

    def _lay_prices(self, t: Table) -> None:
        """Write the price of every kind, with the two that differ by printing (R1.6, R8)."""
        for colour in range(ids.ORANGE, ids.BLACK + 1):
            kinds = [kind for kind in range(ids.KINDS) if COLOUR_OF[kind] == colour]
            page = t.page[colour]
            for kind, price in zip(kinds, PRICES[page], strict=True):
                switch = f"{page_name(page)}_{KIND_CODES[kind]}"
                t.price[kind] = int(self.switches.get(switch, price))


@lru_cache(maxsize=256)
def _template(setup: Setup) -> Table:
    """The table of a set-up, laid once and copied for every game."""
    return setup.lay()


def _shortest_edition(switches: dict[str, int | str]) -> str | dict[str, int | str]:
    """The name of the preset with these switches, or what differs from north_star."""
    for name, preset in EDITIONS.items():
        if preset == switches:
            return name
    standard = EDITIONS["north_star"]
    return {key: value for key, value in switches.items() if value != standard[key]}
