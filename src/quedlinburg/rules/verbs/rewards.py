"""The verb of rewards: receive what a row of the tables pays (R5, R6)."""

from quedlinburg.rules import rule
from quedlinburg.rules.constants import (
    PAGE_RULE,
    REWARD_CHIP,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
)
from quedlinburg.rules.rewards import card_row, page_row
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.goods import take, win_points, win_rubies
from quedlinburg.rules.verbs.rounds import move_droplet


def receive_from_page(t: Table, seat: int, page: int, line: int) -> None:
    """Receive what a line of a page pays, by the page's rule (R5)."""
    receive(t, seat, page_row(page, line), PAGE_RULE[page])


def receive_from_card(t: Table, seat: int, card: int, line: int) -> None:
    """Receive what a line of a fortune card pays (R6)."""
    receive(t, seat, card_row(card, line), rule.R6 + card)


def receive(t: Table, seat: int, row: int, by_rule: int) -> None:
    """Receive what a row pays: chips first, then points, rubies and steps of the droplet."""
    if REWARD_CHIP[row] >= 0:
        take(t, seat, REWARD_CHIP[row], by_rule)
    if REWARD_SECOND_CHIP[row] >= 0:
        take(t, seat, REWARD_SECOND_CHIP[row], by_rule)
    win_points(t, seat, REWARD_POINTS[row], by_rule)
    win_rubies(t, seat, REWARD_RUBIES[row], by_rule)
    if REWARD_STEPS[row] > 0:
        move_droplet(t, seat, REWARD_STEPS[row], by_rule)
