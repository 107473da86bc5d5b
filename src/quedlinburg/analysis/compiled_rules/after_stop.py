"""What a finished pot still decides, and its result: red chips aside, then a last look (R4.16, R6).

A terminal's end says how far this has come: STOPPED, EXPLODED or SHIELDED, plus SETTLED once no
red chip is asked about any more, plus FINAL once the last look is over too.
"""

from __future__ import annotations

from math import comb

from quedlinburg.analysis.brew_result import STOPPED, BrewResult, Objective
from quedlinburg.analysis.compiled_rules.effects import PURPLE_SPACE_POINTS
from quedlinburg.analysis.compiled_rules.state import (
    FLASK,
    FULL,
    POINTS,
    POINTS_BITS,
    PURPLE_POINTS,
    REDS,
    RUBIES,
    RUBIES_BITS,
    TAIL_CHIP,
    TAIL_CHIP_BITS,
    State,
    size,
)
from quedlinburg.analysis.compiled_rules.transitions import Transitions
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, VALUE

SETTLED, FINAL = 4, 8

# The field of a result for which the number of chips of a colour matters.
FIELD_OF_COLOUR = {
    ids.WHITE: "white",
    ids.GREEN: "greens",
    ids.PURPLE: "purples",
    ids.BLACK: "blacks",
}


def look_chances(counts: list[int], looked_at: int) -> list[float]:
    """For kinds from the best to the worst: the chance that each is the best one looked at.

    What is left to 1 is the chance that none of them is among the chips looked at. The last
    number of `counts` is how many other chips the bag holds.

    >>> look_chances([2, 1, 1], 1)
    [0.5, 0.25]
    """
    left = sum(counts)
    ways = comb(left, looked_at)
    none_before = 1.0
    chances = []
    for count in counts[:-1]:
        left -= count
        none_now = comb(left, looked_at) / ways
        chances.append(none_before - none_now)
        none_before = none_now
    return chances


class AfterStop:
    """The values and results of finished pots for one objective."""

    def __init__(self, transitions: Transitions, objective: Objective) -> None:
        """Work out what the objective needs to know of a state."""
        self.transitions = transitions
        self.packing = transitions.packing
        self.objective = objective
        self.needs = needs = objective.needs
        self.final_look = transitions.effects.final_look
        # Chips aside and chips in the bag only differ for objectives that say so, or for the look.
        keeps = "aside" not in needs or getattr(objective, "likes_aside", False)
        self.may_put_back = bool(self.final_look) or not keeps
        self.minds_aside = not keeps
        self.needs_pot = bool(needs & {*FIELD_OF_COLOUR.values(), "tradeable"})
        self.pot_bits = self._pot_bits()
        self.flag_bits = POINTS_BITS << POINTS | RUBIES_BITS << RUBIES | FULL << PURPLE_POINTS
        self.flag_bits |= FLASK if "flask" in needs else 0
        self.tail_bits = TAIL_CHIP_BITS * bool(needs & {"last", "next_to_last"})
        self.tail_bits |= TAIL_CHIP_BITS << TAIL_CHIP if "next_to_last" in needs else 0
        self.work = 0
        self._placements: dict[int, list[tuple[int, int, int]]] = {}
        self._best: dict[tuple[State, int], float] = {}
        self._values: dict[tuple[int, ...], float] = {}

    def _pot_bits(self) -> int:
        """The bits of the pot's kinds whose counts the objective reads."""
        bits = 0
        for kind, shift in self.packing.shift.items():
            if FIELD_OF_COLOUR.get(COLOUR[kind]) in self.needs or "tradeable" in self.needs:
                bits |= FULL << shift
        return bits

    # --- values ----------------------------------------------------------------------------------

    def value(self, state: State, end: int) -> float:
        """The value of a finished pot with the best decisions that are left."""
        if end >= FINAL:
            return self.final_value(state, end - FINAL)
        if end >= SETTLED:
            return self.settled_value(state, end - SETTLED)
        if not state[1] and not (self.final_look and end == STOPPED):
            return self.final_value(state, end)
        key = (state, end)
        known = self._best.get(key)
        if known is None:
            settled = self.settled_states(state)
            self.work += len(settled) // 2
            known = max([self.settled_value(after, end) for after in settled])
            self._best[key] = known
        return known

    def settled_value(self, state: State, end: int) -> float:
        """The value of a finished pot once no red chip is asked about any more."""
        if not (self.final_look and end == STOPPED and state[0]):
            return self.final_value(state, end)
        return sum(chance * self.final_value(after, end) for chance, after in self._look(state))

    def final_value(self, state: State, end: int) -> float:
        """The value of a state in which nothing more happens; equal ones are worked out once."""
        bag, aside, bowl, space, tail, flags = state
        pot = self.packing.owned - bag - aside - bowl & self.pot_bits
        key = (pot, space, tail & self.tail_bits, flags & self.flag_bits, end, aside, bowl)
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = float(self.objective(self.result(state, end)))
        return known

    def results(self, state: State, end: int) -> list[tuple[float, BrewResult]]:
        """The results of a finished pot with the best decisions, and how likely each is."""
        if end >= FINAL:
            return [(1.0, self.result(state, end - FINAL))]
        if end >= SETTLED:
            end -= SETTLED
        elif state[1]:
            state = max(
                self.settled_states(state), key=lambda after: self.settled_value(after, end)
            )
        if self.final_look and end == STOPPED and state[0]:
            return [(chance, self.result(after, end)) for chance, after in self._look(state)]
        return [(1.0, self.result(state, end))]

    # --- red chips aside -------------------------------------------------------------------------

    def settled_states(self, state: State) -> list[State]:
        """Every state that placing, keeping and putting back the red chips aside leads to."""
        bag, aside, bowl, space, tail, flags = state
        if not self.may_put_back and not self.transitions.overflow:
            tails = [tail]
            for _ in range(3):
                tails.append(self.transitions.pushed(tails[-1], ids.R1))
            return [
                (bag, aside - units, bowl, min(space + steps, LAST_SPACE), tails[count], flags)
                for units, steps, count in self._subsets(aside)
            ]
        states = [state]
        for kind in REDS:
            for _ in range(self.packing.count(aside, kind)):
                states = list(dict.fromkeys(s for one in states for s in self._one_red(one, kind)))
        if self.transitions.overflow:
            # What goes into the bowl depends on the order.
            for after in self._next_states(state):
                states.extend(self.settled_states(after))
        return states

    def _subsets(self, aside: int) -> list[tuple[int, int, int]]:
        """Every choice of red chips to place: packed, their steps, how many (at most 3 count)."""
        known = self._placements.get(aside)
        if known is None:
            known = [(0, 0, 0)]
            for kind in REDS:
                for n in range(1, self.packing.count(aside, kind) + 1):
                    more = [
                        (units + n * self.packing.unit[kind], steps + n * VALUE[kind], count + n)
                        for units, steps, count in known
                        if not self.packing.count(units, kind)
                    ]
                    known = [*known, *more]
            known = self._placements[aside] = [(u, s, min(count, 3)) for u, s, count in known]
        return known

    def _one_red(self, state: State, kind: int) -> list[State]:
        """A red chip aside left there, placed, or put back, while one of its kind is aside."""
        if not self.packing.count(state[1], kind):
            return [state]
        states = [state, self.placed(state, kind, from_aside=True)]
        return [*states, self.transitions.put_back(state, kind)] if self.may_put_back else states

    def _next_states(self, state: State) -> list[State]:
        """The states after one red chip from aside was placed, or put back (R4.16)."""
        kinds = [kind for kind in REDS if self.packing.count(state[1], kind)]
        states = [self.placed(state, kind, from_aside=True) for kind in kinds]
        if self.may_put_back:
            states += [self.transitions.put_back(state, kind) for kind in kinds]
        return states

    def placed(self, state: State, kind: int, *, from_aside: bool = False) -> State:
        """The state with a chip from bag or aside placed: it moves its value, without action."""
        bag, aside, bowl, space, tail, flags = state
        unit = self.packing.unit[kind]
        pot = self.packing.owned - bag - aside - bowl
        if from_aside:
            aside -= unit
        else:
            bag -= unit
        if self.transitions.overflow and space == LAST_SPACE and pot:
            return bag, aside, bowl + unit, space, tail, flags
        space = min(space + VALUE[kind], LAST_SPACE)
        if kind == ids.P1 and self.transitions.counts_purple:
            flags += PURPLE_SPACE_POINTS[space] << PURPLE_POINTS
        return bag, aside, bowl, space, self.transitions.pushed(tail, kind), flags

    # --- the last look ---------------------------------------------------------------------------

    def _look(self, state: State) -> list[tuple[float, State]]:
        """The states after the last look: the best chip of those looked at is placed, or none."""
        none = self._best_left(state)
        least = self.final_value(none, STOPPED)
        options = []
        for kind, count in self.packing.chips(state[0]):
            after = self._best_left(self.placed(state, kind))
            value = self.final_value(after, STOPPED)
            if value > least:
                options.append((value, count, after))
        self.work += 4
        options.sort(key=lambda option: -option[0])
        total = size(state[0])
        counts = [count for _, count, _ in options]
        odds = look_chances([*counts, total - sum(counts)], min(self.final_look, total))
        chances = [(chance, after) for chance, (_, _, after) in zip(odds, options, strict=True)]
        return [*chances, (1.0 - sum(odds), none)]

    def _best_left(self, state: State) -> State:
        """The state with red chips put back after the look, where that is better."""
        if not (state[1] and self.minds_aside):
            return state
        states = [state]
        for kind in REDS:
            for _ in range(self.packing.count(state[1], kind)):
                has = [one for one in states if self.packing.count(one[1], kind)]
                more = [self.transitions.put_back(one, kind) for one in has]
                states = list(dict.fromkeys([*states, *more]))
        return max(states, key=lambda after: self.final_value(after, STOPPED))

    # --- results ---------------------------------------------------------------------------------

    def result(self, state: State, end: int) -> BrewResult:
        """The result of a state in which nothing more happens; fields nobody needs stay 0."""
        bag, aside, bowl, space, tail, flags = state
        needs = self.needs
        white = greens = purples = blacks = tradeable = 0
        if self.needs_pot:
            pot = self.packing.owned - bag - aside - bowl
            white, greens, purples, blacks, tradeable = self._pot_sums(pot)
        kept = (0, 0, 0)
        if aside and "aside" in needs:
            count = self.packing.count
            kept = (count(aside, ids.R1), count(aside, ids.R2), count(aside, ids.R4))
        return BrewResult(
            space + 1,
            end,
            flags & FLASK if "flask" in needs else 0,
            flags >> RUBIES & RUBIES_BITS,
            flags >> POINTS & POINTS_BITS,
            white,
            self._shown(tail) if "last" in needs else 0,
            self._shown(tail >> TAIL_CHIP) if "next_to_last" in needs else 0,
            greens,
            purples,
            flags >> PURPLE_POINTS & FULL,
            blacks,
            tradeable,
            self._value_sum(bowl) if bowl and "bowl" in needs else 0,
            kept,
        )

    def _shown(self, tail: int) -> int:
        """The lowest chip of a tail, if it is green or purple."""
        code = tail & TAIL_CHIP_BITS
        return code if code > ids.W3 + 1 else 0

    def _pot_sums(self, pot: int) -> tuple[int, int, int, int, int]:
        """White sum, green sum, purple and black chips, tradeable kinds of a packed pot."""
        white = greens = purples = blacks = tradeable = 0
        for kind, shift in self.packing.shift.items():
            count = pot >> shift & FULL
            if count:
                match COLOUR[kind]:
                    case ids.WHITE:
                        white += count * VALUE[kind]
                    case ids.GREEN:
                        greens += count * VALUE[kind]
                    case ids.PURPLE:
                        purples = count
                    case ids.BLACK:
                        blacks = count
                tradeable |= 1 << kind
        needs = self.needs
        return (
            white if "white" in needs else 0,
            greens if "greens" in needs else 0,
            purples if "purples" in needs else 0,
            blacks if "blacks" in needs else 0,
            tradeable if "tradeable" in needs else 0,
        )

    def _value_sum(self, packed: int) -> int:
        """The sum of the values of a packed multiset."""
        return sum(VALUE[kind] * count for kind, count in self.packing.chips(packed))
