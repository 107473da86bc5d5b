"""Explanations: every legal action as the master evaluates it, with a few words of reason.

For each action: the chance to win the game with it, the own points at the end that go with it, and
the key of a text under `reason.`. Nothing here knows more than the view.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.heuristics.considered_options import fill_considered
from quedlinburg.bots.heuristics.pot_facts import purchase
from quedlinburg.bots.policies.master import points_with_purchase
from quedlinburg.bots.value.marginal_values import fill_values
from quedlinburg.bots.value.net_query import ask_net, neighbours_loss
from quedlinburg.bots.value.option_values import fill_option_values, option_value
from quedlinburg.bots.value.search import Scratch, Search, utility
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.actions import ACTIONS
from quedlinburg.engine.imagine import imagine
from quedlinburg.engine.view import View
from quedlinburg.rules import ids, options, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import COLOUR, SPACE_RUBY
from quedlinburg.rules.explosion import count_exploding_in_bag, room_left
from quedlinburg.rules.machine import answer
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table
from quedlinburg.sim.copying import copy_table
from quedlinburg.sim.luck import Fast

# The reason for an option that means the same wherever it is offered.
REASONS: dict[int, str] = {
    options.NONE: "leave",
    options.RETURN: "less_danger",
    options.KEEP: "keep",
    options.RESTART: "restart",
    options.CONTINUE: "go_on",
    options.CHOOSE_DONE: "leave",
    options.POT: "step",
    options.GLASS: "glass",
    options.VP: "points",
    options.COINS: "coins",
    options.MOVE: "further",
    options.STAY: "ruby_space",
    options.PAY: "step",
    options.DROPLET: "step",
    options.THREE_RUBIES: "rubies",
    options.STOP: "secure",
    options.FLASK: "less_danger",
    options.SPEND_DROPLET: "step",
    options.SPEND_FLASK: "flask",
    options.SPEND_GLASS: "glass",
    options.DONE: "keep",
    options.STIR: "together",
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
    search = Search()
    fill_values(t, view.viewer, search, shipped("master"))
    evaluated = _evaluate_all(t, view.viewer, search)
    found = [
        Explained(str(ACTIONS[option]), win, points, f"reason.{reason(t, view.viewer, option)}")
        for option, (win, points) in evaluated.items()
    ]
    return tuple(sorted(found, key=lambda one: -one.win))


def _evaluate_all(t: Table, seat: int, search: Search) -> dict[int, tuple[float, float]]:
    """The chance to win and the final points of every option, those the master considers first.

    A stir changes nothing of the own pot: it is as good as the draw that follows it. A red chip
    put back while something else is asked leaves the question open: it is as good as the best
    answer then, and never better than the best one now, since it could still go back later.
    """
    evaluated = _evaluate_considered(t, seat, search)
    most = max(evaluated.values())
    fill_options(t, seat)
    for option in t.option[: t.option_n]:
        if option == options.STIR:
            evaluated[option] = evaluated[options.DRAW]
        elif option not in evaluated:
            after = Table(Fast())
            copy_table(t, after)
            answer(after, seat, option)
            evaluated[option] = min(most, max(_evaluate_considered(after, seat, search).values()))
    return evaluated


def _evaluate_considered(t: Table, seat: int, search: Search) -> dict[int, tuple[float, float]]:
    """The chance to win and the final points of the options that the master considers."""
    fill_considered(t, seat)
    offered = t.option[: t.option_n]
    return dict(zip(offered, _evaluate(t, seat, search, offered), strict=True))


def _evaluate(t: Table, seat: int, search: Search, offered: list[int]) -> list[tuple[float, float]]:
    """The chance to win and the final points of each option."""
    if top_task(t, seat) == tasks.SHOP:
        return _evaluate_purchases(t, seat, search, offered)
    spare = Table(Fast())
    wins = np.zeros(len(offered))
    fill_option_values(t, Scratch(spare, search), seat, wins)
    in_points = search.copy()
    in_points.wins = 0.0
    scratch = Scratch(spare, in_points)
    points = [option_value(t, scratch, seat, option) + search.base for option in offered]
    return [(float(win), float(own)) for win, own in zip(wins, points, strict=True)]


def _evaluate_purchases(
    t: Table, seat: int, search: Search, offered: list[int]
) -> list[tuple[float, float]]:
    """The same for purchases: what the bag is worth with them, by the net itself."""
    weights = shipped("master")
    query = ask_net(t, seat, weights, t.round_no)
    black = neighbours_loss(t, seat, weights, t.round_no)
    in_points = search.copy()
    in_points.wins = 0.0
    least = option_value(t, Scratch(Table(Fast()), in_points), seat, offered[0])
    nothing = points_with_purchase(t, query, black, offered[0])
    evaluated = []
    for option in offered:
        strength = least + points_with_purchase(t, query, black, option) - nothing
        evaluated.append((float(utility(search, strength)), float(strength + search.base)))
    return evaluated


def reason(t: Table, seat: int, option: int) -> str:
    """Two or three words of reason for an option, by their key."""
    if option in REASONS:
        return REASONS[option]
    if option == options.DRAW:
        exploding = count_exploding_in_bag(t, seat, room_left(t, seat))
        return "draw_risk" if exploding > 0 else "draw_safe"
    if option == options.SHORT:
        ruby = SPACE_RUBY[t.bare_space[seat] + 1] and not SPACE_RUBY[t.scoring[seat]]
        return "short_ruby" if ruby else "short"
    if top_task(t, seat) == tasks.SHOP:
        return "nothing" if option == purchase(ids.NO_KIND, ids.NO_KIND) else "bag"
    if options.ZERO <= option <= options.THREE:
        return _line_reason(t, option)
    if option < ids.KINDS and t.phase == ids.POTIONS:
        return "place"
    if option < ids.KINDS and COLOUR[option] == ids.WHITE:
        return "less_danger"
    return "bag"


def _line_reason(t: Table, option: int) -> str:
    """Two or three words of reason for a number: tails given up for rubies, or a line that pays."""
    if t.phase == ids.RATS:
        return "rubies" if option > options.ZERO else "rats"
    return "keep" if option == options.ZERO else "line"
