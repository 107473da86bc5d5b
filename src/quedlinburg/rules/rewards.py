"""The rewards of pages and cards by name: rows of the tables (R5, R6).

A page's or card's name here is the number of its first row; the rows of its other lines follow.
Effects receive a row (`verbs/rewards.py`), estimates weigh it.
"""

from quedlinburg.rules.tables import REWARD_CHIP, REWARD_FIRST, REWARD_SECOND_CHIP

BLUE_3 = REWARD_FIRST["blue_3"]
BLACK_1 = REWARD_FIRST["black_1"]
BLACK_2 = REWARD_FIRST["black_2"]
GREEN_1 = REWARD_FIRST["green_1"]
GREEN_4 = REWARD_FIRST["green_4"]
PURPLE_1 = REWARD_FIRST["purple_1"]
PURPLE_2 = REWARD_FIRST["purple_2"]
PURPLE_3 = REWARD_FIRST["purple_3"]
CHOOSE_WISELY = REWARD_FIRST["choose_wisely"]
POT_FILLING_UP = REWARD_FIRST["pot_filling_up"]
ALMS = REWARD_FIRST["alms"]
LESS_IS_MORE = REWARD_FIRST["less_is_more"]
ONLY_ONE = REWARD_FIRST["only_one"]
OPPORTUNE_MOMENT = REWARD_FIRST["opportune_moment"]
BEGINNERS_BONUS = REWARD_FIRST["beginners_bonus"]
JUST_IN_TIME = REWARD_FIRST["just_in_time"]
SEASONED_PERFECTLY = REWARD_FIRST["seasoned_perfectly"]
LUCKY_DEVIL = REWARD_FIRST["lucky_devil"]
SHINING_BRIGHT = REWARD_FIRST["shining_bright"]


def gives(row: int, kind: int) -> bool:
    """Whether a row pays a chip of a kind."""
    return kind in (REWARD_CHIP[row], REWARD_SECOND_CHIP[row])
