"""The transitions of a brew: which nodes follow when a chip is drawn from a packed state (R4).

After a chip the player may still have a choice, such as to use the flask; so a transition gives
all successors of which the player chooses one: states to go on brewing from, looks, and terminals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quedlinburg.analysis.brew import Brew
from quedlinburg.analysis.brew_result import EXPLODED, SHIELDED, Objective
from quedlinburg.analysis.compiled_rules.effects import PURPLE_SPACE_POINTS
from quedlinburg.analysis.compiled_rules.state import (
    BITS,
    DOUBLED,
    DRAWN,
    FLASK,
    FULL,
    OLD_ASIDE,
    POINTS,
    POINTS_BITS,
    PURPLE_POINTS,
    REDS,
    RESTART_ASKED,
    RESTARTED,
    RUBIES,
    RUBIES_BITS,
    SHIELD,
    SHIELD_BITS,
    SPACE_BEFORE,
    SPACE_BEFORE_BITS,
    TAIL_CHIP,
    TAIL_CHIP_BITS,
    WHITE_LAST,
    WHITE_SEEN,
    Look,
    Node,
    Packing,
    State,
    size,
    with_flags,
)
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, SPACE_RUBY, VALUE
from quedlinburg.rules.explosion import explodes

# Whether passing up extra spaces is a successor: given the state with them and without them.
AllowShort = Callable[[State, State], bool]
# A chip just placed: the state, that without its extra spaces, and that after the flask.
Placed = tuple[State, State | None, State | None]


def always(after: State, short: State) -> bool:
    """Allow passing up extra spaces wherever the rules do (R4.7)."""
    return True


class DrawContext(NamedTuple):
    """What the next chip meets in a state, worked out once for all kinds."""

    room: int
    """How much the white sum may still grow."""
    placed: int
    """How many chips are in the pot, where that matters."""
    extra: tuple[int, int, int, int]
    """The extra spaces that depend on the pot, by `ChipRule.extra`."""


class ChipRule(NamedTuple):
    """What is fixed for a kind under the pages and the card in force."""

    kind: int
    shift: int
    unit: int
    value: int
    steps: int
    """How far it moves in any pot."""
    extra: int
    """Which entry of `DrawContext.extra` it moves further by; entry 0 is nothing."""
    code: int
    """Its code in a tail."""
    plain: bool
    """Whether it only moves, and leaves nothing to decide."""


class Transitions:
    """The brewing of one seat, compiled for its pages, card, edition and one objective."""

    def __init__(self, brew: Brew, objective: Objective) -> None:
        """Work out what is fixed; extra spaces are passed up wherever the rules allow it."""
        effects, needs = brew.effects, objective.needs
        self.effects = effects
        self.start = brew.start
        self.overflow = brew.overflow
        self.flask_any = brew.flask_any
        self.packing = packing = Packing(brew)
        self.allow_short: AllowShort = always
        self.blue_rubies = effects.blue_rubies * ("rubies" in needs)
        self.blue_points = effects.blue_points * ("points" in needs)
        self.blue_pays = bool(effects.blue_rubies or effects.blue_points)
        self.counts_purple = "purple_points" in needs
        # The flask and a returned white chip together uncover the chip two before the last one.
        self.keeps_space_before = effects.yellow_returns_white and brew.flask_any
        self.white_last = WHITE_LAST if effects.yellow_returns_white else 0
        self.tail_bits = (1 << TAIL_CHIP * self._tail_length(needs)) - 1
        self.tail_code = [self._tail_code(kind, needs) for kind in range(ids.KINDS)]
        self.steps = list(VALUE)
        self.steps[ids.O1] += effects.orange_extra
        self.extra_of = [self._extra_index(kind) for kind in range(ids.KINDS)]
        self.has_extra = any(self.extra_of[kind] for kind in packing.kinds)
        self.counts_placed = bool(effects.restart_at) or self.overflow
        self.chips = tuple(self._chip_rule(kind) for kind in packing.kinds)

    # --- what is fixed ---------------------------------------------------------------------------

    def _tail_length(self, needs: frozenset[str]) -> int:
        """How many of the last chips a state remembers."""
        length = int(self.effects.red_extra_after_white or self.effects.yellow_returns_white)
        if "last" in needs:
            length = 1
        if "next_to_last" in needs:
            length = 2
        return length + int(self.keeps_space_before)

    def _tail_code(self, kind: int, needs: frozenset[str]) -> int:
        """The code of a kind in a tail; 0 if its kind does not matter there."""
        colour = COLOUR[kind]
        if colour == ids.WHITE:
            matters = self.effects.red_extra_after_white or self.effects.yellow_returns_white
        else:
            asked = bool(needs & {"last", "next_to_last"})
            matters = asked and colour in (ids.GREEN, ids.PURPLE)
        return kind + 1 if matters else 0

    def _extra_index(self, kind: int) -> int:
        """Which of the extra spaces that depend on the pot a kind moves by; 0 is none."""
        effects, colour = self.effects, COLOUR[kind]
        if kind == ids.W1 and effects.white_1_extra_with_red:
            return 1
        if colour == ids.RED and (effects.red_extra_by_orange or effects.red_extra_after_white):
            return 2
        if colour == ids.YELLOW and effects.yellow_extra_by_yellow:
            return 3
        return 0

    def _chip_rule(self, kind: int) -> ChipRule:
        """Put together what is fixed for a kind."""
        plain = not (self.counts_placed or self.flask_any) and self._only_moves(kind)
        shift = self.packing.shift[kind]
        numbers = (VALUE[kind], self.steps[kind], self.extra_of[kind], self.tail_code[kind])
        return ChipRule(kind, shift, 1 << shift, *numbers, plain)

    def _only_moves(self, kind: int) -> bool:
        """Whether drawing a kind only moves the pot on."""
        effects = self.effects
        match COLOUR[kind]:
            case ids.WHITE:
                return False
            case ids.BLUE:
                acts = effects.blue_looks or effects.blue_shields
                wins = self.blue_rubies or self.blue_points
                # A blue chip that has paid passes nothing up, so it matters where it stands.
                return not (acts or wins or (self.blue_pays and effects.yellow_doubles))
            case ids.RED:
                return not effects.red_aside
            case ids.YELLOW:
                return not (effects.yellow_returns_white or effects.yellow_doubles)
            case ids.PURPLE:
                return not self.counts_purple
        return True

    # --- reading a state -------------------------------------------------------------------------

    def draw_context(self, state: State) -> DrawContext:
        """Work out what the next chip meets: room for white chips, chips placed, extra spaces."""
        packing = self.packing
        pot = packing.owned - state[0] - state[1] - state[2]
        limit, by_yellow = self.effects.least_limit, self.effects.limit_by_yellow
        if by_yellow:
            yellows = packing.colour_count(pot, ids.YELLOW)
            limit = max(limit, by_yellow[min(yellows, len(by_yellow) - 1)])
        return DrawContext(
            limit - packing.white_sum(state[0]),
            size(pot) if self.counts_placed else 1,
            self.extra_spaces(pot, state[4]) if self.has_extra else (0, 0, 0, 0),
        )

    def extra_spaces(self, pot: int, tail: int) -> tuple[int, int, int, int]:
        """The extra spaces that depend on the pot: of nothing, W1, red and yellow chips (R4.7)."""
        effects, packing = self.effects, self.packing
        white = red = yellow = 0
        by_orange, by_yellow = effects.red_extra_by_orange, effects.yellow_extra_by_yellow
        if by_orange:
            red = by_orange[min(packing.count(pot, ids.O1), len(by_orange) - 1)]
        elif effects.red_extra_after_white:
            last = tail & TAIL_CHIP_BITS
            red = last if last <= ids.W3 + 1 else 0
        elif effects.white_1_extra_with_red and packing.colour_count(pot, ids.RED):
            white = effects.white_1_extra_with_red
        if by_yellow:
            yellows = packing.colour_count(pot, ids.YELLOW)
            yellow = by_yellow[min(yellows, len(by_yellow) - 1)]
        return 0, white, red, yellow

    def can_stop(self, state: State) -> bool:
        """Whether stopping is allowed: after a draw, or with an empty bag (R4.2)."""
        return bool(state[5] & DRAWN) or state[0] == 0

    # --- parts of a state ------------------------------------------------------------------------

    def shifted(self, tail: int) -> int:
        """The tail with room for one chip more; of earlier chips only green and purple matter."""
        if not self.keeps_space_before and 0 < tail & TAIL_CHIP_BITS <= ids.W3 + 1:
            tail &= ~TAIL_CHIP_BITS
        return tail << TAIL_CHIP & self.tail_bits

    def pushed(self, tail: int, kind: int) -> int:
        """The tail with one chip more."""
        return self.shifted(tail) | self.tail_code[kind]

    def flags_after_coloured(self, flags: int) -> int:
        """The flags after a coloured chip: no doubling, one covered chip less."""
        flags = (flags | DRAWN) & ~(DOUBLED | WHITE_LAST)
        return flags - (1 << SHIELD) if flags & SHIELD_BITS else flags

    def won_flags(self, kind: int, space: int) -> int:
        """The rubies and points that a chip wins on a space, to be added to the flags."""
        if COLOUR[kind] != ids.BLUE or not SPACE_RUBY[space]:
            return 0
        return (self.blue_rubies << RUBIES) + (self.blue_points * VALUE[kind] << POINTS)

    # --- one chip more ---------------------------------------------------------------------------

    def place(
        self, state: State, kind: int, context: DrawContext, restart_waits: bool
    ) -> tuple[Node, ...]:
        """The successors after a chip was drawn, or chosen from a look.

        `restart_waits`: a restart is still asked about when all that an earlier chip does is over.
        """
        bag, aside, bowl, space, tail, flags = state
        unit = self.packing.unit[kind]
        colour, effects = COLOUR[kind], self.effects
        flags = (flags | DRAWN) & ~WHITE_LAST
        covered = flags & SHIELD_BITS
        if covered:
            flags -= 1 << SHIELD
        if colour == ids.RED and effects.red_aside:
            after = (bag - unit, aside + unit, bowl, space, tail, flags)
            return self._go_on(after, None, None, restart_waits)
        steps = self.steps[kind] + context.extra[self.extra_of[kind]]
        if flags & DOUBLED:
            steps *= 2
            flags ^= DOUBLED
        if effects.first_white_returns and colour == ids.WHITE:
            flags |= WHITE_SEEN
        in_bowl = self.overflow and space == LAST_SPACE and context.placed > 0
        is_over = colour == ids.WHITE and explodes(kind, context.room)
        if effects.restart_at and not flags & RESTART_ASKED:
            full = context.placed == effects.restart_at - 1 and not in_bowl
            if full or is_over:
                flags |= RESTART_ASKED
                restart_waits = True
        back: State | None = None
        if flags & FLASK and (colour == ids.WHITE or self.flask_any):
            back = (bag, aside, bowl, space, tail, flags & ~(FLASK | SPACE_BEFORE_BITS))
        short: State | None = None
        if in_bowl:
            after = (bag - unit, aside, bowl + unit, space, tail, flags)
        else:
            reached, bare = min(space + steps, LAST_SPACE), min(space + VALUE[kind], LAST_SPACE)
            after = self._in_pot(state, kind, reached, flags)
            if reached > bare:
                short = self._in_pot(state, kind, bare, flags)
        nodes: tuple[Node, ...]
        if is_over:
            end = (after, SHIELDED if covered else EXPLODED)
            nodes = (end, self.restarted(after)) if restart_waits else (end,)
        elif in_bowl or colour not in (ids.BLUE, ids.YELLOW):
            nodes = self._go_on(after, short, back, restart_waits)
        else:
            nodes = self._act(state, (after, short, back), kind, restart_waits)
        is_first = effects.first_white_returns and not state[5] & WHITE_SEEN
        if is_first and colour == ids.WHITE and not in_bowl:
            nodes = (*nodes, (bag, aside, bowl, space, tail, flags))
        return nodes

    def _in_pot(self, state: State, kind: int, space: int, flags: int) -> State:
        """The state with a chip on a space of the pot."""
        if kind == ids.P1 and self.counts_purple:
            flags += PURPLE_SPACE_POINTS[space] << PURPLE_POINTS
        if kind <= ids.W3:
            flags |= self.white_last
        if self.keeps_space_before and flags & FLASK:
            flags = flags & ~SPACE_BEFORE_BITS | state[3] << SPACE_BEFORE
        tail = self.pushed(state[4], kind) if self.tail_bits else 0
        return state[0] - self.packing.unit[kind], state[1], state[2], space, tail, flags

    def _act(self, state: State, on: Placed, kind: int, restart_waits: bool) -> tuple[Node, ...]:
        """The successors after the action of a blue or yellow chip in the pot (R4.11 to R4.20)."""
        after, short, back = on
        effects = self.effects
        if COLOUR[kind] == ids.BLUE:
            if effects.blue_looks and after[0]:
                return ((after, VALUE[kind], restart_waits, back, short),)
            if self.blue_pays:
                return self._pay(on, kind, restart_waits)
            if effects.blue_shields:
                after = self._shielded(after, VALUE[kind])
                short = self._shielded(short, VALUE[kind]) if short else None
        elif effects.yellow_doubles:
            after = with_flags(after, after[5] | DOUBLED)
            short = with_flags(short, short[5] | DOUBLED) if short else None
        elif effects.yellow_returns_white and state[5] & WHITE_LAST:
            keep = self._go_on(after, short, back, restart_waits)
            white = (state[4] & TAIL_CHIP_BITS) - 1
            return (*keep, *self.white_returned(state, after, white, restart_waits))
        return self._go_on(after, short, back, restart_waits)

    def _shielded(self, state: State, value: int) -> State:
        """The state with the next chips covered by a blue chip (R4.12)."""
        flags = state[5]
        shield = max((flags & SHIELD_BITS) >> SHIELD, value)
        return with_flags(state, flags & ~SHIELD_BITS | shield << SHIELD)

    def _pay(self, on: Placed, kind: int, restart_waits: bool) -> tuple[Node, ...]:
        """The successors after a blue chip that pays on ruby spaces; what it paid stays paid.

        Once it has paid it passes nothing up; one that passed up extra spaces may pay then.
        """
        after, short, back = on
        if SPACE_RUBY[after[3]]:
            won = self.won_flags(kind, after[3])
            back = with_flags(back, back[5] + won) if back else None
            return self._go_on(with_flags(after, after[5] + won), None, back, restart_waits)
        if short is None:
            return self._go_on(after, None, back, restart_waits)
        won = self.won_flags(kind, short[3])
        nodes = self._go_on(after, with_flags(short, short[5] + won), back, restart_waits)
        return (*nodes, with_flags(back, back[5] + won)) if won and back else nodes

    def white_returned(
        self, state: State, after: State, white: int, restart_waits: bool
    ) -> tuple[Node, ...]:
        """The successors when a yellow chip lets the white one before it go back (R4.19).

        `state` is before the yellow chip and `after` behind it. With the flask for any colour the
        yellow chip may go back too; then the chip before the white one is the last.
        """
        bag, aside, bowl, space, tail, flags = after
        unit = self.packing.unit[white]
        shorter = state[4] >> TAIL_CHIP << TAIL_CHIP | tail & TAIL_CHIP_BITS
        back: State | None = None
        before = (state[5] & SPACE_BEFORE_BITS) >> SPACE_BEFORE
        if flags & FLASK and self.flask_any:
            bare = flags & ~(FLASK | SPACE_BEFORE_BITS | WHITE_LAST)
            back = (state[0] + unit, aside, bowl, before, state[4] >> TAIL_CHIP, bare)
        if self.keeps_space_before and flags & FLASK:
            flags = flags & ~SPACE_BEFORE_BITS | before << SPACE_BEFORE
        after = (bag + unit, aside, bowl, space, shorter, flags)
        return self._go_on(after, None, back, restart_waits)

    # --- successors without another chip ---------------------------------------------------------

    def _go_on(
        self, after: State, short: State | None, back: State | None, restart_waits: bool
    ) -> tuple[Node, ...]:
        """Go on, use the flask, pass up extra spaces, or restart, as far as each is open."""
        nodes: tuple[Node, ...] = (after,) if back is None else (after, back)
        if short is not None and self.allow_short(after, short):
            nodes = (*nodes, short)
        return (*nodes, self.restarted(after)) if restart_waits else nodes

    def none_chosen(self, look: Look) -> tuple[Node, ...]:
        """The successors when no chip of a look is placed."""
        after, _, restart_waits, back, short = look
        return self._go_on(after, short, back, restart_waits)

    def restarted(self, state: State) -> State:
        """The state with all chips of this round in the bag again (R6)."""
        flags = state[5]
        older = 0
        for place, kind in enumerate(REDS):
            count = flags >> OLD_ASIDE + BITS * place & FULL
            older += count << self.packing.shift.get(kind, 0) if count else 0
        kept = flags & (FLASK | RESTART_ASKED) | RESTARTED
        kept |= flags >> OLD_ASIDE << OLD_ASIDE
        kept |= flags & (RUBIES_BITS << RUBIES | POINTS_BITS << POINTS)
        return self.packing.owned - older, older, 0, self.start, 0, kept

    def put_back(self, state: State, kind: int) -> State:
        """The state with a red chip from aside in the bag again (R4.16)."""
        bag, aside, bowl, space, tail, flags = state
        unit = self.packing.unit[kind]
        place = OLD_ASIDE + BITS * REDS.index(kind)
        if flags >> place & FULL:
            flags -= 1 << place
        return bag + unit, aside - unit, bowl, space, tail, flags
