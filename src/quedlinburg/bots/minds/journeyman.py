"""The mind `journeyman`: the best expected round, by exchange rates that hold at any table.

Coins, rubies, steps and the flask are worth what they usually bring in the rounds that follow;
how the others stand does not matter.
"""

from quedlinburg.bots.minds.answers import choose_best, needs_thought
from quedlinburg.bots.minds.exchange import (
    ASIDE,
    CHIP,
    DEPTH,
    FLASK,
    POINT,
    RUBY,
    STEP,
    Rates,
    blank_rates,
    fill_coins,
    fill_glass,
    fill_last_round,
    fill_rubies,
)
from quedlinburg.rules import ids
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import LAST_ROUND, VALUE
from quedlinburg.sim.arrays import Array

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


def fill_usual(t: Table, rates: Rates) -> None:
    """Write the usual rates for the rounds that follow."""
    rounds = LAST_ROUND - t.round_no + int(t.phase < ids.POTIONS)
    any_left = min(rounds, 1)
    rates[DEPTH] = 1.0
    rates[POINT] = -LOST_TO_RATS * any_left
    rates[STEP] = SPACE * rounds
    rates[RUBY] = max(RUBY_SHARE * rounds, LEAST_RUBY)
    rates[FLASK] = FULL_FLASK * any_left
    for kind in range(ids.KINDS):
        if kind <= ids.W3:
            rates[CHIP + kind] = -BOMB * VALUE[kind] * min(rounds, BOMB_ROUNDS)
        else:
            rates[CHIP + kind] = COIN * t.price[kind] * rounds
    if rounds >= EARLY:
        rates[CHIP + ids.K1] *= EARLY_HAWKMOTH
    for i in range(3):
        rates[ASIDE + i] = BESIDE * VALUE[ids.R1 + i] * any_left


def fill_rates(t: Table, seat: int, rates: Rates) -> None:
    """Write the journeyman's rates for a seat."""
    fill_usual(t, rates)
    fill_glass(t, seat, rates)
    if t.round_no == LAST_ROUND and t.phase >= ids.POTIONS:
        fill_last_round(rates)
    else:
        fill_coins(t, rates)
    fill_rubies(t, rates)


def choose(t: Table, spare: Table, seat: int, weights: Array) -> int:
    """Take the option with the best expected round."""
    if not needs_thought(t, seat):
        return t.option[0]
    rates = blank_rates()
    fill_rates(t, seat, rates)
    return choose_best(t, spare, seat, rates)
