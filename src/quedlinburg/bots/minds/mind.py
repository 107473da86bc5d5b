"""The minds by number, as compiled games need them, and the one place that asks each of them."""

from collections.abc import Sequence

from quedlinburg.bots.minds import apprentice, brisk, chance, fixed_risk, journeyman, master, novice
from quedlinburg.rules.table import Table

RANDOM, FIXED_RISK, NOVICE, APPRENTICE, JOURNEYMAN, MASTER, LINEAR, BRISK = range(8)

# The number of each mind that is built, by the name that people choose it by.
MINDS: dict[str, int] = {
    "random": RANDOM,
    "fixed_risk": FIXED_RISK,
    "novice": NOVICE,
    "apprentice": APPRENTICE,
    "journeyman": JOURNEYMAN,
    "master": MASTER,
    "linear": LINEAR,
}


def choose(t: Table, spare: Table, seat: int, mind: int, weights: Sequence[float]) -> int:
    """Answer the question of a seat as a mind does."""
    if mind == APPRENTICE:
        return apprentice.choose(t, spare, seat, weights)
    if mind == FIXED_RISK:
        return fixed_risk.choose(t, spare, seat, weights)
    if mind == NOVICE:
        return novice.choose(t, spare, seat, weights)
    if mind == JOURNEYMAN:
        return journeyman.choose(t, spare, seat, weights)
    if mind in (MASTER, LINEAR):
        return master.choose(t, spare, seat, weights)
    if mind == BRISK:
        return brisk.choose(t, spare, seat, weights)
    return chance.choose(t, spare, seat, weights)
