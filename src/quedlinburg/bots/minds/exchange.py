"""Exchange rates: what a point, a step, a ruby, a flask, a chip and coins are worth to a seat now.

A row of rates is made for one decision of one seat, in final victory points: by rule of thumb
(`journeyman`) or from a learned value (`master`). Everything that weighs outcomes reads it.
"""

from math import exp
from typing import TypeAlias

import numpy as np

from quedlinburg.rules import ids
from quedlinburg.rules.pot import is_out
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    COLOUR,
    GLASS_KIND,
    GLASS_POINTS,
    GLASS_RUBIES,
    LAST_GLASS,
    LAST_ROUND,
    LAST_SPACE,
)
from quedlinburg.sim.arrays import Array

# Whether outcomes count as points (0) or as chances of winning (1); then the temperature of the
# win probability, and how the strengths of the others add up (a logarithm).
WINS, TEMPERATURE, OTHERS = range(3)
# What a point is worth beyond itself, a step of the droplet, the next glass, a ruby, a full flask.
POINT, STEP, GLASS, RUBY, FLASK = range(3, 8)
# The points from which on every further one feeds the others' rats, and what each costs.
LEAD, LEAD_COST = range(8, 10)
# What everything not listed here is worth, and how many chips to look ahead beside the plan.
BASE, DEPTH = range(10, 12)
# Whether it is known what the seat's chips are worth together, as while brewing, and what.
KNOWN, HELD = range(12, 14)
CHIP = 16
ASIDE = CHIP + ids.KINDS
COINS = ASIDE + 3
MOST_COINS = 35
# The best use of some rubies with a full flask, and with an empty one.
WITH_FULL = COINS + MOST_COINS + 1
MOST_RUBIES = 15
WITH_EMPTY = WITH_FULL + MOST_RUBIES + 1
# What the evaluation brings a pot: points, rubies, steps, worth of chips (see `gains`).
POINTS_WON, RUBIES_WON, STEPS_WON, CHIPS_WON = range(
    WITH_EMPTY + MOST_RUBIES + 1, WITH_EMPTY + MOST_RUBIES + 5
)
RATES = CHIPS_WON + 1

# What a point counts beside the chance to win.
HARDLY = 1e-7
# A row of rates; compiled, and where speed matters, an array.
Rates: TypeAlias = list[float]


def blank_rates() -> Rates:
    """A row of rates to write on."""
    row: Array = np.zeros(RATES)
    rates: Rates = row
    return rates


def liking(rates: Rates, strength: float) -> float:
    """How much a strength is liked: as it is, or the chance to win the game with it."""
    if rates[WINS] == 0.0:
        return strength
    behind = rates[OTHERS] - strength / rates[TEMPERATURE]
    # Where the game is decided, more points are still better than fewer.
    return 1.0 / (1.0 + exp(min(max(behind, -60.0), 60.0))) + HARDLY * strength


def a_point_more(rates: Rates, liked: float) -> float:
    """How much more a point more is liked, by something that is liked so much."""
    if rates[WINS] == 0.0:
        return 1.0
    chance = min(max(liked, 0.0), 1.0)
    return chance * (1.0 - chance) / rates[TEMPERATURE] + HARDLY


def fill_last_round(rates: Rates) -> None:
    """Write the rates of round 9: five coins or two rubies are a point, the rest is nothing."""
    for coins in range(MOST_COINS + 1):
        rates[COINS + coins] = coins // 5


def best_step(rates: Rates) -> float:
    """What a step of either droplet is worth (R7.2)."""
    return max(rates[STEP], rates[GLASS])


def fill_glass(t: Table, seat: int, rates: Rates) -> None:
    """Write what the next glass is worth, and no step where there is no space (R7.2)."""
    if t.droplet[seat] >= LAST_SPACE:
        rates[STEP] = 0.0
    rates[GLASS] = 0.0
    if t.tubes == 1 and t.glass[seat] < LAST_GLASS:
        glass = t.glass[seat] + 1
        worth = GLASS_POINTS[glass] * (1.0 + rates[POINT]) + GLASS_RUBIES[glass] * rates[RUBY]
        kind = GLASS_KIND[glass]
        if kind >= 0:
            worth += rates[CHIP + kind]
        # A step on leads to the better glasses behind it.
        rates[GLASS] += worth + 0.3 * max(LAST_ROUND - t.round_no, 0) / LAST_ROUND


def fill_rubies(t: Table, rates: Rates) -> None:
    """Write the best use of any number of rubies, spent two by two or kept (R5.F, R5.G)."""
    last = t.round_no == LAST_ROUND
    step = best_step(rates)
    for rubies in range(MOST_RUBIES + 1):
        best = rubies // 2 if last else rubies * rates[RUBY]
        if rubies >= 2 and (not last or t.tubes == 1):
            best = max(best, step + rates[WITH_FULL + rubies - 2])
        rates[WITH_FULL + rubies] = best
        if rubies >= 2 and not last:
            best = max(best, rates[FLASK] + rates[WITH_FULL + rubies - 2])
        rates[WITH_EMPTY + rubies] = best


def rubies_worth(rates: Rates, rubies: float, flask: int) -> float:
    """What rubies are worth before they are spent; parts of a ruby count in part."""
    first = WITH_FULL if flask == 1 else WITH_EMPTY
    rubies = min(rubies, MOST_RUBIES - 0.5)
    whole = int(rubies)
    part = rubies - whole
    return (1.0 - part) * rates[first + whole] + part * rates[first + whole + 1]


def fill_coins(t: Table, rates: Rates) -> None:
    """Write what the best purchase for any number of coins is worth (R5.E)."""
    for coins in range(MOST_COINS + 1):
        rates[COINS + coins] = 0.0
    for first in range(ids.O1, ids.KINDS):
        price = t.price[first]
        if t.supply[first] > 0 and is_out(t, first) and rates[CHIP + first] > 0.0:
            write_price(rates, price, rates[CHIP + first])
            for second in range(first + 1, ids.KINDS):
                both = price + t.price[second]
                fits = both <= MOST_COINS and COLOUR[first] != COLOUR[second]
                if fits and t.supply[second] > 0 and is_out(t, second):
                    write_price(rates, both, rates[CHIP + first] + rates[CHIP + second])
    for coins in range(1, MOST_COINS + 1):
        rates[COINS + coins] = max(rates[COINS + coins], rates[COINS + coins - 1])


def write_price(rates: Rates, price: int, worth: float) -> None:
    """Remember what can be had for a price, if it is the best so far."""
    rates[COINS + price] = max(rates[COINS + price], worth)
