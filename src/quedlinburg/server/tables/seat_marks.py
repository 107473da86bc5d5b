"""Colours and signs of seats: people pick theirs, the other seats get those that are free.

There are as many as a table can have seats, so that a page has a picture for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, get_args

from msgspec import UnsetType

from quedlinburg.server.protocol.client_messages import PickSign
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import SeatColour, SeatSign
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.tables.seats import check_open

COLOURS: tuple[SeatColour, ...] = get_args(SeatColour)
SIGNS: tuple[SeatSign, ...] = get_args(SeatSign)
M = TypeVar("M", SeatColour, SeatSign)


def assign(picked: Sequence[M | None], every: Sequence[M]) -> list[M]:
    """The mark of each seat: the picked one, else the one of its number, else the first free one.

    >>> assign([None, None, "sun"], SIGNS)
    ['star', 'moon', 'sun']
    """
    own: list[M | None] = [
        mark or (every[n] if every[n] not in picked else None) for n, mark in enumerate(picked)
    ]
    free = (mark for mark in every if mark not in own)
    return [next(free) if mark is None else mark for mark in own]


def colours_of(seats: Sequence[SeatDocument]) -> list[SeatColour]:
    """The colour of each seat."""
    return assign([seat.colour for seat in seats], COLOURS)


def signs_of(seats: Sequence[SeatDocument]) -> list[SeatSign]:
    """The sign of each seat."""
    return assign([seat.sign for seat in seats], SIGNS)


def pick(
    document: TableDocument, identity: str | None, looked_from: int | None, message: PickSign
) -> TableDocument:
    """Pick the colour or the sign of an own seat; refuse what another seat has picked.

    Without a seat in the message it is the one that the identity looks from.
    """
    check_open(document)
    number = looked_from if message.seat is None else message.seat
    if number is None or number not in document.seats_of(identity):
        raise Refusal("not_your_seat", "that is not your seat")
    others = [seat for n, seat in enumerate(document.seats) if n != number]
    if not isinstance(message.colour, UnsetType):
        _check_free(message.colour, [(other.colour, other.name) for other in others])
        document = document.with_seat_changes(number, colour=message.colour)
    if not isinstance(message.sign, UnsetType):
        _check_free(message.sign, [(other.sign, other.name) for other in others])
        document = document.with_seat_changes(number, sign=message.sign)
    return document


def _check_free(wanted: str | None, picked: Sequence[tuple[str | None, str]]) -> None:
    """Refuse a colour or sign that is among the picked ones; these are given with seat names."""
    for mark, name in picked:
        if wanted is not None and mark == wanted:
            raise Refusal("taken", f"{wanted} is taken: {name} has picked it")
