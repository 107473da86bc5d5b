"""Whole games on a table record: laying it, whose turn it is to decide, and who has won.

The same lines run plain and compiled, as the rules do.
"""

from quedlinburg.rules import ids, machine
from quedlinburg.rules.table import Table
from quedlinburg.sim import generator
from quedlinburg.sim.arrays import FloatArray
from quedlinburg.sim.copying import copy_table


def lay_table(t: Table, template: Table, seed: int, start: int) -> None:
    """Lay a table before its first card; a start below 0 is drawn by lot (R2.1)."""
    copy_table(template, t)
    generator.sow(t, seed)
    t.start = start if start >= 0 else generator.pick_start(t)
    machine.lay_first_round(t)


def first_waiting(t: Table) -> int:
    """The first seat with something to decide, clockwise from the start player."""
    seats = machine.waiting_seats(t)
    seat = t.start
    while (seats >> seat) & 1 == 0:
        seat += 1
        if seat == t.players:
            seat = 0
    return seat


def go_on(t: Table) -> None:
    """Turn up the next fortune card if the table waits for nothing else (R3.2)."""
    while t.phase != ids.OVER and machine.is_at_rest(t):
        machine.turn_up_card(t)


def standing(t: Table, seat: int) -> int:
    """What ranks a seat at the end: points, then the scoring space of round 9 (R5.H)."""
    return 64 * t.vp[seat] + t.scoring[seat]


def share_victory(t: Table, shares: FloatArray) -> None:
    """Give every seat its part of the victory: 1, nothing, or an equal share (R5.H)."""
    best = 0
    winners = 0
    for seat in range(t.players):
        if standing(t, seat) > best:
            best = standing(t, seat)
            winners = 0
        winners += int(standing(t, seat) == best)
    for seat in range(t.players):
        shares[seat] = int(standing(t, seat) == best) / winners
