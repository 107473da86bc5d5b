"""The policy `master`: the best chance to win the game, by a value learned from play.

Points that all seats get are worth nothing to it; ahead it takes less risk, behind more.
"""

import numpy as np

from quedlinburg.bots.value.marginal_values import fill_values
from quedlinburg.bots.value.net_query import Query, ask_net, neighbours_loss, points_with_chips
from quedlinburg.bots.value.option_values import (
    SLIGHT,
    fill_option_values,
    has_to_choose,
    last_best,
)
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules import ids, options, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray


def choose(t: Table, scratch: Scratch, seat: int, weights: FloatArray) -> int:
    """Take the option with the best chance to win."""
    if not has_to_choose(t, seat):
        return t.option[0]
    if top_task(t, seat) == tasks.SHOP:
        return choose_purchase(t, seat, weights)
    fill_values(t, seat, scratch.search, weights)
    by_option = np.zeros(t.option_n)
    fill_option_values(t, scratch, seat, by_option)
    return t.option[last_best(by_option)]


def choose_purchase(t: Table, seat: int, weights: FloatArray) -> int:
    """Buy what leaves the best bag for the rounds that follow (R5.E)."""
    query = ask_net(t, seat, weights, t.round_no)
    black = neighbours_loss(t, seat, weights, t.round_no)
    best = t.option[0]
    most = -1e18
    for i in range(t.option_n):
        option = t.option[i]
        points = points_with_purchase(t, query, black, option)
        if points > most + SLIGHT:
            most = points
            best = option
    return best


def points_with_purchase(t: Table, query: Query, black: float, option: int) -> float:
    """The future points after a purchase; a black chip adds `black`, its cost to the others."""
    first = (option - options.BUY) % options.BUY_WIDTH
    second = (option - options.BUY) // options.BUY_WIDTH
    points = points_with_chips(t, query, first, second)
    return points + black if ids.K1 in (first, second) else points
