"""What things are worth by hand-set numbers, in hundredths of a victory point.

Chips and steps pay in every round that follows, rubies and coins by what they buy. The numbers
were set by hand and by games between the same policies; the levels above learn better ones.
"""

from quedlinburg.analysis.values import MOST_COINS, MOST_RUBIES, Values, space_value
from quedlinburg.bots.heuristics.pot_facts import page_row, rounds_left, rounds_to_brew
from quedlinburg.bots.value.page_estimates import NO_ROW, reward_value, ruby_space_row
from quedlinburg.rules import ids
from quedlinburg.rules.constants import (
    GLASS_KIND,
    GLASS_POINTS,
    GLASS_RUBIES,
    LAST_GLASS,
    LAST_ROUND,
    SPACE_RUBY,
    VALUE,
)
from quedlinburg.rules.pot import can_move_droplet
from quedlinburg.rules.table import Table

POINT = 100
# A start space for each round to come; a ruby at the end; a full flask; a coin for each round in
# which the chip that it buys can be drawn; a cherry bomb's point of value for each round to come.
SPACE = 42
RUBY = 50
FLASK = 150
COIN = 6
BOMB = -60

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
    if kind <= ids.W3:
        return BOMB * VALUE[kind]
    return 0


def fill_values(t: Table, seat: int, values: Values) -> None:
    """Write what things are worth to a seat; red chips aside count as in the bag."""
    rounds = rounds_to_brew(t)
    values.point = POINT
    for kind in range(ids.KINDS):
        values.chip[kind] = chip_rate(t, kind) * rounds
    for i in range(3):
        values.aside[i] = 0
    values.step = SPACE * rounds if can_move_droplet(t, seat) else 0
    values.ruby = max(RUBY, values.step / 2)
    values.flask = FLASK if rounds_left(t) > 0 else 0
    values.lead_cost = 0
    values.glass = next_glass(t, seat, values)
    for coins in range(MOST_COINS + 1):
        values.coins[coins] = COIN * coins * rounds if rounds > 0 else POINT * (coins // 5)
    for rubies in range(MOST_RUBIES + 1):
        values.rubies_full[rubies] = rubies * values.ruby
        values.rubies_empty[rubies] = rubies * values.ruby


def next_glass(t: Table, seat: int, values: Values) -> float:
    """What the next glass is worth (R7.2)."""
    if t.tubes == 0 or t.glass[seat] >= LAST_GLASS:
        return 0.0
    glass = t.glass[seat] + 1
    kind = GLASS_KIND[glass]
    if kind >= 0:
        return taken_chip(t, values, kind)
    return GLASS_POINTS[glass] * values.point + GLASS_RUBIES[glass] * values.ruby


def taken_chip(t: Table, values: Values, kind: int) -> float:
    """What a chip from the supply is worth; nothing if none is left (R1.1)."""
    if t.supply[kind] == 0:
        return 0.0
    return values.chip[kind]


def paid_ruby(t: Table, seat: int, values: Values) -> float:
    """What it costs to pay a ruby: in round 9 a point for one of a pair, nothing for an odd one."""
    if t.round_no == LAST_ROUND:
        return values.point * (1 - t.rubies[seat] % 2)
    return values.ruby


def scored_space_value(t: Table, values: Values, space: int) -> float:
    """What a scoring space pays, with what the card in force adds to its ruby (R1.2, R5.C)."""
    worth = space_value(values, space)
    row = ruby_space_row(t)
    if SPACE_RUBY[space] == 1 and row != NO_ROW:
        worth += reward_value(t, values, row)
    return worth
