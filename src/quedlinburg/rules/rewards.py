"""What pages and cards pay: rows of the tables (R5, R6).

Effects receive a row (`verbs/rewards.py`); estimates and texts read it.
"""

from quedlinburg.rules.constants import CARD_REWARD, PAGE_REWARD, REWARD_CHIP, REWARD_SECOND_CHIP


def page_row(page: int, line: int) -> int:
    """The row of a page's reward; its lines count from 0, in the order of books.toml."""
    return PAGE_REWARD[page] + line


def card_row(card: int, line: int) -> int:
    """The row of a card's reward; its lines count from 0, in the order of fortune.toml."""
    return CARD_REWARD[card] + line


def gives(row: int, kind: int) -> bool:
    """Whether a row pays a chip of a kind."""
    return kind in (REWARD_CHIP[row], REWARD_SECOND_CHIP[row])
