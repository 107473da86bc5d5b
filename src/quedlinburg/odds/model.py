"""How a brew goes on: what each draw, look and decision makes of a packed state (R4).

Rules are written a second time here, for speed; `tests/odds` compares every page and card with the
rules themselves. A chip that is placed gives *ways on*, of which the player chooses the best:
states to go on brewing from, looks (blue 1), and endings.
"""

from __future__ import annotations

from quedlinburg.odds.brew import Brew
from quedlinburg.odds.brewed import EXPLODED, SHIELDED, Value
from quedlinburg.odds.layout import (
    AGAIN,
    BITS,
    CHIP,
    CHIP_BITS,
    DOUBLED,
    DRAWN,
    FIVE,
    FLASK,
    FULL,
    OLDER,
    POINTS,
    PURPLE_POINTS,
    RUBIES,
    SEEN,
    SHIELD,
    SHIELD_BITS,
    UNDER,
    UNDER_BITS,
    Chip,
    End,
    Layout,
    Look,
    Sight,
    State,
    Way,
    purple_worth,
    size,
)
from quedlinburg.rules import ids
from quedlinburg.rules.tables import COLOUR, LAST_SPACE, SPACE_RUBY, VALUE


class Model:
    """The brewing of one seat under its books, card and edition, for one value."""

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
        self.tail_bits = (1 << CHIP * self._tail_length(value)) - 1
        self.tail_code = [self._tail_code(kind, value) for kind in range(ids.KINDS)]
        self.steps = [self._plain_steps(kind) for kind in range(ids.KINDS)]
        self.extra_of = [self._extra_place(kind) for kind in range(ids.KINDS)]
        self.has_extra = any(self.extra_of[kind] for kind in layout.kinds)
        self.places = tuple((kind, layout.shift[kind]) for kind in layout.kinds)
        self.counts_placed = self.chance or self.overflow
        self.chips = tuple(self._chip(kind) for kind in layout.kinds)

    # --- what is fixed for a brew ----------------------------------------------------------------

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
        numbers = (self.steps[kind], self.extra_of[kind], self.tail_code[kind])
        return Chip(kind, shift, 1 << shift, *numbers, plain)

    def _only_moves(self, kind: int) -> bool:
        """Whether a kind has no action while brewing under these books."""
        match COLOUR[kind]:
            case ids.WHITE:
                return False
            case ids.BLUE:
                paid = self.pays_rubies or self.pays_points
                return self.blue in (ids.BLUE_3, ids.BLUE_4) and not paid
            case ids.RED:
                return not self.lays_aside
            case ids.YELLOW:
                return self.yellow in (ids.YELLOW_3, ids.YELLOW_4)
            case ids.PURPLE:
                return not self.counts_purple
        return True

    # --- the position that was asked about -------------------------------------------------------

    def root(self) -> State:
        """The packed state of the brew; its open question and flask are not part of it."""
        brew, layout = self.brew, self.layout
        older = [a - n for a, n in zip(brew.aside, brew.laid_aside, strict=True)]
        marks = self._marks(brew.shield) | (DOUBLED if brew.doubled else 0)
        marks |= FLASK if brew.flask else 0
        marks |= DRAWN if brew.drawn else 0
        for place, kind in enumerate((ids.R1, ids.R2, ids.R4)):
            marks |= older[kind] << OLDER + BITS * place
        bag, aside, bowl = (layout.pack(chips) for chips in (brew.bag, brew.aside, brew.bowl))
        space, tail, more = self.pot_state(brew.pot)
        return bag, aside, bowl, space, tail, marks | more

    def _marks(self, shield: int) -> int:
        """What has been seen so far, as far as the card in force cares."""
        marks = SEEN if self.stirs and self.brew.first_white else 0
        marks |= FIVE if self.chance and self.brew.five_chips else 0
        return marks | (shield << SHIELD if self.blue == ids.BLUE_2 else 0)

    def pot_state(self, pot: tuple[tuple[int, int], ...]) -> tuple[int, int, int]:
        """Space, tail and the marks that follow from the chips of a pot."""
        space, tail, points, under = self.brew.start, 0, 0, 0
        for kind, on in pot:
            under = space
            space = on
            tail = self.pushed(tail, kind)
            if kind == ids.P1 and self.counts_purple:
                points += purple_worth(on)
        marks = points << PURPLE_POINTS
        return space, tail, marks | (under << UNDER if self.deep and pot else 0)

    def flask_from_root(self) -> State | None:
        """Where the flask leads from the position that was asked about, if it is open (R4.5)."""
        brew = self.brew
        if brew.takes is None:
            return None
        bag, aside, bowl, space, tail, marks = self.root()
        unit = self.layout.unit[brew.takes]
        shield = brew.shield
        if any(brew.bowl):
            bowl -= unit
        else:
            space, tail, more = self.pot_state(brew.pot[:-1])
            marks = marks & ~UNDER_BITS & ~(FULL << PURPLE_POINTS) | more
            if COLOUR[brew.takes] == ids.BLUE:
                shield = brew.shield_before
        marks = marks & ~(FLASK | DOUBLED | SHIELD_BITS)
        marks |= shield << SHIELD if self.blue == ids.BLUE_2 else 0
        return bag + unit, aside, bowl, space, tail, marks

    def white_sum(self, bag: int) -> int:
        """The white sum of the pot, from what the bag no longer holds."""
        left = (bag & FULL) + 2 * (bag >> BITS & FULL) + 3 * (bag >> 2 * BITS & FULL)
        return self.layout.white_total - left

    # --- looking at a state ----------------------------------------------------------------------

    def sight(self, state: State) -> Sight:
        """Work out what the next chip meets: white sum, limit, chips placed, additions."""
        bag, aside, bowl = state[0], state[1], state[2]
        white = self.white_sum(bag)
        pot = self.layout.owned - bag - aside - bowl
        limit = self.least_limit
        if self.yellow == ids.YELLOW_3:
            yellows = self.layout.colour_count(pot, ids.YELLOW)
            limit = max(limit, 9 if yellows >= 3 else 7 + (yellows >= 1))
        placed = size(pot) if self.counts_placed else 1
        return Sight(
            white, limit, placed, self._extra(pot, state[4]) if self.has_extra else (0,) * 4
        )

    def _extra(self, pot: int, tail: int) -> tuple[int, int, int, int]:
        """The additions that depend on the pot: for W1, red and yellow chips (R4.7)."""
        layout = self.layout
        white = red = yellow = 0
        if self.red == ids.RED_1:
            pumpkins = layout.count(pot, ids.O1)
            red = 2 if pumpkins >= 3 else int(pumpkins >= 1)
        elif self.red == ids.RED_3:
            last = tail & CHIP_BITS
            red = last if last <= ids.W3 + 1 else 0
        elif self.red == ids.RED_4:
            white = int(layout.colour_count(pot, ids.RED) > 0)
        if self.yellow == ids.YELLOW_4:
            mandrakes = layout.colour_count(pot, ids.YELLOW)
            yellow = 0 if mandrakes >= 3 else mandrakes + 1
        return 0, white, red, yellow

    def shifted(self, tail: int) -> int:
        """The tail with room for one chip more; of earlier chips only green and purple matter."""
        if not self.deep and 0 < tail & CHIP_BITS <= ids.W3 + 1:
            tail &= ~CHIP_BITS
        return tail << CHIP & self.tail_bits

    def pushed(self, tail: int, kind: int) -> int:
        """The tail with one chip more."""
        return self.shifted(tail) | self.tail_code[kind]

    def stepped(self, marks: int) -> int:
        """The marks after any chip was placed: a draw, no doubling, a step of the shield less."""
        marks = (marks | DRAWN) & ~DOUBLED
        return marks - (1 << SHIELD) if marks & SHIELD_BITS else marks

    # --- one chip more ---------------------------------------------------------------------------

    def place(self, state: State, kind: int, sight: Sight, waits: bool) -> tuple[Way, ...]:
        """The ways on after a chip was drawn, or chosen from a look; the best one may be taken.

        `waits`: a second chance is still asked about when all that an earlier chip does is over.
        """
        bag, aside, bowl, space, tail, marks = state
        unit = self.layout.unit[kind]
        colour = COLOUR[kind]
        marks |= DRAWN
        if colour == ids.RED and self.lays_aside:
            return self._on((bag - unit, aside + unit, bowl, space, tail, marks), None, waits)
        steps = self.steps[kind] + sight.extra[self.extra_of[kind]]
        if marks & DOUBLED:
            steps *= 2
            marks ^= DOUBLED
        covered = marks & SHIELD_BITS
        if covered:
            marks -= 1 << SHIELD
        if self.stirs and colour == ids.WHITE:
            marks |= SEEN
        in_bowl = self.overflow and space == LAST_SPACE and sight.placed > 0
        if self.chance and sight.placed == 4 and not in_bowl and not marks & FIVE:
            marks |= FIVE
            waits = True
        back: State | None = None
        if marks & FLASK and (colour == ids.WHITE or self.flask_any):
            back = (bag, aside, bowl, space, tail, marks & ~(FLASK | UNDER_BITS))
        if in_bowl:
            after = (bag - unit, aside, bowl + unit, space, tail, marks)
        else:
            after = self._in_pot(state, kind, min(space + steps, LAST_SPACE), marks)
        if colour == ids.WHITE:
            ways: tuple[Way, ...]
            if sight.white + VALUE[kind] > sight.limit:
                ways = self._over((after, SHIELDED if covered else EXPLODED), waits)
            else:
                ways = self._on(after, back, waits)
            if self.stirs and not in_bowl and not state[5] & SEEN:
                ways = (*ways, (bag, aside, bowl, space, tail, marks))
            return ways
        if not in_bowl and colour in (ids.BLUE, ids.YELLOW):
            return self._act(state, after, kind, back, waits)
        return self._on(after, back, waits)

    def _in_pot(self, state: State, kind: int, space: int, marks: int) -> State:
        """The state with a chip on a space of the pot."""
        if kind == ids.P1 and self.counts_purple:
            marks += purple_worth(space) << PURPLE_POINTS
        if self.deep and marks & FLASK:
            marks = marks & ~UNDER_BITS | state[3] << UNDER
        tail = self.pushed(state[4], kind) if self.tail_bits else 0
        return state[0] - self.layout.unit[kind], state[1], state[2], space, tail, marks

    def _act(
        self, state: State, after: State, kind: int, back: State | None, waits: bool
    ) -> tuple[Way, ...]:
        """The ways on after the own action of a blue or yellow chip in the pot (R4.11 to R4.20)."""
        bag, aside, bowl, space, tail, marks = after
        value = VALUE[kind]
        if COLOUR[kind] == ids.BLUE:
            if self.blue == ids.BLUE_1 and bag:
                return ((after, value, waits, back),)
            if self.blue == ids.BLUE_2:
                shield = max((marks & SHIELD_BITS) >> SHIELD, value)
                marks = marks & ~SHIELD_BITS | shield << SHIELD
            elif SPACE_RUBY[space]:
                won = (self.pays_rubies << RUBIES) + (self.pays_points * value << POINTS)
                marks += won
                if back is not None:
                    back = (*back[:5], back[5] + won)
        elif self.yellow == ids.YELLOW_2:
            marks |= DOUBLED
        elif self.yellow == ids.YELLOW_1:
            white = state[4] & CHIP_BITS
            if 0 < white <= ids.W3 + 1:
                keep = self._on(after, back, waits)
                return (*keep, *self.returned(state, after, white - 1, waits))
        return self._on((bag, aside, bowl, space, tail, marks), back, waits)

    def returned(self, state: State, after: State, white: int, waits: bool) -> tuple[Way, ...]:
        """The ways on when a yellow chip lets the white one before it go back (R4.19).

        `state` is before the yellow chip and `after` behind it. With the flask for any colour the
        yellow chip may go back too; then the chip before the white one is the last.
        """
        bag, aside, bowl, space, tail, marks = after
        unit = self.layout.unit[white]
        shorter = state[4] >> CHIP << CHIP | tail & CHIP_BITS
        back: State | None = None
        under = (state[5] & UNDER_BITS) >> UNDER
        if marks & FLASK and self.flask_any:
            bare = marks & ~(FLASK | UNDER_BITS)
            both = state[0] + unit
            back = (both, aside, bowl, under, state[4] >> CHIP, bare)
        if self.deep and marks & FLASK:
            marks = marks & ~UNDER_BITS | under << UNDER
        return self._on((bag + unit, aside, bowl, space, shorter, marks), back, waits)

    # --- ways on ---------------------------------------------------------------------------------

    def _on(self, after: State, back: State | None, waits: bool) -> tuple[Way, ...]:
        """Go on brewing, take the chip back with the flask, or start again (second_chance)."""
        ways: tuple[Way, ...] = (after,) if back is None else (after, back)
        return (*ways, self.restarted(after)) if waits else ways

    def _over(self, end: End, waits: bool) -> tuple[Way, ...]:
        """The pot has exploded; a second chance may still start it again."""
        return (end, self.restarted(end[0])) if waits else (end,)

    def restarted(self, state: State) -> State:
        """The state with all chips of this round in the bag again (R6 second_chance)."""
        marks = state[5]
        older = 0
        for place, kind in enumerate((ids.R1, ids.R2, ids.R4)):
            count = marks >> OLDER + BITS * place & FULL
            older += count << self.layout.shift.get(kind, 0) if count else 0
        kept = marks & (FLASK | FIVE) | AGAIN
        kept |= marks >> OLDER << OLDER
        kept |= marks & (63 << RUBIES | 1023 << POINTS)
        return self.layout.owned - older, older, 0, self.brew.start, 0, kept

    def none_chosen(self, look: Look) -> tuple[Way, ...]:
        """The ways on when no chip of a look is placed."""
        after, _, waits, back = look
        return self._on(after, back, waits)

    def put_back(self, state: State, kind: int) -> State:
        """The state with a red chip from aside in the bag again (R4.16)."""
        bag, aside, bowl, space, tail, marks = state
        unit = self.layout.unit[kind]
        place = OLDER + BITS * (kind - ids.R1)
        if marks >> place & FULL:
            marks -= 1 << place
        return bag + unit, aside - unit, bowl, space, tail, marks

    def may_stop(self, state: State) -> bool:
        """Whether stopping is allowed: after a draw, or with an empty bag (R4.2)."""
        return bool(state[5] & DRAWN) or state[0] == 0
