"""Luck: a chip drawn, chips looked at, a die rolled, a card turned up.

The other kind of function with a compiled version; in play every outcome comes from the port.
The count of each stream is part of the table, so that ports keep no state of their own (R3.6).
"""

from quedlinburg.rules import ids
from quedlinburg.rules.table import Table


def chip(t: Table, seat: int) -> int:
    """Draw one chip: name its kind."""
    kind = t.luck.chip(t, seat)
    t.luck_n[seat][ids.DRAW] += 1
    t.lucks += 1
    return kind


def look(t: Table, seat: int, count: int) -> None:
    """Look at some chips of the bag; they stay in it (R4.11)."""
    for kind in t.luck.look(t, seat, count):
        t.looked[seat][kind] += 1
    t.luck_n[seat][ids.LOOK] += count
    t.lucks += count


def die(t: Table, seat: int) -> int:
    """Roll the bonus die: name its face (R1.4)."""
    face = t.luck.die(t, seat)
    t.luck_n[seat][ids.DIE] += 1
    t.lucks += 1
    return face


def card(t: Table) -> int:
    """Turn up a fortune card that is not used yet (R3.2)."""
    number = t.luck.card(t)
    t.luck_n[ids.TABLE][ids.CARD] += 1
    t.lucks += 1
    return number
