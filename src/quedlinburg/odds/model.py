"""How a brew goes on: what each draw, look and decision makes of a packed state (R4).

Rules are written a second time here, for speed; `tests/odds` compares every page and card with the
rules themselves. A chip that is placed gives *ways on*, of which the player chooses the best:
states to go on brewing from, looks (blue 1), and endings.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from quedlinburg.odds.brew import Brew
from quedlinburg.odds.brewed import EXPLODED, SHIELDED, Value
from quedlinburg.odds.fixed import Fixed
from quedlinburg.odds.layout import (
    AGAIN,
    BITS,
    CHIP,
    CHIP_BITS,
    DOUBLED,
    DRAWN,
    FIVE,
    FLASK,
    FRESH,
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
    End,
    Look,
    Sight,
    State,
    Way,
    purple_worth,
    size,
)
from quedlinburg.rules import ids
from quedlinburg.rules.tables import COLOUR, LAST_SPACE, SPACE_RUBY, VALUE

# Whether passing up extra spaces is weighed: with them, without them.
MayShort = Callable[[State, State], bool]
# A chip just placed: the state, that without its extra spaces, and that after the flask.
Placed = tuple[State, State | None, State | None]


def always(after: State, short: State) -> bool:
    """Weigh passing up extra spaces wherever it is possible (R4.7)."""
    return True


def _with_marks(state: State, marks: int) -> State:
    """The state with other marks."""
    return (*state[:5], marks)


class Model(Fixed):
    """The brewing of one seat under its books, card and edition, for one value."""

    def __init__(self, brew: Brew, value: Value) -> None:
        """Note the rules in force; extra spaces are passed up wherever that is possible (R4.7)."""
        super().__init__(brew, value)
        self.may_short: MayShort = always

    def for_brew(self, brew: Brew) -> Model:
        """The same model for another position of the same chips."""
        twin = copy(self)
        twin.brew = brew
        return twin

    # --- the position that was asked about -------------------------------------------------------

    def root(self) -> State:
        """The packed state of the brew; its open question and flask are not part of it."""
        brew, layout = self.brew, self.layout
        older = [a - n for a, n in zip(brew.aside, brew.laid_aside, strict=True)]
        marks = self._marks(brew.shield) | (DOUBLED if brew.doubled else 0)
        marks |= FLASK if brew.flask else 0
        marks |= DRAWN if brew.drawn else 0
        marks |= self.fresh if brew.white_last else 0
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
        marks = marks & ~(FLASK | DOUBLED | SHIELD_BITS | FRESH)
        marks |= shield << SHIELD if self.blue == ids.BLUE_2 else 0
        return bag + unit, aside, bowl, space, tail, marks

    def short_from_root(self) -> tuple[State, ...]:
        """Where passing up extra spaces leads from the position that was asked about (R4.7).

        The flask may still take the chip; what the chip won on its bare space stays won.
        """
        space = self.brew.short_to
        if space is None:
            return ()
        kind = self.brew.pot[-1][0]
        bag, aside, bowl, reached, tail, marks = self.root()
        if kind == ids.P1 and self.counts_purple:
            marks += purple_worth(space) - purple_worth(reached) << PURPLE_POINTS
        won = self.won(kind, space)
        short = (bag, aside, bowl, space, tail, marks + won)
        flask = self.flask_from_root()
        return (short,) if flask is None else (short, (*flask[:5], flask[5] + won))

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

    def stepped(self, marks: int) -> int:
        """The marks after a coloured chip was placed: no doubling, a step of the shield less."""
        marks = (marks | DRAWN) & ~(DOUBLED | FRESH)
        return marks - (1 << SHIELD) if marks & SHIELD_BITS else marks

    # --- one chip more ---------------------------------------------------------------------------

    def place(self, state: State, kind: int, sight: Sight, waits: bool) -> tuple[Way, ...]:
        """The ways on after a chip was drawn, or chosen from a look; the best one may be taken.

        `waits`: a second chance is still asked about when all that an earlier chip does is over.
        """
        bag, aside, bowl, space, tail, marks = state
        unit = self.layout.unit[kind]
        colour = COLOUR[kind]
        marks = (marks | DRAWN) & ~FRESH
        covered = marks & SHIELD_BITS
        if covered:
            marks -= 1 << SHIELD
        if colour == ids.RED and self.lays_aside:
            after = (bag - unit, aside + unit, bowl, space, tail, marks)
            return self._on(after, None, None, waits)
        steps = self.steps[kind] + sight.extra[self.extra_of[kind]]
        if marks & DOUBLED:
            steps *= 2
            marks ^= DOUBLED
        if self.stirs and colour == ids.WHITE:
            marks |= SEEN
        in_bowl = self.overflow and space == LAST_SPACE and sight.placed > 0
        explodes = colour == ids.WHITE and sight.white + VALUE[kind] > sight.limit
        fifth = sight.placed == 4 and not in_bowl
        if self.chance and (fifth or explodes) and not marks & FIVE:
            marks |= FIVE
            waits = True
        back: State | None = None
        if marks & FLASK and (colour == ids.WHITE or self.flask_any):
            back = (bag, aside, bowl, space, tail, marks & ~(FLASK | UNDER_BITS))
        short: State | None = None
        if in_bowl:
            after = (bag - unit, aside, bowl + unit, space, tail, marks)
        else:
            reached, bare = min(space + steps, LAST_SPACE), min(space + VALUE[kind], LAST_SPACE)
            after = self._in_pot(state, kind, reached, marks)
            if reached > bare:
                short = self._in_pot(state, kind, bare, marks)
        if explodes:
            ways = self._over((after, SHIELDED if covered else EXPLODED), waits)
        elif in_bowl or colour not in (ids.BLUE, ids.YELLOW):
            ways = self._on(after, short, back, waits)
        else:
            ways = self._act(state, (after, short, back), kind, waits)
        if self.stirs and colour == ids.WHITE and not in_bowl and not state[5] & SEEN:
            ways = (*ways, (bag, aside, bowl, space, tail, marks))
        return ways

    def _in_pot(self, state: State, kind: int, space: int, marks: int) -> State:
        """The state with a chip on a space of the pot."""
        if kind == ids.P1 and self.counts_purple:
            marks += purple_worth(space) << PURPLE_POINTS
        if kind <= ids.W3:
            marks |= self.fresh
        if self.deep and marks & FLASK:
            marks = marks & ~UNDER_BITS | state[3] << UNDER
        tail = self.pushed(state[4], kind) if self.tail_bits else 0
        return state[0] - self.layout.unit[kind], state[1], state[2], space, tail, marks

    def _act(self, state: State, on: Placed, kind: int, waits: bool) -> tuple[Way, ...]:
        """The ways on after the own action of a blue or yellow chip in the pot (R4.11 to R4.20)."""
        after, short, back = on
        if COLOUR[kind] == ids.BLUE:
            match self.blue:
                case ids.BLUE_1 if after[0]:
                    return ((after, VALUE[kind], waits, back, short),)
                case ids.BLUE_2:
                    after = self._shielded(after, VALUE[kind])
                    short = self._shielded(short, VALUE[kind]) if short else None
                case ids.BLUE_3 | ids.BLUE_4:
                    return self._on_rubies(on, kind, waits)
        elif self.yellow == ids.YELLOW_2:
            after = _with_marks(after, after[5] | DOUBLED)
            short = _with_marks(short, short[5] | DOUBLED) if short else None
        elif self.yellow == ids.YELLOW_1 and state[5] & FRESH:
            keep = self._on(after, short, back, waits)
            white = (state[4] & CHIP_BITS) - 1
            return (*keep, *self.returned(state, after, white, waits))
        return self._on(after, short, back, waits)

    def _shielded(self, state: State, value: int) -> State:
        """The state with the shield of a blue chip (R4.12)."""
        marks = state[5]
        shield = max((marks & SHIELD_BITS) >> SHIELD, value)
        return _with_marks(state, marks & ~SHIELD_BITS | shield << SHIELD)

    def _on_rubies(self, on: Placed, kind: int, waits: bool) -> tuple[Way, ...]:
        """The ways on after a chip that pays on ruby spaces; what it has paid stays paid.

        Once it has paid it passes nothing up; one that passed up extra spaces may pay then.
        """
        after, short, back = on
        if SPACE_RUBY[after[3]]:
            won = self.won(kind, after[3])
            back = _with_marks(back, back[5] + won) if back else None
            return self._on(_with_marks(after, after[5] + won), None, back, waits)
        if short is None:
            return self._on(after, None, back, waits)
        won = self.won(kind, short[3])
        ways = self._on(after, _with_marks(short, short[5] + won), back, waits)
        return (*ways, _with_marks(back, back[5] + won)) if won and back else ways

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
            bare = marks & ~(FLASK | UNDER_BITS | FRESH)
            both = state[0] + unit
            back = (both, aside, bowl, under, state[4] >> CHIP, bare)
        if self.deep and marks & FLASK:
            marks = marks & ~UNDER_BITS | under << UNDER
        return self._on((bag + unit, aside, bowl, space, shorter, marks), None, back, waits)

    # --- ways on ---------------------------------------------------------------------------------

    def _on(
        self, after: State, short: State | None, back: State | None, waits: bool
    ) -> tuple[Way, ...]:
        """Go on, pass up extra spaces, use the flask, or start again (second_chance)."""
        ways: tuple[Way, ...] = (after,) if back is None else (after, back)
        if short is not None and self.may_short(after, short):
            ways = (*ways, short)
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
        after, _, waits, back, short = look
        return self._on(after, short, back, waits)

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
