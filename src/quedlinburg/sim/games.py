"""Whole games on a table record: laying it, which seat decides next, and who has won.

Players brew on their own, in any order (R3.6). A program that plays all seats has to choose one:
`together`, one action each in turn, as at a real table, or `seats`, one seat after the other.

The same lines run plain and compiled, as the rules do.
"""

from quedlinburg.rules import ids, machine
from quedlinburg.rules.table import Table
from quedlinburg.sim import generator
from quedlinburg.sim.arrays import FloatArray
from quedlinburg.sim.copying import copy_table

# In which order the seats brew.
SEAT_BY_SEAT, TOGETHER = range(2)
ORDERS = {"together": TOGETHER, "seats": SEAT_BY_SEAT}
# In place of the seat that brewed last: nobody has.
NOBODY = -1


def order_number(order: str) -> int:
    """The number of an order by its name; ValueError if there is none of that name.

    >>> order_number("together") == TOGETHER
    True
    """
    if order not in ORDERS:
        raise ValueError(f"order: {order!r} is not allowed; allowed: {', '.join(ORDERS)}")
    return ORDERS[order]


def lay_table(t: Table, template: Table, seed: int, start: int) -> None:
    """Lay a table before its first card; a start below 0 is drawn by lot (R2.1)."""
    copy_table(template, t)
    generator.sow(t, seed)
    t.start = start if start >= 0 else generator.pick_start(t)
    machine.lay_first_round(t)


def first_waiting(t: Table) -> int:
    """The first seat with something to decide, clockwise from the start player."""
    return waiting_from(t, t.start)


def next_to_decide(t: Table, order: int, last: int) -> int:
    """The seat that decides next; `last` is the seat that brewed last, or NOBODY."""
    if order == SEAT_BY_SEAT or last == NOBODY:
        return first_waiting(t)
    return waiting_from(t, (last + 1) % t.players)


def brewing_round(t: Table) -> int:
    """The round whose potions are being brewed; 0 in the other phases."""
    return t.round_no if t.phase == ids.POTIONS else 0


def last_brewer(t: Table, seat: int, round_before: int) -> int:
    """The seat after which the next one brews, once `seat` has acted.

    `round_before` is the `brewing_round` before it acted. NOBODY when another phase or round has
    begun: brewing begins with the start player.
    """
    return seat if round_before > 0 and brewing_round(t) == round_before else NOBODY


def waiting_from(t: Table, seat: int) -> int:
    """The first seat with something to decide, clockwise from a seat."""
    seats = machine.waiting_seats(t)
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
