"""The policy `journeyman`: the best expected round, by values that hold at any table.

Coins, rubies, steps and the flask are worth what they usually bring in the rounds that follow;
how the others stand does not matter.
"""

from quedlinburg.analysis.values import (
    Values,
    derive_coins,
    derive_glass,
    derive_last_coins,
    derive_rubies,
)
from quedlinburg.bots.value.option_values import choose_best, has_to_choose
from quedlinburg.bots.value.search import Scratch, Search, clear_search
from quedlinburg.rules import ids
from quedlinburg.rules.constants import LAST_ROUND, VALUE
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray

# What a start space further on is worth in each round that follows, and a ruby towards it.
SPACE = 0.42
RUBY_SHARE = 0.18
LEAST_RUBY = 0.45
# What a full flask is worth while a round follows, and a coin's worth of chips in each of them.
FULL_FLASK = 0.5
COIN = 0.09
# Chips are worth their price, but for one: a hawkmoth that comes before the neighbours have any
# brings steps and rubies for the rest of the game. From so many rounds on it is worth more.
EARLY = 8
EARLY_HAWKMOTH = 1.04
# Points keep the rats away: so much of each is lost again while rounds follow.
LOST_TO_RATS = 0.3
# What another cherry bomb costs in a round, but for the first ones.
BOMB = 0.4
BOMB_ROUNDS = 8
# What a toadstool of 1 is worth more beside the pot than in the bag.
BESIDE = 0.2


def fill_usual(t: Table, values: Values) -> None:
    """Write what things usually bring in the rounds that follow."""
    rounds = LAST_ROUND - t.round_no + int(t.phase < ids.POTIONS)
    any_left = min(rounds, 1)
    values.point = 1.0 - LOST_TO_RATS * any_left
    values.step = SPACE * rounds
    values.ruby = max(RUBY_SHARE * rounds, LEAST_RUBY)
    values.flask = FULL_FLASK * any_left
    for kind in range(ids.KINDS):
        if kind <= ids.W3:
            values.chip[kind] = -BOMB * VALUE[kind] * min(rounds, BOMB_ROUNDS)
        else:
            values.chip[kind] = COIN * t.price[kind] * rounds
    if rounds >= EARLY:
        values.chip[ids.K1] *= EARLY_HAWKMOTH
    for i in range(3):
        values.aside[i] = BESIDE * VALUE[ids.R1 + i] * any_left


def fill_values(t: Table, seat: int, search: Search) -> None:
    """Write what things are worth to a seat, as the journeyman has it."""
    clear_search(search)
    search.depth = 1.0
    fill_usual(t, search)
    derive_glass(t, seat, search)
    if t.round_no == LAST_ROUND and t.phase >= ids.POTIONS:
        derive_last_coins(search)
    else:
        derive_coins(t, search)
    derive_rubies(t, search)


def choose(t: Table, scratch: Scratch, seat: int, weights: FloatArray) -> int:
    """Take the option with the best expected round."""
    if not has_to_choose(t, seat):
        return t.option[0]
    fill_values(t, seat, scratch.search)
    return choose_best(t, scratch, seat)
