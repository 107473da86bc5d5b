"""The mind `brisk`: buys by a learned value and does all else as the apprentice does.

It plays fifty games where the master plays one, so it is the one to find out by play what chips
are worth. Of two chips it takes the sum of what each is worth.
"""

import numpy as np

from quedlinburg.bots.minds import apprentice
from quedlinburg.bots.minds.facts import is_sold, purchase
from quedlinburg.bots.minds.learned import ask, lost_to_black, points_now, with_chips
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import COLOUR
from quedlinburg.sim.arrays import Array


def choose(t: Table, spare: Table, seat: int, weights: Array) -> int:
    """Buy what the value likes best; answer every other question as the apprentice does."""
    if top_task(t, seat) != tasks.SHOP:
        return apprentice.choose(t, spare, seat, weights)
    worth = np.zeros(ids.KINDS)
    fill_worth(t, seat, weights, worth)
    return best_purchase(t, seat, worth)


def fill_worth(t: Table, seat: int, weights: Array, worth: Array) -> None:
    """Write what each chip that a seat can buy is worth to it; nothing for all others."""
    asking = ask(t, seat, weights, t.round_no)
    now = points_now(asking)
    for kind in range(ids.O1, ids.KINDS):
        if is_sold(t, seat, kind):
            worth[kind] = max(with_chips(t, asking, kind, ids.NO_KIND) - now, 0.0)
    if worth[ids.K1] > 0.0:
        worth[ids.K1] += lost_to_black(t, seat, weights, t.round_no)


def best_purchase(t: Table, seat: int, worth: Array) -> int:
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
