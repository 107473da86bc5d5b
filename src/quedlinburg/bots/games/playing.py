"""Whole games between policies, plain or compiled: policies choose, the rules carry out.

What is counted on the way goes into a diary, one row for each game, seat and round; a diary
without rows counts nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from quedlinburg.bots.policies.policy import choose
from quedlinburg.bots.value.search import Scratch, Search
from quedlinburg.rules import ids, machine, options, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray, IntArray, RecordArray, ShortArray
from quedlinburg.sim.games import (
    NOBODY,
    TOGETHER,
    brewing_round,
    last_brewer,
    next_to_decide,
    share_victory,
)

# What a diary holds of a seat's round: whether the pot exploded, points, rubies and droplet
# at the end of it, and the kinds bought (NO_KIND for none).
EXPLODED, POINTS, RUBIES, DROPLET, FIRST_BOUGHT, SECOND_BOUGHT, MEASURES = range(7)


class Cast(NamedTuple):
    """Who plays."""

    policies: IntArray
    """The number of the policy, by game and seat."""
    weight_rows: IntArray
    """The row of `weights` that the policy reads, by game and seat."""
    weights: FloatArray
    """Learned weights, a row for each policy that has some."""
    search: Sequence[Search] | RecordArray
    """One record, for the policy that is deciding."""
    order: int = TOGETHER
    """In which order the seats brew."""


class Played(NamedTuple):
    """The results of some games: a row for each game, a column for each of the four seats."""

    points: IntArray
    rubies: IntArray
    shares: FloatArray
    """Shares of the victory (R5.H)."""
    diary: ShortArray
    """The MEASURES by game, seat and round; no rows if it was not asked for."""
    decisions: IntArray


def begin_round(t: Table, diary: ShortArray) -> None:
    """Write what the round that has just ended left, and begin the rows of the next one."""
    for seat in range(t.players):
        if t.round_no > 1:
            end_row(t, diary, seat, t.round_no - 2)
        diary[seat, t.round_no - 1, FIRST_BOUGHT] = ids.NO_KIND
        diary[seat, t.round_no - 1, SECOND_BOUGHT] = ids.NO_KIND


def end_row(t: Table, diary: ShortArray, seat: int, row: int) -> None:
    """Write what a seat has at the end of a round."""
    diary[seat, row, POINTS] = t.vp[seat]
    diary[seat, row, RUBIES] = t.rubies[seat]
    diary[seat, row, DROPLET] = t.droplet[seat]


def write_purchase(t: Table, diary: ShortArray, seat: int, option: int) -> None:
    """Write what a seat buys."""
    diary[seat, t.round_no - 1, FIRST_BOUGHT] = (option - options.BUY) % options.BUY_WIDTH
    diary[seat, t.round_no - 1, SECOND_BOUGHT] = (option - options.BUY) // options.BUY_WIDTH


def write_explosions(t: Table, diary: ShortArray) -> None:
    """Write which pots have exploded in this round."""
    for seat in range(t.players):
        if t.status[seat] == ids.EXPLODED:
            diary[seat, t.round_no - 1, EXPLODED] = 1


def play_to_end(t: Table, scratch: Scratch, cast: Cast, game: int, diary: ShortArray) -> int:
    """Play a table to its end, with the cast's row `game` in the seats; count the decisions."""
    decisions = 0
    last = NOBODY
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            if diary.shape[0] > 0:
                begin_round(t, diary)
            machine.turn_up_card(t)
        else:
            seat = next_to_decide(t, cast.order, last)
            brewing = brewing_round(t)
            decisions += play_seat(t, scratch, cast, game, seat, diary)
            last = last_brewer(t, seat, brewing)
    if diary.shape[0] > 0:
        write_explosions(t, diary)
        for seat in range(t.players):
            end_row(t, diary, seat, LAST_ROUND - 1)
    return decisions


def play_seat(
    t: Table, scratch: Scratch, cast: Cast, game: int, seat: int, diary: ShortArray
) -> int:
    """Let a seat decide once, or seat by seat until more than its own pot may have changed.

    Returns how often it decided.
    """
    policy = cast.policies[game, seat]
    weights = cast.weights[cast.weight_rows[game, seat]]
    decisions = 0
    shared = False
    while not shared:
        option = choose(t, scratch, seat, policy, weights)
        if diary.shape[0] > 0 and top_task(t, seat) == tasks.SHOP:
            write_purchase(t, diary, seat, option)
        shared = machine.act(t, seat, option) or cast.order == TOGETHER
        decisions += 1
    if diary.shape[0] > 0 and t.phase in (ids.POTIONS, ids.EVALUATION):
        write_explosions(t, diary)
    return decisions


def finish_game(t: Table, scratch: Scratch, cast: Cast, game: int, played: Played) -> None:
    """Play a table to its end and write its result into row `game`."""
    rows = played.diary[game] if len(played.diary) > 0 else played.diary[0:0, 0]
    played.decisions[game] = play_to_end(t, scratch, cast, game, rows)
    share_victory(t, played.shares[game])
    for seat in range(t.players):
        played.points[game, seat] = t.vp[seat]
        played.rubies[game, seat] = t.rubies[seat]
