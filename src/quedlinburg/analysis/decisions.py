"""Chances of the next chip, the best decision while brewing, and the results of best play.

Every function takes a view, and a seat if it is not the viewer's own; nothing hidden is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from quedlinburg.analysis.brew import Brew, read_brew
from quedlinburg.analysis.brew_result import BrewResult, FunctionObjective, Objective
from quedlinburg.analysis.compiled_rules.root import Actions, Root
from quedlinburg.analysis.compiled_rules.state import SPACE_AT, State, size, state_of
from quedlinburg.analysis.compiled_rules.transitions import Transitions
from quedlinburg.analysis.objectives import named_objective
from quedlinburg.analysis.solver import Limits, Solver
from quedlinburg.analysis.tables.box import Size, TooLargeError
from quedlinburg.analysis.tables.solver import TableCache, TableSolver
from quedlinburg.engine.view import View
from quedlinburg.rules import ids
from quedlinburg.rules.constants import (
    KIND_CODES,
    LAST_SPACE,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
)
from quedlinburg.rules.explosion import count_exploding
from quedlinburg.text import Catalogue, catalogue, percent

QUICK = Limits(cut=2e-4, effort=400)
"""A search with a cut, for positions that are too large for a table at a table of players."""
PATIENT = Limits(cut=1e-6, effort=4_000)
"""The same for somebody who has a second."""
EXACT = Limits()
"""A search that neglects nothing, however long it takes."""
ADVICE = Size(cells=250_000, bags=1_000_000)
"""The largest table for an answer at a table of players: about half a second."""
COMMAND = Size(cells=1_000_000, bags=4_000_000)
"""The largest table for somebody who waits a second or two."""
LARGEST = Size(cells=12_000_000, bags=30_000_000)
"""The largest table that memory is taken to hold (about 1.5 GB)."""


@dataclass(frozen=True, slots=True)
class NextChip:
    """The chances of the next draw, exactly."""

    chances: dict[str, Fraction]
    """The chance of each kind to be drawn."""
    explodes: Fraction
    """The chance that the pot explodes."""
    explodes_after_flask: Fraction | None
    """The same once the flask has taken the last chip back; None if it can't."""
    shielded: bool
    """Whether an explosion with the next chip would be covered (R4.12)."""
    space: float
    """The mean scoring space after the draw, as pages, card and edition move the chips."""
    short_to: int | None
    """The space on which the last chip would stand short; None while it may not (R4.7)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action, if everything after it is played in the best way."""

    action: str
    """The action in its notation."""
    value: float
    """The mean of the objective; an estimate unless `neglected` is 0."""
    at_least: float
    """A mean that can be had for certain: the value itself, if that is exact."""
    exploding: float | None
    """The chance that the pot explodes in the end; None if it is not known."""
    neglected: float
    """The chance of positions that were not searched."""
    words: str
    """Why, in a few words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Every legal action with its value."""

    choices: tuple[Choice, ...]
    """All legal actions, the best first."""
    states: int
    """How many positions were searched."""
    exact: bool
    """Whether nothing was neglected: then every value and chance is exact."""

    @property
    def best(self) -> str:
        """The best action in its notation."""
        return self.choices[0].action

    @property
    def value(self) -> float:
        """The value of the best action."""
        return self.choices[0].value

    @property
    def neglected(self) -> float:
        """The chance of positions that best play may come to and that were not searched."""
        return self.choices[0].neglected

    def values_by_action(self) -> dict[str, float]:
        """The value of every action."""
        return {choice.action: choice.value for choice in self.choices}

    def of(self, action: str) -> Choice:
        """The choice of an action."""
        return next(choice for choice in self.choices if choice.action == action)


@dataclass(frozen=True, slots=True)
class Distribution:
    """The results of best play, each with its chance."""

    results: dict[BrewResult, float]
    """The chance of each result of the brew."""
    neglected: float
    """The chance of positions that were not searched."""
    value: float
    """The mean of the objective."""
    spaces: dict[int, float] = field(init=False)
    """The chance of each scoring space."""
    exploding: float = field(init=False)
    """The chance that the pot explodes."""

    def __post_init__(self) -> None:
        """Add the chances up by scoring space."""
        spaces: dict[int, float] = {}
        for result, chance in sorted(self.results.items()):
            spaces[result.space] = spaces.get(result.space, 0.0) + chance
        object.__setattr__(self, "spaces", spaces)
        exploding = sum(chance for result, chance in self.results.items() if result.exploded)
        object.__setattr__(self, "exploding", exploding)

    @property
    def is_whole(self) -> bool:
        """Whether no result is missing; otherwise the chances are not those of best play."""
        return self.neglected == 0.0

    @property
    def mean_space(self) -> float:
        """The mean scoring space."""
        return sum(space * chance for space, chance in self.spaces.items())


# An objective for questions that need none.
_NO_OBJECTIVE = FunctionObjective(lambda result: 0.0, needs=frozenset())


def _explosion_chance(transitions: Transitions, state: State) -> Fraction:
    """The chance that the next draw from a state explodes the pot (R4.3)."""
    count, bag = transitions.packing.count, state[0]
    whites = (count(bag, ids.W1), count(bag, ids.W2), count(bag, ids.W3))
    total = size(bag)
    exploding = count_exploding(*whites, transitions.draw_context(state).room)
    return Fraction(exploding, total) if total else Fraction(0)


def _space_after_draw(transitions: Transitions, state: State) -> float:
    """The mean scoring space after one more draw, before anything else is decided (R4.7)."""
    context = transitions.draw_context(state)
    total = reached = 0
    for kind, count in transitions.packing.chips(state[0]):
        after = state_of(transitions.place(state, kind, context, False)[0])
        total += count
        reached += count * (after[SPACE_AT] + 1)
    return reached / total if total else state[SPACE_AT] + 1.0


def next_chip(view: View, seat: int | None = None) -> NextChip:
    """The chance of each kind to be drawn next, and of exploding, with and without the flask."""
    brew = read_brew(view, seat)
    if brew.is_stopped:
        raise ValueError("this pot is finished: nothing is drawn any more")
    transitions = Transitions(brew, _NO_OBJECTIVE)
    root = Root(brew, transitions)
    total = sum(brew.bag)
    flask = root.after_flask
    return NextChip(
        chances={
            KIND_CODES[kind]: Fraction(count, total) for kind, count in enumerate(brew.bag) if count
        },
        explodes=_explosion_chance(transitions, root.state),
        explodes_after_flask=None if flask is None else _explosion_chance(transitions, flask),
        shielded=brew.shield > 0,
        space=_space_after_draw(transitions, root.state),
        short_to=brew.short_to,
    )


def _reason(brew: Brew, action: str, risk: Fraction, texts: Catalogue) -> str:
    """What an action means, in two to six words of a language."""
    verb, _, rest = action.partition(" ")
    match verb:
        case "draw":
            if risk == 0:
                return texts.say("means.draw.safe")
            return texts.say("means.draw.risk", chance=percent(risk), shield=brew.shield > 0)
        case "stop":
            space = brew.pot[-1][1] + 1 if brew.pot else min(brew.start, LAST_SPACE) + 1
            worth = {"points": SPACE_POINTS[space], "coins": SPACE_COINS[space]}
            return texts.say("means.stop", **worth)
        case "short":
            return _short(brew, texts)
        case "flask":
            return texts.say("means.flask", chip=KIND_CODES[brew.takes or 0])
        case "back":
            return texts.say("means.back", chip=rest)
    return texts.find(f"means.{rest}") or texts.say("means.place", chip=rest)


def _short(brew: Brew, texts: Catalogue) -> str:
    """What passing up extra spaces means: the space before the scoring space, and a ruby."""
    space = brew.short_to or 0
    values = {"space": space, "from": brew.pot[-1][1], "ruby": bool(SPACE_RUBY[space + 1])}
    return texts.say("means.short", **values)


def _solve(
    brew: Brew,
    objective: Objective,
    limits: Limits | None,
    tables: tuple[Size, TableCache | None],
) -> tuple[TableSolver | Solver, Actions]:
    """Solve a brew by a table if no limits are given and it is small enough, else by a search."""
    if limits is None:
        table = TableSolver(brew, objective, *tables)
        try:
            return table, table.solve()
        except TooLargeError:
            limits = PATIENT if tables[0].cells > ADVICE.cells else QUICK
    search = Solver(brew, objective, limits)
    return search, search.solve()


class Solution:
    """One brew solved for one objective: every question about it is answered from here."""

    brew: Brew
    """The brew that was solved."""
    objective: Objective
    """What it was solved for."""
    solver: TableSolver | Solver
    """The solver, with every state that it looked at."""
    actions: Actions
    """What each legal action leads to."""
    values: dict[str, float]
    """The value of each legal action, the best first."""

    def __init__(
        self,
        brew: Brew,
        objective: Objective,
        limits: Limits | None = None,
        *,
        size: Size = COMMAND,
        cache: TableCache | None = None,
    ) -> None:
        """Solve the brew by a table, or by a search with limits if it is too large or they say so.

        `limits` alone asks for a search; without them a table of up to `size` is tried first, or
        one that a cache has.
        """
        self.brew = brew
        self.objective = objective
        self.solver, self.actions = _solve(brew, objective, limits, (size, cache))
        values = {action: self.solver.mean(outcomes) for action, outcomes in self.actions.items()}
        self.values = dict(sorted(values.items(), key=lambda item: -item[1]))

    @property
    def exact(self) -> bool:
        """Whether nothing was neglected."""
        return self.solver.exact

    @property
    def best(self) -> str:
        """The best action in its notation; for bots, who need nothing else."""
        return next(iter(self.values))

    def distribution(self, action: str | None = None) -> Distribution:
        """The results of best play after an action, or after the best one."""
        if action is None:
            action = self.best
        results, neglected = self.solver.follow(self.actions[action])
        return Distribution(results, neglected, self.values[action])

    def answer(self, language: str = "en") -> Answer:
        """Every action with its value, chance of exploding and reason, in a language's words."""
        texts = catalogue(language)
        risk = _explosion_chance(self.solver.transitions, self.solver.root.state)
        choices = []
        for action, value in self.values.items():
            found = self.distribution(action)
            words = _reason(self.brew, action, risk, texts)
            exploding = found.exploding if found.is_whole else None
            surely = value if found.is_whole else self._mean_of(found)
            choices.append(Choice(action, value, surely, exploding, found.neglected, words))
        return Answer(tuple(choices), self.solver.states, self.exact)

    def _mean_of(self, found: Distribution) -> float:
        """The mean of the objective over results that a player can bring about."""
        return sum(chance * self.objective(result) for result, chance in found.results.items())


def solve(
    view: View,
    objective: Objective | None = None,
    *,
    seat: int | None = None,
    limits: Limits | None = None,
    size: Size = COMMAND,
    cache: TableCache | None = None,
) -> Solution:
    """Solve a seat's brew for an objective, by default the round's worth by `simple_values`."""
    brew = read_brew(view, seat)
    if objective is None:
        objective = named_objective("worth", view, seat if seat is not None else view.viewer or 0)
    return Solution(brew, objective, limits, size=size, cache=cache)


def best(
    view: View,
    objective: Objective | None = None,
    *,
    seat: int | None = None,
    limits: Limits | None = None,
    size: Size = COMMAND,
    cache: TableCache | None = None,
) -> Answer:
    """The best decision while brewing, and the value of every other one."""
    found = solve(view, objective, seat=seat, limits=limits, size=size, cache=cache)
    return found.answer()


def distribution(
    view: View,
    objective: Objective | None = None,
    *,
    seat: int | None = None,
    limits: Limits | None = None,
    size: Size = COMMAND,
) -> Distribution:
    """The distribution of the scoring space under best play, and the chance of exploding."""
    return solve(view, objective, seat=seat, limits=limits, size=size).distribution()


def explain(
    view: View,
    objective: Objective | None = None,
    *,
    size: Size = ADVICE,
    cache: TableCache | None = None,
) -> list[tuple[str, float, float | None, str]]:
    """For the own seat: every legal action, its value, the chance of exploding, and a few words.

    Only `stir` is left out, which changes nothing of the own pot (R7.4).
    The best action comes first. The chance is that of this pot in the end, if one plays on best;
    None where the position is too large for a table: then the values are estimates.
    """
    answer = best(view, objective, size=size, cache=cache)
    return [(c.action, c.value, c.exploding, c.words) for c in answer.choices]
