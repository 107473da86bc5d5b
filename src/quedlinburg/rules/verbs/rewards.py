"""The verb of rewards: receive a row of the table (R5, R6)."""

from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    REWARD_CHIP,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
)
from quedlinburg.rules.verbs.goods import take, win_points, win_rubies
from quedlinburg.rules.verbs.rounds import move_droplet


def receive(t: Table, seat: int, row: int, rule: int) -> None:
    """Receive what a row pays: chips first, then points, rubies and steps of the droplet."""
    if REWARD_CHIP[row] >= 0:
        take(t, seat, REWARD_CHIP[row], rule)
    if REWARD_SECOND_CHIP[row] >= 0:
        take(t, seat, REWARD_SECOND_CHIP[row], rule)
    win_points(t, seat, REWARD_POINTS[row], rule)
    win_rubies(t, seat, REWARD_RUBIES[row], rule)
    if REWARD_STEPS[row] > 0:
        move_droplet(t, seat, REWARD_STEPS[row], rule)
