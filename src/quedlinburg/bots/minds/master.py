"""The mind `master`: the best chance to win the game, by a value learned from play.

Points that all get alike are worth nothing to it; ahead it takes less risk, behind more.
"""

from quedlinburg.bots.minds.answers import SLIGHT, choose_best, needs_thought
from quedlinburg.bots.minds.exchange import DEPTH, blank_rates
from quedlinburg.bots.minds.learned import Asking, ask, fill_learned, with_chips
from quedlinburg.rules import tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import Array

# The options of a seat that is only asked to draw or to stop.
PLAIN = 2


def choose(t: Table, spare: Table, seat: int, weights: Array) -> int:
    """Take the option with the best chance to win."""
    if not needs_thought(t, seat):
        return t.option[0]
    if top_task(t, seat) == tasks.SHOP:
        return choose_purchase(t, seat, weights)
    rates = blank_rates()
    fill_learned(t, seat, rates, weights)
    rates[DEPTH] = foresight(t, seat)
    return choose_best(t, spare, seat, rates)


def foresight(t: Table, seat: int) -> float:
    """How far to look ahead: a chip further wherever more is asked than to draw or to stop."""
    plain = top_task(t, seat) == tasks.BREW and t.option_n == PLAIN
    return 2.0 if plain else 3.0


def choose_purchase(t: Table, seat: int, weights: Array) -> int:
    """Buy what leaves the best bag for the rounds that follow (R5.E)."""
    asking = ask(t, seat, weights, t.round_no)
    best = t.option[0]
    most = -1e18
    for i in range(t.option_n):
        option = t.option[i]
        points = with_purchase(t, asking, option)
        if points > most + SLIGHT:
            most = points
            best = option
    return best


def with_purchase(t: Table, asking: Asking, option: int) -> float:
    """The future points after a purchase."""
    first = (option - words.BUY) % words.BUY_WIDTH
    second = (option - words.BUY) // words.BUY_WIDTH
    return with_chips(t, asking, first, second)
