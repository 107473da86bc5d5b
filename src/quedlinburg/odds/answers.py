"""The answers: chances of the next chip, the best decision, where best play comes to, and why.

Every function takes a view, and a seat if it is not the viewer's own; nothing hidden is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from quedlinburg.engine.view import View
from quedlinburg.odds.actions import Lotteries, lotteries
from quedlinburg.odds.brew import Brew, read_view
from quedlinburg.odds.brewed import Brewed, Value
from quedlinburg.odds.layout import State, size, space_of
from quedlinburg.odds.model import Model
from quedlinburg.odds.solver import Limits, Solver
from quedlinburg.odds.words import reason
from quedlinburg.odds.worth import RoundWorth
from quedlinburg.rules import ids
from quedlinburg.rules.tables import KIND_CODES, VALUE

QUICK = Limits(cut=2e-4, effort=400)
"""For a decision at the table."""
PATIENT = Limits(cut=1e-7, effort=30_000)
"""For somebody who has time."""
EXACT = Limits()
"""Neglects nothing, however long it takes."""


@dataclass(frozen=True, slots=True)
class NextChip:
    """The chances of the next draw, exactly.

    `short_to` is the space on which the last chip may stand short, None while it may not (R4.7).
    `explodes_after_flask` is the chance once the flask has taken the last chip back, None while it
    can't be used. `shielded`: an explosion with the next chip would be covered (R4.12). `space` is
    the mean scoring space after the draw, as books, card and edition move the chips.
    """

    chances: dict[str, Fraction]
    """The chance of each kind to be drawn."""
    explodes: Fraction
    """The chance that the pot explodes."""
    explodes_after_flask: Fraction | None
    """The same once the flask has taken the last chip back; None if it can't."""
    shielded: bool
    """Whether an explosion with the next chip would be covered (R4.12)."""
    space: float
    """The mean scoring space after the draw."""
    short_to: int | None
    """The space on which the last chip would stand short; None while it may not (R4.7)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: its value, and the chance that the pot explodes if one then plays on best.

    `neglected` is the chance of positions on that way that were not looked into.
    """

    action: str
    """The action in its notation."""
    value: float
    """What it is worth on average if one then plays on best."""
    exploding: float
    """The chance that the pot explodes on that way."""
    neglected: float
    """The chance of positions on that way that were not looked into."""
    words: str
    """Why, in a few words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """All legal actions, the best first, and how many positions were looked into."""

    choices: tuple[Choice, ...]
    """All legal actions, the best first."""
    states: int
    """How many positions were looked into."""

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
        """The chance of positions that best play may come to and that were not looked into."""
        return self.choices[0].neglected

    def values_by_action(self) -> dict[str, float]:
        """The value of every action."""
        return {choice.action: choice.value for choice in self.choices}

    def of(self, action: str) -> Choice:
        """The choice of an action."""
        return next(choice for choice in self.choices if choice.action == action)


@dataclass(frozen=True, slots=True)
class Spread:
    """Where best play comes to: chances of what a brew came to, and of what was neglected."""

    brewed: dict[Brewed, float]
    """The chance of each thing that the brew can come to."""
    neglected: float
    """The chance of positions that were not looked into."""
    value: float
    """The mean value."""
    spaces: dict[int, float] = field(init=False)
    """The chance of each scoring space."""
    exploding: float = field(init=False)
    """The chance that the pot explodes."""

    def __post_init__(self) -> None:
        """Add the chances up by scoring space."""
        spaces: dict[int, float] = {}
        for brewed, chance in sorted(self.brewed.items()):
            spaces[brewed.space] = spaces.get(brewed.space, 0.0) + chance
        object.__setattr__(self, "spaces", spaces)
        exploding = sum(chance for brewed, chance in self.brewed.items() if brewed.exploded)
        object.__setattr__(self, "exploding", exploding)

    @property
    def mean_space(self) -> float:
        """The mean scoring space."""
        return sum(space * chance for space, chance in self.spaces.items())


class _AnyValue:
    """A value for questions that ask for none."""

    needs: frozenset[str] = frozenset()

    def __call__(self, brewed: Brewed, /) -> float:
        """Nothing."""
        return 0.0


def risk(model: Model, state: State) -> Fraction:
    """The chance that the next draw from a state explodes the pot (R4.3)."""
    sight = model.sight(state)
    total = size(state[0])
    bombs = 0
    for kind in (ids.W1, ids.W2, ids.W3):
        if sight.white + VALUE[kind] > sight.limit:
            bombs += model.layout.count(state[0], kind)
    return Fraction(bombs, total) if total else Fraction(0)


def space_after(model: Model, state: State) -> float:
    """The mean scoring space after one more draw, before anything else is decided (R4.7)."""
    sight = model.sight(state)
    chips = model.layout.chips(state[0])
    total = reached = 0
    for kind, count in chips:
        space = space_of(model.place(state, kind, sight, False)[0])
        total += count
        reached += count * (space + 1)
    return reached / total if total else space_of(state) + 1.0


def next_chip(view: View, seat: int | None = None) -> NextChip:
    """The chance of each kind to be drawn next, and of exploding, with and without the flask."""
    brew = read_view(view, seat)
    if brew.is_stopped:
        raise ValueError("this pot is finished: nothing is drawn any more")
    model = Model(brew, _AnyValue())
    root, flask = model.root(), model.flask_from_root()
    total = sum(brew.bag)
    chances = {
        KIND_CODES[kind]: Fraction(count, total) for kind, count in enumerate(brew.bag) if count
    }
    after = risk(model, flask) if flask is not None else None
    space = space_after(model, root)
    return NextChip(chances, risk(model, root), after, brew.shield > 0, space, brew.short_to)


class Reckoning:
    """One brew worked out for one value: every question about it is answered from here."""

    brew: Brew
    """The brew that was worked out."""
    solver: Solver
    """What worked it out, with every state that it opened."""
    lotteries: Lotteries
    """What each legal action leads to."""
    values: dict[str, float]
    """The value of each legal action, the best first."""

    def __init__(self, brew: Brew, value: Value, limits: Limits = QUICK) -> None:
        """Work the brew out."""
        self.brew = brew
        self.solver = Solver(brew, value, limits)
        self.lotteries = lotteries(self.solver)
        self.solver.open(list(self.lotteries.values()))
        values = {action: self.solver.lottery_worth(way) for action, way in self.lotteries.items()}
        self.values = dict(sorted(values.items(), key=lambda item: -item[1]))

    @property
    def best(self) -> str:
        """The best action in its notation; for bots, who need nothing else."""
        return next(iter(self.values))

    def spread(self, action: str | None = None) -> Spread:
        """Where best play comes to after an action, or after the best one."""
        if action is None:
            action = self.best
        solver = self.solver
        start = [(chance, solver.choose_way(ways)) for chance, ways in self.lotteries[action]]
        brewed, neglected = solver.follow(start)
        return Spread(brewed, neglected, self.values[action])

    def answer(self) -> Answer:
        """Every action with its value, chance of exploding and reason."""
        choices = []
        for action, value in self.values.items():
            spread = self.spread(action)
            words = reason(self.brew, action, risk(self.solver.model, self.solver.model.root()))
            choices.append(Choice(action, value, spread.exploding, spread.neglected, words))
        return Answer(tuple(choices), len(self.solver.opened))


def reckon(
    view: View, value: Value | None = None, *, seat: int | None = None, limits: Limits = QUICK
) -> Reckoning:
    """Work out a seat's brew for a value, by default the worth of this round."""
    brew = read_view(view, seat)
    if value is None:
        value = RoundWorth.of(view, seat if seat is not None else view.viewer or 0)
    return Reckoning(brew, value, limits)


def best(
    view: View, value: Value | None = None, *, seat: int | None = None, limits: Limits = QUICK
) -> Answer:
    """The best decision while brewing, and what every other one is worth."""
    return reckon(view, value, seat=seat, limits=limits).answer()


def distribution(
    view: View, value: Value | None = None, *, seat: int | None = None, limits: Limits = QUICK
) -> Spread:
    """The distribution of the scoring space under best play, and the chance of exploding."""
    return reckon(view, value, seat=seat, limits=limits).spread()


def explain(view: View, value: Value | None = None) -> list[tuple[str, float, float, str]]:
    """For the own seat: every legal action, its value, the chance of exploding, and a few words.

    Only `stir` is left out, which changes nothing of the own pot (R7.4).
    The best action comes first. The chance is that of this pot in the end, if one plays on best.
    """
    answer = best(view, value)
    return [(c.action, c.value, c.exploding, c.words) for c in answer.choices]
