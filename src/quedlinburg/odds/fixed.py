"""What is fixed for a brew: which rules are in force, and what has to be remembered for them."""

from __future__ import annotations

from quedlinburg.odds.brew import Brew
from quedlinburg.odds.brewed import Value
from quedlinburg.odds.layout import (
    BITS,
    CHIP,
    CHIP_BITS,
    FRESH,
    FULL,
    POINTS,
    RUBIES,
    Chip,
    Layout,
)
from quedlinburg.rules import ids
from quedlinburg.rules.tables import COLOUR, SPACE_RUBY, VALUE


class Fixed:
    """The books, card and edition of a brew, and the fields that a value needs."""

    def __init__(self, brew: Brew, value: Value) -> None:
        """Note which rules are in force, and what has to be remembered for them and the value."""
        self.brew = brew
        self.layout = layout = Layout(brew)
        red, yellow = brew.pages[ids.RED], brew.pages[ids.YELLOW]
        self.red, self.blue, self.yellow = red, brew.pages[ids.BLUE], yellow
        self.lays_aside = red == ids.RED_2
        self.stirs = brew.card == ids.WELL_STIRRED
        self.chance = brew.card == ids.SECOND_CHANCE
        self.overflow = brew.overflow
        self.flask_any = brew.flask_any
        self.least_limit = 9 if brew.card == ids.LIVING_IN_LUXURY else 7
        self.pays_rubies = self.blue == ids.BLUE_3 and "rubies" in value.needs
        self.pays_points = self.blue == ids.BLUE_4 and "points" in value.needs
        self.counts_purple = "purple_points" in value.needs
        # Flask and yellow 1 together may uncover the chip two before the last one.
        self.deep = yellow == ids.YELLOW_1 and brew.flask_any
        self.fresh = FRESH if yellow == ids.YELLOW_1 else 0
        self.tail_bits = (1 << CHIP * self._tail_length(value)) - 1
        self.tail_code = [self._tail_code(kind, value) for kind in range(ids.KINDS)]
        self.steps = [self._plain_steps(kind) for kind in range(ids.KINDS)]
        self.extra_of = [self._extra_place(kind) for kind in range(ids.KINDS)]
        self.has_extra = any(self.extra_of[kind] for kind in layout.kinds)
        self.places = tuple((kind, layout.shift[kind]) for kind in layout.kinds)
        self.counts_placed = self.chance or self.overflow
        self.chips = tuple(self._chip(kind) for kind in layout.kinds)

    def _tail_length(self, value: Value) -> int:
        """How many of the last chips have to be remembered."""
        length = int(self.red == ids.RED_3 or self.yellow == ids.YELLOW_1)
        if "last" in value.needs:
            length = 1
        if "next_to_last" in value.needs:
            length = 2
        return length + int(self.deep)

    def _tail_code(self, kind: int, value: Value) -> int:
        """How a chip is remembered as one of the last ones; 0 if its kind does not matter."""
        colour = COLOUR[kind]
        if colour == ids.WHITE:
            matters = self.red == ids.RED_3 or self.yellow == ids.YELLOW_1
        else:
            needed = value.needs & {"last", "next_to_last"}
            matters = colour in (ids.GREEN, ids.PURPLE) and bool(needed)
        return kind + 1 if matters else 0

    def _plain_steps(self, kind: int) -> int:
        """How far a kind moves in any pot (R4.7)."""
        party = COLOUR[kind] == ids.ORANGE and self.brew.card == ids.PUMPKIN_PARTY
        return VALUE[kind] + int(party)

    def _extra_place(self, kind: int) -> int:
        """Which of the additions that depend on the pot a kind moves by, if any."""
        colour = COLOUR[kind]
        if kind == ids.W1 and self.red == ids.RED_4:
            return 1
        if colour == ids.RED and self.red in (ids.RED_1, ids.RED_3):
            return 2
        if colour == ids.YELLOW and self.yellow == ids.YELLOW_4:
            return 3
        return 0

    def _chip(self, kind: int) -> Chip:
        """Put together what is fixed for a kind."""
        plain = not (self.counts_placed or self.flask_any) and self._only_moves(kind)
        shift = self.layout.shift[kind]
        numbers = (VALUE[kind], self.steps[kind], self.extra_of[kind], self.tail_code[kind])
        return Chip(kind, shift, 1 << shift, *numbers, plain)

    def _only_moves(self, kind: int) -> bool:
        """Whether a kind has no action while brewing under these books."""
        match COLOUR[kind]:
            case ids.WHITE:
                return False
            case ids.BLUE:
                paid = self.pays_rubies or self.pays_points
                # A skull that has paid passes nothing up: who may be doubled is no plain mover.
                doubles = self.yellow == ids.YELLOW_2
                return self.blue in (ids.BLUE_3, ids.BLUE_4) and not paid and not doubles
            case ids.RED:
                return not self.lays_aside
            case ids.YELLOW:
                return self.yellow in (ids.YELLOW_3, ids.YELLOW_4)
            case ids.PURPLE:
                return not self.counts_purple
        return True

    def shifted(self, tail: int) -> int:
        """The tail with room for one chip more; of earlier chips only green and purple matter."""
        if not self.deep and 0 < tail & CHIP_BITS <= ids.W3 + 1:
            tail &= ~CHIP_BITS
        return tail << CHIP & self.tail_bits

    def pushed(self, tail: int, kind: int) -> int:
        """The tail with one chip more."""
        return self.shifted(tail) | self.tail_code[kind]

    def won(self, kind: int, space: int) -> int:
        """What a chip wins by standing on a space, as marks (R4.13, R4.14)."""
        if COLOUR[kind] != ids.BLUE or not SPACE_RUBY[space]:
            return 0
        return (self.pays_rubies << RUBIES) + (self.pays_points * VALUE[kind] << POINTS)

    def white_sum(self, bag: int) -> int:
        """The white sum of the pot, from what the bag no longer holds."""
        left = (bag & FULL) + 2 * (bag >> BITS & FULL) + 3 * (bag >> 2 * BITS & FULL)
        return self.layout.white_total - left
