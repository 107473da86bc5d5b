"""How a brew is packed into whole numbers, so that equal ones are found again quickly.

A multiset is one number with seven bits for each kind that the seat owns, white kinds lowest. A
state is (bag, aside, bowl, space, tail, marks): `space` is the last chip's, or the start; `tail`
holds what matters of the last chips, the last one lowest; `marks` are the small things below.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from quedlinburg.odds.brew import Brew, Counts
from quedlinburg.rules import ids
from quedlinburg.rules.tables import COLOUR, SPACE_COINS, VALUE

State = tuple[int, int, int, int, int, int]
# A look: the state with the blue chip placed, how many chips are looked at, whether a second
# chance is asked about afterwards, and the states to which the flask and passing up extra spaces
# lead from "none".
Look = tuple[State, int, bool, State | None, State | None]
# An ending: the state, and STOPPED, EXPLODED or SHIELDED.
End = tuple[State, int]
# States have six parts, looks five, endings two.
Way = State | Look | End

# Where a state has the space of the last chip.
SPACE_AT = 3
STATE_PARTS = 6

BITS = 7
FULL = (1 << BITS) - 1
MOST_CHIPS = FULL - 1
# How many bits the three white kinds take.
WHITE_BITS = 3 * BITS

# Marks: single bits, then numbers.
FLASK, DOUBLED, SEEN, FIVE, DRAWN, AGAIN = (1 << bit for bit in range(6))
SHIELD = 6  # where the number of shielded chips begins, four bits
SHIELD_BITS = 15 << SHIELD
UNDER = 10  # the space of the next to last chip, six bits
UNDER_BITS = 63 << UNDER
RUBIES = 16
POINTS = 22
PURPLE_POINTS = 32
FRESH = 1 << 39  # the chip drawn last of all is white and the last one in the pot (yellow 1)
OLDER = 40  # red chips aside since earlier rounds, seven bits for each of three kinds

# Tail: five bits for each chip, a kind + 1.
CHIP = 5
CHIP_BITS = (1 << CHIP) - 1


def space_of(way: Way) -> int:
    """The space of the last chip in the state that a way on leads to."""
    state = way if len(way) == STATE_PARTS else way[0]
    return cast("State", state)[SPACE_AT]


class Sight(NamedTuple):
    """What is worked out once for all chips that may come next in a state."""

    white: int
    limit: int
    placed: int
    extra: tuple[int, int, int, int]


class Chip(NamedTuple):
    """What is fixed for a kind; a plain chip only moves, and leaves nothing to decide."""

    kind: int
    shift: int
    unit: int
    value: int
    steps: int
    extra: int
    code: int
    plain: bool


class Layout:
    """Where each kind of a seat stands in the packed numbers."""

    def __init__(self, brew: Brew) -> None:
        """Give a place to every kind that the seat owns."""
        owned = brew.owned
        if sum(owned) > MOST_CHIPS:
            raise ValueError(f"{sum(owned)} chips: expected at most {MOST_CHIPS}")
        whites = (ids.W1, ids.W2, ids.W3)
        rest = [kind for kind in range(ids.O1, ids.KINDS) if owned[kind]]
        self.kinds: tuple[int, ...] = (*whites, *rest)
        self.shift = {kind: BITS * place for place, kind in enumerate(self.kinds)}
        self.unit = {kind: 1 << shift for kind, shift in self.shift.items()}
        self.owned = self.pack(owned)
        self.total = sum(owned)
        self.white_total = sum(owned[kind] * VALUE[kind] for kind in whites)

    def pack(self, counts: Counts) -> int:
        """A multiset as one number."""
        return sum(counts[kind] << shift for kind, shift in self.shift.items())

    def count(self, packed: int, kind: int) -> int:
        """How many of a kind are in a packed multiset."""
        shift = self.shift.get(kind)
        return 0 if shift is None else packed >> shift & FULL

    def chips(self, packed: int) -> list[tuple[int, int]]:
        """The kinds of a packed multiset with their numbers, in the order of kinds."""
        counts = [(kind, packed >> shift & FULL) for kind, shift in self.shift.items()]
        return [(kind, count) for kind, count in counts if count]

    def colour_count(self, packed: int, colour: int) -> int:
        """How many chips of a colour are in a packed multiset."""
        return sum(
            packed >> shift & FULL for kind, shift in self.shift.items() if COLOUR[kind] == colour
        )


def size(packed: int) -> int:
    """How many chips a packed multiset holds: its digits added up."""
    return packed % FULL


def purple_worth(space: int) -> int:
    """What a purple chip brings where it stands, with purple 3 (R5.9)."""
    return min(SPACE_COINS[space] // 10, 3)
