"""`quacks bench odds`: how long exact odds take, and how often they can be had, round by round."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from time import process_time

from quedlinburg.analysis import COMMAND, Size, is_brewing_question, named_objective, solve
from quedlinburg.bots import make_bot, master_values
from quedlinburg.engine.actions import Action
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import View

Decide = Callable[[View, Sequence[Action]], Action]

# An answer that comes within so many milliseconds is quick.
QUICK_MS = 1000.0


@dataclass(frozen=True)
class RoundFigures:
    """Milliseconds of an answer in one round, and how many answers were exact."""

    round: int
    positions: int
    exact: int
    exact_in_a_second: int
    p50: float
    p90: float
    p99: float
    longest: float
    states: int
    """The states of the largest exact answer."""

    def to_json(self) -> dict[str, object]:
        """The figures as a plain dict."""
        return asdict(self)


def positions(games: int, make: Callable[[int], Decide], *, seed: int = 0) -> Iterator[View]:
    """The questions of brewing in whole games: books mixed at random, two to four players."""
    for number in range(seed, seed + games):
        chance = random.Random(number)
        books = {colour: chance.randint(1, 4) for colour in BOOK_COLOURS}
        edition = chance.choice(["north_star", "schmidt"])
        setup = Setup(players=chance.randint(2, 4), books=books, edition=edition)
        game = Game.new(setup, seed=number)
        seats = [make(10 * number + seat) for seat in range(setup.players)]
        while game.outcome is None:
            seat = game.waiting[0]
            view, legal = game.view(seat), game.legal_actions(seat)
            if view.phase == "potions" and is_brewing_question(view):
                yield view
            game.act(seat, seats[seat](view, legal))


def measure(views: Iterable[View], round_no: int, size: Size = COMMAND) -> RoundFigures:
    """Time every position of a round, in processor time, with the values of the master.

    Python does not search the positions themselves for cycles meanwhile: no player holds them.
    """
    times: list[float] = []
    exact = quick = states = 0
    gc.collect()
    gc.freeze()
    for view in views:
        seat = view.viewer or 0
        objective = named_objective("worth", view, seat, master_values(view, seat))
        begun = process_time()
        found = solve(view, objective, size=size)
        found.distribution()
        times.append(1000 * (process_time() - begun))
        exact += found.exact
        quick += found.exact and times[-1] <= QUICK_MS
        states = max(states, found.solver.states) if found.exact else states
    gc.unfreeze()
    times.sort()
    count = len(times)
    if not count:
        raise ValueError("there are no positions to measure")
    p50, p90, p99 = (times[min(count - 1, int(share * count))] for share in (0.5, 0.9, 0.99))
    return RoundFigures(round_no, count, exact, quick, p50, p90, p99, times[-1], states)


@dataclass(frozen=True)
class OddsFigures:
    """The figures of every round."""

    rounds: tuple[RoundFigures, ...]

    def to_json(self) -> dict[str, object]:
        """The figures as plain dicts."""
        return {"benchmark": "odds", "rounds": [one.to_json() for one in self.rounds]}

    def rows(self) -> list[tuple[str, str]]:
        """The figures in words and numbers."""
        found = [(f"round {one.round}", _in_words(one)) for one in self.rounds]
        total = sum(one.positions for one in self.rounds)
        quick = sum(one.exact_in_a_second for one in self.rounds)
        return [*found, ("exact within a second", f"{quick} of {total} ({quick / total:.1%})")]


def _in_words(one: RoundFigures) -> str:
    """The figures of a round in a line."""
    exact = f"exact {one.exact} of {one.positions}, {one.exact_in_a_second} within a second"
    times = f"p50 {one.p50:.0f} ms, p90 {one.p90:.0f}, p99 {one.p99:.0f}, most {one.longest:.0f}"
    return f"{exact}; {times}; up to {one.states:,} states"


def measure_games(
    games: int, tell: Callable[[float], None], *, positions_a_round: int = 100
) -> OddsFigures:
    """Measure questions of brewing from some games of masters, as many of each round.

    `tell` is called with the part that is done, from 0 to 1.
    """
    by_round: dict[int, list[View]] = {}
    for view in positions(games, lambda seed: make_bot("master", seed).decide, seed=100):
        by_round.setdefault(view.round, []).append(view)
    found = []
    for round_no, views in sorted(by_round.items()):
        chosen = random.Random(round_no).sample(views, min(positions_a_round, len(views)))
        found.append(measure(chosen, round_no))
        tell(len(found) / len(by_round))
    return OddsFigures(tuple(found))
