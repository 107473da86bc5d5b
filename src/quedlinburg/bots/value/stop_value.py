"""The strength of a seat once everything on its agenda is done, each question answered well.

While brewing, the pot counts as if it stopped now; in the evaluation and the fortune phase,
whatever stands on the seat's agenda is still to come.
"""

from quedlinburg.analysis.values import best_step
from quedlinburg.bots.value.evaluation_estimate import (
    add_black,
    add_chip_actions,
    add_die,
    chance_of_die,
    scored_value,
    strength,
)
from quedlinburg.bots.value.page_estimates import (
    STRONG_LOOKS,
    add_green,
    add_page_question,
    add_purple,
    add_white_sum,
    chip_value,
    gets_strong_chip,
    last_chip_move,
)
from quedlinburg.bots.value.search import Search, clear_gains
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.constants import LAST_ROUND, VALUE
from quedlinburg.rules.moments import die_rolls, is_laid_aside
from quedlinburg.rules.pot import count_aside, count_colour
from quedlinburg.rules.table import Table


def stop_value(t: Table, seat: int, search: Search) -> float:
    """The strength of a seat if its pot stops, or has exploded, as it stands."""
    clear_gains(search)
    if t.status[seat] != ids.EXPLODED:
        add_die(t, search, die_rolls(t) * chance_of_die(t, seat, t.scoring[seat]))
    add_white_sum(t, seat, search)
    add_chip_actions(t, seat, search)
    if is_laid_aside(t, ids.R1) and count_aside(t, seat) > 0:
        return value_with_aside(t, seat, search)
    return value_moved_on(t, seat, search, 0, last_chip_move(t, seat))


def value_moved_on(t: Table, seat: int, search: Search, spaces: int, further: int) -> float:
    """The strength of a seat whose scoring space lies so many spaces on, or also even further."""
    exploded = t.status[seat] == ids.EXPLODED and t.covered[seat] == 0
    space = t.scoring[seat] + spaces
    if gets_strong_chip(t, seat):
        return value_with_strong_chip(t, seat, search, space)
    best = scored_value(t, seat, search, space, exploded)
    if further > 0:
        best = max(best, scored_value(t, seat, search, space + further, exploded))
    return best


def value_with_aside(t: Table, seat: int, search: Search) -> float:
    """The strength of a seat with the best choice of red chips from aside in its pot (R4.16)."""
    aside = t.aside[seat]
    further = last_chip_move(t, seat)
    best = value_moved_on(t, seat, search, 0, further)
    for one in range(aside[ids.R1] + 1):
        for two in range(aside[ids.R2] + 1):
            for four in range(aside[ids.R4] + 1):
                spaces = one + 2 * two + 4 * four
                if spaces > 0:
                    less = one * search.aside[0] + two * search.aside[1] + four * search.aside[2]
                    best = max(best, value_moved_on(t, seat, search, spaces, further) - less)
    return best


def chance_of_none(count: int, total: int, looks: int) -> float:
    """The chance that none of some chips is among those looked at."""
    chance = 1.0
    for i in range(min(looks, total)):
        chance *= max(total - count - i, 0) / (total - i)
    return chance


def value_with_strong_chip(t: Table, seat: int, search: Search, space: int) -> float:
    """The strength of a seat with the furthest of the chips that it may place one of (R6)."""
    total = sum(t.bag[seat])
    worth = 0.0
    none_before = 1.0
    better = 0
    for value in range(4, 0, -1):
        for kind in range(ids.KINDS):
            if VALUE[kind] == value:
                better += t.bag[seat][kind]
        none = chance_of_none(better, total, STRONG_LOOKS)
        if none < none_before:
            worth += (none_before - none) * scored_value(t, seat, search, space + value, False)
        none_before = none
    return worth


# --- what stands on an agenda --------------------------------------------------------------------


def agenda_value(t: Table, seat: int, search: Search) -> float:
    """The strength of a seat once everything on its agenda is done."""
    if t.phase == ids.POTIONS:
        return stop_value(t, seat, search)
    clear_gains(search)
    scores = False
    further = 0
    coins = search.coins[t.coins[seat]] if t.round_no == LAST_ROUND else 0.0
    for i in range(t.depth[seat]):
        task = t.task[seat][i]
        arg = t.arg[seat][i]
        if task in (tasks.SCORE_POT, tasks.EXPLODED):
            scores = True
        elif task == tasks.SHOP:
            coins = search.coins[t.coins[seat]]
        elif task >= tasks.QUESTION and task != tasks.DROPLET:
            further += add_page_question(t, seat, search, task, arg)
        else:
            add_task(t, seat, search, task, arg)
    if scores:
        return value_moved_on(t, seat, search, 0, further)
    other = search.chips_won + best_step(search) * search.steps_won + coins
    return other + strength(t, seat, search, search.points_won, search.rubies_won)


def add_task(t: Table, seat: int, search: Search, task: int, arg: int) -> None:
    """Add what a task of the evaluation or the fortune phase, or an open step, will bring."""
    match task:
        case tasks.DIE_ROLLS:
            add_die(t, search, arg % 8)
        case tasks.DIE_FACE:
            add_die(t, search, 1)
        case tasks.TAKE:
            search.chips_won += chip_value(t, search, arg % 32)
        case tasks.DROPLET:
            search.steps_won += 1.0
        case tasks.CHIP_ACTIONS:
            add_colour(t, seat, search, arg)


def add_colour(t: Table, seat: int, search: Search, colour: int) -> None:
    """Add what the chips of a colour bring at step B."""
    count = count_colour(t, seat, colour)
    match colour:
        case ids.BLACK:
            add_black(t, seat, count, search)
        case ids.GREEN:
            add_green(t, seat, search)
        case ids.PURPLE:
            add_purple(t, seat, count, search)
