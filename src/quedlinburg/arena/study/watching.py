"""Watching policies at play, written in what the compiler takes: gifts, and habits of brewing.

A gift is given to one seat at the beginning of a round; the rest of the game is played with and
without it, with the same luck, so that the difference is what it was worth.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quedlinburg.bots.games.playing import Cast, play_seat
from quedlinburg.bots.policies.policy import choose
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules import ids, machine, options, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.explosion import count_exploding_in_bag, room_left
from quedlinburg.rules.pot import can_move_droplet
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray, IntArray, RecordArray, ShortArray
from quedlinburg.sim.copying import copy_table
from quedlinburg.sim.games import (
    NOBODY,
    TOGETHER,
    brewing_round,
    last_brewer,
    next_to_decide,
    share_victory,
)

# What is given at the beginning of a round.
NOTHING, RUBY, STEP, FULL_FLASK, EMPTY_FLASK, GIFTS = range(6)

# Risks are counted in tenths: none, up to 10 %, … up to 100 %.
RISKS = 11

# What is counted for each card and each page: pots, explosions, pots that were stopped, and the
# risk of the next draw at which they were, in permille.
POTS, EXPLOSIONS, STOPS, DECLINED, COUNTS = range(5)
PAGES = 80


class Habits(NamedTuple):
    """What is counted: draws and stops by round and risk, answers after an explosion by round."""

    draws: IntArray
    stops: IntArray
    answers: IntArray
    cards: IntArray
    pages: IntArray
    now: IntArray


def give(t: Table, seat: int, gift: int) -> None:
    """Give something to a seat before a round."""
    if gift == RUBY:
        t.rubies[seat] += 1
    elif gift == STEP:
        if can_move_droplet(t, seat):
            t.droplet[seat] += 1
    elif gift == FULL_FLASK:
        t.flask[seat] = 1
    elif gift == EMPTY_FLASK:
        t.flask[seat] = 0


def play_to_round(t: Table, scratch: Scratch, cast: Cast, game: int, round_no: int) -> None:
    """Play until a round is about to begin; a round beyond the last is the end of the game."""
    diary: ShortArray = np.zeros((0, 0, 0), np.int16)
    last = NOBODY
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            if t.round_no == round_no:
                return
            machine.turn_up_card(t)
        else:
            seat = next_to_decide(t, cast.order, last)
            brewing = brewing_round(t)
            play_seat(t, scratch, cast, game, seat, diary)
            last = last_brewer(t, seat, brewing)


def try_gifts(
    t: Table, tables: Sequence[Table] | RecordArray, cast: Cast, game: int, worth: FloatArray
) -> None:
    """Play a game and, from the beginning of each round on, one more for each gift.

    `tables` has two records to play on. `worth` gets for each round and gift the points and the
    share of the victory of the seat that has the gift: the game's number says which.
    """
    other = tables[0]
    scratch = Scratch(tables[1], cast.search[0])
    seat = game % t.players
    shares = worth[LAST_ROUND, 0]
    for line in range(LAST_ROUND):
        play_to_round(t, scratch, cast, game, line + 1)
        for gift in range(GIFTS):
            copy_table(t, other)
            give(other, seat, gift)
            play_to_round(other, scratch, cast, game, LAST_ROUND + 1)
            share_victory(other, shares)
            worth[line, gift, 0] = other.vp[seat]
            worth[line, gift, 1] = shares[seat]


def permille(t: Table, seat: int) -> int:
    """The chance that the next draw explodes the pot, in permille; a shield covers it."""
    chips = sum(t.bag[seat])
    if t.shield[seat] > 0 or chips == 0:
        return 0
    return 1000 * count_exploding_in_bag(t, seat, room_left(t, seat)) // chips


def watch_brewing(t: Table, seat: int, option: int, habits: Habits) -> None:
    """Write down a draw or a stop with its risk."""
    risk = permille(t, seat)
    tenth = (risk + 99) // 100
    line = t.round_no - 1
    if option == options.DRAW:
        habits.draws[line, tenth] += 1
    elif option == options.STOP:
        habits.stops[line, tenth] += 1
        count(t, habits, STOPS, 1)
        count(t, habits, DECLINED, risk)


def count(t: Table, habits: Habits, what: int, number: int) -> None:
    """Count something for the card in force and for every page in play."""
    habits.cards[t.card, what] += number
    for page in t.page:
        if page > 0:
            habits.pages[page, what] += number


def watch_pots(t: Table, habits: Habits) -> None:
    """Note which pots have exploded in this round, each once."""
    for seat in range(t.players):
        if t.status[seat] == ids.EXPLODED and habits.now[seat] == 0:
            habits.now[seat] = 1
            count(t, habits, EXPLOSIONS, 1)


def watch_seat(
    t: Table, scratch: Scratch, cast: Cast, game: int, seat: int, habits: Habits
) -> None:
    """Let a seat decide, and write down how it brews."""
    weights = cast.weights[cast.weight_rows[game, seat]]
    shared = False
    while not shared:
        option = choose(t, scratch, seat, cast.policies[game, seat], weights)
        question = top_task(t, seat)
        if question == tasks.BREW:
            watch_brewing(t, seat, option, habits)
        elif question == tasks.EXPLODED:
            habits.answers[t.round_no - 1, int(option == options.COINS)] += 1
        shared = machine.act(t, seat, option) or cast.order == TOGETHER
    if t.phase in (ids.POTIONS, ids.EVALUATION):
        watch_pots(t, habits)


def watch_game(t: Table, scratch: Scratch, cast: Cast, game: int, habits: Habits) -> None:
    """Play a game to its end and write down how its seats brew."""
    last = NOBODY
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            machine.turn_up_card(t)
            for seat in range(t.players):
                habits.now[seat] = 0
            count(t, habits, POTS, t.players)
        else:
            seat = next_to_decide(t, cast.order, last)
            brewing = brewing_round(t)
            watch_seat(t, scratch, cast, game, seat, habits)
            last = last_brewer(t, seat, brewing)
    watch_pots(t, habits)
