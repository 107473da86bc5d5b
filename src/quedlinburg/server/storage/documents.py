"""What is stored of a table besides its actions: one document, read and written whole."""

from __future__ import annotations

import msgspec
from msgspec import Struct, field

from quedlinburg.server.shapes import (
    OutcomeData,
    SeatColour,
    SeatKind,
    SeatSign,
    TableOptions,
    TableState,
)


class SeatDocument(Struct, kw_only=True):
    """A seat of a table: whose it is and how it stands. Names here are never an identity's id.

    `called` says which of its level's names a bot bears; counted bots, and tables of before, have
    none. `colour` and `sign` are there only if somebody picked them.
    """

    kind: SeatKind = "open"
    identity: str | None = None
    name: str = ""
    level: str | None = None
    called: int | None = None
    ready: bool = False
    nonce: str | None = None
    apprentice: bool = False
    resigned: bool = False
    muted: bool = False
    colour: SeatColour | None = None
    sign: SeatSign | None = None


class TableDocument(Struct, kw_only=True):
    """A table: its options, its seats, its promise and how it stands.

    `secret` never leaves the server before the game is over. `books` are the ones that were drawn
    where the options left them to chance; `position` and `seed` are those of a test table.
    `waiting` are the seats that had something to decide when the table was put to rest. `cooked` is
    the seat that is said to have cooked last.
    """

    code: str
    state: TableState = "open"
    options: TableOptions
    seats: list[SeatDocument]
    host: str | None
    host_name: str
    secret: str
    commit: str
    created: int
    updated: int
    started: int = 0
    date: str = ""
    rules: int = 0
    books: int | dict[str, int] | None = None
    position: str | None = None
    seed: str | None = None
    outcome: OutcomeData | None = None
    abandon: list[int] = field(default_factory=list)
    banned: list[str] = field(default_factory=list)
    muted: list[str] = field(default_factory=list)
    rematch: str | None = None
    waiting: list[int] = field(default_factory=list)
    cooked: int | None = None

    @property
    def hides_bags(self) -> bool:
        """Whether nobody may look into a bag: the table plays by memory, and it is not over."""
        return self.options.memory and self.state not in ("over", "abandoned")

    def free_seat(self, number: int) -> None:
        """Let nobody sit on a seat any more."""
        self.seats[number] = SeatDocument()
        if self.cooked == number:
            self.cooked = None

    def seats_of(self, identity: str | None) -> list[int]:
        """The seats that belong to an identity."""
        if identity is None:
            return []
        return [n for n, seat in enumerate(self.seats) if seat.identity == identity]


_DECODER = msgspec.json.Decoder(TableDocument)


def read_document(text: str) -> TableDocument:
    """Read a table's document."""
    return _DECODER.decode(text)


def write_document(document: TableDocument) -> str:
    """Write a table's document."""
    return msgspec.json.encode(document).decode()
