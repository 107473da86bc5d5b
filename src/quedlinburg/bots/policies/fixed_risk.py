"""The baseline `fixed_risk`: a highest chance of exploding for each round, a fixed buying list."""

from quedlinburg.bots.heuristics import answers
from quedlinburg.bots.heuristics.pot_facts import is_sold, purchase
from quedlinburg.bots.policies import apprentice
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import COLOUR
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray

# The highest chance of an explosion, in percent, at which it still draws in each round.
RISKS = (30, 30, 30, 25, 25, 25, 20, 20, 15)

# What it buys: the first chip of the list that it can pay for, and the next one beside it.
WISHES = (
    ids.B4,
    ids.Y4,
    ids.R4,
    ids.B2,
    ids.Y2,
    ids.R2,
    ids.G4,
    ids.K1,
    ids.P1,
    ids.G2,
    ids.Y1,
    ids.R1,
    ids.B1,
    ids.G1,
    ids.O1,
)


def choose(t: Table, scratch: Scratch, seat: int, weights: FloatArray) -> int:
    """Answer the question of a seat."""
    match top_task(t, seat):
        case tasks.BREW:
            return apprentice.brew(t, seat, RISKS[t.round_no - 1], scratch.search)
        case tasks.SHOP:
            return shop(t, seat)
    return answers.answer(t, seat, scratch.search)


def shop(t: Table, seat: int) -> int:
    """Buy by the list: the first chip that can be paid for, then the next of another colour."""
    first = ids.NO_KIND
    for kind in WISHES:
        if is_sold(t, seat, kind):
            if first == ids.NO_KIND:
                first = kind
            elif COLOUR[kind] != COLOUR[first] and t.price[kind] <= t.coins[seat] - t.price[first]:
                return purchase(first, kind)
    return purchase(first, ids.NO_KIND)
