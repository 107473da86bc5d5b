"""The table record: everything there is to know about a game between two decisions.

Only whole numbers in lists of fixed shape: the same functions run over this object in play and
over a compiled record of the same FIELDS in `sim`. Rows 0 to 3 are the seats; where there are
five rows, row 4 is the table's own.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Protocol

from quedlinburg.rules import ids

SEATS = 4
ROWS = 5
POT_ROOM = 128
AGENDA_ROOM = 32
OPTION_ROOM = 128
DECK_ROOM = 9

# Name and shape of every field; `sim` makes its record from the same list.
FIELDS: tuple[tuple[str, tuple[int, ...]], ...] = (
    # Set-up: never changes during a game.
    ("players", ()),
    ("flask_any", ()),
    ("tubes", ()),
    ("overflow", ()),
    ("stir_rule", ()),
    ("page", (8,)),
    ("price", (ids.KINDS,)),
    # The table.
    ("round_no", ()),
    ("phase", ()),
    ("start", ()),
    ("card", ()),
    ("supply", (ids.KINDS,)),
    ("used", (ids.CARDS,)),
    ("deck", (DECK_ROOM,)),
    ("deck_n", ()),
    ("edge", ()),
    ("scarce", ()),
    ("lucks", ()),
    ("option", (OPTION_ROOM,)),
    ("option_n", ()),
    ("rng", (4,)),
    ("stirred", ()),
    ("stir_open", ()),
    # The seats.
    ("vp", (SEATS,)),
    ("rubies", (SEATS,)),
    ("droplet", (SEATS,)),
    ("tails", (SEATS,)),
    ("glass", (SEATS,)),
    ("flask", (SEATS,)),
    ("coins", (SEATS,)),
    ("scoring", (SEATS,)),
    ("status", (SEATS,)),
    ("drawn", (SEATS,)),
    ("may_flask", (SEATS,)),
    ("bare_space", (SEATS,)),
    ("white_last", (SEATS,)),
    ("white_sum", (SEATS,)),
    ("shield", (SEATS,)),
    ("shield_left", (SEATS,)),
    ("covered", (SEATS,)),
    ("doubled", (SEATS,)),
    ("white_seen", (SEATS,)),
    ("five_seen", (SEATS,)),
    ("sealed", (SEATS,)),
    ("asked", (ROWS,)),
    ("question_no", (SEATS,)),
    ("pot_n", (SEATS,)),
    ("bag", (SEATS, ids.KINDS)),
    ("aside", (SEATS, ids.KINDS)),
    ("aside_new", (SEATS, ids.KINDS)),
    ("looked", (SEATS, ids.KINDS)),
    ("bowl", (SEATS, ids.KINDS)),
    ("pot_kind", (SEATS, POT_ROOM)),
    ("pot_space", (SEATS, POT_ROOM)),
    # Agendas and luck: the seats and the table.
    ("depth", (ROWS,)),
    ("task", (ROWS, AGENDA_ROOM)),
    ("arg", (ROWS, AGENDA_ROOM)),
    ("luck_n", (ROWS, 4)),
)

_SCALARS = tuple(name for name, shape in FIELDS if len(shape) == 0)
_ROWS = tuple(name for name, shape in FIELDS if len(shape) == 1)
_GRIDS = tuple(name for name, shape in FIELDS if len(shape) == 2)


_get_scalars = attrgetter(*_SCALARS)
_get_rows = attrgetter(*_ROWS)
_get_grids = attrgetter(*_GRIDS)


class Luck(Protocol):
    """The one port through which chance enters: whoever implements it decides what is drawn.

    A port keeps no state of its own; `t.luck_n` counts what each seat's streams have given.
    """

    def chip(self, t: Table, seat: int) -> int:
        """Name the kind that a seat draws from its bag."""
        ...

    def look(self, t: Table, seat: int, count: int) -> list[int]:
        """Name the kinds that a seat looks at, drawn from its bag without putting back."""
        ...

    def die(self, t: Table, seat: int) -> int:
        """Name the face of the bonus die, 0 to 5."""
        ...

    def card(self, t: Table) -> int:
        """Name the next fortune card, one that is not used."""
        ...


class Table:
    """One table with its seats: the record that the rules read and the verbs change."""

    __slots__ = (*(name for name, _ in FIELDS), "log", "luck")

    players: int
    flask_any: int
    tubes: int
    overflow: int
    stir_rule: int
    page: list[int]
    price: list[int]
    round_no: int
    phase: int
    start: int
    card: int
    supply: list[int]
    used: list[int]
    deck: list[int]
    deck_n: int
    edge: int
    scarce: int
    lucks: int
    option: list[int]
    option_n: int
    rng: list[int]
    stirred: int
    stir_open: int
    vp: list[int]
    rubies: list[int]
    droplet: list[int]
    tails: list[int]
    glass: list[int]
    flask: list[int]
    coins: list[int]
    scoring: list[int]
    status: list[int]
    drawn: list[int]
    may_flask: list[int]
    bare_space: list[int]
    white_last: list[int]
    white_sum: list[int]
    shield: list[int]
    shield_left: list[int]
    covered: list[int]
    doubled: list[int]
    white_seen: list[int]
    five_seen: list[int]
    sealed: list[int]
    asked: list[int]
    question_no: list[int]
    pot_n: list[int]
    bag: list[list[int]]
    aside: list[list[int]]
    aside_new: list[list[int]]
    looked: list[list[int]]
    bowl: list[list[int]]
    pot_kind: list[list[int]]
    pot_space: list[list[int]]
    depth: list[int]
    task: list[list[int]]
    arg: list[list[int]]
    luck_n: list[list[int]]
    log: list[tuple[int, int, int, int, int, int]]
    luck: Luck

    def __init__(self, luck: Luck) -> None:
        """Lay an empty table."""
        for name, shape in FIELDS:
            match shape:
                case ():
                    setattr(self, name, 0)
                case (width,):
                    setattr(self, name, [0] * width)
                case (height, width):
                    setattr(self, name, [[0] * width for _ in range(height)])
        self.log = []
        self.luck = luck

    def copy(self, luck: Luck) -> Table:
        """Lay the same table again, with an empty log and this luck."""
        twin = Table.__new__(Table)
        for name, value in zip(_SCALARS, _get_scalars(self), strict=True):
            setattr(twin, name, value)
        for name, row in zip(_ROWS, _get_rows(self), strict=True):
            setattr(twin, name, row[:])
        for name, grid in zip(_GRIDS, _get_grids(self), strict=True):
            setattr(twin, name, [row[:] for row in grid])
        twin.log = []
        twin.luck = luck
        return twin

    def snapshot(self) -> Table:
        """Keep what a head says of a table at rest: what is owned, and the cards."""
        twin = Table.__new__(Table)
        twin.players = self.players
        twin.tubes = self.tubes
        twin.round_no = self.round_no
        twin.start = self.start
        twin.card = self.card
        twin.deck_n = self.deck_n
        twin.used = self.used[:]
        twin.deck = self.deck[:]
        twin.supply = self.supply[:]
        twin.vp = self.vp[:]
        twin.rubies = self.rubies[:]
        twin.droplet = self.droplet[:]
        twin.glass = self.glass[:]
        twin.flask = self.flask[:]
        twin.depth = self.depth[:]
        twin.bag = [row[:] for row in self.bag]
        twin.aside = [row[:] for row in self.aside]
        twin.task = [row[:1] for row in self.task]
        return twin
