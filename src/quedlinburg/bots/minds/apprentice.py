"""The mind `apprentice`: risk by percentage for each round, a buying plan by the books in play."""

from collections.abc import Sequence

from quedlinburg.bots.minds import judging, rates
from quedlinburg.bots.minds.facts import (
    flask_takes_white,
    is_full,
    is_risky,
    is_risky_after_return,
    is_sold,
    purchase,
)
from quedlinburg.rules import ids, tasks, words
from quedlinburg.rules.pot import last_kind
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import COLOUR

# The chance of an explosion, in percent, that is taken in each round.
RISKS = (40, 38, 36, 34, 32, 30, 28, 26, 24)


def choose(t: Table, spare: Table, seat: int, weights: Sequence[float]) -> int:
    """Answer the question of a seat."""
    top = t.depth[seat] - 1
    question = t.task[seat][top]
    if question == tasks.BREW:
        return brew(t, seat, RISKS[t.round_no - 1])
    if question == tasks.SHOP:
        return shop(t, seat)
    return judging.answer(t, seat, question, t.arg[seat][top])


def brew(t: Table, seat: int, percent: int) -> int:
    """Draw while the risk is accepted; then use the flask if that makes room, or stop."""
    if sum(t.bag[seat]) == 0:
        return judging.stop_or_short(t, seat)
    if t.drawn[seat] == 0:
        return words.DRAW
    if is_full(t, seat):
        return judging.stop_or_short(t, seat)
    if not is_risky(t, seat, percent):
        return judging.draw_or_short(t, seat)
    if flask_takes_white(t, seat) and not is_risky_after_return(
        t, seat, last_kind(t, seat), percent
    ):
        return words.FLASK
    return judging.stop_or_short(t, seat)


def shop(t: Table, seat: int) -> int:
    """Buy the pair of chips that is worth most for the rounds to come."""
    best = purchase(ids.NO_KIND, ids.NO_KIND)
    most = 0
    for first in range(ids.O1, ids.KINDS):
        if is_sold(t, seat, first):
            second = best_beside(t, seat, first)
            both = rates.chip_rate(t, first) + rates.chip_rate(t, second)
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
            rate = rates.chip_rate(t, kind)
            if rate > most:
                most = rate
                best = kind
    return best
