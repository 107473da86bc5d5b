"""Names at a table: no two of them look alike, and nobody bears that of a bot."""

from __future__ import annotations

from collections.abc import Iterator

from quedlinburg.server.people.identities import Person
from quedlinburg.server.people.names import distinct
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.text import LANGUAGES, bot_names


def names_at(document: TableDocument, but: int | None = None) -> Iterator[str]:
    """The names at a table, those of bots in every language; perhaps without one seat's."""
    for number, seat in enumerate(document.seats):
        if number != but and seat.kind != "open":
            yield from _names_of(seat)


def _names_of(seat: SeatDocument) -> Iterator[str]:
    """What a seat is called, in whatever language a page speaks."""
    yield seat.name
    if seat.level is not None and seat.called is not None:
        for language in LANGUAGES:
            yield from bot_names(seat.level, language)[seat.called : seat.called + 1]


def seat_name(document: TableDocument, number: int, name: str) -> str:
    """The name that somebody bears on a seat: `name (2)` where another one looks like it."""
    return distinct(name, names_at(document, but=number))


def speaker_name(document: TableDocument, person: Person) -> str:
    """The name under which a person speaks: that of the own seat, else one that no seat has."""
    own = document.seats_of(person.id)
    return document.seats[own[0]].name if own else distinct(person.name, names_at(document))
