"""The mind `master`: the best chance to win the game, by a value learned from play.

Points that all get alike are worth nothing to it; ahead it takes less risk, behind more.
"""

import numpy as np

from quedlinburg.bots.minds.answers import SLIGHT, fill_likings, last_of_best, needs_thought
from quedlinburg.bots.minds.exchange import blank_rates
from quedlinburg.bots.minds.learned import Asking, ask, fill_learned, lost_to_black, with_chips
from quedlinburg.rules import ids, tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import Array


def choose(t: Table, spare: Table, seat: int, weights: Array) -> int:
    """Take the option with the best chance to win."""
    if not needs_thought(t, seat):
        return t.option[0]
    if top_task(t, seat) == tasks.SHOP:
        return choose_purchase(t, seat, weights)
    rates = blank_rates()
    fill_learned(t, seat, rates, weights)
    liked = np.zeros(t.option_n)
    fill_likings(t, spare, seat, rates, liked)
    return t.option[last_of_best(liked)]


def choose_purchase(t: Table, seat: int, weights: Array) -> int:
    """Buy what leaves the best bag for the rounds that follow (R5.E)."""
    asking = ask(t, seat, weights, t.round_no)
    black = lost_to_black(t, seat, weights, t.round_no)
    best = t.option[0]
    most = -1e18
    for i in range(t.option_n):
        option = t.option[i]
        points = with_purchase(t, asking, black, option)
        if points > most + SLIGHT:
            most = points
            best = option
    return best


def with_purchase(t: Table, asking: Asking, black: float, option: int) -> float:
    """The future points after a purchase, and what a black chip among it costs the others."""
    first = (option - words.BUY) % words.BUY_WIDTH
    second = (option - words.BUY) // words.BUY_WIDTH
    points = with_chips(t, asking, first, second)
    return points + black if ids.K1 in (first, second) else points
