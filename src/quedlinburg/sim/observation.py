"""Observations: what a seat may see of a table, as a row of numbers of fixed length.

Built field by field from what is open, so that nothing hidden can slip in: not the deck, not the
luck, not what others look at, seal or are being asked. Seats come in order from the own one,
clockwise; numbers are scaled to about one. `OFFSETS` says where each part of a row begins.
"""

from collections.abc import Sequence

from quedlinburg.rules import ids, tasks
from quedlinburg.rules.constants import LAST_ROUND, QUESTION_IDS
from quedlinburg.rules.moments import limit
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.sim.arrays import SingleArray

QUESTIONS = len(QUESTION_IDS)
# The parts of a row and how many numbers each has: first the table, then each seat.
PARTS = (
    ("players", 3),
    ("variants", 5),
    ("books", 20),
    ("prices", ids.KINDS),
    ("round", LAST_ROUND),
    ("phase", 5),
    ("card", ids.CARDS),
    ("used", ids.CARDS),
    ("supply", ids.KINDS),
    ("start", SEATS),
    ("question", QUESTIONS),
    ("number", 1),
    ("looked", ids.KINDS),
)
SEAT_PARTS = (
    ("present", 1),
    ("state", 3),
    ("tracks", 8),
    ("brewing", 12),
    ("bag", ids.KINDS),
    ("aside", ids.KINDS),
    ("bowl", ids.KINDS),
    ("pot", ids.KINDS),
    ("last", ids.KINDS),
    ("next_to_last", ids.KINDS),
)


def _offsets(parts: tuple[tuple[str, int], ...], first: int) -> dict[str, int]:
    """Where each part begins."""
    found = {}
    for name, length in parts:
        found[name] = first
        first += length
    return found


SEAT_FIRST = sum(length for _, length in PARTS)
SEAT_LENGTH = sum(length for _, length in SEAT_PARTS)
LENGTH = SEAT_FIRST + SEATS * SEAT_LENGTH
# Where each part begins: of the table within a row, of a seat within the seat's numbers.
OFFSETS = _offsets(PARTS, 0)
SEAT_OFFSETS = _offsets(SEAT_PARTS, 0)


def observe(t: Table, seat: int, row: SingleArray) -> None:
    """Write what a seat may see into a row of LENGTH numbers."""
    for i in range(LENGTH):
        row[i] = 0
    place = observe_setup(t, row)
    place = observe_table(t, seat, row, place)
    place = observe_question(t, seat, row, place)
    for i in range(t.players):
        observe_seat(t, (seat + i) % t.players, row, place)
        place += SEAT_LENGTH


def observe_setup(t: Table, row: SingleArray) -> int:
    """Write players, variants, books and prices; say where the next part begins."""
    row[t.players - 2] = 1
    row[3] = t.flask_any
    row[4] = t.tubes
    row[5] = t.overflow
    row[6] = t.stirred
    row[7] = t.stir_open
    place = 8
    for colour in range(ids.GREEN, ids.PURPLE + 1):
        row[place + t.page[colour] % 10 - 1] = 1
        place += 4
    return write_counts(t.price, row, place, 0.05)


def observe_table(t: Table, seat: int, row: SingleArray, place: int) -> int:
    """Write round, phase, cards, supply and start player; say where the next part begins."""
    row[place + t.round_no - 1] = 1
    place += LAST_ROUND
    row[place + min(t.phase, 4)] = 1
    place += 5
    if t.card != ids.NO_CARD:
        row[place + t.card] = 1
    place += ids.CARDS
    for card in range(ids.CARDS):
        row[place + card] = t.used[card]
    place = write_counts(t.supply, row, place + ids.CARDS, 0.05)
    row[place + (t.start - seat) % t.players] = 1
    return place + SEATS


def observe_question(t: Table, seat: int, row: SingleArray, place: int) -> int:
    """Write what the own seat is asked and looks at; say where the next part begins."""
    if t.depth[seat] > 0 and t.asked[seat] == 1:
        top = t.depth[seat] - 1
        question = t.task[seat][top]
        row[place + question - tasks.QUESTION] = 1
        if question != tasks.DROPLET:
            row[place + QUESTIONS] = t.arg[seat][top] / 10
    return write_counts(t.looked[seat], row, place + QUESTIONS + 1, 0.2)


def write_counts(counts: Sequence[int], row: SingleArray, place: int, scale: float) -> int:
    """Write a number for each kind; say where the next part begins."""
    for kind in range(ids.KINDS):
        row[place + kind] = counts[kind] * scale
    return place + ids.KINDS


def observe_seat(t: Table, seat: int, row: SingleArray, place: int) -> None:
    """Write what everybody sees of a seat."""
    row[place] = 1
    row[place + 1 + t.status[seat]] = 1
    place = observe_tracks(t, seat, row, place + 4)
    place = observe_brewing(t, seat, row, place)
    place = write_counts(t.bag[seat], row, place, 0.2)
    place = write_counts(t.aside[seat], row, place, 0.5)
    place = write_counts(t.bowl[seat], row, place, 0.5)
    count = t.pot_n[seat]
    for i in range(count):
        row[place + t.pot_kind[seat][i]] += 0.2
    place += ids.KINDS
    if count > 0:
        row[place + t.pot_kind[seat][count - 1]] = 1
    place += ids.KINDS
    if count > 1:
        row[place + t.pot_kind[seat][count - 2]] = 1


def observe_tracks(t: Table, seat: int, row: SingleArray, place: int) -> int:
    """Write points, rubies, droplet, tails, glass, flask, coins and scoring space of a seat."""
    row[place] = t.vp[seat] / 50
    row[place + 1] = t.rubies[seat] / 5
    row[place + 2] = t.droplet[seat] / 10
    row[place + 3] = t.tails[seat] / 10
    row[place + 4] = t.glass[seat] / 12
    row[place + 5] = t.flask[seat]
    row[place + 6] = t.coins[seat] / 35
    row[place + 7] = t.scoring[seat] / 53
    return place + 8


def observe_brewing(t: Table, seat: int, row: SingleArray, place: int) -> int:
    """Write how a seat's brewing stands; of a sealed choice only that there is one (R4.10)."""
    row[place] = t.drawn[seat]
    row[place + 1] = int(t.may_flask[seat] != ids.CLOSED)
    row[place + 2] = t.white_sum[seat] / 7
    row[place + 3] = limit(t, seat) / 7
    row[place + 4] = t.shield[seat] / 4
    row[place + 5] = t.covered[seat]
    row[place + 6] = t.doubled[seat]
    row[place + 7] = t.white_seen[seat]
    row[place + 8] = t.five_seen[seat]
    row[place + 9] = int(t.sealed[seat] != 0)
    row[place + 10] = int(t.bare_space[seat] != ids.NO_SPACE)
    row[place + 11] = t.white_last[seat]
    return place + 12
