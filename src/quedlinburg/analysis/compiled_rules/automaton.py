"""The transitions of a brew as a finite automaton, for tables over all bags (R4).

Of a state the tables keep the bag as a number and the space; the rest (tail, flags, an open look,
how the pot ended) is one of few *modes*. What a chip leads to then depends only on the mode, the
kind, a few facts of the pot, and for chips that pay by their space on that space. All of it is
read off `Transitions` by placing each kind once in each mode: no rule is written here again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from quedlinburg.analysis.brew import NO_CHIPS, Brew
from quedlinburg.analysis.brew_result import STOPPED, Objective
from quedlinburg.analysis.compiled_rules.after_stop import FINAL, AfterStop
from quedlinburg.analysis.compiled_rules.effects import PURPLE_SPACE_POINTS, Effects
from quedlinburg.analysis.compiled_rules.state import (
    DOUBLED,
    DRAWN,
    FLASK,
    FULL,
    POINTS,
    POINTS_BITS,
    PURPLE_POINTS,
    RESTART_ASKED,
    RESTARTED,
    RUBIES,
    RUBIES_BITS,
    SHIELD_BITS,
    SPACE_BEFORE,
    SPACE_BEFORE_BITS,
    TAIL_CHIP,
    TAIL_CHIP_BITS,
    WHITE_LAST,
    WHITE_SEEN,
    Node,
    State,
    state_of,
)
from quedlinburg.analysis.compiled_rules.transitions import DrawContext, Transitions
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, SPACE_RUBY, VALUE

# The flags that tell modes apart; what was won is counted beside the mode.
MODE_FLAGS = FLASK | DOUBLED | WHITE_SEEN | RESTART_ASKED | DRAWN | SHIELD_BITS | WHITE_LAST
# The end of a mode in which the brewing goes on.
BREWING = -1
# The room for white chips that no chip is too much for.
MOST_ROOM = 3
# How many chips of each kind the bag of a specimen holds.
MANY = 3
# More modes than any real pages, cards and chips need.
MOST_MODES = 4_000


class Won(NamedTuple):
    """What chips have won by their spaces since the position that was asked about."""

    rubies: int
    points: int
    purple_points: int


NOTHING_WON = Won(0, 0, 0)


class Option(NamedTuple):
    """One successor, relative to the cell that it follows."""

    bag: tuple[tuple[int, int], ...]
    """The kinds of which the bag holds more or fewer, with the change."""
    steps: int
    """How far the space moves, as if the pot had no end."""
    won: Won
    """What is won more."""
    mode: int
    """The mode."""
    restarts: bool
    """Whether the pot starts again: then bag, space and purple points are those of the start."""


Row = tuple[Option, ...]


class Mode(NamedTuple):
    """What of a state is neither its bag, its space nor what was won."""

    tail: int
    """The last chips, as in a state."""
    flags: int
    """Those of the flags in MODE_FLAGS."""
    gap: int
    """How many spaces the next to last chip lies behind the last one, where that matters."""
    look: int = 0
    """How many chips are looked at; 0: the next chip is drawn."""
    end: int = BREWING
    """BREWING, or how the finished pot ended."""
    restart_waits: bool = False
    """Whether a restart is asked about when the look is over."""
    none: Row = ()
    """What follows if no chip of the look is placed."""

    @property
    def is_final_look(self) -> bool:
        """Whether this is the look after everybody has stopped (R6)."""
        return self.end == STOPPED and self.look > 0

    @property
    def can_stop(self) -> bool:
        """Whether the player may stop here (R4.2)."""
        return self.end == BREWING and not self.look and bool(self.flags & DRAWN)


class PotFacts(NamedTuple):
    """What a chip meets in a pot, as far as it depends on which chips are there."""

    room: int
    """How much the white sum may still grow, 0 to MOST_ROOM; MOST_ROOM for coloured chips."""
    nearly_full: bool
    """Whether one chip more asks about a restart."""
    extra: int
    """The extra spaces of the chip that depend on the chips in the pot."""


def facts_of(effects: Effects, extra_index: int, kind: int) -> Iterator[PotFacts]:
    """All facts that a kind may meet."""
    rooms = range(MOST_ROOM + 1) if COLOUR[kind] == ids.WHITE else (MOST_ROOM,)
    extras = {0}
    match extra_index:
        case 1:
            extras = {0, effects.white_1_extra_with_red}
        case 2:
            extras = {0, *effects.red_extra_by_orange}
        case 3:
            extras = {0, *effects.yellow_extra_by_yellow}
    for room in rooms:
        for nearly_full in (False, True) if effects.restart_at else (False,):
            for extra in sorted(extras):
                yield PotFacts(room, nearly_full, extra)


@dataclass(frozen=True)
class RowKey:
    """What a row of options is looked up by."""

    mode: int
    kind: int
    facts: PotFacts


class Automaton:
    """All modes that a seat with some kinds can come to, and what every chip leads to."""

    def __init__(self, brew: Brew, objective: Objective) -> None:
        """Take the pages, card, edition and kinds of a brew; `close` finds what follows."""
        kinds = [kind for kind, count in enumerate(brew.owned) if count]
        bag = [MANY if kind in kinds else 0 for kind in range(ids.KINDS)]
        specimen = replace(
            brew, bag=tuple(bag), pot=(), aside=NO_CHIPS, laid_aside=NO_CHIPS, bowl=NO_CHIPS
        )
        specimen = replace(specimen, overflow=False)
        self.kinds = tuple(kinds)
        self.transitions = Transitions(specimen, objective)
        self.after_stop = AfterStop(self.transitions, objective)
        self.needs_flask = "flask" in objective.needs
        self.codes = tail_codes(objective)
        self.bag = self.transitions.packing.pack(specimen.bag)
        self.modes: list[Mode] = []
        self.numbers: dict[Mode, int] = {}
        self.rows: dict[RowKey, dict[tuple[int, ...], Row]] = {}
        self.final: dict[int, int] = {}
        self._closed = 0

    def number(self, mode: Mode) -> int:
        """The number of a mode."""
        number = self.numbers.get(mode)
        if number is None:
            number = self.numbers[mode] = len(self.modes)
            self.modes.append(mode)
            if number > MOST_MODES:
                raise OverflowError("too many modes for a table")
        return number

    def close(self) -> None:
        """Find the rows of all modes; each may bring new modes."""
        while self._closed < len(self.modes):
            at = self._closed
            mode = self.modes[at]
            if mode.can_stop and self.transitions.effects.final_look:
                self.final[at] = self.number(self._final_look(mode))
            if mode.end == BREWING or mode.look:
                for kind in self.kinds:
                    index = self.transitions.extra_of[kind]
                    for facts in facts_of(self.transitions.effects, index, kind):
                        self.rows[RowKey(at, kind, facts)] = self._rows(mode, kind, facts)
            self._closed += 1

    # --- modes of states -------------------------------------------------------------------------

    def number_of(self, node: Node) -> int:
        """The number of a node's mode."""
        return self._mode_number(node, state_of(node)[3])

    def mode_of(self, state: State) -> Mode:
        """The mode of a state in which the brewing goes on."""
        flags = state[5]
        gap = 0
        if self.transitions.keeps_space_before and flags & FLASK:
            gap = max(state[3] - ((flags & SPACE_BEFORE_BITS) >> SPACE_BEFORE), 0)
        return Mode(self._tail(state[4]), flags & MODE_FLAGS, gap)

    def _tail(self, tail: int) -> int:
        """The tail with chips that are alike for the objective written alike."""
        found = 0
        for place in range(3):
            code = tail >> TAIL_CHIP * place & TAIL_CHIP_BITS
            found |= self.codes[code] << TAIL_CHIP * place
        return found

    def _ended(self, state: State, end: int) -> Mode:
        """The mode of a finished pot."""
        tail = self._tail(state[4] & self.after_stop.tail_bits)
        for place in range(2):
            if tail >> TAIL_CHIP * place & TAIL_CHIP_BITS <= ids.W3 + 1:
                tail &= ~(TAIL_CHIP_BITS << TAIL_CHIP * place)
        return Mode(tail, state[5] & FLASK if self.needs_flask else 0, 0, end=end)

    def _final_look(self, mode: Mode) -> Mode:
        """The mode of the look after everybody has stopped."""
        ended = self._ended((0, 0, 0, 0, mode.tail, mode.flags), STOPPED)
        stay = Option((), 0, NOTHING_WON, self.number(ended), restarts=False)
        return ended._replace(look=self.transitions.effects.final_look, none=(stay,))

    # --- rows ------------------------------------------------------------------------------------

    def spaces_matter(self, kind: int) -> bool:
        """Whether what a kind leads to depends on the space that it comes to."""
        pays = self.transitions.blue_pays and COLOUR[kind] == ids.BLUE
        return pays or (kind == ids.P1 and self.transitions.counts_purple)

    def _rows(self, mode: Mode, kind: int, facts: PotFacts) -> dict[tuple[int, ...], Row]:
        """The options by the signature of the spaces that the chip may come to."""
        first = mode.gap
        reach = self._reach(mode, kind, facts, first)
        if not self.spaces_matter(kind):
            return {(): self._row(mode, kind, facts, first)}
        found: dict[tuple[int, ...], Row] = {}
        for space in range(first, LAST_SPACE + 1):
            key = signature(space, reach, kind)
            if key not in found:
                found[key] = self._row(mode, kind, facts, space)
        return found

    def reach(self, key: RowKey) -> int:
        """How far a chip moves, as if the pot had no end."""
        mode = self.modes[key.mode]
        return self._reach(mode, key.kind, key.facts, mode.gap)

    def _reach(self, mode: Mode, kind: int, facts: PotFacts, space: int) -> int:
        """How far a chip moves from a space in the first half of the pot."""
        return state_of(self._placed(self._specimen(mode, space), mode, kind, facts)[0])[3] - space

    def _specimen(self, mode: Mode, space: int) -> State:
        """A state of a mode on a space, with many chips in the bag."""
        flags = mode.flags
        if self.transitions.keeps_space_before and flags & FLASK:
            flags |= space - mode.gap << SPACE_BEFORE
        return self.bag, 0, 0, space, mode.tail, flags

    def _placed(self, state: State, mode: Mode, kind: int, facts: PotFacts) -> tuple[Node, ...]:
        """What placing a chip leads to by the transitions."""
        if mode.is_final_look:
            return ((self.after_stop.placed(state, kind), STOPPED + FINAL),)
        transitions = self.transitions
        extra = [0, 0, 0, 0]
        extra[transitions.extra_of[kind]] = facts.extra
        if transitions.effects.red_extra_after_white and transitions.extra_of[kind]:
            extra = list(transitions.extra_spaces(0, mode.tail))
        restart_at = transitions.effects.restart_at
        placed = restart_at - 1 if facts.nearly_full else restart_at
        context = DrawContext(facts.room, placed, (extra[0], extra[1], extra[2], extra[3]))
        return transitions.place(state, kind, context, mode.restart_waits)

    def _row(self, mode: Mode, kind: int, facts: PotFacts, space: int) -> Row:
        """The options of a chip that is placed on from a space."""
        state = self._specimen(mode, space)
        reach = self._reach(mode, kind, facts, mode.gap)
        nodes = self._placed(state, mode, kind, facts)
        return tuple(dict.fromkeys(self._option(state, node, space + reach) for node in nodes))

    def _option(self, before: State, node: Node, reached: int) -> Option:
        """A successor relative to the state before it; `reached` is past the pot's end."""
        after = state_of(node)
        if len(node) != 2 and after[5] & RESTARTED:
            won = difference(before[5], after[5])._replace(purple_points=0)
            mode = self.number(Mode(0, after[5] & MODE_FLAGS, 0))
            return Option((), 0, won, mode, restarts=True)
        count = self.transitions.packing.count
        changes = ((kind, count(after[0], kind) - count(before[0], kind)) for kind in self.kinds)
        bag = tuple((kind, change) for kind, change in changes if change)
        space = after[3]
        if space == LAST_SPACE and any(change < 0 for _, change in bag):
            space = max(reached, LAST_SPACE)
        won = difference(before[5], after[5])
        return Option(bag, space - before[3], won, self._mode_number(node, space), restarts=False)

    def _mode_number(self, node: Node, space: int) -> int:
        """The number of a successor's mode, on a space that may lie past the pot's end."""
        after = state_of(node)
        if len(node) == 2:
            return self.number(self._ended(after, node[1] % FINAL))
        mode = self.mode_of((*after[:3], space, *after[4:]))
        if len(node) == 5:
            none = self.transitions.none_chosen(node)
            row = tuple(dict.fromkeys(self._option(after, one, space) for one in none))
            mode = mode._replace(look=node[1], restart_waits=node[2], none=row)
        return self.number(mode)


# The automata that were used last, by what they depend on.
_KNOWN: OrderedDict[tuple[object, ...], Automaton] = OrderedDict()
MOST_KNOWN = 32


def automaton_of(brew: Brew, objective: Objective) -> Automaton:
    """The automaton for the pages, card, edition and kinds of a brew, made once."""
    kinds = tuple(count > 0 for count in brew.owned)
    key = (id(brew.effects), brew.flask_any, objective.needs, kinds, tail_codes(objective))
    known = _KNOWN.get(key)
    if known is None or known.transitions.effects is not brew.effects:
        known = _KNOWN[key] = Automaton(brew, objective)
        while len(_KNOWN) > MOST_KNOWN:
            _KNOWN.popitem(last=False)
    _KNOWN.move_to_end(key)
    return known


def difference(before: int, after: int) -> Won:
    """What the flags of a state have won more than those of another."""
    return Won(
        (after >> RUBIES & RUBIES_BITS) - (before >> RUBIES & RUBIES_BITS),
        (after >> POINTS & POINTS_BITS) - (before >> POINTS & POINTS_BITS),
        (after >> PURPLE_POINTS & FULL) - (before >> PURPLE_POINTS & FULL),
    )


def signature(space: int, reach: int, kind: int) -> tuple[int, ...]:
    """What matters of the spaces that a chip comes to, with and without its extra spaces."""
    reached = min(space + reach, LAST_SPACE)
    bare = min(space + VALUE[kind], LAST_SPACE)
    if kind == ids.P1:
        return PURPLE_SPACE_POINTS[reached], PURPLE_SPACE_POINTS[bare], int(reached > bare)
    return SPACE_RUBY[reached], SPACE_RUBY[bare], int(reached > bare)


def tail_codes(objective: Objective) -> tuple[int, ...]:
    """The code that stands for each code of a tail: kinds that are alike have the same one."""
    alike: tuple[int, ...] | None = getattr(objective, "alike_in_tail", None)
    return alike if alike is not None else tuple(range(TAIL_CHIP_BITS + 1))
