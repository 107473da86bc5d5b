"""The reckoning: open what can follow, close it from the end, and follow the best way.

States are opened in an order in which nothing leads back (the flask is used once, a pot starts
again once, chips leave the bag), so that the chance of getting to a state is complete before it
is opened. A state that is less likely than the cut is not opened: it counts as stopping there and
what going on brings on average in opened states of the same danger.

Putting a red chip back into the bag (R4.16) is opened where nothing has been drawn yet. After a
draw it can't help: whoever has the chip aside can do all that the other can, and imagine the chip
in the bag. (Drawing it again uses up a step of a shield, R4.12: no value is taken to prefer an
explosion that is not shielded.) `tests/odds` plays it out.

Passing up extra spaces (R4.7) is always weighed in the position that was asked about. Later on it
is weighed everywhere if nothing is neglected; with a cut only where stopping on the bare space is
worth more than stopping on the one reached: a ruby, or what a skull wins there.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from typing import NamedTuple

from quedlinburg.odds.brew import Brew
from quedlinburg.odds.brewed import STOPPED, Brewed, Value
from quedlinburg.odds.ending import REDS, Ending, look_chances
from quedlinburg.odds.layout import (
    AGAIN,
    DOUBLED,
    DRAWN,
    FLASK,
    FULL,
    SEEN,
    WHITE_BITS,
    Look,
    State,
    Way,
    size,
)
from quedlinburg.odds.model import Model
from quedlinburg.rules.tables import LAST_SPACE

# What a state leads to: the number of chips (or the chance) and the nodes to choose from.
Edges = list[tuple[float, tuple[int, ...]]]
# What an action leads to: chances, each with the ways on to choose from.
Lottery = list[tuple[float, tuple[Way, ...]]]
NEVER = float("-inf")
# How much less work goes into what follows a draw that does not seem to pay.
UNLIKELY = 0.1
# How often the states that are not opened are valued by those that are.
ESTIMATES = 2


class Limits(NamedTuple):
    """How far a reckoning goes; with a cut of 0 everything is opened, however long it takes."""

    cut: float = 0.0
    """The chance under which a state is not opened; 0: every state is."""
    effort: int = 1_000_000
    """The number of states and endings from which on the cut grows with its cube."""


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Keep Python from searching for cycles in the meantime: there are none, and it is slow."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Opened(NamedTuple):
    """A node whose ways on are known: what stopping is worth, chips to come, ways without luck."""

    stop: float
    single: list[tuple[int, int]]
    edges: Edges
    total: int
    free: tuple[int, ...]
    look: int


class Solver:
    """The best way to play one brew for one value."""

    def __init__(self, brew: Brew, value: Value, limits: Limits) -> None:
        """Prepare a reckoning; `open` some ways, then `close`."""
        self.model = Model(brew, value)
        self.ending = Ending(self.model, value)
        self.limits = limits
        if limits.cut > 0:
            self.model.may_short = self._stops_better
        self.values: list[float] = []
        self.opened: dict[int, Opened] = {}
        self._ids: dict[Way, int] = {}
        self._ways: list[Way] = []
        self._reach: list[float] = []
        self._buckets: dict[int, list[int]] = {}
        self._ranks: list[int] = []

    def _stops_better(self, after: State, short: State) -> bool:
        """Whether stopping without extra spaces is worth more than with them (R4.7)."""
        return self.ending.worth(short, STOPPED) > self.ending.worth(after, STOPPED)

    # --- opening ---------------------------------------------------------------------------------

    def open(self, lotteries: list[Lottery]) -> None:
        """Open everything that can follow from some lotteries, and close it again."""
        for lottery in lotteries:
            for chance, ways in lottery:
                self._reached(tuple(map(self.node, ways)), chance)
        order: list[int] = []
        shut: list[int] = []
        with _no_collecting():
            while self._ranks:
                for number in self._buckets.pop(heappop(self._ranks)):
                    if self._reach[number] >= self._cut():
                        self._open_node(number, min(self._reach[number], 1.0))
                        order.append(number)
                    else:
                        shut.append(number)
            self._close_all(order)
            if shut:
                self._estimate(order, shut)

    def _close_all(self, order: list[int]) -> None:
        """Work out every opened node from the end."""
        for number in reversed(order):
            self.values[number] = self._close(self.opened[number])

    def _estimate(self, order: list[int], shut: list[int]) -> None:
        """Value the states that were not opened like opened ones of the same danger.

        Going on from an opened state is worth so much more than stopping there; the same, on
        average, is added to the states not opened with the same white sum and flask.
        """
        stops = [self.values[number] for number in shut]
        places = [self._danger(number) for number in shut]
        for _ in range(ESTIMATES):
            sums: dict[int, list[float]] = {}
            for number in order:
                opened = self.opened[number]
                if opened.stop > NEVER:
                    gains = sums.setdefault(self._danger(number), [])
                    gains.append(self.values[number] - opened.stop)
            means = {danger: sum(gains) / len(gains) for danger, gains in sums.items()}
            for number, stop, danger in zip(shut, stops, places, strict=True):
                self.values[number] = stop + means.get(danger, 0.0)
            self._close_all(order)

    def _danger(self, number: int) -> int:
        """The white sum of a node's state, and whether its flask is full."""
        way = self._ways[number]
        state = way if len(way) == 6 else way[0]
        return 2 * self.model.white_sum(state[0]) + (state[5] & FLASK)

    def _cut(self) -> float:
        """The chance under which states are not opened now: it rises with the work done."""
        cut, effort = self.limits
        done = len(self._ways) + 2 * len(self.opened) + self.ending.effort
        return cut if done <= effort else cut * (done / effort) ** 3

    def node(self, way: Way) -> int:
        """The number of a way's node; until it is opened its value is that of stopping there."""
        number = self._ids.get(way)
        if number is None:
            number = self._ids[way] = len(self._ways)
            self._ways.append(way)
            self._reach.append(0.0)
            if len(way) == 2:
                self.values.append(self.ending.worth(*way))
                return number
            state = way if len(way) == 6 else way[0]
            self.values.append(self.ending.worth(state, STOPPED))
            rank = self._rank(way)
            bucket = self._buckets.get(rank)
            if bucket is None:
                self._buckets[rank] = [number]
                heappush(self._ranks, rank)
            else:
                bucket.append(number)
        return number

    def _rank(self, way: State | Look) -> int:
        """A number that grows along every way on."""
        state = way if len(way) == 6 else way[0]
        bag, marks = state[0], state[5]
        coloured = (bag >> WHITE_BITS) % FULL
        if marks & DRAWN:
            # All chips less the white ones, and once more for each coloured one.
            out = 1 << 15 | (127 - coloured << 7) + 127 + coloured - bag % FULL
        else:
            out = coloured << 7
        late = (marks & AGAIN) << 18 | (marks & FLASK ^ FLASK) << 18 | (marks & SEEN) << 15
        return late | out << 1 | (len(way) == 6)

    def _open_node(self, number: int, reach: float) -> None:
        """Find the ways on from a node, and how likely they can be reached."""
        way = self._ways[number]
        if len(way) == 6:
            self.opened[number] = self._open_state(number, way, reach)
        elif len(way) == 5:
            self.opened[number] = self._open_look(way, reach)

    def _open_state(self, number: int, state: State, reach: float) -> Opened:
        """Draw every kind, or stop; before the first draw red chips may go back."""
        model = self.model
        total = size(state[0])
        single, edges = self._draws(state)
        free: tuple[int, ...] = ()
        if state[1] and not state[5] & DRAWN:
            backs = [k for k in REDS if model.layout.count(state[1], k)]
            free = tuple(self.node(model.put_back(state, k)) for k in backs)
            self._reached(free, reach)
        stop = self.values[number] if model.may_stop(state) else NEVER
        opened = Opened(stop, single, edges, total, free, 0)
        if total:
            # Where one draw more does not pay, what follows it deserves less work.
            share = reach / total * (1.0 if self._drawn_sum(opened) > stop * total else UNLIKELY)
            reached = self._reach
            for count, after in single:
                reached[after] += share * count
            for chips, numbers in edges:
                self._reached(numbers, share * chips)
        return opened

    def _draws(self, state: State) -> tuple[list[tuple[int, int]], Edges]:
        """What every draw leads to: to a single node, or to nodes to choose from."""
        model, sight = self.model, self.model.sight(state)
        bag, aside, bowl, space, tail, marks = state
        after, tail = model.stepped(marks), model.shifted(tail)
        twice = 2 if marks & DOUBLED else 1
        extra, known = sight.extra, self._ids
        single: list[tuple[int, int]] = []
        edges: Edges = []
        for kind, shift, unit, value, steps, added, code, plain in model.chips:
            count = bag >> shift & FULL
            if not count:
                continue
            if plain:
                on = space + twice * (steps + extra[added])
                on = on if on < LAST_SPACE else LAST_SPACE
                way = (bag - unit, aside, bowl, on, tail | code, after)
                number = known.get(way)
                number = self.node(way) if number is None else number
                if on > space + value:
                    short = (bag - unit, aside, bowl, space + value, tail | code, after)
                    if model.may_short(way, short):
                        edges.append((count, (number, self.node(short))))
                        continue
                single.append((count, number))
                continue
            ways = model.place(state, kind, sight, False)
            if len(ways) == 1:
                single.append((count, self.node(ways[0])))
            else:
                edges.append((count, tuple(map(self.node, ways))))
        return single, edges

    def _open_look(self, look: Look, reach: float) -> Opened:
        """Choose one of the chips that are looked at, or none (R4.11)."""
        model, state, waits = self.model, look[0], look[2]
        sight = model.sight(state)
        total = size(state[0])
        looked_at = min(look[1], total)
        free = tuple(map(self.node, model.none_chosen(look)))
        self._reached(free, reach)
        edges: Edges = []
        for kind, count in model.layout.chips(state[0]):
            seen = look_chances([count, total - count], looked_at)[0]
            numbers = tuple(map(self.node, model.place(state, kind, sight, waits)))
            edges.append((count, numbers))
            self._reached(numbers, reach * seen)
        return Opened(NEVER, [], edges, total, free, looked_at)

    def _reached(self, numbers: tuple[int, ...], chance: float) -> None:
        """Note that some nodes are reached with a chance if they are chosen."""
        for number in numbers:
            self._reach[number] += chance

    # --- closing ---------------------------------------------------------------------------------

    def _close(self, opened: Opened) -> float:
        """What a node is worth, from what its ways on are worth."""
        if opened.look:
            return sum(p * v for p, v, _ in self.look_plan(opened))
        best = opened.stop
        for number in opened.free:
            best = max(best, self.values[number])
        if opened.total:
            best = max(best, self._drawn_sum(opened) / opened.total)
        return best

    def _drawn_sum(self, opened: Opened) -> float:
        """What drawing is worth in a state, times the chips in the bag."""
        values = self.values
        drawn = 0.0
        for count, number in opened.single:
            drawn += count * values[number]
        for chips, numbers in opened.edges:
            drawn += chips * max([values[number] for number in numbers])
        return drawn

    def draw_worth(self, opened: Opened) -> float:
        """What drawing is worth in a state."""
        return self._drawn_sum(opened) / opened.total if opened.total else NEVER

    def _drawn(self, opened: Opened) -> list[tuple[float, int]]:
        """The chances of the nodes that a draw leads to."""
        single = [(n / opened.total, number) for n, number in opened.single]
        return single + [(n / opened.total, self.choose(numbers)) for n, numbers in opened.edges]

    def lottery_worth(self, lottery: Lottery) -> float:
        """What an action is worth that leads to a lottery which was opened."""
        return sum(chance * self.values[self.choose_way(ways)] for chance, ways in lottery)

    def choose_way(self, ways: tuple[Way, ...]) -> int:
        """The node of the best of some ways."""
        return self.choose(tuple(map(self.node, ways)))

    def choose(self, numbers: tuple[int, ...]) -> int:
        """The best node of some; of equal ones the first."""
        return max(numbers, key=self.values.__getitem__)

    def look_plan(self, opened: Opened) -> list[tuple[float, float, int]]:
        """Chance, worth and node of what is chosen from a look, the best first."""
        none = self.choose(opened.free)
        least = self.values[none]
        options = []
        for count, numbers in opened.edges:
            number = self.choose(numbers)
            if self.values[number] > least:
                options.append((self.values[number], int(count), number))
        options.sort(key=lambda option: -option[0])
        counts = [count for _, count, _ in options]
        odds = look_chances([*counts, opened.total - sum(counts)], opened.look)
        plan = [(p, worth, number) for p, (worth, _, number) in zip(odds, options, strict=True)]
        return [*plan, (1.0 - sum(odds), least, none)]

    # --- following the best way ------------------------------------------------------------------

    def follow(self, start: list[tuple[float, int]]) -> tuple[dict[Brewed, float], float]:
        """What best play comes to from some nodes, and the chance of states that were not opened.

        Where a state was not opened the player is taken to stop.
        """
        masses: dict[int, float] = {}
        ranks: list[tuple[int, int]] = []
        came_to: dict[Brewed, float] = {}
        neglected = 0.0

        def arrive(number: int, chance: float) -> None:
            """Add to the chance of a node; nodes are followed in the order of their ranks."""
            if number in masses:
                masses[number] += chance
            else:
                masses[number] = chance
                way = self._ways[number]
                heappush(ranks, (self._rank(way) if len(way) != 2 else 1 << 40, number))

        for chance, number in start:
            arrive(number, chance)
        while ranks:
            number = heappop(ranks)[1]
            mass = masses[number]
            way = self._ways[number]
            opened = self.opened.get(number)
            if opened is not None:
                for chance, after in self.plan(number, opened):
                    arrive(after, mass * chance)
                continue
            if len(way) == 2:
                ends = self.ending.chances(*way)
            else:
                neglected += mass
                ends = self.ending.chances(way if len(way) == 6 else way[0], STOPPED)
            for chance, brewed in ends:
                came_to[brewed] = came_to.get(brewed, 0.0) + mass * chance
        return came_to, neglected

    def plan(self, number: int, opened: Opened) -> list[tuple[float, int]]:
        """The chances of the nodes that best play goes on to."""
        if opened.look:
            return [(p, after) for p, _, after in self.look_plan(opened) if p > 0]
        best = opened.stop
        if opened.free:
            back = self.choose(opened.free)
            if self.values[back] > max(best, self.draw_worth(opened)):
                return [(1.0, back)]
        if best >= self.draw_worth(opened):
            way = self._ways[number]
            assert len(way) == 6
            return [(1.0, self.node((way, STOPPED)))]
        return self._drawn(opened)
