"""Parse a brew that is described in words, as the command `quacks odds` gets them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from quedlinburg.analysis.compiled_rules.effects import Effects, effects_of
from quedlinburg.engine.draw_odds import room_left
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.engine.notation.head import Head, SeatHead
from quedlinburg.engine.notation.heading import Heading
from quedlinburg.engine.notation.layout import lay_out
from quedlinburg.engine.notation.lexer import TextError, Word, read_kinds, read_pot, split_line
from quedlinburg.engine.view import View
from quedlinburg.rules import ids
from quedlinburg.rules.constants import (
    CARD_IDS,
    COLOUR,
    EDITIONS,
    KIND_CODES,
    LAST_ROUND,
    LAST_SPACE,
    SPACE_RUBY,
    VALUE,
)
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.brewing import open_short

T = TypeVar("T")
# More rat tails than any marker can be behind by.
MOST_RATS = 99
_LINE = re.compile(r"^line \d+: (seat \d: )?")


@dataclass(frozen=True)
class BrewDescription:
    """A brew in words; what is not said is as at set-up."""

    bag: str
    """The chips in the bag, such as `W1x4 W2 O1`."""
    pot: str = ""
    """The chips in the pot with their spaces, such as `W3@3`."""
    aside: str = ""
    """The red chips beside the pot."""
    books: str = "1"
    """One number, or one for each colour: `green=2 blue=1 …`."""
    round: int = 1
    """The round, 1 to 9."""
    card: str = ""
    """The id of the card in force, or nothing."""
    edition: str = "north_star"
    """The name of the edition."""
    players: int = 2
    """How many play."""
    droplet: int = 0
    """The space of the droplet."""
    rats: int = 0
    """How many rat tails the seat has."""
    flask: str = "full"
    """`full` or `empty`."""
    overflow: bool = False
    """Whether the overflow bowl is played."""
    short: bool = False
    """Whether the last chip was drawn last of all and may pass up its extra spaces (R4.7)."""


def _within(name: str, number: int, low: int, high: int) -> int:
    """Return an option's number; raise ValueError if it is out of bounds."""
    if not low <= number <= high:
        raise ValueError(f"{name}: {number} is not allowed; allowed: {low} to {high}")
    return number


def _one_of(name: str, word: str, allowed: tuple[str, ...]) -> str:
    """Return an option's word; raise ValueError if it is not one of those allowed."""
    if word not in allowed:
        raise ValueError(f"{name}: {word!r} is not known; known: {', '.join(allowed)}")
    return word


def _chips(name: str, text: str, read: Callable[[tuple[Word, ...]], T]) -> T:
    """Read an option's chips as the notation writes them; raise ValueError with its name."""
    try:
        return read(split_line(text, 1))
    except TextError as error:
        raise ValueError(f"{name}: {_LINE.sub('', str(error))}") from None


def parse_books(text: str) -> int | dict[str, int]:
    """Parse the books: one number for a whole set, or one for each of the five colours.

    >>> parse_books("2")
    2
    >>> parse_books("green=2 blue=1 red=3 yellow=4 purple=1")["red"]
    3
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0] in ("1", "2", "3", "4"):
        return int(words[0])
    pairs = {colour: number for colour, _, number in (word.partition("=") for word in words)}
    if set(pairs) != set(BOOK_COLOURS) or not set(pairs.values()) <= {"1", "2", "3", "4"}:
        shown = " ".join(f"{colour}=1" for colour in BOOK_COLOURS)
        raise ValueError(f"books: {text!r} is not known; expected 1 to 4, or {shown}")
    return {colour: int(number) for colour, number in pairs.items()}


def parse_brew(description: BrewDescription) -> View:
    """Make the view of a seat that stands as described; raise ValueError where that can't be."""
    flask = _one_of("flask", description.flask, ("full", "empty"))
    seat = SeatHead(
        droplet=_within("droplet", description.droplet, 0, LAST_SPACE),
        rats=_within("rats", description.rats, 0, MOST_RATS),
        flask=flask == "full",
        bag=_chips("bag", description.bag, read_kinds),
        pot=_chips("pot", description.pot, read_pot),
        aside=_chips("aside", description.aside, read_kinds),
    )
    if any(count and COLOUR[kind] != ids.RED for kind, count in enumerate(seat.aside)):
        raise ValueError("aside: only red chips are laid aside (R4.16)")
    head = Head(
        players=_within("players", description.players, 2, 4),
        books=parse_books(description.books),
        edition=dict(EDITIONS[_one_of("edition", description.edition, tuple(EDITIONS))]),
        overflow=description.overflow,
        round=_within("round", description.round, 1, LAST_ROUND),
        card=_one_of("card", description.card, CARD_IDS) if description.card else None,
        seats={0: seat},
    )
    for other in range(1, description.players):
        head.seats[other] = SeatHead(bag=[0] * len(seat.aside))
    return _view_of_head(head, short=description.short)


def _view_of_head(head: Head, *, short: bool) -> View:
    """The view of seat 0 at the table of a head; raise ValueError if its pot can't be."""
    luck = Scripted(())
    try:
        setup, table = lay_out(head, luck)
    except TextError as error:
        raise ValueError(_LINE.sub("", str(error))) from None
    if short:
        _open_short(table, effects_of(setup, head.card))
    game = Game(setup, table, luck, Heading())
    view = game.view(0)
    own = view.seats[0]
    start = min(own.droplet + own.tails, LAST_SPACE)
    if room_left(own) < 0:
        raise ValueError(
            f"pot: the white chips add up to {own.white_sum}, more than the limit {own.limit}: "
            "it has exploded"
        )
    if own.pot and own.pot[0][1] <= start < LAST_SPACE:
        code, space = own.pot[0]
        raise ValueError(f"pot: {code}@{space} is not after the start, space {start}")
    if not own.bag_count and not own.pot and not own.aside:
        raise ValueError("bag: there are no chips: expected some such as W1x4 B2")
    return view


def _open_short(t: Table, effects: Effects) -> None:
    """Let the last chip of seat 0 pass up extra spaces; raise ValueError if it has none."""
    last = t.pot_n[0] - 1
    if last < 0:
        raise ValueError("short: there is no chip in the pot that could pass up extra spaces")
    kind, space = t.pot_kind[0][last], t.pot_space[0][last]
    before = t.pot_space[0][last - 1] if last else min(t.droplet[0] + t.tails[0], LAST_SPACE)
    bare = min(before + VALUE[kind], LAST_SPACE)
    chip = f"{KIND_CODES[kind]}@{space}"
    if space <= bare:
        raise ValueError(f"short: {chip} has no extra spaces: its value alone brings it to {bare}")
    pays = COLOUR[kind] == ids.BLUE and (effects.blue_rubies or effects.blue_points)
    if pays and SPACE_RUBY[space]:
        raise ValueError(f"short: {chip} has paid on its ruby space and passes nothing up")
    open_short(t, 0, bare)
