"""The policy `apprentice`: risk by percentage for each round, purchases by hand-set values."""

from quedlinburg.analysis.values import Values
from quedlinburg.bots.heuristics import answers
from quedlinburg.bots.heuristics.hand_set_values import chip_rate
from quedlinburg.bots.heuristics.pot_facts import (
    flask_takes_white,
    is_full,
    is_risky,
    is_risky_after_return,
    is_sold,
    purchase,
)
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules import ids, options, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import COLOUR
from quedlinburg.rules.pot import last_kind
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray

# The chance of an explosion, in percent, that is taken in each round.
RISKS = (40, 38, 36, 34, 32, 30, 28, 26, 24)


def choose(t: Table, scratch: Scratch, seat: int, weights: FloatArray) -> int:
    """Answer the question of a seat."""
    match top_task(t, seat):
        case tasks.BREW:
            return brew(t, seat, RISKS[t.round_no - 1], scratch.search)
        case tasks.SHOP:
            return shop(t, seat)
    return answers.answer(t, seat, scratch.search)


def brew(t: Table, seat: int, percent: int, values: Values) -> int:
    """Draw while the risk is accepted; then use the flask if that makes room, or stop."""
    if sum(t.bag[seat]) == 0:
        return answers.stop_or_short(t, seat, values)
    if t.drawn[seat] == 0:
        return options.DRAW
    if is_full(t, seat):
        return answers.stop_or_short(t, seat, values)
    if not is_risky(t, seat, percent):
        return answers.draw_or_short(t, seat, values)
    if flask_takes_white(t, seat) and not is_risky_after_return(
        t, seat, last_kind(t, seat), percent
    ):
        return options.FLASK
    return answers.stop_or_short(t, seat, values)


def shop(t: Table, seat: int) -> int:
    """Buy the pair of chips that is worth most for the rounds to come."""
    best = purchase(ids.NO_KIND, ids.NO_KIND)
    most = 0
    for first in range(ids.O1, ids.KINDS):
        if is_sold(t, seat, first):
            second = best_beside(t, seat, first)
            both = chip_rate(t, first) + chip_rate(t, second)
            if both > most:
                most = both
                best = purchase(first, second)
    return best


def best_beside(t: Table, seat: int, first: int) -> int:
    """The best chip after a first one that the coins still pay for, NO_KIND if there is none."""
    left = t.coins[seat] - t.price[first]
    best = ids.NO_KIND
    most = 0
    for kind in range(first + 1, ids.KINDS):
        if t.price[kind] <= left and COLOUR[kind] != COLOUR[first] and is_sold(t, seat, kind):
            rate = chip_rate(t, kind)
            if rate > most:
                most = rate
                best = kind
    return best
