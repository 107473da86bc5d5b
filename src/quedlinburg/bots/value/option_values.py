"""The value of every option: evaluate each option on a copy and pick the best."""

import numpy as np

from quedlinburg.analysis.values import rubies_value
from quedlinburg.bots.heuristics.considered_options import fill_considered
from quedlinburg.bots.value.look_ahead import brew_value, draw_value
from quedlinburg.bots.value.page_estimates import pays_short
from quedlinburg.bots.value.search import Scratch, Search, marginal_utility, utility
from quedlinburg.bots.value.stop_value import agenda_value, stop_value, value_moved_on
from quedlinburg.rules import ids, options, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.explosion import room_left
from quedlinburg.rules.machine import answer
from quedlinburg.rules.moments import is_laid_aside
from quedlinburg.rules.phases.potions import can_use_flask
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray
from quedlinburg.sim.copying import copy_table

# Differences smaller than this are none.
SLIGHT = 1e-9
# So much room below the limit that no chip explodes, and none is worth the flask.
SAFE_ROOM = 4
# From this scoring space on, and with fewer chips than this, the end of the pot has to be weighed.
NEAR_END = 44
FEW_CHIPS = 4
# How many points an option may be behind the best to be evaluated again with more depth.
CLOSE = 0.6


def draws_at_once(t: Table, seat: int) -> bool:
    """Whether drawing needs no evaluation: no danger, and much of the pot still to come."""
    if t.scoring[seat] >= NEAR_END or sum(t.bag[seat]) < FEW_CHIPS or t.drawn[seat] == 0:
        return t.drawn[seat] == 0 and t.option[0] == options.DRAW and t.option_n == 1
    if is_laid_aside(t, ids.R1) or pays_short(t, seat):
        return False
    room = room_left(t, seat)
    if can_use_flask(t, seat):
        return room >= SAFE_ROOM and t.flask_any == 0
    return room >= SAFE_ROOM - 1


def has_to_choose(t: Table, seat: int) -> bool:
    """Fill in the considered options; return whether they have to be evaluated."""
    fill_considered(t, seat)
    if t.option_n == 1:
        return False
    return not (top_task(t, seat) == tasks.BREW and draws_at_once(t, seat))


def choose_best(t: Table, scratch: Scratch, seat: int) -> int:
    """The option with the highest value; of equal ones the last, which declines."""
    by_option = np.zeros(t.option_n)
    for i in range(t.option_n):
        by_option[i] = option_value(t, scratch, seat, t.option[i])
    return t.option[last_best(by_option)]


def last_best(values: FloatArray) -> int:
    """The index of the highest number; of equal ones the last."""
    best = 0
    for i in range(1, len(values)):
        if values[i] > values[best] - SLIGHT:
            best = i
    return best


def fill_option_values(t: Table, scratch: Scratch, seat: int, by_option: FloatArray) -> None:
    """Write the value of every option; while brewing, close ones once more with more depth."""
    search = scratch.search
    search.depth = 1.0
    for i in range(t.option_n):
        by_option[i] = option_value(t, scratch, seat, t.option[i])
    if t.phase != ids.POTIONS:
        return
    most = by_option[last_best(by_option)]
    least = most - CLOSE * marginal_utility(search, most)
    close = 0
    for i in range(t.option_n):
        close += int(by_option[i] >= least)
    if close > 1:
        search.depth = 2.0
        for i in range(t.option_n):
            if by_option[i] >= least:
                by_option[i] = option_value(t, scratch, seat, t.option[i])


def option_value(t: Table, scratch: Scratch, seat: int, option: int) -> float:
    """The value of an option, which is carried out on the scratch table only."""
    spare, search = scratch
    task = top_task(t, seat)
    copy_table(t, spare)
    if task == tasks.BREW and option == options.DRAW:
        return draw_value(spare, seat, search)
    if task == tasks.BREW and option == options.STOP:
        return utility(search, stop_value(spare, seat, search))
    answer(spare, seat, option)
    if task == tasks.RUBIES and option == options.DONE:
        return utility(search, agenda_value(spare, seat, search) - spending_value(t, seat, search))
    if t.phase != ids.POTIONS:
        return utility(search, agenda_value(spare, seat, search))
    if option == options.CHOOSE_DONE:
        # What still lies aside stays there: only the chips in the pot count.
        stop_value(spare, seat, search)
        return utility(search, value_moved_on(spare, seat, search, 0, 0))
    if task == tasks.BREW and option == options.SHORT:
        # Spaces are not passed up for nothing, though the last of equal options is taken.
        return value_after_short(t, spare, seat, search) - 2 * SLIGHT
    return brew_value(spare, seat, search)


def value_after_short(t: Table, spare: Table, seat: int, search: Search) -> float:
    """The value of having passed up extra spaces: to stop there, or to draw on if that paid.

    To draw on from fewer spaces than one could is not better: a plan that says so is only rough.
    """
    if pays_short(t, seat):
        return brew_value(spare, seat, search)
    return utility(search, stop_value(spare, seat, search))


def spending_value(t: Table, seat: int, search: Search) -> float:
    """How much more rubies are worth if they are spent than if they are kept (R5.F, R5.G)."""
    rubies = t.rubies[seat]
    kept = rubies // 2 if t.round_no == LAST_ROUND else rubies * search.ruby
    return rubies_value(search, rubies, t.flask[seat]) - kept
