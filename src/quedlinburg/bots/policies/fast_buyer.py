"""The fast buyer: it buys by a learned value and does all else as the apprentice does.

It plays fifty games in the time of one of the master's, so that pre-training finds out by its
games what chips are worth. Two chips are worth the sum of what each is worth.
"""

import numpy as np

from quedlinburg.bots.heuristics.pot_facts import is_sold, purchase
from quedlinburg.bots.policies import apprentice
from quedlinburg.bots.value.net_query import (
    ask_net,
    current_points,
    neighbours_loss,
    points_with_chips,
)
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import COLOUR
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray


def choose(t: Table, scratch: Scratch, seat: int, weights: FloatArray) -> int:
    """Buy the chips of the highest value; answer other questions as the apprentice does."""
    if top_task(t, seat) != tasks.SHOP:
        return apprentice.choose(t, scratch, seat, weights)
    worth = np.zeros(ids.KINDS)
    fill_chip_values(t, seat, weights, worth)
    return best_purchase(t, seat, worth)


def fill_chip_values(t: Table, seat: int, weights: FloatArray, worth: FloatArray) -> None:
    """Write what each chip that a seat can buy is worth to it; nothing for all others."""
    query = ask_net(t, seat, weights, t.round_no)
    now = current_points(query)
    for kind in range(ids.O1, ids.KINDS):
        if is_sold(t, seat, kind):
            worth[kind] = max(points_with_chips(t, query, kind, ids.NO_KIND) - now, 0.0)
    if worth[ids.K1] > 0.0:
        worth[ids.K1] += neighbours_loss(t, seat, weights, t.round_no)


def best_purchase(t: Table, seat: int, worth: FloatArray) -> int:
    """The purchase whose chips are worth most together (R5.E)."""
    best = purchase(ids.NO_KIND, ids.NO_KIND)
    most = 0.0
    for first in range(ids.O1, ids.KINDS):
        if worth[first] > 0.0:
            left = t.coins[seat] - t.price[first]
            if worth[first] > most:
                most = worth[first]
                best = purchase(first, ids.NO_KIND)
            for second in range(first + 1, ids.KINDS):
                both = worth[first] + worth[second]
                fits = t.price[second] <= left and COLOUR[second] != COLOUR[first]
                if both > most and worth[second] > 0.0 and fits:
                    most = both
                    best = purchase(first, second)
    return best
