"""The packed state of a brew: whole numbers, so that equal states are found again quickly.

A multiset of chips is one number with seven bits for each kind that the seat owns, white kinds
lowest. A state is (bag, aside, bowl, space, tail, flags): `space` is that of the last chip, or the
start; `tail` holds the last chips as far as they matter, the last one lowest; `flags` holds the
small numbers whose bits are named below.
"""

from __future__ import annotations

from typing import cast

from quedlinburg.analysis.brew import Brew, Counts
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, VALUE

State = tuple[int, int, int, int, int, int]
# A look: the state with the blue chip placed, how many chips are looked at, whether a restart is
# asked about afterwards, and the states after the flask and after passing up extra spaces, both
# if no chip is chosen.
Look = tuple[State, int, bool, State | None, State | None]
# A finished pot: its state, and STOPPED, EXPLODED or SHIELDED.
Terminal = tuple[State, int]
# A node of the search; told apart by length: states have six parts, looks five, terminals two.
Node = State | Look | Terminal
# What an action leads to: probabilities, each with the nodes of which the player chooses one.
Outcomes = list[tuple[float, tuple[Node, ...]]]

SPACE_AT = 3
STATE_PARTS = 6

BITS = 7
FULL = (1 << BITS) - 1
MOST_CHIPS = FULL - 1
# How many bits the three white kinds take.
WHITE_BITS = 3 * BITS

# Flags of one bit: the flask is full, the next chip moves twice as far, the first white chip was
# placed, a restart was asked about, a chip was drawn, the pot was restarted.
FLASK, DOUBLED, WHITE_SEEN, RESTART_ASKED, DRAWN, RESTARTED = (1 << bit for bit in range(6))
# Flags of several bits, by the place of the lowest.
SHIELD = 6  # how many of the next chips are covered, four bits
SHIELD_BITS = 15 << SHIELD
SPACE_BEFORE = 10  # the space of the next to last chip, six bits
SPACE_BEFORE_BITS = 63 << SPACE_BEFORE
RUBIES = 16  # rubies won, six bits
RUBIES_BITS = 63
POINTS = 22  # points won, ten bits
POINTS_BITS = 1023
PURPLE_POINTS = 32  # what the purple chips pay by their spaces, seven bits
WHITE_LAST = 1 << 39  # the chip drawn last of all is white and the last one in the pot
OLD_ASIDE = 40  # red chips aside since earlier rounds, seven bits for each of three kinds

# The tail has five bits for each chip: its kind + 1, or 0 if its kind does not matter.
TAIL_CHIP = 5
TAIL_CHIP_BITS = (1 << TAIL_CHIP) - 1

REDS = (ids.R1, ids.R2, ids.R4)


def state_of(node: State | Look | Terminal) -> State:
    """The state of a node."""
    return cast("State", node if len(node) == STATE_PARTS else node[0])


def with_flags(state: State, flags: int) -> State:
    """The state with other flags."""
    return (*state[:5], flags)


class Packing:
    """Where each kind of a seat has its bits in the packed multisets."""

    def __init__(self, brew: Brew) -> None:
        """Assign bits to every kind that the seat owns."""
        owned = brew.owned
        if sum(owned) > MOST_CHIPS:
            raise ValueError(f"{sum(owned)} chips: expected at most {MOST_CHIPS}")
        whites = (ids.W1, ids.W2, ids.W3)
        rest = [kind for kind in range(ids.O1, ids.KINDS) if owned[kind]]
        self.kinds: tuple[int, ...] = (*whites, *rest)
        self.shift = {kind: BITS * place for place, kind in enumerate(self.kinds)}
        self.unit = {kind: 1 << shift for kind, shift in self.shift.items()}
        self.owned = self.pack(owned)
        self.white_total = sum(owned[kind] * VALUE[kind] for kind in whites)

    def pack(self, counts: Counts) -> int:
        """Pack a multiset of chips into one number."""
        return sum(counts[kind] << shift for kind, shift in self.shift.items())

    def count(self, packed: int, kind: int) -> int:
        """How many chips of a kind a packed multiset holds."""
        shift = self.shift.get(kind)
        return 0 if shift is None else packed >> shift & FULL

    def chips(self, packed: int) -> list[tuple[int, int]]:
        """The kinds of a packed multiset with their numbers, in the order of kinds."""
        counts = [(kind, packed >> shift & FULL) for kind, shift in self.shift.items()]
        return [(kind, count) for kind, count in counts if count]

    def colour_count(self, packed: int, colour: int) -> int:
        """How many chips of a colour a packed multiset holds."""
        return sum(
            packed >> shift & FULL for kind, shift in self.shift.items() if COLOUR[kind] == colour
        )

    def pot(self, state: State) -> int:
        """The packed chips of the pot: all that are neither in the bag, aside nor in the bowl."""
        return self.owned - state[0] - state[1] - state[2]

    def white_sum(self, bag: int) -> int:
        """The sum of the white chips outside the bag."""
        left = (bag & FULL) + 2 * (bag >> BITS & FULL) + 3 * (bag >> 2 * BITS & FULL)
        return self.white_total - left


def size(packed: int) -> int:
    """How many chips a packed multiset holds: the sum of its digits."""
    return packed % FULL
