"""A small random generator inside the table record, the same lines plain and compiled.

xoshiro128** on four 32-bit words, in whole numbers that never pass 63 bits, so that Python and
the compiler agree to the last bit.
"""

from quedlinburg.rules import ids
from quedlinburg.rules.table import Table

MASK = 0xFFFFFFFF


def rotate(word: int, by: int) -> int:
    """Turn a 32-bit word to the left."""
    return ((word << by) & MASK) | (word >> (32 - by))


def next_word(t: Table) -> int:
    """Draw the next 32-bit word."""
    rng = t.rng
    word = (rotate((rng[1] * 5) & MASK, 7) * 9) & MASK
    shifted = (rng[1] << 9) & MASK
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = rotate(rng[3], 11)
    return word


def below(t: Table, bound: int) -> int:
    """Draw a number from 0 to bound - 1, each equally likely."""
    limit = (MASK + 1) // bound * bound
    word = next_word(t)
    while word >= limit:
        word = next_word(t)
    return word % bound


def pick_chip(t: Table, seat: int) -> int:
    """Draw a kind from what the bag holds and the seat is not already looking at."""
    left = sum(t.bag[seat]) - sum(t.looked[seat])
    number = below(t, left)
    for kind in range(ids.KINDS):
        number -= t.bag[seat][kind] - t.looked[seat][kind]
        if number < 0:
            return kind
    return ids.NO_KIND


def pick_card(t: Table) -> int:
    """Draw a fortune card that is not used."""
    number = below(t, ids.CARDS - sum(t.used))
    for card in range(ids.CARDS):
        number -= 1 - t.used[card]
        if number < 0:
            return card
    return ids.NO_CARD


def sow(t: Table, seed: int) -> None:
    """Fill the generator's words from a seed (a splitmix-like walk over 32 bits)."""
    word = seed & MASK
    for i in range(4):
        word = (word + 0x9E3779B9) & MASK
        mixed = word
        mixed = ((mixed ^ (mixed >> 16)) * 0x45D9F3B) & MASK
        mixed = ((mixed ^ (mixed >> 16)) * 0x45D9F3B) & MASK
        t.rng[i] = mixed ^ (mixed >> 16)
    t.rng[0] |= 1
