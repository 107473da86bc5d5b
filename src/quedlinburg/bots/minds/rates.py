"""Rates of exchange: what chips, steps, rubies and coins are worth, in hundredths of a point.

Chips and steps pay in every round that follows, rubies and coins by what they buy. The numbers
were set by hand and by games against themselves; levels above learn better ones.
"""

from quedlinburg.bots.minds.facts import page_row, rounds_to_brew
from quedlinburg.rules import ids, rewards
from quedlinburg.rules.pot import can_move_droplet
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    GLASS_KIND,
    GLASS_POINTS,
    GLASS_RUBIES,
    LAST_GLASS,
    LAST_ROUND,
    REWARD_POINTS,
    REWARD_RUBIES,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
)

# A step of the droplet for each round to come; a ruby at the end; a full flask; a coin for each
# round in which the chip it buys is drawn.
STEP = 42
RUBY = 50
FLASK = 150
COIN = 6

# A chip for each round to come, by colour, book and value (1, 2, 4).
# Green: rubies; chips; exactly 7; steps for rubies.
GREEN = (30, 50, 80, 40, 70, 105, 38, 60, 95, 30, 50, 80)
# Blue: looking; shield; rubies; points.
BLUE = (42, 75, 130, 38, 65, 115, 32, 55, 95, 32, 55, 105)
# Red: with pumpkins; aside; after white; W1 moves further.
RED = (45, 70, 105, 35, 60, 105, 45, 68, 105, 50, 70, 105)
# Yellow: white back; doubling; limit; the first three move further.
YELLOW = (55, 78, 115, 60, 85, 120, 55, 78, 112, 60, 85, 120)
BY_PAGE = (*GREEN, *BLUE, *RED, *YELLOW)
PUMPKIN = 22
HAWKMOTH = 62
GHOST = (45, 55, 55, 50)


def chip_rate(t: Table, kind: int) -> int:
    """What a chip is worth for each round in which it can be drawn."""
    row = page_row(t, kind)
    if row >= 0:
        return BY_PAGE[row]
    if kind == ids.O1:
        return PUMPKIN
    if kind == ids.K1:
        return HAWKMOTH
    if kind == ids.P1:
        return GHOST[t.page[ids.PURPLE] % 10 - 1]
    return 0


def chip_worth(t: Table, kind: int) -> int:
    """What a chip in the bag is worth for the rest of the game."""
    return chip_rate(t, kind) * rounds_to_brew(t)


def taken_worth(t: Table, kind: int) -> int:
    """What a chip for nothing is worth: none left, none received (R1.1)."""
    if t.supply[kind] == 0:
        return 0
    return chip_worth(t, kind)


def step_worth(t: Table, seat: int) -> int:
    """What a step of the pot's droplet is worth: a space in every round to come."""
    if not can_move_droplet(t, seat):
        return 0
    return STEP * rounds_to_brew(t)


def glass_worth(t: Table, seat: int) -> int:
    """What the next glass is worth (R7.2)."""
    if t.tubes == 0 or t.glass[seat] >= LAST_GLASS:
        return 0
    glass = t.glass[seat] + 1
    kind = GLASS_KIND[glass]
    if kind >= 0:
        return taken_worth(t, kind)
    return 100 * GLASS_POINTS[glass] + GLASS_RUBIES[glass] * ruby_worth(t, seat)


def move_worth(t: Table, seat: int) -> int:
    """What a move of the droplet is worth, in the pot or with a glass."""
    return max(step_worth(t, seat), glass_worth(t, seat))


def ruby_worth(t: Table, seat: int) -> int:
    """What a ruby is worth: half a point at the end, or half a step before."""
    return max(RUBY, step_worth(t, seat) // 2)


def last_ruby_worth(t: Table, seat: int) -> int:
    """What it costs to pay a ruby: in round 9 a point for one of a pair, nothing for an odd one."""
    if t.round_no == LAST_ROUND:
        return 100 * (1 - t.rubies[seat] % 2)
    return ruby_worth(t, seat)


def coins_worth(t: Table, coins: int) -> int:
    """What coins are worth: a point for five in round 9, before that what they buy (R5.G)."""
    rounds = rounds_to_brew(t)
    if rounds == 0:
        return 100 * (coins // 5)
    return COIN * coins * rounds


def space_worth(t: Table, seat: int, space: int) -> int:
    """What a scoring space is worth: points, coins and a ruby (R1.2)."""
    worth = 100 * SPACE_POINTS[space] + coins_worth(t, SPACE_COINS[space])
    if SPACE_RUBY[space] == 1:
        worth += ruby_worth(t, seat)
        if t.card == ids.SHINING_BRIGHT:
            worth += REWARD_RUBIES[rewards.SHINING_BRIGHT] * ruby_worth(t, seat)
        elif t.card == ids.LUCKY_DEVIL:
            worth += 100 * REWARD_POINTS[rewards.LUCKY_DEVIL]
    return worth
