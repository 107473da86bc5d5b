"""The scoring track: who leads, who is last, and the rat tails between markers (R1.3, R3.3)."""

from quedlinburg.rules.constants import LAP, LAP_TAILS, TAILS_BEFORE
from quedlinburg.rules.table import Table


def tails_below(points: int) -> int:
    """Count the rat tails from the start of the track up to a marker (R1.3)."""
    return points // LAP * LAP_TAILS + TAILS_BEFORE[points % LAP]


def rat_tails(own: int, highest: int) -> int:
    """Count the rat tails between a marker and the highest marker (R3.3).

    >>> rat_tails(own=10, highest=15)
    3
    """
    return tails_below(highest) - tails_below(own)


def most_points(t: Table) -> int:
    """The victory points of the leaders."""
    most = 0
    for seat in range(t.players):
        most = max(most, t.vp[seat])
    return most


def fewest_points(t: Table) -> int:
    """The fewest victory points of any seat."""
    fewest = t.vp[0]
    for seat in range(t.players):
        fewest = min(fewest, t.vp[seat])
    return fewest


def fewest_rubies(t: Table) -> int:
    """The fewest rubies of any seat."""
    fewest = t.rubies[0]
    for seat in range(t.players):
        fewest = min(fewest, t.rubies[seat])
    return fewest
