"""How strong a seat is once all that its agenda holds is done: pots ended, questions answered.

While brewing, the pot counts as if it stopped now; in the evaluation and the fortune phase,
whatever stands on the seat's agenda is still to come.
"""

from quedlinburg.bots.minds.exchange import (
    ASIDE,
    CHIPS_WON,
    COINS,
    POINTS_WON,
    RUBIES_WON,
    RUBY,
    STEPS_WON,
    Rates,
    best_step,
)
from quedlinburg.bots.minds.gains import (
    add_black,
    add_chip_actions,
    add_die,
    add_green,
    add_purple,
    chance_of_die,
    chip_worth,
    clear_gains,
    green_2_worth,
    green_3_move,
    purple_2_worth,
    scored,
    strength,
)
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.moments import die_rolls
from quedlinburg.rules.pot import count_aside, count_colour, sum_colour
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import LAST_ROUND, VALUE

# How many chips *strong ingredient* shows (R6).
STRONG_LOOK = 5


def ended(t: Table, seat: int, rates: Rates) -> float:
    """How strong a seat is if its pot ends as it stands."""
    clear_gains(rates)
    if t.status[seat] != ids.EXPLODED:
        add_die(t, rates, die_rolls(t) * chance_of_die(t, seat, t.scoring[seat]))
    if t.card == ids.SEASONED_PERFECTLY and sum_colour(t, seat, ids.WHITE) == 7:
        rates[STEPS_WON] += 1.0
    add_chip_actions(t, seat, rates)
    if t.page[ids.RED] == ids.RED_2 and count_aside(t, seat) > 0:
        return best_from_aside(t, seat, rates)
    return moved(t, seat, rates, 0, green_3_move(t, seat))


def moved(t: Table, seat: int, rates: Rates, spaces: int, further: int) -> float:
    """How strong a seat is if its scoring space lies so many spaces on, or even further."""
    exploded = t.status[seat] == ids.EXPLODED and t.covered[seat] == 0
    space = t.scoring[seat] + spaces
    if is_strengthened(t, seat):
        return strengthened(t, seat, rates, space)
    best = scored(t, seat, rates, space, exploded)
    if further > 0:
        best = max(best, scored(t, seat, rates, space + further, exploded))
    return best


def best_from_aside(t: Table, seat: int, rates: Rates) -> float:
    """How strong a seat is with the best choice of red chips from aside in its pot (R4.16)."""
    aside = t.aside[seat]
    further = green_3_move(t, seat)
    best = moved(t, seat, rates, 0, further)
    for one in range(aside[ids.R1] + 1):
        for two in range(aside[ids.R2] + 1):
            for four in range(aside[ids.R4] + 1):
                spaces = one + 2 * two + 4 * four
                if spaces > 0:
                    less = one * rates[ASIDE] + two * rates[ASIDE + 1] + four * rates[ASIDE + 2]
                    best = max(best, moved(t, seat, rates, spaces, further) - less)
    return best


def chance_of_none(count: int, total: int, looks: int) -> float:
    """The chance that none of some chips is among those looked at."""
    chance = 1.0
    for i in range(min(looks, total)):
        chance *= max(total - count - i, 0) / (total - i)
    return chance


def is_strengthened(t: Table, seat: int) -> bool:
    """Whether a pot that stops now may place another chip after all have stopped (R6)."""
    if t.card != ids.STRONG_INGREDIENT or t.phase != ids.POTIONS:
        return False
    return t.status[seat] == ids.BREWING and sum(t.bag[seat]) > 0


def strengthened(t: Table, seat: int, rates: Rates, space: int) -> float:
    """How strong a seat is with the furthest chip of the five that it may place from (R6)."""
    total = sum(t.bag[seat])
    worth = 0.0
    none_before = 1.0
    better = 0
    for value in range(4, 0, -1):
        for kind in range(ids.KINDS):
            if VALUE[kind] == value:
                better += t.bag[seat][kind]
        none = chance_of_none(better, total, STRONG_LOOK)
        if none < none_before:
            worth += (none_before - none) * scored(t, seat, rates, space + value, False)
        none_before = none
    return worth


# --- what stands on an agenda --------------------------------------------------------------------


def expected(t: Table, seat: int, rates: Rates) -> float:
    """How strong a seat is once everything on its agenda is done, each question answered well."""
    if t.phase == ids.POTIONS:
        return ended(t, seat, rates)
    clear_gains(rates)
    scores = False
    further = 0
    coins = rates[COINS + t.coins[seat]] if t.round_no == LAST_ROUND else 0.0
    for i in range(t.depth[seat]):
        task = t.task[seat][i]
        if task in (tasks.SCORE_POT, tasks.EXPLODED):
            scores = True
        elif task == tasks.SHOP:
            coins = rates[COINS + t.coins[seat]]
        elif task == tasks.GREEN_3:
            further = t.arg[seat][i]
        else:
            add_task(t, seat, rates, task, t.arg[seat][i])
    if scores:
        return moved(t, seat, rates, 0, further)
    other = rates[CHIPS_WON] + best_step(rates) * rates[STEPS_WON] + coins
    return other + strength(t, seat, rates, rates[POINTS_WON], rates[RUBIES_WON])


def add_task(t: Table, seat: int, rates: Rates, task: int, arg: int) -> None:
    """Add what a task or an open question of the evaluation or the fortune phase will bring."""
    match task:
        case tasks.DIE_ROLLS:
            add_die(t, rates, arg % 8)
        case tasks.DIE_FACE:
            add_die(t, rates, 1)
        case tasks.TAKE:
            rates[CHIPS_WON] += chip_worth(t, rates, arg % 32)
        case tasks.DROPLET:
            rates[STEPS_WON] += 1.0
        case tasks.CHIP_ACTIONS:
            add_colour(t, seat, rates, arg)
        case tasks.GREEN_2:
            rates[CHIPS_WON] += green_2_worth(t, rates, arg)
        case tasks.GREEN_4:
            if t.rubies[seat] > 0:
                rates[CHIPS_WON] += max(best_step(rates) - rates[RUBY], 0.0)
        case tasks.PURPLE_2:
            rates[CHIPS_WON] += max(purple_2_worth(t, rates, arg), 0.0)
        case tasks.PURPLE_1 | tasks.PURPLE_4:
            add_purple(t, seat, arg, rates)


def add_colour(t: Table, seat: int, rates: Rates, colour: int) -> None:
    """Add what the chips of a colour bring at step B."""
    count = count_colour(t, seat, colour)
    match colour:
        case ids.BLACK:
            add_black(t, seat, count, rates)
        case ids.GREEN:
            add_green(t, seat, rates)
        case ids.PURPLE:
            add_purple(t, seat, count, rates)
