"""The exact solver: a table of every cell that can follow, for any question of one brew.

A table serves a seat for its whole round: as long as its objective stays the same, every later
question is about cells that the table has.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import product

import numpy as np

from quedlinburg.analysis.brew import Brew
from quedlinburg.analysis.brew_result import BrewResult, Objective
from quedlinburg.analysis.compiled_rules.after_stop import AfterStop
from quedlinburg.analysis.compiled_rules.automaton import Automaton, automaton_of
from quedlinburg.analysis.compiled_rules.root import Actions, Root, root_actions
from quedlinburg.analysis.compiled_rules.state import DRAWN, REDS, Node, Outcomes, State, state_of
from quedlinburg.analysis.compiled_rules.transitions import Transitions
from quedlinburg.analysis.tables.backup import Backup
from quedlinburg.analysis.tables.box import Box, Size, TooLargeError
from quedlinburg.analysis.tables.expansion import Expansion
from quedlinburg.analysis.tables.finished import Finished
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE


class Table:
    """The values of all cells that follow from some nodes."""

    def __init__(
        self,
        automaton: Automaton,
        brew: Brew,
        nodes: Sequence[Node],
        objective: Objective,
        size: Size,
    ) -> None:
        """Expand the nodes and back their values up."""
        self.automaton = automaton
        states = [state_of(node) for node in nodes]
        numbers = [automaton.number_of(node) for node in nodes]
        automaton.close()
        self.box = Box(automaton, brew, states, size)
        if brew.overflow and self._reaches_the_end():
            raise TooLargeError("the bowl is not in the tables")
        cells = [self.box.cell(state, n) for state, n in zip(states, numbers, strict=True)]
        self.expansion = Expansion(self.box, np.array(cells, np.int64), size)
        self.finished = Finished(self.box, self.expansion.cells, objective)
        self.backup = Backup(self.expansion, self.finished.values)

    def _reaches_the_end(self) -> bool:
        """Whether a chip may come to the last space, so that later ones go into the bowl."""
        box = self.box
        furthest = int(box.bare.max()) + box.extras - 1 + box.least_extra
        return furthest > LAST_SPACE

    def slot(self, node: Node) -> int:
        """The slot of a node; -1 if the table has none."""
        number = self.automaton.number_of(node)
        if number >= self.box.modes:
            return -1
        return self.expansion.slot_of(self.box.cell(state_of(node), number))


class TableCache:
    """The tables that were used last, for later questions of the same round and seat."""

    def __init__(self, cells: int) -> None:
        """Keep tables of so many cells in all, about a hundred bytes each."""
        self._most = cells
        self._tables: OrderedDict[tuple[object, ...], Table] = OrderedDict()

    def find(self, key: tuple[object, ...], nodes: Sequence[Node]) -> Table | None:
        """The table with this key, if it has all of some nodes."""
        table = self._tables.get(key)
        if table is None or any(table.slot(node) < 0 for node in nodes):
            return None
        self._tables.move_to_end(key)
        return table

    def keep(self, key: tuple[object, ...], table: Table) -> None:
        """Keep a table, and as many of the others as there is room for."""
        self._tables[key] = table
        self._tables.move_to_end(key)
        while sum(one.expansion.count for one in self._tables.values()) > self._most:
            self._tables.popitem(last=False)


class TableSolver:
    """The best way to play one brew for one objective, with nothing neglected."""

    exact = True
    """Nothing is neglected."""

    def __init__(
        self,
        brew: Brew,
        objective: Objective,
        size: Size | None = None,
        cache: TableCache | None = None,
    ) -> None:
        """Prepare the brew; `solve` fills a table, or takes one from a cache."""
        self.cache = cache
        self.brew = brew
        self.objective = objective
        self.size = size or Size()
        self.transitions = Transitions(brew, objective)
        self.after_stop = AfterStop(self.transitions, objective)
        self.root = Root(brew, self.transitions)
        self.table: Table | None = None

    def solve(self) -> Actions:
        """Find the value of everything that the legal actions lead to; return the actions."""
        self._check()
        actions = root_actions(self.root, self.after_stop)
        nodes: dict[Node, None] = {}
        for outcomes in actions.values():
            for _, some in outcomes:
                for node in some:
                    nodes |= dict.fromkeys(self._ways(node))
        brewing = [node for node in nodes if len(node) != 2]
        if brewing:
            self.table = self._table(brewing)
        return actions

    def _table(self, nodes: Sequence[Node]) -> Table:
        """A table with some nodes: from the cache, or a new one."""
        brew, cache = self.brew, self.cache
        own = getattr(self.objective, "key", None)
        key = (id(brew.effects), brew.flask_any, brew.overflow, brew.start, brew.owned, own)
        if own is None:
            cache = None
        known = cache.find(key, nodes) if cache else None
        if known is not None:
            return known
        automaton = automaton_of(brew, self.objective)
        table = Table(automaton, brew, nodes, self.objective, self.size)
        if cache:
            cache.keep(key, table)
        return table

    def _check(self) -> None:
        """Raise TooLargeError for the few brews that the tables leave out."""
        brew, effects = self.brew, self.brew.effects
        if any(brew.bowl):
            raise TooLargeError("the bowl is not in the tables")
        if not effects.red_aside or brew.is_stopped:
            return
        reds = sum(brew.owned[kind] for kind in REDS)
        if reds and (effects.final_look or any(COLOUR[kind] == ids.RED for kind, _ in brew.pot)):
            raise TooLargeError("red chips that are placed after a stop are not in the tables")
        if effects.restart_at and any(brew.aside):
            raise TooLargeError("red chips aside at a restart are not in the tables")

    def _ways(self, node: Node) -> list[Node]:
        """A node, and before the first draw the same with red chips put back (R4.16)."""
        if len(node) != 6 or node[5] & DRAWN or not node[1]:
            return [node]
        ways: list[Node] = []
        count = self.transitions.packing.count
        for numbers in product(*(range(count(node[1], kind) + 1) for kind in REDS)):
            state: State = node
            for kind, number in zip(REDS, numbers, strict=True):
                for _ in range(number):
                    state = self.transitions.put_back(state, kind)
            ways.append(state)
        return ways

    @property
    def states(self) -> int:
        """How many cells the table has."""
        return self.table.expansion.count if self.table else 0

    # --- reading the table -----------------------------------------------------------------------

    def _value(self, node: Node) -> tuple[float, Node]:
        """The value of a node, and what is chosen there before the first draw."""
        if len(node) == 2:
            return self.after_stop.value(*node), node
        assert self.table is not None
        table = self.table
        ways = [(float(table.backup.values[table.slot(way)]), way) for way in self._ways(node)]
        return max(ways, key=lambda way: way[0])

    def _best(self, nodes: tuple[Node, ...]) -> tuple[float, Node]:
        """The best of some nodes; of equal ones the first."""
        return max(map(self._value, nodes), key=lambda found: found[0])

    def mean(self, outcomes: Outcomes) -> float:
        """The value of an action that leads to some outcomes."""
        return sum(chance * self._best(nodes)[0] for chance, nodes in outcomes)

    def follow(self, outcomes: Outcomes) -> tuple[dict[BrewResult, float], float]:
        """The results of best play from some outcomes; the chance that is neglected is 0."""
        first: list[tuple[float, int]] = []
        found: dict[BrewResult, float] = {}
        for chance, nodes in outcomes:
            node = self._best(nodes)[1]
            if len(node) == 2:
                for part, result in self.after_stop.results(*node):
                    found[result] = found.get(result, 0.0) + chance * part
            elif self.table is not None:
                first.append((chance, self.table.slot(node)))
        if first and self.table is not None:
            chances = self.table.backup.follow(first)
            for result, chance in self.table.finished.results(chances).items():
                found[result] = found.get(result, 0.0) + chance
        return found, 0.0
