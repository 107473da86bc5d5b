"""The head of a text: the set-up and the table as it stands (api.md, section 3).

A head is read into a `Head`, laid out as a table, and written from one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quedlinburg.engine.language import (
    Line,
    TextError,
    Word,
    format_pot,
    read_counts,
    read_kinds,
    read_pot,
    with_values,
)
from quedlinburg.engine.names import BOOK_COLOURS, CARD, format_kinds
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids, machine, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.books.blue import blue_2_placed
from quedlinburg.rules.phases.potions import is_stirred
from quedlinburg.rules.pot import last_space
from quedlinburg.rules.table import POT_ROOM, Luck, Table
from quedlinburg.rules.tables import (
    BAG,
    CARD_IDS,
    CHERRY_BOMB_ROUND,
    COLOUR,
    EDITIONS,
    KIND_CODES,
    LAST_GLASS,
    LAST_ROUND,
    LAST_SPACE,
    SUPPLY,
    VALUE,
)
from quedlinburg.rules.verbs import open_flask, see_five, see_white, set_doubling, use_shield_step

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
# More than a seat can own without its pot running out of room.
MOST_CHIPS = POT_ROOM - 56
MOST_POINTS = 9999


@dataclass
class SeatHead:
    """What a head says about one seat; None where it is as at set-up."""

    line: int = 0
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
    line: int = 0


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
    before_seat = line.words
    for i, word in enumerate(line.words):
        if word.text == "seat" and not word.quoted:
            before_seat = line.words[:i]
            _read_seat(head, line, line.words[i + 1 :])
            break
    for key, values in split_keys(before_seat, HEAD_KEYS):
        _read_key(head, key, values)


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
            head.stir = single(key, values, "last, always").one_of(("last", "always"), "stir")
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
        switches[name] = int(value) if value.isdecimal() else value
        try:
            Setup(players=2, edition={name: switches[name]})
        except ValueError as error:
            raise word.error(str(error).partition("allowed: ")[2]) from None
    return switches


def _read_seat(head: Head, line: Line, words: tuple[Word, ...]) -> None:
    """Read what a line says about a seat."""
    if not words:
        raise line.error("a seat's number after seat")
    number = words[0].number(0, 3, "a seat")
    seat = head.seats.setdefault(number, SeatHead())
    seat.line = line.number
    for key, values in split_keys(words[1:], SEAT_KEYS):
        _read_seat_key(seat, key, values)


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
            word = single(key, values, "full, empty").one_of(("full", "empty"), "a flask")
            seat.flask = word == "full"
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


# --- laying out ----------------------------------------------------------------------------------


def setup_of(head: Head) -> Setup:
    """The set-up that a head describes."""
    if head.players is None:
        raise TextError(f"line {head.line}: players is missing: expected players 2, 3 or 4")
    if head.start >= head.players:
        raise TextError(f"start {head.start}: expected a seat from 0 to {head.players - 1}")
    for number, seat in head.seats.items():
        if number >= head.players:
            last = head.players - 1
            raise TextError(f"line {seat.line}: seat {number}: expected a seat from 0 to {last}")
    return Setup(
        players=head.players,
        books=head.books,
        edition=head.edition or "north_star",
        tubes=head.tubes,
        stir=head.stir,
        overflow=head.overflow,
        start=head.start,
    )


def lay_out(head: Head, luck: Luck) -> tuple[Setup, Table]:
    """Lay the table that a head describes: at rest (phase fortune), or with pots (potions)."""
    setup = setup_of(head)
    t = setup.to_table(luck)
    t.round_no = head.round
    _lay_cards(head, t)
    t.supply[:] = SUPPLY
    for number in range(setup.players):
        _lay_seat(head, t, number, head.seats.get(number, SeatHead()))
    _lay_supply(head, t)
    if head.phase == "fortune":
        t.phase = ids.FORTUNE
        push(t, ids.TABLE, tasks.TURN_UP_CARD, 0)
    else:
        t.phase = ids.POTIONS
        push(t, ids.TABLE, tasks.ALL_STOPPED, 0)
        if is_stirred(t):
            push(t, ids.TABLE, tasks.STIR, 0)
        for number in range(setup.players):
            push(t, number, tasks.POT_FINISHED, 0)
            push(t, number, tasks.BREW, 0)
    return setup, t


def _lay_cards(head: Head, t: Table) -> None:
    """Lay the card in force, the cards gone and the next ones."""
    named = [*head.used, *([head.card] if head.card else []), *head.deck]
    for name in named:
        if named.count(name) > 1:
            raise TextError(f"{name} is named twice: expected a card once in card, deck and used")
    for name in head.used:
        t.used[CARD[name]] = 1
    coming = list(head.deck)
    if head.card and head.phase == "fortune":
        coming.insert(0, head.card)
    elif head.card:
        t.card = CARD[head.card]
        t.used[t.card] = 1
    if len(coming) > LAST_ROUND - head.round + 1:
        raise TextError(f"deck: {len(coming)} cards: more than there are rounds left")
    for place, name in enumerate(reversed(coming)):
        t.deck[place] = CARD[name]
    t.deck_n = len(coming)


def _lay_seat(head: Head, t: Table, number: int, seat: SeatHead) -> None:
    """Lay what a seat owns."""
    where = f"line {seat.line}: seat {number}"
    if head.phase == "fortune" and (seat.pot or seat.status != ids.BREWING):
        raise TextError(f"{where}: a pot in phase fortune: expected phase potions")
    if t.page[ids.RED] != ids.RED_2 and sum(seat.aside):
        raise TextError(f"{where}: chips aside: expected red book 2 (R4.16)")
    t.vp[number] = seat.vp
    if seat.rubies is not None:
        t.rubies[number] = seat.rubies
    t.droplet[number] = seat.droplet
    t.tails[number] = seat.rats
    t.glass[number] = seat.glass
    if seat.glass and not head.tubes:
        raise TextError(f"{where}: glass: expected tubes in the head (R7.2)")
    t.flask[number] = int(seat.flask)
    bag = list(BAG) if seat.bag is None else seat.bag
    if seat.bag is None and head.round >= CHERRY_BOMB_ROUND:
        bag[ids.W1] += 1
    owned = [b + a for b, a in zip(bag, seat.aside, strict=True)]
    for kind, _ in seat.pot:
        owned[kind] += 1
    if sum(owned) > MOST_CHIPS:
        raise TextError(f"{where}: {sum(owned)} chips: expected at most {MOST_CHIPS}")
    for kind in range(ids.KINDS):
        t.bag[number][kind] = bag[kind]
        t.aside[number][kind] = seat.aside[kind]
        t.supply[kind] -= owned[kind]
        if t.supply[kind] < 0:
            code, most = KIND_CODES[kind], SUPPLY[kind]
            raise TextError(f"{where}: more {code} than exist: expected at most {most} in all")
    _lay_pot(t, number, seat)


def _lay_pot(t: Table, number: int, seat: SeatHead) -> None:
    """Lay the chips of a pot as if they had been placed in that order."""
    for place, (kind, space) in enumerate(seat.pot):
        t.pot_kind[number][place] = kind
        t.pot_space[number][place] = space
        t.pot_n[number] = place + 1
        use_shield_step(t, number)
        set_doubling(t, number, 0)
        if COLOUR[kind] == ids.WHITE:
            t.white_sum[number] += VALUE[kind]
            see_white(t, number)
        if t.page[COLOUR[kind]] == ids.BLUE_2:
            blue_2_placed(t, number, kind)
        if t.page[COLOUR[kind]] == ids.YELLOW_2:
            set_doubling(t, number, 1)
        t.drawn[number] = 1
    if len(seat.pot) >= 5:
        see_five(t, number)
    t.scoring[number] = last_space(t, number) + 1
    t.status[number] = seat.status
    if seat.pot and seat.status == ids.BREWING:
        open_flask(t, number, seat.pot[-1][0], 0)


def _lay_supply(head: Head, t: Table) -> None:
    """Lay what a head says is left of some kinds."""
    for kind, count in head.supply.items():
        if count > t.supply[kind]:
            code, most = KIND_CODES[kind], t.supply[kind]
            raise TextError(f"supply {code}={count}: expected at most {most}")
        t.supply[kind] = count


# --- writing -------------------------------------------------------------------------------------


def write_head(t: Table, setup: Setup) -> list[str]:
    """Write a table at rest, or one that was laid out with its pots, as the lines of a head."""
    at_rest = machine.is_at_rest(t)
    lines = [_write_setup(setup)]
    words = [f"round {t.round_no}", f"start {t.start}"]
    words.append("phase fortune" if at_rest else "phase potions")
    if t.card != ids.NO_CARD:
        words.append(f"card {CARD_IDS[t.card]}")
    lines.append("  ".join(words))
    used = [CARD_IDS[c] for c in range(ids.CARDS) if t.used[c] and c != t.card]
    if used:
        lines.append(f"used {' '.join(used)}")
    if t.deck_n:
        lines.append(f"deck {' '.join(CARD_IDS[c] for c in reversed(t.deck[: t.deck_n]))}")
    supply = _changed_supply(t)
    if supply:
        lines.append(f"supply {supply}")
    lines.extend(_write_seat(t, seat, at_rest) for seat in range(t.players))
    return lines


def _write_setup(setup: Setup) -> str:
    """Write the set-up of a head."""
    words = [f"players {setup.players}"]
    numbers = setup.book_numbers
    if isinstance(setup.books, int):
        words.append(f"books {setup.books}")
    else:
        words.append("books " + " ".join(f"{c}={numbers[c]}" for c in BOOK_COLOURS))
    if isinstance(setup.edition, str):
        words.append(f"edition {setup.edition}")
    else:
        switches = " ".join(f"{key}={value}" for key, value in setup.edition.items())
        words.append(f"edition north_star {switches}")
    words.extend(key for key in ("tubes", "overflow") if getattr(setup, key))
    words.append(f"stir {setup.stir}")
    return "  ".join(words)


def _changed_supply(t: Table) -> str:
    """What is left of the kinds of which some are neither owned nor in the supply."""
    left = list(SUPPLY)
    for seat in range(t.players):
        for kind in range(ids.KINDS):
            left[kind] -= t.bag[seat][kind] + t.aside[seat][kind]
        for kind in t.pot_kind[seat][: t.pot_n[seat]]:
            left[kind] -= 1
    changed = [k for k in range(ids.KINDS) if left[k] != t.supply[k]]
    return " ".join(f"{KIND_CODES[kind]}={t.supply[kind]}" for kind in changed)


def _write_seat(t: Table, seat: int, at_rest: bool) -> str:
    """Write what a seat owns."""
    words = [f"seat {seat}", f"vp {t.vp[seat]}", f"rubies {t.rubies[seat]}"]
    words.append(f"droplet {t.droplet[seat]}")
    if not at_rest:
        words.append(f"rats {t.tails[seat]}")
    if t.tubes:
        words.append(f"glass {t.glass[seat]}")
    words.append(f"flask {'full' if t.flask[seat] else 'empty'}")
    words.append(with_values("bag", format_kinds(t.bag[seat])))
    if sum(t.aside[seat]):
        words.append(with_values("aside", format_kinds(t.aside[seat])))
    if not at_rest and t.pot_n[seat]:
        kinds = t.pot_kind[seat][: t.pot_n[seat]]
        placed = zip((KIND_CODES[k] for k in kinds), t.pot_space[seat], strict=False)
        words.append(with_values("pot", format_pot(placed)))
    if not at_rest and t.status[seat] != ids.BREWING:
        words.append("stopped" if t.status[seat] == ids.STOPPED else "exploded")
    return "  ".join(words)
