"""Explanations: every legal action as the master sees it, with a few words of reason.

For each action: the chance to win the game with it, the own points at the end that go with it, and
the key of a text under `reason.`. Nothing here knows more than the view.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.minds.answers import fill_likings, option_liking
from quedlinburg.bots.minds.exchange import BASE, WINS, Rates, blank_rates, liking
from quedlinburg.bots.minds.learned import ask, fill_learned, lost_to_black
from quedlinburg.bots.minds.master import with_purchase
from quedlinburg.bots.minds.weighed import fill_weighed
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.actions import ACTIONS
from quedlinburg.engine.imagine import imagine
from quedlinburg.engine.view import View
from quedlinburg.rules import ids, tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.books.red import is_back
from quedlinburg.rules.machine import answer
from quedlinburg.rules.moments import limit
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import SPACE_RUBY, VALUE
from quedlinburg.sim.copying import copy_table
from quedlinburg.sim.luck import Fast

# The reason for an option that means the same wherever it is offered.
REASONS: dict[int, str] = {
    words.NONE: "leave",
    words.RETURN: "less_danger",
    words.KEEP: "keep",
    words.RESTART: "restart",
    words.CONTINUE: "go_on",
    words.CHOOSE_DONE: "leave",
    words.POT: "step",
    words.GLASS: "glass",
    words.VP: "points",
    words.COINS: "coins",
    words.MOVE: "further",
    words.STAY: "ruby_space",
    words.PAY: "step",
    words.DROPLET: "step",
    words.THREE_RUBIES: "rubies",
    words.STOP: "secure",
    words.FLASK: "less_danger",
    words.SPEND_DROPLET: "step",
    words.SPEND_FLASK: "flask",
    words.SPEND_GLASS: "glass",
    words.DONE: "keep",
    words.STIR: "together",
}
REASON_KEYS = tuple(
    sorted(
        {
            *REASONS.values(),
            *("draw_safe", "draw_risk", "place", "bag", "nothing", "rats", "line"),
            *("short", "short_ruby"),
        }
    )
)


class Explained(NamedTuple):
    """A legal action: the chance to win with it, the own final points, and why in a key."""

    action: str
    win: float
    points: float
    reason: str


def explain(view: View) -> tuple[Explained, ...]:
    """Every legal action of the viewer's question, the best one first."""
    if view.viewer is None or view.question is None:
        raise ValueError("the view asks nothing: there is nothing to explain")
    t = imagine(view, 0).table
    weights = shipped("master")
    rates = blank_rates()
    fill_learned(t, view.viewer, rates, weights)
    judged = _judged_all(t, view.viewer, rates)
    found = [
        Explained(str(ACTIONS[option]), win, points, f"reason.{reason(t, view.viewer, option)}")
        for option, (win, points) in judged.items()
    ]
    return tuple(sorted(found, key=lambda one: -one.win))


def _judged_all(t: Table, seat: int, rates: Rates) -> dict[int, tuple[float, float]]:
    """The chance to win and the final points of every option, those that the master weighs first.

    A stir changes nothing of the own pot: it is as good as the draw that follows it. A red chip
    put back while something else is asked leaves the question open: it is as good as the best
    answer then, and never better than the best one now, since it could still go back later.
    """
    judged = _judged_weighed(t, seat, rates)
    most = max(judged.values())
    fill_options(t, seat)
    for option in t.option[: t.option_n]:
        if option == words.STIR:
            judged[option] = judged[words.DRAW]
        elif option not in judged:
            after = Table(Fast())
            copy_table(t, after)
            answer(after, seat, option)
            judged[option] = min(most, max(_judged_weighed(after, seat, rates).values()))
    return judged


def _judged_weighed(t: Table, seat: int, rates: Rates) -> dict[int, tuple[float, float]]:
    """The chance to win and the final points of the options that the master weighs."""
    fill_weighed(t, seat)
    options = t.option[: t.option_n]
    return dict(zip(options, _judged(t, seat, rates, options), strict=True))


def _judged(t: Table, seat: int, rates: Rates, options: list[int]) -> list[tuple[float, float]]:
    """The chance to win and the final points of each option."""
    if top_task(t, seat) == tasks.SHOP:
        return _judged_purchases(t, seat, rates, options)
    spare = Table(Fast())
    wins = np.zeros(len(options))
    fill_likings(t, spare, seat, rates, wins)
    in_points = rates.copy()
    in_points[WINS] = 0.0
    judged = []
    for option, win in zip(options, wins, strict=True):
        points = option_liking(t, spare, seat, in_points, option) + rates[BASE]
        judged.append((float(win), float(points)))
    return judged


def _judged_purchases(
    t: Table, seat: int, rates: Rates, options: list[int]
) -> list[tuple[float, float]]:
    """The same for purchases: what the bag is worth with them, by the net itself."""
    weights = shipped("master")
    asking = ask(t, seat, weights, t.round_no)
    black = lost_to_black(t, seat, weights, t.round_no)
    spare = Table(Fast())
    in_points = rates.copy()
    in_points[WINS] = 0.0
    least = option_liking(t, spare, seat, in_points, options[0])
    nothing = with_purchase(t, asking, black, options[0])
    judged = []
    for option in options:
        strength = least + with_purchase(t, asking, black, option) - nothing
        judged.append((float(liking(rates, strength)), float(strength + rates[BASE])))
    return judged


def reason(t: Table, seat: int, option: int) -> str:
    """Two or three words of reason for an option, by their key."""
    task = top_task(t, seat)
    if option in REASONS:
        return REASONS[option]
    if option == words.DRAW:
        return "draw_risk" if may_explode(t, seat) else "draw_safe"
    if option == words.SHORT:
        ruby = SPACE_RUBY[t.bare_space[seat] + 1] and not SPACE_RUBY[t.scoring[seat]]
        return "short_ruby" if ruby else "short"
    if is_back(option):
        return "bag"
    if task == tasks.SHOP:
        nothing = words.BUY + words.BUY_WIDTH * ids.NO_KIND + ids.NO_KIND
        return "nothing" if option == nothing else "bag"
    if task == tasks.GOOD_START:
        return "rubies" if option > words.ZERO else "rats"
    if task in (tasks.PURPLE_1, tasks.PURPLE_2):
        return "keep" if option == words.ZERO else "line"
    if task in (tasks.BLUE_1, tasks.RED_2, tasks.STRONG_INGREDIENT):
        return "place"
    if task == tasks.JUST_IN_TIME:
        return "less_danger"
    return "bag"


def may_explode(t: Table, seat: int) -> bool:
    """Whether the next draw can explode the pot."""
    room = limit(t, seat) - t.white_sum[seat]
    return any(t.bag[seat][kind] > 0 and VALUE[kind] > room for kind in (ids.W1, ids.W2, ids.W3))
