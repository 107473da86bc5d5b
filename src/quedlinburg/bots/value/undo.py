"""Undo: a chip is placed by the rules themselves on a copied table, and taken back afterwards.

Copying the whole table for every chip that a search considers would take too long.
"""

from quedlinburg.rules import ids
from quedlinburg.rules.phases.potions import use_chip
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import IntArray

# How many numbers are saved of a seat, and which of them is the bag's count of the kind.
SAVED = 21
COUNT_BEFORE = 15


def save(t: Table, seat: int, kind: int, saved: IntArray) -> None:
    """Save everything that placing a chip of a kind can change."""
    saved[0] = t.vp[seat]
    saved[1] = t.rubies[seat]
    saved[2] = t.scoring[seat]
    saved[3] = t.status[seat]
    saved[4] = t.drawn[seat]
    saved[5] = t.may_flask[seat]
    saved[6] = t.white_sum[seat]
    saved[7] = t.shield[seat]
    saved[8] = t.shield_left[seat]
    saved[9] = t.covered[seat]
    saved[10] = t.doubled[seat]
    saved[11] = t.white_seen[seat]
    saved[12] = t.five_seen[seat]
    saved[13] = t.pot_n[seat]
    saved[14] = t.depth[seat]
    saved[15] = t.bag[seat][kind]
    saved[16] = t.aside[seat][kind]
    saved[17] = t.aside_new[seat][kind]
    saved[18] = t.bowl[seat][kind]
    saved[19] = t.bare_space[seat]
    saved[20] = t.white_last[seat]


def undo(t: Table, seat: int, kind: int, saved: IntArray) -> None:
    """Make a seat what it was when it was saved, before a chip of a kind was placed.

    A plain table holds Python's numbers, not numpy's, which are slower and overflow.
    """
    t.vp[seat] = int(saved[0])
    t.rubies[seat] = int(saved[1])
    t.scoring[seat] = int(saved[2])
    t.status[seat] = int(saved[3])
    t.drawn[seat] = int(saved[4])
    t.may_flask[seat] = int(saved[5])
    t.white_sum[seat] = int(saved[6])
    t.shield[seat] = int(saved[7])
    t.shield_left[seat] = int(saved[8])
    t.covered[seat] = int(saved[9])
    t.doubled[seat] = int(saved[10])
    t.white_seen[seat] = int(saved[11])
    t.five_seen[seat] = int(saved[12])
    t.pot_n[seat] = int(saved[13])
    t.depth[seat] = int(saved[14])
    t.bag[seat][kind] = int(saved[15])
    t.aside[seat][kind] = int(saved[16])
    t.aside_new[seat][kind] = int(saved[17])
    t.bowl[seat][kind] = int(saved[18])
    t.bare_space[seat] = int(saved[19])
    t.white_last[seat] = int(saved[20])


def hide_look(t: Table, seat: int) -> int:
    """Hide the chips that a seat looks at, as they are not known yet; count them (R4.11)."""
    count = 0
    for kind in range(ids.KINDS):
        count += t.looked[seat][kind]
        t.looked[seat][kind] = 0
    return count


def draw_chip(t: Table, seat: int, kind: int) -> int:
    """Let a seat draw a chip of a kind; return how many chips it looks at then, not which."""
    depth = t.depth[seat]
    t.drawn[seat] = 1
    use_chip(t, seat, kind)
    # Whoever looks at chips is asked about them.
    return hide_look(t, seat) if t.depth[seat] > depth else 0
