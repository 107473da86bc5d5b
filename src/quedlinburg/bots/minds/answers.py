"""An answer to every question by a row of rates: imagine each option, like the best one most."""

import numpy as np

from quedlinburg.bots.minds.ahead import brew_liking, draw_liking
from quedlinburg.bots.minds.ending import ended, expected, moved
from quedlinburg.bots.minds.exchange import DEPTH, RUBY, Rates, a_point_more, liking, rubies_worth
from quedlinburg.bots.minds.facts import pays_short
from quedlinburg.bots.minds.weighed import fill_weighed
from quedlinburg.rules import ids, tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.machine import answer
from quedlinburg.rules.moments import limit
from quedlinburg.rules.phases.potions import can_use_flask
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import LAST_ROUND
from quedlinburg.sim.arrays import Array
from quedlinburg.sim.copying import copy_table

# Differences smaller than this are none.
SLIGHT = 1e-9
# A white sum so far below the limit that no chip explodes, and none is worth the flask.
FAR = 4
# From here on the end of the pot is near enough to think about.
NEAR_END = 44
FEW_CHIPS = 4
# How many points an option may be behind the best for a second look to be worth its time.
CLOSE = 0.6


def plainly_draws(t: Table, seat: int) -> bool:
    """Whether there is nothing to think about: no danger, and much of the pot to come."""
    if t.scoring[seat] >= NEAR_END or sum(t.bag[seat]) < FEW_CHIPS or t.drawn[seat] == 0:
        return t.drawn[seat] == 0 and t.option[0] == words.DRAW and t.option_n == 1
    if t.page[ids.RED] == ids.RED_2 or pays_short(t, seat):
        return False
    room = limit(t, seat) - t.white_sum[seat]
    if can_use_flask(t, seat):
        return room >= FAR and t.flask_any == 0
    return room >= FAR - 1


def choose_best(t: Table, spare: Table, seat: int, rates: Rates) -> int:
    """The option that is liked best; of equal ones the last, which declines."""
    liked = np.zeros(t.option_n)
    for i in range(t.option_n):
        liked[i] = option_liking(t, spare, seat, rates, t.option[i])
    return t.option[last_of_best(liked)]


def last_of_best(liked: Array) -> int:
    """The place of the highest number; of equal ones the last."""
    best = 0
    for i in range(1, len(liked)):
        if liked[i] > liked[best] - SLIGHT:
            best = i
    return best


def fill_likings(t: Table, spare: Table, seat: int, rates: Rates, liked: Array) -> None:
    """Write how much every option is liked; while brewing, close ones at a second look."""
    rates[DEPTH] = 1.0
    for i in range(t.option_n):
        liked[i] = option_liking(t, spare, seat, rates, t.option[i])
    if t.phase != ids.POTIONS:
        return
    most = liked[last_of_best(liked)]
    least = most - CLOSE * a_point_more(rates, most)
    close = 0
    for i in range(t.option_n):
        close += int(liked[i] >= least)
    if close > 1:
        rates[DEPTH] = 2.0
        for i in range(t.option_n):
            if liked[i] >= least:
                liked[i] = option_liking(t, spare, seat, rates, t.option[i])


def option_liking(t: Table, spare: Table, seat: int, rates: Rates, option: int) -> float:
    """How much an option is liked; it is only imagined."""
    task = top_task(t, seat)
    copy_table(t, spare)
    if task == tasks.BREW and option == words.DRAW:
        return draw_liking(spare, seat, rates)
    if task == tasks.BREW and option == words.STOP:
        return liking(rates, ended(spare, seat, rates))
    answer(spare, seat, option)
    if task == tasks.RUBIES and option == words.DONE:
        return liking(rates, expected(spare, seat, rates) - spent_worth(t, seat, rates))
    if t.phase != ids.POTIONS:
        return liking(rates, expected(spare, seat, rates))
    if task == tasks.RED_2 and option == words.CHOOSE_DONE:
        ended(spare, seat, rates)
        return liking(rates, moved(spare, seat, rates, 0, 0))
    if task == tasks.BREW and option == words.SHORT:
        # Spaces are not passed up for nothing, though the last of equal options is taken.
        return after_short_liking(t, spare, seat, rates) - 2 * SLIGHT
    return brew_liking(spare, seat, rates)


def after_short_liking(t: Table, spare: Table, seat: int, rates: Rates) -> float:
    """How much a pot is liked that has passed up extra spaces: to stop on, or once a skull paid.

    To draw on from fewer spaces than one could is not better: a plan that says so is only rough.
    """
    if pays_short(t, seat):
        return brew_liking(spare, seat, rates)
    return liking(rates, ended(spare, seat, rates))


def spent_worth(t: Table, seat: int, rates: Rates) -> float:
    """What rubies are worth more if they are spent than if they are kept (R5.F, R5.G)."""
    rubies = t.rubies[seat]
    kept = rubies // 2 if t.round_no == LAST_ROUND else rubies * rates[RUBY]
    return rubies_worth(rates, rubies, t.flask[seat]) - kept


def needs_thought(t: Table, seat: int) -> bool:
    """Fill the options in and say whether there is anything to decide."""
    fill_weighed(t, seat)
    if t.option_n == 1:
        return False
    return not (top_task(t, seat) == tasks.BREW and plainly_draws(t, seat))
