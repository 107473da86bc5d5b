"""Chips that a seat only imagines to draw: placed by the rules themselves, and taken back again."""

from quedlinburg.rules import ids
from quedlinburg.rules.phases.potions import use_chip
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import COLOUR
from quedlinburg.sim.arrays import Array

# What is remembered of a seat before a chip is imagined.
MEMO = 21
DEPTH_BEFORE = 14
COUNT_BEFORE = 15


def remember(t: Table, seat: int, kind: int, memo: Array) -> None:
    """Write down everything that placing a chip of a kind can change."""
    memo[0] = t.vp[seat]
    memo[1] = t.rubies[seat]
    memo[2] = t.scoring[seat]
    memo[3] = t.status[seat]
    memo[4] = t.drawn[seat]
    memo[5] = t.may_flask[seat]
    memo[6] = t.white_sum[seat]
    memo[7] = t.shield[seat]
    memo[8] = t.shield_left[seat]
    memo[9] = t.covered[seat]
    memo[10] = t.doubled[seat]
    memo[11] = t.white_seen[seat]
    memo[12] = t.five_seen[seat]
    memo[13] = t.pot_n[seat]
    memo[14] = t.depth[seat]
    memo[15] = t.bag[seat][kind]
    memo[16] = t.aside[seat][kind]
    memo[17] = t.aside_new[seat][kind]
    memo[18] = t.bowl[seat][kind]
    memo[19] = t.bare_space[seat]
    memo[20] = t.white_last[seat]


def take_back(t: Table, seat: int, kind: int, memo: Array) -> None:
    """Make a seat what it was before a chip of a kind was imagined."""
    t.vp[seat] = memo[0]
    t.rubies[seat] = memo[1]
    t.scoring[seat] = memo[2]
    t.status[seat] = memo[3]
    t.drawn[seat] = memo[4]
    t.may_flask[seat] = memo[5]
    t.white_sum[seat] = memo[6]
    t.shield[seat] = memo[7]
    t.shield_left[seat] = memo[8]
    t.covered[seat] = memo[9]
    t.doubled[seat] = memo[10]
    t.white_seen[seat] = memo[11]
    t.five_seen[seat] = memo[12]
    t.pot_n[seat] = memo[13]
    t.depth[seat] = memo[14]
    t.bag[seat][kind] = memo[15]
    t.aside[seat][kind] = memo[16]
    t.aside_new[seat][kind] = memo[17]
    t.bowl[seat][kind] = memo[18]
    t.bare_space[seat] = memo[19]
    t.white_last[seat] = memo[20]


def forget_look(t: Table, seat: int) -> None:
    """Put a crow skull's look aside, as what it shows is not to be known (R4.11)."""
    if t.page[ids.BLUE] == ids.BLUE_1:
        for kind in range(ids.KINDS):
            t.looked[seat][kind] = 0


def imagine_chip(t: Table, seat: int, kind: int) -> None:
    """Let a seat draw a chip of a kind; a look that it brings is forgotten again."""
    t.drawn[seat] = 1
    use_chip(t, seat, kind)
    if COLOUR[kind] == ids.BLUE:
        forget_look(t, seat)
