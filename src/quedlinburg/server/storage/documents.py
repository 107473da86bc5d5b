"""What is stored of a table besides its actions: one document, read and written whole.

Documents are frozen: a change makes another document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from quedlinburg.server.logs import warn
from quedlinburg.server.protocol.shapes import (
    OutcomeData,
    SeatColour,
    SeatKind,
    SeatSign,
    TableOptions,
    TableState,
)


class SeatDocument(Struct, kw_only=True, frozen=True):
    """A seat of a table: its owner and what the owner chose. Names here are never an identity's id.

    `called` is the index of a bot's name among those of its level; counted bots, and tables of
    before, have none. `colour` and `sign` are set only if somebody picked them. `seal` is the
    SHA-256 of the seat's nonce; a nonce is here before the start only if it was sent openly.
    """

    kind: SeatKind = "open"
    identity: str | None = None
    name: str = ""
    level: str | None = None
    called: int | None = None
    ready: bool = False
    seal: str | None = None
    nonce: str | None = None
    apprentice: bool = False
    resigned: bool = False
    muted: bool = False
    colour: SeatColour | None = None
    sign: SeatSign | None = None

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides for the seat now: its own, or the apprentice for its owner."""
        return self.kind == "bot" or self.apprentice or self.resigned


class TableDocument(Struct, kw_only=True, frozen=True):
    """A table: its options, its seats, its promise and its state.

    `secret` never leaves the server before the game is over. `books` are the drawn ones where the
    options left them to chance, `lot_books` says that they came from the seed; `position` and
    `seed` are those of a test table. `waiting` are the seats that had something to decide when the
    table was put to rest. `cooked` is the seat that is said to have cooked last. `closed` is when
    the host started and the seals were closed, `begins_at` until when their nonces are awaited.
    `titled_by` is the identity that wrote the title, None in tables of before: then it was the
    host.
    """

    code: str
    state: TableState = "open"
    options: TableOptions
    seats: tuple[SeatDocument, ...]
    host: str | None
    host_name: str
    secret: str
    commit: str
    created: int
    updated: int
    closed: int = 0
    begins_at: int = 0
    started: int = 0
    date: str = ""
    rules: int = 0
    books: int | Mapping[str, int] | None = None
    lot_books: bool = False
    position: str | None = None
    seed: str | None = None
    outcome: OutcomeData | None = None
    abandon: tuple[int, ...] = ()
    banned: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    rematch: str | None = None
    waiting: tuple[int, ...] = ()
    cooked: int | None = None
    titled_by: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether no draw can follow: the game has ended, with or without a result."""
        return self.state in ("over", "abandoned")

    @property
    def shows_bags(self) -> bool:
        """Whether viewers see what is in the bags: not while the table plays by memory."""
        return not self.options.memory or self.is_over

    @property
    def seals(self) -> dict[int, str]:
        """The seals of the seats that have one, by seat."""
        return {n: seat.seal for n, seat in enumerate(self.seats) if seat.seal is not None}

    @property
    def nonces(self) -> dict[int, str]:
        """The nonces that have come, by seat."""
        return {n: seat.nonce for n, seat in enumerate(self.seats) if seat.nonce is not None}

    def with_changes(self, **changes: object) -> TableDocument:
        """The document with other values of some fields."""
        return msgspec.structs.replace(self, **changes)

    def with_seat(self, number: int, seat: SeatDocument) -> TableDocument:
        """The document with another seat in the place of one."""
        return self.with_changes(seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def with_seat_changes(self, number: int, **changes: object) -> TableDocument:
        """The document with other values of some fields of one seat."""
        return self.with_seat(number, msgspec.structs.replace(self.seats[number], **changes))

    def with_open_seat(self, number: int) -> TableDocument:
        """The document with nobody on a seat, which then is not said to have cooked last."""
        cooked = None if self.cooked == number else self.cooked
        return self.with_seat(number, SeatDocument()).with_changes(cooked=cooked)

    @property
    def owners(self) -> dict[int, str]:
        """The identities that have seats, by seat."""
        seats = enumerate(self.seats)
        return {number: seat.identity for number, seat in seats if seat.identity is not None}

    def seats_of(self, identity: str | None) -> list[int]:
        """The numbers of the seats that belong to an identity."""
        if identity is None:
            return []
        return [n for n, seat in enumerate(self.seats) if seat.identity == identity]


_DECODER = msgspec.json.Decoder(TableDocument)


def read_document(text: str) -> TableDocument:
    """Read a table's document; msgspec.DecodeError if it can't be read.

    The title of an earlier program may have control characters, which are taken out.
    """
    try:
        return _DECODER.decode(text)
    except msgspec.ValidationError:
        return msgspec.convert(_with_plain_title(msgspec.json.decode(text)), TableDocument)


def _with_plain_title(document: Any) -> Any:  # noqa: ANN401
    """A document as it was decoded, without control characters in its title."""
    match document:
        case {"options": {"title": str(title), **options}, **others}:
            plain = "".join(c if c.isprintable() else " " for c in title)
            return {**others, "options": {**options, "title": plain}}
    return document


def read_documents(rows: Sequence[tuple[str, str]]) -> list[TableDocument]:
    """The documents of some tables by code; one that can't be read is left out, and logged."""
    documents = []
    for code, text in rows:
        try:
            document = read_document(text)
            if document.code != code:
                raise msgspec.DecodeError(f"the document is that of {document.code}")
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            warn("a table can't be read", table=code, why=str(error)[:200])
        else:
            documents.append(document)
    return documents


def write_document(document: TableDocument) -> str:
    """Write a table's document."""
    return msgspec.json.encode(document).decode()
