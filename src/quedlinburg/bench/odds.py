"""`quacks bench odds`: time of a decision in a pot, and how often the quick one is exact."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from time import process_time

from quedlinburg.analysis import QUICK, Limits, is_brewing_question, next_chip, solve
from quedlinburg.bots import make_bot
from quedlinburg.engine.actions import Action
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import View

Decide = Callable[[View, Sequence[Action]], Action]

# What the quick answer is compared with: as good as exact, but with an end.
NEARLY_EXACT = Limits(cut=1e-8, effort=60_000)


@dataclass(frozen=True)
class Timed:
    """Milliseconds of a decision by its share of the positions, and what was neglected."""

    decisions: int
    p50: float
    p90: float
    p99: float
    longest: float
    states: float
    neglected: float

    def to_json(self) -> dict[str, object]:
        """The figures as a plain dict."""
        return asdict(self)


@dataclass(frozen=True)
class Agreed:
    """How often the quick answer was the nearly exact one, and what the others cost."""

    decisions: int
    agreed: int
    mean_loss: float
    worst_loss: float

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


def is_dangerous(view: View) -> bool:
    """Whether it is asked to draw or stop, and the next draw may explode the pot."""
    if view.question is None or view.question.id != "brew" or view.viewer is None:
        return False
    return view.seats[view.viewer].drawn and next_chip(view).explodes > 0


def measure(views: Iterable[View], limits: Limits = QUICK) -> Timed:
    """Time the decision of every position, in processor time.

    Python does not search the positions themselves for cycles meanwhile: no player holds them.
    """
    times, states, neglected = [], 0, 0.0
    views = list(views)
    gc.collect()
    gc.freeze()
    for view in views:
        begun = process_time()
        found = solve(view, limits=limits)
        times.append(1000 * (process_time() - begun))
        states += len(found.solver.expanded)
        neglected += found.distribution().neglected
    gc.unfreeze()
    times.sort()
    count = len(times)
    if not count:
        raise ValueError("there are no positions to measure")
    p50, p90, p99 = (times[min(count - 1, int(share * count))] for share in (0.5, 0.9, 0.99))
    return Timed(count, p50, p90, p99, times[-1], states / count, neglected / count)


def compare(views: Iterable[View], limits: Limits = QUICK) -> Agreed:
    """Compare the quick decision of every position with the nearly exact one."""
    losses = []
    for view in views:
        exact = solve(view, limits=NEARLY_EXACT).values
        losses.append(max(exact.values()) - exact[solve(view, limits=limits).best])
    if not losses:
        raise ValueError("there are no positions to compare")
    agreed = sum(loss < 1e-9 for loss in losses)
    return Agreed(len(losses), agreed, sum(losses) / len(losses), max(losses))


@dataclass(frozen=True)
class OddsFigures:
    """The time of dangerous decisions, and a comparison of a sixth of them with exact ones."""

    timed: Timed
    agreed: Agreed

    def to_json(self) -> dict[str, object]:
        """The figures as plain dicts."""
        return {
            "benchmark": "odds",
            "timed": self.timed.to_json(),
            "agreed": self.agreed.to_json(),
        }

    def rows(self) -> list[tuple[str, str]]:
        """The figures in words and numbers."""
        timed, agreed = self.timed, self.agreed
        return [
            ("decisions where the next draw may explode", f"{timed.decisions:,}"),
            ("p50", f"{timed.p50:.1f} ms"),
            ("p90", f"{timed.p90:.1f} ms"),
            ("p99", f"{timed.p99:.1f} ms"),
            ("the longest", f"{timed.longest:.1f} ms"),
            ("quick decisions that are exact", f"{agreed.agreed} of {agreed.decisions}"),
            ("worst loss of the others, in points", f"{agreed.worst_loss:.2f}"),
        ]


def measure_games(games: int, tell: Callable[[float], None]) -> OddsFigures:
    """Measure the dangerous positions of some games of the bot `cautious`.

    `tell` is called with the part that is done, from 0 to 1.
    """
    found = list(positions(games, lambda seed: make_bot("cautious", seed).decide, seed=100))
    danger = [view for view in found if is_dangerous(view)]
    tell(0.2)
    timed = measure(danger)
    tell(0.4)
    agreed = compare(danger[::6])
    tell(1.0)
    return OddsFigures(timed, agreed)
