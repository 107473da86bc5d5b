"""The solver: expand what can follow, back values up from the end, follow the best choices.

States are expanded in an order in which nothing leads back (the flask is used once, a pot restarts
once, chips leave the bag), so that the chance of getting to a state is complete before it is
expanded. A state that is less likely than the cut is not expanded: its value is that of stopping
there plus what going on brings on average in expanded states of the same danger.

Putting a red chip back into the bag (R4.16) is expanded where nothing has been drawn yet. After a
draw it can't help: with the chip aside the player can do all that is possible with it in the bag.
(Drawing it again uses up a covered chip, R4.12: nobody prefers an explosion without a shield.)

Passing up extra spaces (R4.7) is always considered in the position that was asked about. Later on
it is considered everywhere if there is no cut; with a cut only where stopping on the bare space is
worth more than stopping on the one reached, such as for a ruby there.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from typing import NamedTuple

from quedlinburg.analysis.brew import Brew
from quedlinburg.analysis.brew_result import STOPPED, BrewResult, Objective
from quedlinburg.analysis.compiled_rules.after_stop import AfterStop, look_chances
from quedlinburg.analysis.compiled_rules.root import Root, root_actions
from quedlinburg.analysis.compiled_rules.state import (
    DOUBLED,
    DRAWN,
    FLASK,
    FULL,
    REDS,
    RESTARTED,
    WHITE_BITS,
    WHITE_SEEN,
    Look,
    Node,
    Outcomes,
    State,
    size,
    state_of,
)
from quedlinburg.analysis.compiled_rules.transitions import Transitions
from quedlinburg.rules.constants import LAST_SPACE

# The number of chips that a draw may give, and the numbers of the nodes to choose from.
Edges = list[tuple[float, tuple[int, ...]]]
NEVER = float("-inf")
# How much less likely what follows a draw counts as that does not seem to pay.
UNLIKELY = 0.1
# How often the states that are not expanded are valued by those that are.
ESTIMATES = 2


class Limits(NamedTuple):
    """How far the solver goes; with a cut of 0 everything is expanded, however long it takes."""

    cut: float = 0.0
    """The chance under which a state is not expanded; 0: every state is."""
    effort: int = 1_000_000
    """The number of states from which on the cut grows with the cube of their number."""


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Pause Python's search for reference cycles: there are none, and it is slow."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Expanded(NamedTuple):
    """A node whose successors are known."""

    stop: float
    """The value of stopping, or NEVER."""
    single: list[tuple[int, int]]
    """Draws that leave no choice: the number of chips and the node."""
    edges: Edges
    """Draws, or chips to choose from a look, that leave a choice."""
    total: int
    """The number of chips in the bag."""
    free: tuple[int, ...]
    """Nodes that may be chosen without a draw."""
    look: int
    """How many chips are looked at; 0 for a draw."""


class Solver:
    """The best way to play one brew for one objective."""

    def __init__(self, brew: Brew, objective: Objective, limits: Limits) -> None:
        """Prepare the search; `solve` runs it."""
        self.transitions = Transitions(brew, objective)
        self.after_stop = AfterStop(self.transitions, objective)
        self.root = Root(brew, self.transitions)
        self.limits = limits
        if limits.cut > 0:
            self.transitions.allow_short = self._stops_better
        self.values: list[float] = []
        self.expanded: dict[int, Expanded] = {}
        self._numbers: dict[Node, int] = {}
        self._nodes: list[Node] = []
        self._reach: list[float] = []
        self._buckets: dict[int, list[int]] = {}
        self._ranks: list[int] = []
        self.exact = True

    @property
    def states(self) -> int:
        """How many states were expanded."""
        return len(self.expanded)

    def _stops_better(self, after: State, short: State) -> bool:
        """Whether stopping without extra spaces is worth more than with them (R4.7)."""
        return self.after_stop.value(short, STOPPED) > self.after_stop.value(after, STOPPED)

    def solve(self) -> dict[str, Outcomes]:
        """Find the value of every node that the legal actions lead to; return the actions."""
        actions = root_actions(self.root, self.after_stop)
        for outcomes in actions.values():
            for chance, nodes in outcomes:
                self._add_reach(tuple(map(self.number, nodes)), chance)
        order: list[int] = []
        skipped: list[int] = []
        with _no_garbage_collection():
            while self._ranks:
                for number in self._buckets.pop(heappop(self._ranks)):
                    if self._reach[number] >= self._cut():
                        self._expand(number, min(self._reach[number], 1.0))
                        order.append(number)
                    else:
                        skipped.append(number)
            self._back_up_all(order)
            if skipped:
                self.exact = False
                self._estimate(order, skipped)
        return actions

    def _cut(self) -> float:
        """The chance under which states are not expanded now: it rises with the work done."""
        cut, effort = self.limits
        done = len(self._nodes) + 2 * len(self.expanded) + self.after_stop.work
        return cut if done <= effort else cut * (done / effort) ** 3

    def number(self, node: Node) -> int:
        """The number of a node; until it is expanded its value is that of stopping there."""
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
            self._reach.append(0.0)
            if len(node) == 2:
                self.values.append(self.after_stop.value(*node))
                return number
            state = node if len(node) == 6 else node[0]
            self.values.append(self.after_stop.value(state, STOPPED))
            rank = self._rank(node)
            bucket = self._buckets.get(rank)
            if bucket is None:
                self._buckets[rank] = [number]
                heappush(self._ranks, rank)
            else:
                bucket.append(number)
        return number

    def _rank(self, node: State | Look) -> int:
        """A number that is greater for every successor."""
        state = node if len(node) == 6 else node[0]
        bag, flags = state[0], state[5]
        coloured = (bag >> WHITE_BITS) % FULL
        if flags & DRAWN:
            # All chips less the white ones, and once more for each coloured one.
            out = 1 << 15 | (127 - coloured << 7) + 127 + coloured - bag % FULL
        else:
            out = coloured << 7
        late = (flags & RESTARTED) << 18 | (flags & FLASK ^ FLASK) << 18
        return late | (flags & WHITE_SEEN) << 15 | out << 1 | (len(node) == 6)

    def _expand(self, number: int, reach: float) -> None:
        """Find the successors of a node, and how likely each can be reached."""
        node = self._nodes[number]
        if len(node) == 6:
            self.expanded[number] = self._expand_state(number, node, reach)
        elif len(node) == 5:
            self.expanded[number] = self._expand_look(node, reach)

    def _expand_state(self, number: int, state: State, reach: float) -> Expanded:
        """Draw every kind, or stop; before the first draw red chips may go back."""
        transitions = self.transitions
        total = size(state[0])
        single, edges = self._draws(state)
        free: tuple[int, ...] = ()
        if state[1] and not state[5] & DRAWN:
            kinds = [kind for kind in REDS if transitions.packing.count(state[1], kind)]
            free = tuple(self.number(transitions.put_back(state, kind)) for kind in kinds)
            self._add_reach(free, reach)
        stop = self.values[number] if transitions.can_stop(state) else NEVER
        expanded = Expanded(stop, single, edges, total, free, 0)
        if total:
            # Where one draw more does not pay, what follows it deserves less work.
            share = reach / total * (1.0 if self._draw_sum(expanded) > stop * total else UNLIKELY)
            for count, after in single:
                self._reach[after] += share * count
            for chips, numbers in edges:
                self._add_reach(numbers, share * chips)
        return expanded

    def _draws(self, state: State) -> tuple[list[tuple[int, int]], Edges]:
        """What every draw leads to: a single node, or nodes to choose from."""
        transitions, context = self.transitions, self.transitions.draw_context(state)
        bag, aside, bowl, space, tail, flags = state
        after, tail = transitions.flags_after_coloured(flags), transitions.shifted(tail)
        twice = 2 if flags & DOUBLED else 1
        extra, known = context.extra, self._numbers
        single: list[tuple[int, int]] = []
        edges: Edges = []
        for kind, shift, unit, value, steps, added, code, plain in transitions.chips:
            count = bag >> shift & FULL
            if not count:
                continue
            if plain:
                on = space + twice * (steps + extra[added])
                on = on if on < LAST_SPACE else LAST_SPACE
                node = (bag - unit, aside, bowl, on, tail | code, after)
                number = known.get(node)
                number = self.number(node) if number is None else number
                if on > space + value:
                    short = (bag - unit, aside, bowl, space + value, tail | code, after)
                    if transitions.allow_short(node, short):
                        edges.append((count, (number, self.number(short))))
                        continue
                single.append((count, number))
                continue
            nodes = transitions.place(state, kind, context, False)
            if len(nodes) == 1:
                single.append((count, self.number(nodes[0])))
            else:
                edges.append((count, tuple(map(self.number, nodes))))
        return single, edges

    def _expand_look(self, look: Look, reach: float) -> Expanded:
        """Choose one of the chips that are looked at, or none (R4.11)."""
        transitions, state, restart_waits = self.transitions, look[0], look[2]
        context = transitions.draw_context(state)
        total = size(state[0])
        looked_at = min(look[1], total)
        free = tuple(map(self.number, transitions.none_chosen(look)))
        self._add_reach(free, reach)
        edges: Edges = []
        for kind, count in transitions.packing.chips(state[0]):
            seen = look_chances([count, total - count], looked_at)[0]
            nodes = transitions.place(state, kind, context, restart_waits)
            numbers = tuple(map(self.number, nodes))
            edges.append((count, numbers))
            self._add_reach(numbers, reach * seen)
        return Expanded(NEVER, [], edges, total, free, looked_at)

    def _add_reach(self, numbers: tuple[int, ...], chance: float) -> None:
        """Add to the chance of reaching some nodes if they are chosen."""
        for number in numbers:
            self._reach[number] += chance

    def _back_up_all(self, order: list[int]) -> None:
        """Work out the value of every expanded node from the end."""
        for number in reversed(order):
            self.values[number] = self._back_up(self.expanded[number])

    def _estimate(self, order: list[int], skipped: list[int]) -> None:
        """Value the states that were not expanded like expanded ones of the same danger.

        Going on from an expanded state is worth so much more than stopping there; the same, on
        average, is added to the skipped states with the same white sum and flask.
        """
        stops = [self.values[number] for number in skipped]
        dangers = [self._danger(number) for number in skipped]
        stoppable = [number for number in order if self.expanded[number].stop > NEVER]
        known = [(number, self._danger(number)) for number in stoppable]
        for _ in range(ESTIMATES):
            sums: dict[int, list[float]] = {}
            for number, danger in known:
                gains = sums.setdefault(danger, [])
                gains.append(self.values[number] - self.expanded[number].stop)
            means = {danger: sum(gains) / len(gains) for danger, gains in sums.items()}
            for number, stop, danger in zip(skipped, stops, dangers, strict=True):
                self.values[number] = stop + means.get(danger, 0.0)
            self._back_up_all(order)

    def _danger(self, number: int) -> int:
        """The white sum of a node's state, and whether its flask is full, as one number."""
        state = state_of(self._nodes[number])
        return 2 * self.transitions.packing.white_sum(state[0]) + (state[5] & FLASK)

    def _back_up(self, expanded: Expanded) -> float:
        """The value of a node from the values of its successors."""
        if expanded.look:
            return sum(p * v for p, v, _ in self._look_choices(expanded))
        best = expanded.stop
        for number in expanded.free:
            best = max(best, self.values[number])
        if expanded.total:
            best = max(best, self._draw_sum(expanded) / expanded.total)
        return best

    def _draw_sum(self, expanded: Expanded) -> float:
        """The value of drawing, times the chips in the bag."""
        values = self.values
        drawn = 0.0
        for count, number in expanded.single:
            drawn += count * values[number]
        for chips, numbers in expanded.edges:
            drawn += chips * max([values[number] for number in numbers])
        return drawn

    def mean(self, outcomes: Outcomes) -> float:
        """The value of an action that leads to some outcomes."""
        return sum(chance * self.values[self.best_node(nodes)] for chance, nodes in outcomes)

    def best_node(self, nodes: tuple[Node, ...]) -> int:
        """The number of the best of some nodes."""
        return self._best(tuple(map(self.number, nodes)))

    def _best(self, numbers: tuple[int, ...]) -> int:
        """The best node of some; of equal ones the first."""
        return max(numbers, key=self.values.__getitem__)

    def _look_choices(self, expanded: Expanded) -> list[tuple[float, float, int]]:
        """Chance, value and node of what is chosen from a look, the best first."""
        none = self._best(expanded.free)
        least = self.values[none]
        options = []
        for count, numbers in expanded.edges:
            number = self._best(numbers)
            if self.values[number] > least:
                options.append((self.values[number], int(count), number))
        options.sort(key=lambda option: -option[0])
        counts = [count for _, count, _ in options]
        odds = look_chances([*counts, expanded.total - sum(counts)], expanded.look)
        choices = [(p, value, number) for p, (value, _, number) in zip(odds, options, strict=True)]
        return [*choices, (1.0 - sum(odds), least, none)]

    def follow(self, outcomes: Outcomes) -> tuple[dict[BrewResult, float], float]:
        """The results of best play from some outcomes, and the chance of states not expanded.

        Where a state was not expanded the player is taken to stop.
        """
        masses: dict[int, float] = {}
        ranks: list[tuple[int, int]] = []
        found: dict[BrewResult, float] = {}
        neglected = 0.0

        def arrive(number: int, chance: float) -> None:
            """Add to the chance of a node; nodes are followed in the order of their ranks."""
            if number in masses:
                masses[number] += chance
            else:
                masses[number] = chance
                node = self._nodes[number]
                heappush(ranks, (self._rank(node) if len(node) != 2 else 1 << 40, number))

        for chance, nodes in outcomes:
            arrive(self.best_node(nodes), chance)
        while ranks:
            number = heappop(ranks)[1]
            mass = masses[number]
            node = self._nodes[number]
            expanded = self.expanded.get(number)
            if expanded is not None:
                for chance, after in self._best_play(number, expanded):
                    arrive(after, mass * chance)
                continue
            if len(node) == 2:
                results = self.after_stop.results(*node)
            else:
                neglected += mass
                results = self.after_stop.results(state_of(node), STOPPED)
            for chance, result in results:
                found[result] = found.get(result, 0.0) + mass * chance
        return found, neglected

    def _best_play(self, number: int, expanded: Expanded) -> list[tuple[float, int]]:
        """The chances of the nodes that best play goes on to."""
        if expanded.look:
            return [(p, after) for p, _, after in self._look_choices(expanded) if p > 0]
        draw = self._draw_sum(expanded) / expanded.total if expanded.total else NEVER
        if expanded.free:
            back = self._best(expanded.free)
            if self.values[back] > max(expanded.stop, draw):
                return [(1.0, back)]
        if expanded.stop >= draw:
            return [(1.0, self.number((state_of(self._nodes[number]), STOPPED)))]
        total = expanded.total
        single = [(count / total, after) for count, after in expanded.single]
        return single + [(count / total, self._best(some)) for count, some in expanded.edges]
