"""Colours and signs: what each seat is known by; people pick theirs, the others have what is free.

There are as many as a table can have seats, so that a page has a picture for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, get_args

from msgspec import UnsetType

from quedlinburg.server.refusal import Refusal
from quedlinburg.server.said import PickSign
from quedlinburg.server.shapes import SeatColour, SeatSign
from quedlinburg.server.storage.documents import SeatDocument, TableDocument

COLOURS: tuple[SeatColour, ...] = get_args(SeatColour)
SIGNS: tuple[SeatSign, ...] = get_args(SeatSign)
M = TypeVar("M", SeatColour, SeatSign)


def worn(picked: Sequence[M | None], every: Sequence[M]) -> list[M]:
    """What each seat has: what it picked, else the one of its number, else the first that is free.

    >>> worn([None, None, "sun"], SIGNS)
    ['star', 'moon', 'sun']
    """
    own: list[M | None] = [
        mark or (every[n] if every[n] not in picked else None) for n, mark in enumerate(picked)
    ]
    free = (mark for mark in every if mark not in own)
    return [next(free) if mark is None else mark for mark in own]


def colours_of(seats: Sequence[SeatDocument]) -> list[SeatColour]:
    """The colour of each seat."""
    return worn([seat.colour for seat in seats], COLOURS)


def signs_of(seats: Sequence[SeatDocument]) -> list[SeatSign]:
    """The sign of each seat."""
    return worn([seat.sign for seat in seats], SIGNS)


def pick(document: TableDocument, number: int, message: PickSign) -> None:
    """Let a seat pick its colour or sign; refuse what another seat has picked."""
    others = [seat for n, seat in enumerate(document.seats) if n != number]
    seat = document.seats[number]
    if not isinstance(message.colour, UnsetType):
        _check_free(message.colour, [(other.colour, other.name) for other in others])
        seat.colour = message.colour
    if not isinstance(message.sign, UnsetType):
        _check_free(message.sign, [(other.sign, other.name) for other in others])
        seat.sign = message.sign


def _check_free(wanted: str | None, picked: Sequence[tuple[str | None, str]]) -> None:
    """Refuse what somebody else has picked."""
    for mark, name in picked:
        if wanted is not None and mark == wanted:
            raise Refusal("taken", f"{wanted} is taken: {name} has picked it")
