"""How far a chip moves, what the pot bears, and what a shield covers (R4.1, R4.4, R4.7, R4.12).

Plain functions over plain lists, written down rule by rule; `replay` puts them in order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from . import track

# Section 0: all kinds in their order, which is the order of options too.
KINDS: tuple[str, ...] = (
    *("W1", "W2", "W3", "O1", "G1", "G2", "G4"),
    *("B1", "B2", "B4", "R1", "R2", "R4"),
    *("Y1", "Y2", "Y4", "P1", "K1"),
)


@dataclass(frozen=True)
class Rules:
    """What holds for the whole brewing: books, card, the flask's switch, the bowl (R2.3, R7.3, R8).

    `books` names at least blue, red and yellow; green and purple don't act while brewing.
    """

    books: Mapping[str, int]
    card: str = "alms"
    flask_any: bool = False
    overflow: bool = False


class Chip(NamedTuple):
    """A chip where it lies, with what has to be remembered of how it got there (R4.7, R4.12).

    `number` counts the chips drawn since the start, this one included. `bare` is the space to which
    its bare value would have brought it. `drawn` is False for a chip of the head, one placed from
    aside and one of *strong ingredient*. `paid` says that blue 3 or 4 has paid for it.
    """

    kind: str
    space: int
    number: int
    bare: int
    drawn: bool = True
    paid: bool = False


def value(kind: str) -> int:
    """Read the value of a chip (section 0)."""
    return int(kind[1])


def in_order(kinds: Sequence[str]) -> list[str]:
    """Sort kinds as section 0 lists them, equal ones beside each other."""
    return sorted(kinds, key=KINDS.index)


def colour_count(pot: Sequence[Chip], letter: str) -> int:
    """Count the chips of a colour in the pot (R4.15, R4.22)."""
    return sum(1 for chip in pot if chip.kind[0] == letter)


def white_sum(pot: Sequence[Chip], bowl: Sequence[str]) -> int:
    """Add up the white chips that count for the explosion, the bowl's too (R4.3, R7.3)."""
    kinds = [chip.kind for chip in pot] + list(bowl)
    return sum(value(kind) for kind in kinds if kind[0] == "W")


def limit(rules: Rules, pot: Sequence[Chip]) -> int:
    """Find the highest limit that applies; they don't add up (R4.4)."""
    limits = [7]
    if rules.card == "living_in_luxury":
        limits.append(9)
    if rules.books["yellow"] == 3:
        yellow = colour_count(pot, "Y")
        if yellow in (1, 2):
            limits.append(8)
        if yellow >= 3:
            limits.append(9)
    return max(limits)


def red_addition(book: int, pot: Sequence[Chip]) -> int:
    """Count the spaces that books 1 and 3 add to a red chip (R4.15, R4.17)."""
    if book == 1:
        oranges = colour_count(pot, "O")
        if oranges >= 3:
            return 2
        return 1 if oranges >= 1 else 0
    if book == 3 and len(pot) > 0 and pot[-1].kind[0] == "W":
        return value(pot[-1].kind)
    return 0


def addition(rules: Rules, pot: Sequence[Chip], kind: str) -> int:
    """Count the spaces that books and card add to a chip before it is placed (R4.7)."""
    if kind[0] == "R":
        return red_addition(rules.books["red"], pot)
    if kind[0] == "Y" and rules.books["yellow"] == 4:
        return {0: 1, 1: 2, 2: 3}.get(colour_count(pot, "Y"), 0)
    if kind[0] == "O" and rules.card == "pumpkin_party":
        return 1
    if kind == "W1" and rules.books["red"] == 4 and colour_count(pot, "R") > 0:
        return 1
    return 0


def movement(rules: Rules, pot: Sequence[Chip], kind: str, *, doubled: bool) -> int:
    """Count how far a chip moves: value and additions, all of it doubled after yellow 2 (R4.7)."""
    spaces = value(kind) + addition(rules, pot, kind)
    return 2 * spaces if doubled else spaces


def space_after(pot: Sequence[Chip], start: int, spaces: int) -> int:
    """Go so many spaces on from the last chip, or from the start, at most to 52 (R4.1, R4.9)."""
    last = pot[-1].space if len(pot) > 0 else start
    return min(track.LAST_SPACE, last + spaces)


def is_full(rules: Rules, pot: Sequence[Chip]) -> bool:
    """Tell whether the next chip goes into the bowl (R7.3)."""
    return rules.overflow and any(chip.space == track.LAST_SPACE for chip in pot)


def shield_left(rules: Rules, pot: Sequence[Chip], drawn: int) -> int:
    """Count the next draws that are still shielded: the larger shield, never the sum (R4.12).

    Every blue chip in the pot covers as many draws after its own as its value says. One that left
    the pot covers nothing, and a draw is a draw wherever the chip went.
    """
    if rules.books["blue"] != 2:
        return 0
    left = [value(chip.kind) - (drawn - chip.number) for chip in pot if chip.kind[0] == "B"]
    return max([0, *left])


def follows_white(pot: Sequence[Chip]) -> bool:
    """Tell whether the chip before the last is white and was drawn directly before it (R4.19)."""
    if len(pot) < 2:
        return False
    before, last = pot[-2], pot[-1]
    return before.kind[0] == "W" and before.number == last.number - 1


def payment(rules: Rules, chip: Chip) -> tuple[int, int]:
    """Give the rubies and points that a chip wins where it stands (R4.13, R4.14)."""
    if chip.kind[0] != "B" or not track.has_ruby(chip.space):
        return 0, 0
    if rules.books["blue"] == 3:
        return 1, 0
    if rules.books["blue"] == 4:
        return 0, value(chip.kind)
    return 0, 0
