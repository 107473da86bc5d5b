"""The end of a brew: red chips from aside, the strong ingredient, and what it all came to.

What happens after the last draw is a choice (R4.16) and, with *strong ingredient*, one more look.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from quedlinburg.odds.brewed import STOPPED, Brewed, Value
from quedlinburg.odds.layout import (
    CHIP,
    CHIP_BITS,
    FLASK,
    FULL,
    POINTS,
    PURPLE_POINTS,
    RUBIES,
    State,
    purple_worth,
    size,
)
from quedlinburg.odds.model import Model
from quedlinburg.rules import ids
from quedlinburg.rules.tables import COLOUR, LAST_SPACE, VALUE

REDS = (ids.R1, ids.R2, ids.R4)
STRONG_LOOK = 5
# Added to an ending: no red chip is asked about any more; the strong ingredient is placed too.
SETTLED, FINAL = 4, 8

# The chances of what a brew comes to.
Chances = list[tuple[float, Brewed]]


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


class Ending:
    """Everything that can still happen once a pot is stopped or has exploded."""

    def __init__(self, model: Model, value: Value) -> None:
        """Note what has to be worked out for a value."""
        self.model = model
        self.layout = model.layout
        self.value = value
        self.needs = needs = value.needs
        self.is_strong = model.brew.card == ids.STRONG_INGREDIENT
        # Chips aside and chips in the bag only differ for values that say so, or for the look.
        keeps = "aside" not in needs or getattr(value, "likes_aside", False)
        self.may_put_back = self.is_strong or not keeps
        self.minds_aside = not keeps
        self.wants_pot = bool(needs & {"white", "greens", "purples", "blacks", "tradeable"})
        self.chips_bits = self._chips_bits()
        self.marks_bits = 1023 << POINTS | 63 << RUBIES | FULL << PURPLE_POINTS
        self.marks_bits |= FLASK if "flask" in needs else 0
        self.tail_bits = CHIP_BITS * bool(needs & {"last", "next_to_last"})
        self.tail_bits |= CHIP_BITS << CHIP if "next_to_last" in needs else 0
        self.effort = 0
        self._plans: dict[int, list[tuple[int, int, int]]] = {}
        self._best: dict[tuple[State, int], float] = {}
        self._values: dict[tuple[int, ...], float] = {}

    def _chips_bits(self) -> int:
        """Where the kinds of the pot stand of which the value needs to know how many there are."""
        needs, bits = self.needs, 0
        wanted = {ids.WHITE: "white", ids.GREEN: "greens", ids.PURPLE: "purples"}
        wanted[ids.BLACK] = "blacks"
        for kind, shift in self.model.places:
            if wanted.get(COLOUR[kind]) in needs or "tradeable" in needs:
                bits |= FULL << shift
        return bits

    # --- what it is worth ------------------------------------------------------------------------

    def worth(self, state: State, ending: int) -> float:
        """What an ended brew is worth with the best decisions that are left."""
        if ending >= FINAL:
            return self.value_of(state, ending - FINAL)
        if ending >= SETTLED:
            return self.settled_worth(state, ending - SETTLED)
        if not state[1] and not (self.is_strong and ending == STOPPED):
            return self.value_of(state, ending)
        key = (state, ending)
        known = self._best.get(key)
        if known is None:
            finals = self.finals(state)
            self.effort += len(finals) // 2
            known = max([self.settled_worth(after, ending) for after in finals])
            self._best[key] = known
        return known

    def value_of(self, state: State, ending: int) -> float:
        """The value of a state if nothing more happens; equal ones are worked out once."""
        bag, aside, bowl, space, tail, marks = state
        pot = self.layout.owned - bag - aside - bowl & self.chips_bits
        key = (pot, space, tail & self.tail_bits, marks & self.marks_bits, ending, aside, bowl)
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = float(self.value(self.brewed(state, ending)))
        return known

    def finals(self, state: State) -> list[State]:
        """Every way to leave the red chips that lie aside: placed, kept, or put back (R4.16)."""
        bag, aside, bowl, space, tail, marks = state
        if not self.may_put_back and not self.model.overflow:
            tails = [tail]
            for _ in range(3):
                tails.append(self.model.pushed(tails[-1], ids.R1))
            return [
                (bag, aside - units, bowl, min(space + steps, LAST_SPACE), tails[count], marks)
                for units, steps, count in self._placements(aside)
            ]
        states = [state]
        for kind in REDS:
            for _ in range(self.layout.count(aside, kind)):
                states = list(dict.fromkeys(s for one in states for s in self._one_red(one, kind)))
        if self.model.overflow:
            # What goes into the bowl depends on the order.
            orders = [after for _, after in self.choices(state)]
            states.extend(final for after in orders for final in self.finals(after))
        return states

    def _placements(self, aside: int) -> list[tuple[int, int, int]]:
        """Every choice of red chips to place: packed, their steps, how many (at most 3 count)."""
        known = self._plans.get(aside)
        if known is None:
            known = [(0, 0, 0)]
            for kind in REDS:
                for n in range(1, self.layout.count(aside, kind) + 1):
                    more = [
                        (units + n * self.layout.unit[kind], steps + n * VALUE[kind], count + n)
                        for units, steps, count in known
                        if not self.layout.count(units, kind)
                    ]
                    known = [*known, *more]
            known = self._plans[aside] = [(u, s, min(count, 3)) for u, s, count in known]
        return known

    def _one_red(self, state: State, kind: int) -> list[State]:
        """A red chip aside left there, placed, or put back, while one of its kind is aside."""
        if not self.layout.count(state[1], kind):
            return [state]
        ways = [state, self.put(state, kind, aside=True)]
        return [*ways, self.model.put_back(state, kind)] if self.may_put_back else ways

    def choices(self, state: State) -> Iterator[tuple[str, State]]:
        """What may be done with red chips aside: place one, or put one back (R4.16)."""
        for kind in REDS:
            if self.layout.count(state[1], kind):
                yield f"choose R{VALUE[kind]}", self.put(state, kind, aside=True)
        if self.may_put_back:
            for kind in REDS:
                if self.layout.count(state[1], kind):
                    yield f"back R{VALUE[kind]}", self.model.put_back(state, kind)

    def settled_worth(self, state: State, ending: int) -> float:
        """What an ended brew is worth once no red chip is asked about any more."""
        if not (self.is_strong and ending == STOPPED and state[0]):
            return self.value_of(state, ending)
        return sum(chance * self.value_of(after, ending) for chance, after in self._strong(state))

    def chances(self, state: State, ending: int) -> Chances:
        """What an ended brew comes to with the best decisions, and how likely."""
        if ending >= FINAL:
            return [(1.0, self.brewed(state, ending - FINAL))]
        if ending >= SETTLED:
            ending -= SETTLED
        elif state[1]:
            state = max(self.finals(state), key=lambda after: self.settled_worth(after, ending))
        if self.is_strong and ending == STOPPED and state[0]:
            return [(chance, self.brewed(after, ending)) for chance, after in self._strong(state)]
        return [(1.0, self.brewed(state, ending))]

    # --- the strong ingredient -------------------------------------------------------------------

    def _strong(self, state: State) -> list[tuple[float, State]]:
        """What the look brings: the best chip of those looked at is placed, or none."""
        none = self._left(state)
        least = self.value_of(none, STOPPED)
        options = []
        for kind, count in self.layout.chips(state[0]):
            after = self._left(self.put(state, kind))
            worth = self.value_of(after, STOPPED)
            if worth > least:
                options.append((worth, count, after))
        self.effort += 4
        options.sort(key=lambda option: -option[0])
        total = size(state[0])
        counts = [count for _, count, _ in options]
        odds = look_chances([*counts, total - sum(counts)], min(STRONG_LOOK, total))
        chances = [(chance, after) for chance, (_, _, after) in zip(odds, options, strict=True)]
        return [*chances, (1.0 - sum(odds), none)]

    def _left(self, state: State) -> State:
        """The state with red chips put back that a look has left aside, where that is better."""
        if not (state[1] and self.minds_aside):
            return state
        ways = [state]
        for kind in REDS:
            for _ in range(self.layout.count(state[1], kind)):
                more = [self.model.put_back(one, kind) for one in ways if self._has(one, kind)]
                ways = list(dict.fromkeys([*ways, *more]))
        return max(ways, key=lambda after: self.value_of(after, STOPPED))

    def _has(self, state: State, kind: int) -> bool:
        """Whether a red chip of a kind is aside."""
        return self.layout.count(state[1], kind) > 0

    def put(self, state: State, kind: int, *, aside: bool = False) -> State:
        """The state with a chip from bag or aside placed: it moves its value, without action."""
        bag, beside, bowl, space, tail, marks = state
        unit = self.layout.unit[kind]
        if aside:
            beside -= unit
        else:
            bag -= unit
        pot = self.layout.owned - state[0] - state[1] - bowl
        if self.model.overflow and space == LAST_SPACE and pot:
            return bag, beside, bowl + unit, space, tail, marks
        space = min(space + VALUE[kind], LAST_SPACE)
        if kind == ids.P1 and self.model.counts_purple:
            marks += purple_worth(space) << PURPLE_POINTS
        return bag, beside, bowl, space, self.model.pushed(tail, kind), marks

    # --- what it came to -------------------------------------------------------------------------

    def brewed(self, state: State, ending: int) -> Brewed:
        """What a state comes to if nothing more happens; fields nobody needs stay 0."""
        bag, aside, bowl, space, tail, marks = state
        needs = self.needs
        white = greens = purples = blacks = tradeable = 0
        if self.wants_pot:
            pot = self.layout.owned - bag - aside - bowl
            white, greens, purples, blacks, tradeable = self._pot_sums(pot)
        last = next_to_last = 0
        if "last" in needs:
            last = self._shown(tail)
        if "next_to_last" in needs:
            next_to_last = self._shown(tail >> CHIP)
        kept = (0, 0, 0)
        if aside and "aside" in needs:
            kept = (
                self.layout.count(aside, ids.R1),
                self.layout.count(aside, ids.R2),
                self.layout.count(aside, ids.R4),
            )
        return Brewed(
            space + 1,
            ending,
            marks & FLASK if "flask" in needs else 0,
            marks >> RUBIES & 63,
            marks >> POINTS & 1023,
            white,
            last,
            next_to_last,
            greens,
            purples,
            marks >> PURPLE_POINTS & FULL,
            blacks,
            tradeable,
            self._value_sum(bowl) if bowl and "bowl" in needs else 0,
            kept,
        )

    def _shown(self, tail: int) -> int:
        """The lowest chip of a tail, if it is green or purple."""
        code = tail & CHIP_BITS
        return code if code > ids.W3 + 1 else 0

    def _pot_sums(self, pot: int) -> tuple[int, int, int, int, int]:
        """White sum, green sum, purple and black chips, tradeable kinds of a packed pot."""
        white = greens = purples = blacks = tradeable = 0
        for kind, shift in self.model.places:
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
        """The values of a packed multiset, added up."""
        return sum(VALUE[kind] * count for kind, count in self.layout.chips(packed))
