"""The head of a text: the set-up and the table as it stands.

A head is read into a `Head`, laid out as a table, and written from one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quedlinburg.engine.names import BOOK_COLOURS, STIRS
from quedlinburg.engine.notation.lexer import (
    Line,
    Word,
    is_number,
    read_counts,
    read_kinds,
    read_pot,
)
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids
from quedlinburg.rules.constants import (
    CARD_IDS,
    EDITIONS,
    LAST_GLASS,
    LAST_ROUND,
    LAST_SPACE,
)
from quedlinburg.rules.table import POT_ROOM

HEAD_KEYS = (
    "players",
    "books",
    "edition",
    "tubes",
    "overflow",
    "stir",
    "round",
    "start",
    "card",
    "phase",
    "supply",
    "deck",
    "used",
    "seat",
)
SEAT_KEYS = (
    "vp",
    "rubies",
    "droplet",
    "rats",
    "glass",
    "flask",
    "bag",
    "pot",
    "aside",
    "stopped",
    "exploded",
)
# Keys that may come again: each time they name more.
MANY = ("edition", "supply", "deck", "used")
# More than a seat can own without its pot running out of room.
MOST_CHIPS = POT_ROOM - 56
MOST_POINTS = 9999


@dataclass
class SeatHead:
    """What a head says about one seat; None where it is as at set-up."""

    line: int = 1
    lines: dict[str, int] = field(default_factory=dict)
    vp: int = 0
    rubies: int | None = None
    droplet: int = 0
    rats: int = 0
    glass: int = 0
    flask: bool = True
    bag: list[int] | None = None
    pot: list[tuple[int, int]] = field(default_factory=list)
    aside: list[int] = field(default_factory=lambda: [0] * ids.KINDS)
    status: int = ids.BREWING


@dataclass
class Head:
    """A head as it was read."""

    players: int | None = None
    books: int | dict[str, int] = 1
    edition: dict[str, int | str] = field(default_factory=dict)
    tubes: bool = False
    overflow: bool = False
    stir: str = "last"
    round: int = 1
    start: int = 0
    card: str | None = None
    phase: str = "potions"
    supply: dict[int, int] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    seats: dict[int, SeatHead] = field(default_factory=dict)
    # The line on which each key was read, and the last one.
    lines: dict[str, int] = field(default_factory=dict)
    line: int = 1


def split_keys(words: tuple[Word, ...], keys: tuple[str, ...]) -> list[tuple[Word, list[Word]]]:
    """Split words into keys with their values; a key's values end at the next key."""
    parts: list[tuple[Word, list[Word]]] = []
    for word in words:
        if word.text in keys and not word.quoted:
            parts.append((word, []))
        elif not parts:
            raise word.error(f"one of {', '.join(keys)}")
        else:
            parts[-1][1].append(word)
    return parts


def single(key: Word, values: list[Word], what: str) -> Word:
    """The one value of a key."""
    if len(values) != 1:
        wrong = values[1] if values else key
        raise wrong.error(f"one value for {key.text}: {what}")
    return values[0]


def read_head_line(head: Head, line: Line) -> None:
    """Read one line of a head into what has been read so far."""
    head.line = line.number
    seat: SeatHead | None = None
    for key, values in split_keys(line.words, (*HEAD_KEYS, *SEAT_KEYS)):
        if key.text == "seat":
            seat = _read_seat(head, line, values)
        elif key.text not in SEAT_KEYS:
            _once(key, head.lines)
            _read_key(head, key, values)
        elif seat is None:
            raise key.error("a seat and its number before what it has")
        else:
            _once(key, seat.lines)
            _read_seat_key(seat, key, values)


def _once(key: Word, lines: dict[str, int]) -> None:
    """Note the line of a key; on one line it can't be said twice, a later line overrides."""
    name, expected = key.text, f"{key.text} once"
    if name in ("stopped", "exploded"):
        name, expected = "state", "one of stopped, exploded"
    if lines.get(name) == key.line and key.text not in MANY:
        raise key.error(expected)
    lines[name] = key.line


def _read_key(head: Head, key: Word, values: list[Word]) -> None:
    """Read one key of a head."""
    match key.text:
        case "players":
            head.players = single(key, values, "2 to 4").number(2, 4, "players")
        case "books":
            head.books = _read_books(key, values)
        case "edition":
            head.edition |= _read_edition(key, values)
        case "tubes" | "overflow":
            if values:
                raise values[0].error(f"nothing after {key.text}")
            setattr(head, key.text, True)
        case "stir":
            head.stir = single(key, values, ", ".join(STIRS)).one_of(STIRS, "stir")
        case "round":
            head.round = single(key, values, "1 to 9").number(1, LAST_ROUND, "a round")
        case "start":
            head.start = single(key, values, "a seat").number(0, 3, "a seat")
        case "card":
            head.card = single(key, values, "a card").one_of(CARD_IDS, "a card's id")
        case "phase":
            phases = ("fortune", "potions")
            head.phase = single(key, values, "fortune, potions").one_of(phases, "a phase")
        case "supply":
            head.supply |= read_counts(values, "what is left of a kind,")
        case "deck" | "used":
            getattr(head, key.text).extend(v.one_of(CARD_IDS, "a card's id") for v in values)


def _read_books(key: Word, values: list[Word]) -> int | dict[str, int]:
    """Read one number for the set, or one for each of the five colours."""
    if len(values) == 1 and "=" not in values[0].text:
        return values[0].number(1, 4, "books")
    books = {}
    for word in values:
        colour, _, number = word.text.partition("=")
        if colour not in BOOK_COLOURS or number not in ("1", "2", "3", "4"):
            raise word.error("books such as 1, or green=2 for each of the five colours")
        books[colour] = int(number)
    if set(books) != set(BOOK_COLOURS):
        raise key.error(f"a number from 1 to 4, or one for each of {', '.join(BOOK_COLOURS)}")
    return books


def _read_edition(key: Word, values: list[Word]) -> dict[str, int | str]:
    """Read a preset's name and switches."""
    if not values:
        raise key.error(f"one of {', '.join(EDITIONS)}, or a switch such as rubies=0")
    switches: dict[str, int | str] = {}
    for word in values:
        name, equals, value = word.text.partition("=")
        if not equals:
            switches |= EDITIONS[word.one_of(EDITIONS, "an edition")]
            continue
        if name not in EDITIONS["north_star"]:
            raise word.error(f"a switch, one of {', '.join(EDITIONS['north_star'])}")
        switches[name] = int(value) if is_number(value) else value
        try:
            Setup(players=2, edition={name: switches[name]})
        except ValueError as error:
            raise word.error(str(error).partition("allowed: ")[2]) from None
    return switches


def _read_seat(head: Head, line: Line, values: list[Word]) -> SeatHead:
    """Read the number of a seat; what it has follows."""
    if not values:
        raise line.error("a seat's number after seat")
    number = values[0].number(0, 3, "a seat")
    if len(values) > 1:
        raise values[1].error(f"one of {', '.join(SEAT_KEYS)}")
    return head.seats.setdefault(number, SeatHead(line.number))


def _read_seat_key(seat: SeatHead, key: Word, values: list[Word]) -> None:
    """Read one key of a seat."""
    limits = {
        "vp": MOST_POINTS,
        "rubies": MOST_POINTS,
        "droplet": LAST_SPACE,
        "rats": MOST_POINTS,
        "glass": LAST_GLASS,
    }
    match key.text:
        case "vp" | "rubies" | "droplet" | "rats" | "glass":
            most = limits[key.text]
            value = single(key, values, f"0 to {most}").number(0, most, key.text)
            setattr(seat, key.text, value)
        case "flask":
            state = single(key, values, "full, empty").one_of(("full", "empty"), "a flask")
            seat.flask = state == "full"
        case "bag":
            seat.bag = read_kinds(values)
        case "aside":
            seat.aside = read_kinds(values)
            for word in values:
                if not word.text.startswith("R"):
                    raise word.error("red chips: only they are laid aside (R4.16)")
        case "pot":
            seat.pot = read_pot(values)
        case "stopped" | "exploded":
            if values:
                raise values[0].error(f"nothing after {key.text}")
            seat.status = ids.STOPPED if key.text == "stopped" else ids.EXPLODED
