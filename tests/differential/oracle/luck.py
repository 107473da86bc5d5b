"""What luck an action takes, with exact chances, and one such luck by lot (R4.2, R4.11)."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from . import moves
from .seat import Seat

Luck = tuple[str, ...]


def looked_at(seat: Seat, kind: str) -> int:
    """Count the chips that a chip taken out of the bag makes its owner look at (R4.11)."""
    if kind[0] != "B" or seat.rules.books["blue"] != 1 or moves.is_full(seat.rules, seat.pot):
        return 0
    return min(moves.value(kind), len(seat.bag) - 1)


def count(seat: Seat, action: str, luck: Sequence[str]) -> int:
    """Count the outcomes that an action takes of this luck (R4.2, R4.11)."""
    if (action == "draw" and not seat.stirred) or (action == "reveal" and seat.sealed == "draw"):
        return 1 + looked_at(seat, luck[0]) if luck else 1
    if action.startswith("choose ") and seat.question == "blue_1" and action != "choose none":
        return looked_at(seat, action.removeprefix("choose "))
    return 0


def looks(bag: Sequence[str], count: int) -> dict[Luck, Fraction]:
    """List the looks at so many chips, drawn one after the other, in the order of kinds (R4.11)."""
    if count == 0:
        return {(): Fraction(1)}
    found: dict[Luck, Fraction] = {}
    for kind in set(bag):
        rest = list(bag)
        rest.remove(kind)
        for others, chance in looks(rest, count - 1).items():
            look = tuple(moves.in_order([*others, kind]))
            found[look] = found.get(look, Fraction(0)) + chance * Fraction(
                list(bag).count(kind), len(bag)
            )
    return found


def after_taking(seat: Seat, kind: str) -> dict[Luck, Fraction]:
    """List the looks that follow when a chip of the bag is placed (R4.11)."""
    rest = list(seat.bag)
    rest.remove(kind)
    return looks(rest, looked_at(seat, kind))


def of_draw(seat: Seat) -> dict[Luck, Fraction]:
    """List what a draw can bring: the chip, then what it makes its owner look at (R4.2)."""
    found: dict[Luck, Fraction] = {}
    for kind in set(seat.bag):
        share = Fraction(seat.bag.count(kind), len(seat.bag))
        for look, chance in after_taking(seat, kind).items():
            found[(kind, *look)] = share * chance
    return found


def of(seat: Seat, action: str) -> dict[Luck, Fraction]:
    """List every luck that an action can take, with its chance; `reveal` is one of them (R4.10)."""
    if action == "reveal":
        return of_draw(seat) if seat.sealed == "draw" else {(): Fraction(1)}
    if action == "draw" and not seat.stirred:
        return of_draw(seat)
    if action.startswith("choose ") and seat.question == "blue_1" and action != "choose none":
        return after_taking(seat, action.removeprefix("choose "))
    return {(): Fraction(1)}


def by_lot(seat: Seat, action: str, lot: Random) -> Luck:
    """Draw one luck for an action, chip by chip (R4.2, R4.11)."""
    rest = list(seat.bag)
    taken: list[str] = []
    looks_at = 0
    drawing = action == "draw" and not seat.stirred
    if drawing or (action == "reveal" and seat.sealed == "draw"):
        taken.append(rest.pop(lot.randrange(len(rest))))
        looks_at = looked_at(seat, taken[0])
    elif action.startswith("choose ") and seat.question == "blue_1" and action != "choose none":
        rest.remove(action.removeprefix("choose "))
        looks_at = looked_at(seat, action.removeprefix("choose "))
    return (*taken, *lot.sample(rest, looks_at))
