"""What a white chip would make of a pot (R4.3): the page shows it beside the chip."""

from __future__ import annotations

from collections.abc import Iterable

from quedlinburg import SeatView
from quedlinburg.rules.ids import WHITE
from quedlinburg.rules.tables import COLOUR, KIND_CODES, VALUE

_WHITES = {
    code: value
    for code, colour, value in zip(KIND_CODES, COLOUR, VALUE, strict=True)
    if colour == WHITE
}


def white_sums(seat: SeatView, kinds: Iterable[str]) -> dict[str, int]:
    """The white sum with one chip more, for every white kind of some."""
    return {kind: seat.white_sum + _WHITES[kind] for kind in kinds if kind in _WHITES}


def bombs(seat: SeatView, kinds: Iterable[str]) -> list[str]:
    """The kinds of some that would explode the pot, were they placed next."""
    return [kind for kind, total in white_sums(seat, kinds).items() if total > seat.limit]


def risk(seat: SeatView) -> float:
    """The chance that the next chip out of the bag explodes the pot; none if the bag is empty."""
    bag = seat.known_bag()
    return sum(bag[kind] for kind in bombs(seat, bag)) / max(1, seat.bag_count)
