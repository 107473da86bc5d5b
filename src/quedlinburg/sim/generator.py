"""Luck by counting: every outcome is hashed from the seed and its place, plain and compiled alike.

Each seat has a stream for each purpose, and so has the table (R3.6): what a seat draws depends on
the seed, the round and how often it drew, never on what the others do. All numbers stay within 63
bits, or are cut to 32 at once, so that Python and the compiler agree to the last bit.
"""

from quedlinburg.rules import ids
from quedlinburg.rules.table import Table

MASK = 0xFFFFFFFF


def mix(word: int) -> int:
    """Scatter the bits of a 32-bit word."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & MASK
    word = ((word ^ (word >> 15)) * 0x846CA68B) & MASK
    return word ^ (word >> 16)


def word_at(t: Table, row: int, purpose: int, count: int) -> int:
    """The 32-bit word number `count` of a row's stream in this round."""
    place = mix(t.rng[purpose] ^ ((t.round_no * 8 + row) * 0x9E3779B1 & MASK))
    return mix((place + count * 0x85EBCA6B) & MASK)


def number_at(t: Table, row: int, purpose: int, count: int, bound: int) -> int:
    """A number from 0 to bound - 1, each equally likely but for bound in four thousand million."""
    return (word_at(t, row, purpose, count) * bound) >> 32


def pick_chip(t: Table, seat: int) -> int:
    """Draw a kind from the bag."""
    number = number_at(t, seat, ids.DRAW, t.luck_n[seat][ids.DRAW], sum(t.bag[seat]))
    for kind in range(ids.KINDS):
        number -= t.bag[seat][kind]
        if number < 0:
            return kind
    return ids.NO_KIND


def pick_look(t: Table, seat: int, ahead: int) -> int:
    """Look at one more kind of the bag, beside those that the seat is already looking at."""
    left = sum(t.bag[seat]) - sum(t.looked[seat])
    number = number_at(t, seat, ids.LOOK, t.luck_n[seat][ids.LOOK] + ahead, left)
    for kind in range(ids.KINDS):
        number -= t.bag[seat][kind] - t.looked[seat][kind]
        if number < 0:
            return kind
    return ids.NO_KIND


def pick_face(t: Table, seat: int) -> int:
    """Roll the die."""
    return number_at(t, seat, ids.DIE, t.luck_n[seat][ids.DIE], 6)


def pick_card(t: Table) -> int:
    """Turn up a fortune card that is not used."""
    left = ids.CARDS - sum(t.used)
    number = number_at(t, ids.TABLE, ids.CARD, t.luck_n[ids.TABLE][ids.CARD], left)
    for card in range(ids.CARDS):
        number -= 1 - t.used[card]
        if number < 0:
            return card
    return ids.NO_CARD


def pick_start(t: Table) -> int:
    """Draw the start player of round 1 by lot (R2.1), before the first round is laid."""
    return number_at(t, ids.TABLE, ids.DIE, 0, t.players)


def pick_answer(t: Table, seat: int, bound: int) -> int:
    """A seat's own lot for the question it is asked: no luck of the game depends on it."""
    return number_at(t, seat, ids.CARD, t.question_no[seat], bound)


def sow(t: Table, seed: int) -> None:
    """Key the streams by a seed of up to 62 bits, one word for each purpose.

    A seed out of a numpy array is made a plain number, which does not overflow.
    """
    low = int(seed) & MASK
    high = (int(seed) >> 32) & MASK
    for purpose in range(4):
        low = mix((low + 0x9E3779B9) & MASK)
        t.rng[purpose] = mix(low ^ mix((high + purpose) & MASK))
