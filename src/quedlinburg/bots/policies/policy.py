"""The policies by number, as compiled games need them, and the one place that asks each of them."""

from quedlinburg.bots.policies import (
    apprentice,
    fast_buyer,
    fixed_risk,
    journeyman,
    master,
    novice,
    random,
)
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray

RANDOM, FIXED_RISK, NOVICE, APPRENTICE, JOURNEYMAN, MASTER, LINEAR, FAST_BUYER = range(8)

# The number of each policy that plays at tables, by the name that people choose it by.
POLICIES: dict[str, int] = {
    "random": RANDOM,
    "fixed_risk": FIXED_RISK,
    "novice": NOVICE,
    "apprentice": APPRENTICE,
    "journeyman": JOURNEYMAN,
    "master": MASTER,
    "linear": LINEAR,
}


def choose(t: Table, scratch: Scratch, seat: int, number: int, weights: FloatArray) -> int:
    """Answer the question of a seat as the policy with this number does."""
    if number == APPRENTICE:
        return apprentice.choose(t, scratch, seat, weights)
    if number == FIXED_RISK:
        return fixed_risk.choose(t, scratch, seat, weights)
    if number == NOVICE:
        return novice.choose(t, scratch, seat, weights)
    if number == JOURNEYMAN:
        return journeyman.choose(t, scratch, seat, weights)
    if number in (MASTER, LINEAR):
        return master.choose(t, scratch, seat, weights)
    if number == FAST_BUYER:
        return fast_buyer.choose(t, scratch, seat, weights)
    return random.choose(t, scratch, seat, weights)
