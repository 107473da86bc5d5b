"""Games that are written down for learning: what every seat has before each round.

So that every thing is tried in every hands, some seats get a present before a round by lot (a chip,
a step, rubies, points, a flask filled or emptied), some answers are any legal one, and many
purchases are made with the worth of every chip a little off. The lots are hashed from the table's
seed and are no luck of the game's. Plain or compiled alike.
"""

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.minds.brisk import best_purchase, fill_worth
from quedlinburg.bots.minds.features import FEATURES, fill_features
from quedlinburg.bots.minds.mind import choose
from quedlinburg.bots.minds.weighed import fill_without_stir
from quedlinburg.bots.playing import Cast
from quedlinburg.rules import ids, machine, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import LAST_GLASS
from quedlinburg.rules.verbs.chips import lay_aside
from quedlinburg.rules.verbs.goods import give_back_from_bag, take
from quedlinburg.rules.verbs.rounds import advance_droplet, advance_glass
from quedlinburg.sim import generator
from quedlinburg.sim.arrays import Array
from quedlinburg.sim.games import first_waiting

# How often, of a thousand, a seat gets a present before a round, and an answer is any legal one.
PRESENTS = 200
WHIMS = 20
# Lots for presents and whims lie far from those of the mind `random`.
PRESENT_LOTS = 1_000_000
WHIM_LOTS = 2_000_000
# How often, of a thousand, a purchase is made with the worth of every chip off by lot, and by how
# many hundredths of itself at most: purchases that are nearly as good are the ones to compare.
CURIOUS = 500
OFF = 60
CURIOUS_LOTS = 3_000_000


class Sheets(NamedTuple):
    """What is written down: features and points by game, round and seat; how the games ended."""

    features: Array
    points: Array
    final: Array
    shares: Array


def lot(t: Table, seat: int, count: int, bound: int) -> int:
    """A number below `bound` by lot."""
    return generator.number_at(t, seat, ids.CARD, count, bound)


def give_present(t: Table, seat: int) -> None:
    """Give a seat something by lot, or take something away."""
    amount = 1 + lot(t, seat, PRESENT_LOTS + 1, 3)
    match lot(t, seat, PRESENT_LOTS + 2, 12):
        case 0 | 1:
            advance_droplet(t, seat, amount, 0)
        case 2:
            t.rubies[seat] += amount
        case 3 | 4:
            t.flask[seat] = 1 - t.flask[seat]
        case 5:
            t.vp[seat] += amount
        case 6:
            if t.bag[seat][ids.W1] > 0:
                give_back_from_bag(t, seat, ids.W1, 0)
        case 7:
            take(t, seat, lot(t, seat, PRESENT_LOTS + 3, 3), 0)
        case 8:
            if t.tubes == 1 and t.glass[seat] < LAST_GLASS:
                advance_glass(t, seat, 0)
            else:
                lay_red_aside(t, seat)
        case _:
            for i in range(amount):
                kind = ids.O1 + lot(t, seat, PRESENT_LOTS + 4 + i, ids.KINDS - ids.O1)
                take(t, seat, kind, 0)


def lay_red_aside(t: Table, seat: int) -> None:
    """Lay a red chip of the bag aside (R4.16)."""
    if t.page[ids.RED] == ids.RED_2:
        for kind in range(ids.R1, ids.R4 + 1):
            if t.bag[seat][kind] > 0:
                lay_aside(t, seat, kind, 0)
                t.aside_new[seat][kind] = 0
                return


def write_round(t: Table, sheets: Sheets, game: int) -> None:
    """Write down what every seat has before a round."""
    before = t.round_no - 1
    x = np.zeros(FEATURES)
    counts = np.zeros(ids.KINDS)
    for seat in range(t.players):
        for i in range(FEATURES):
            x[i] = 0.0
        fill_features(t, seat, counts, x)
        for i in range(FEATURES):
            sheets.features[game, before, seat, i] = x[i]
        sheets.points[game, before, seat] = t.vp[seat]


def has_whim(t: Table, seat: int) -> bool:
    """Whether a seat answers by whim; pots are stopped by whim less often."""
    often = WHIMS
    match top_task(t, seat):
        case tasks.BREW:
            often = WHIMS // 6
        case tasks.SHOP | tasks.RUBIES:
            often = 3 * WHIMS
    return lot(t, seat, WHIM_LOTS + 2 * t.question_no[seat], 1000) < often


def is_curious(t: Table, seat: int) -> bool:
    """Whether a seat tries another purchase."""
    return lot(t, seat, CURIOUS_LOTS + ids.KINDS * t.question_no[seat], 1000) < CURIOUS


def choose_or_try(t: Table, spare: Table, seat: int, mind: int, weights: Array) -> int:
    """Answer as a mind does; by whim with any answer but a stir, or a purchase that is tried."""
    if has_whim(t, seat):
        fill_without_stir(t, seat)
        return t.option[lot(t, seat, WHIM_LOTS + 2 * t.question_no[seat] + 1, t.option_n)]
    if top_task(t, seat) == tasks.SHOP and is_curious(t, seat):
        return try_purchase(t, seat, weights)
    return choose(t, spare, seat, mind, weights)


def try_purchase(t: Table, seat: int, weights: Array) -> int:
    """Buy the best, with the worth of every chip a little off by lot."""
    worth = np.zeros(ids.KINDS)
    fill_worth(t, seat, weights, worth)
    first = CURIOUS_LOTS + ids.KINDS * t.question_no[seat]
    for kind in range(ids.O1, ids.KINDS):
        off = lot(t, seat, first + kind, 2 * OFF + 1) - OFF
        worth[kind] *= 1.0 + off / 100
    return best_purchase(t, seat, worth)


def record_game(t: Table, spare: Table, cast: Cast, sheets: Sheets, game: int) -> None:
    """Play a table to its end and write down what every seat had before each round."""
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            for seat in range(t.players):
                if lot(t, seat, PRESENT_LOTS, 1000) < PRESENTS:
                    give_present(t, seat)
            t.edge = 0
            write_round(t, sheets, game)
            machine.turn_up_card(t)
        else:
            seat = first_waiting(t)
            sheet = cast.weights[cast.sheets[game, seat]]
            machine.act(t, seat, choose_or_try(t, spare, seat, cast.minds[game, seat], sheet))
