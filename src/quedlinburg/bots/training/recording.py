"""Games recorded for training: the features of every seat before each round.

The games explore, so that every thing is tried in every situation: some seats are given something
at random before a round (a chip, a step, rubies, points, a flask filled or emptied), some answers
are any legal one, and many purchases are made with noise on the value of every chip. The random
numbers for that are hashed from the table's seed, apart from the luck of the game. The functions
run plain and compiled.
"""

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.games.playing import Cast
from quedlinburg.bots.heuristics.considered_options import fill_without_stir
from quedlinburg.bots.policies.fast_buyer import best_purchase, fill_chip_values
from quedlinburg.bots.policies.policy import choose
from quedlinburg.bots.value.features import FEATURES, fill_features
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules import ids, machine, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import LAST_GLASS
from quedlinburg.rules.moments import is_laid_aside
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.chips import lay_aside
from quedlinburg.rules.verbs.goods import give_back_from_bag, take
from quedlinburg.rules.verbs.rounds import advance_droplet, advance_glass
from quedlinburg.sim import generator
from quedlinburg.sim.arrays import FloatArray, SingleArray
from quedlinburg.sim.games import NOBODY, brewing_round, last_brewer, next_to_decide

# How often, of a thousand, a seat is given something before a round, and an answer is random.
GIFTS = 200
RANDOM_ANSWERS = 20
# How often, of a thousand, a purchase is made with noise on the value of every chip, and how many
# hundredths the noise has at most: purchases that are nearly as good are the ones to compare.
NOISY_PURCHASES = 500
NOISE = 60
# Where the random numbers for each begin, far from those of the policy `random`.
GIFT_NUMBERS = 1_000_000
ANSWER_NUMBERS = 2_000_000
PURCHASE_NUMBERS = 3_000_000


class Recording(NamedTuple):
    """Recorded games: features and points by game, round and seat; how the games ended."""

    features: SingleArray
    points: SingleArray
    final: SingleArray
    shares: SingleArray


def random_number(t: Table, seat: int, count: int, bound: int) -> int:
    """A random number below `bound`, which depends on the table's seed and the count."""
    return generator.number_at(t, seat, ids.CARD, count, bound)


def give_something(t: Table, seat: int) -> None:
    """Give a seat something at random, or take something away."""
    amount = 1 + random_number(t, seat, GIFT_NUMBERS + 1, 3)
    match random_number(t, seat, GIFT_NUMBERS + 2, 12):
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
            take(t, seat, random_number(t, seat, GIFT_NUMBERS + 3, 3), 0)
        case 8:
            if t.tubes == 1 and t.glass[seat] < LAST_GLASS:
                advance_glass(t, seat, 0)
            else:
                lay_chip_aside(t, seat)
        case _:
            for i in range(amount):
                kind = ids.O1 + random_number(t, seat, GIFT_NUMBERS + 4 + i, ids.KINDS - ids.O1)
                take(t, seat, kind, 0)


def lay_chip_aside(t: Table, seat: int) -> None:
    """Lay a chip of the bag aside if the books in play lay such chips aside (R4.16)."""
    for kind in range(ids.KINDS):
        if t.bag[seat][kind] > 0 and is_laid_aside(t, kind):
            lay_aside(t, seat, kind, 0)
            t.aside_new[seat][kind] = 0
            return


def record_round(t: Table, recording: Recording, game: int) -> None:
    """Record the features and points of every seat before a round."""
    before = t.round_no - 1
    x = np.zeros(FEATURES)
    counts = np.zeros(ids.KINDS)
    for seat in range(t.players):
        for i in range(FEATURES):
            x[i] = 0.0
        fill_features(t, seat, counts, x)
        for i in range(FEATURES):
            recording.features[game, before, seat, i] = x[i]
        recording.points[game, before, seat] = t.vp[seat]


def answers_at_random(t: Table, seat: int) -> bool:
    """Whether a seat answers at random; brewing less often, purchases and rubies more often."""
    often = RANDOM_ANSWERS
    match top_task(t, seat):
        case tasks.BREW:
            often = RANDOM_ANSWERS // 6
        case tasks.SHOP | tasks.RUBIES:
            often = 3 * RANDOM_ANSWERS
    return random_number(t, seat, ANSWER_NUMBERS + 2 * t.question_no[seat], 1000) < often


def buys_with_noise(t: Table, seat: int) -> bool:
    """Whether a seat buys with noise on the value of every chip."""
    first = PURCHASE_NUMBERS + ids.KINDS * t.question_no[seat]
    return random_number(t, seat, first, 1000) < NOISY_PURCHASES


def choose_or_explore(
    t: Table, scratch: Scratch, seat: int, policy: int, weights: FloatArray
) -> int:
    """Answer as a policy does, or at random with any answer but a stir, or buy with noise."""
    if answers_at_random(t, seat):
        fill_without_stir(t, seat)
        number = ANSWER_NUMBERS + 2 * t.question_no[seat] + 1
        return t.option[random_number(t, seat, number, t.option_n)]
    if top_task(t, seat) == tasks.SHOP and buys_with_noise(t, seat):
        return buy_with_noise(t, seat, weights)
    return choose(t, scratch, seat, policy, weights)


def buy_with_noise(t: Table, seat: int, weights: FloatArray) -> int:
    """Buy the best chips after noise was added to the value of every chip."""
    values = np.zeros(ids.KINDS)
    fill_chip_values(t, seat, weights, values)
    first = PURCHASE_NUMBERS + ids.KINDS * t.question_no[seat]
    for kind in range(ids.O1, ids.KINDS):
        noise = random_number(t, seat, first + kind, 2 * NOISE + 1) - NOISE
        values[kind] *= 1.0 + noise / 100
    return best_purchase(t, seat, values)


def record_game(t: Table, scratch: Scratch, cast: Cast, recording: Recording, game: int) -> None:
    """Play a table to its end and record every seat before each round."""
    last = NOBODY
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            for seat in range(t.players):
                if random_number(t, seat, GIFT_NUMBERS, 1000) < GIFTS:
                    give_something(t, seat)
            t.edge = 0
            record_round(t, recording, game)
            machine.turn_up_card(t)
        else:
            seat = next_to_decide(t, cast.order, last)
            brewing = brewing_round(t)
            weights = cast.weights[cast.weight_rows[game, seat]]
            policy = cast.policies[game, seat]
            machine.act(t, seat, choose_or_explore(t, scratch, seat, policy, weights))
            last = last_brewer(t, seat, brewing)
