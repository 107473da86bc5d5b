"""Whole games between minds, plain or compiled: minds choose, the rules carry out.

What is counted on the way goes into `diary`, one row for each game, seat and round; a diary
without rows counts nothing.
"""

from typing import NamedTuple

from quedlinburg.bots.minds.mind import choose
from quedlinburg.rules import ids, machine, tasks, words
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import LAST_ROUND
from quedlinburg.sim.arrays import Array
from quedlinburg.sim.games import first_waiting, share_victory

# What a diary holds of a seat's round: whether the pot exploded, points, rubies and droplet
# at the end of it, and the kinds bought (NO_KIND for none).
EXPLODED, POINTS, RUBIES, DROPLET, FIRST_BOUGHT, SECOND_BOUGHT, MEASURES = range(7)


class Cast(NamedTuple):
    """Who plays: for each game and seat the number of a mind and its row of `weights`."""

    minds: Array
    sheets: Array
    weights: Array


class Played(NamedTuple):
    """What came of some games: a row for each game, a column for each of the four seats.

    Shares are parts of the victory (R5.H). The diary, if it was asked for, has for each game,
    seat and round the MEASURES above; otherwise it has no rows.
    """

    points: Array
    rubies: Array
    shares: Array
    diary: Array
    decisions: Array


def open_page(t: Table, diary: Array) -> None:
    """Write down what the round that has just ended left, and begin the next one's lines."""
    for seat in range(t.players):
        if t.round_no > 1:
            close_line(t, diary, seat, t.round_no - 2)
        diary[seat, t.round_no - 1, FIRST_BOUGHT] = ids.NO_KIND
        diary[seat, t.round_no - 1, SECOND_BOUGHT] = ids.NO_KIND


def close_line(t: Table, diary: Array, seat: int, line: int) -> None:
    """Write down what a seat has at the end of a round."""
    diary[seat, line, POINTS] = t.vp[seat]
    diary[seat, line, RUBIES] = t.rubies[seat]
    diary[seat, line, DROPLET] = t.droplet[seat]


def write_purchase(t: Table, diary: Array, seat: int, option: int) -> None:
    """Write down what a seat buys."""
    diary[seat, t.round_no - 1, FIRST_BOUGHT] = (option - words.BUY) % words.BUY_WIDTH
    diary[seat, t.round_no - 1, SECOND_BOUGHT] = (option - words.BUY) // words.BUY_WIDTH


def write_explosions(t: Table, diary: Array) -> None:
    """Write down which pots have exploded in this round."""
    for seat in range(t.players):
        if t.status[seat] == ids.EXPLODED:
            diary[seat, t.round_no - 1, EXPLODED] = 1


def play_to_end(t: Table, spare: Table, cast: Cast, game: int, diary: Array) -> int:
    """Play a table to its end, with the cast's row `game` in the seats; count the decisions."""
    decisions = 0
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            if diary.shape[0] > 0:
                open_page(t, diary)
            machine.turn_up_card(t)
        else:
            decisions += play_seat(t, spare, cast, game, diary)
    if diary.shape[0] > 0:
        write_explosions(t, diary)
        for seat in range(t.players):
            close_line(t, diary, seat, LAST_ROUND - 1)
    return decisions


def play_seat(t: Table, spare: Table, cast: Cast, game: int, diary: Array) -> int:
    """Let the first waiting seat decide until more than its own pot may have changed."""
    seat = first_waiting(t)
    mind = cast.minds[game, seat]
    weights = cast.weights[cast.sheets[game, seat]]
    decisions = 0
    shared = False
    while not shared:
        option = choose(t, spare, seat, mind, weights)
        if diary.shape[0] > 0 and top_task(t, seat) == tasks.SHOP:
            write_purchase(t, diary, seat, option)
        shared = machine.act(t, seat, option)
        decisions += 1
    if diary.shape[0] > 0 and t.phase in (ids.POTIONS, ids.EVALUATION):
        write_explosions(t, diary)
    return decisions


def finish_game(t: Table, spare: Table, cast: Cast, game: int, played: Played) -> None:
    """Play a table to its end and write down what came of it, in row `game`."""
    lines = played.diary[game] if len(played.diary) > 0 else played.diary[0:0, 0]
    played.decisions[game] = play_to_end(t, spare, cast, game, lines)
    share_victory(t, played.shares[game])
    for seat in range(t.players):
        played.points[game, seat] = t.vp[seat]
        played.rubies[game, seat] = t.rubies[seat]
