"""An answer to every question by a row of rates: imagine each option, like the best one most."""

from quedlinburg.bots.minds.ahead import brew_liking, draw_liking
from quedlinburg.bots.minds.ending import ended, expected, moved
from quedlinburg.bots.minds.exchange import RUBY, Rates, liking, rubies_worth
from quedlinburg.rules import ids, tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.machine import answer
from quedlinburg.rules.moments import limit
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import LAST_ROUND
from quedlinburg.sim.copying import copy_table

# Differences smaller than this are none.
SLIGHT = 1e-9
# A white sum so far below the limit that no chip explodes, and none is worth the flask.
FAR = 4
# From here on the end of the pot is near enough to think about.
NEAR_END = 44
FEW_CHIPS = 4


def plainly_draws(t: Table, seat: int) -> bool:
    """Whether there is nothing to think about: no danger, and much of the pot to come."""
    if t.scoring[seat] >= NEAR_END or sum(t.bag[seat]) < FEW_CHIPS or t.drawn[seat] == 0:
        return t.drawn[seat] == 0 and t.option[0] == words.DRAW and t.option_n == 1
    if t.page[ids.RED] == ids.RED_2:
        return False
    room = limit(t, seat) - t.white_sum[seat]
    if t.option[t.option_n - 1] == words.FLASK:
        return room >= FAR and t.flask_any == 0
    return room >= FAR - 1


def choose_best(t: Table, spare: Table, seat: int, rates: Rates) -> int:
    """The option that is liked best; of equal ones the last, which declines."""
    best = t.option[0]
    most = option_liking(t, spare, seat, rates, best)
    for i in range(1, t.option_n):
        option = t.option[i]
        liked = option_liking(t, spare, seat, rates, option)
        if liked > most - SLIGHT:
            most = max(most, liked)
            best = option
    return best


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
    return brew_liking(spare, seat, rates)


def spent_worth(t: Table, seat: int, rates: Rates) -> float:
    """What rubies are worth more if they are spent than if they are kept (R5.F, R5.G)."""
    rubies = t.rubies[seat]
    kept = rubies // 2 if t.round_no == LAST_ROUND else rubies * rates[RUBY]
    return rubies_worth(rates, rubies, t.flask[seat]) - kept


def needs_thought(t: Table, seat: int) -> bool:
    """Fill the options in and say whether there is anything to decide."""
    fill_options(t, seat)
    if t.option_n == 1:
        return False
    return not (top_task(t, seat) == tasks.BREW and plainly_draws(t, seat))
