"""Ghost's breath: the four pages of the purple book (R5.7 to R5.10)."""

from quedlinburg.rules import ids, options, rewards, rule
from quedlinburg.rules.agenda import ask_page, offer
from quedlinburg.rules.constants import SPACE_COINS
from quedlinburg.rules.offers import offer_numbers
from quedlinburg.rules.pot import count_colour, last_of_kind
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.chips import give_back_from_pot
from quedlinburg.rules.verbs.goods import take
from quedlinburg.rules.verbs.rewards import receive, receive_from_page


def purple_1_evaluated(t: Table, seat: int) -> None:
    """Ask for the line that the ghost's breaths pay (R5.7)."""
    count = count_colour(t, seat, ids.PURPLE)
    if count > 0:
        ask_page(t, seat, ids.PURPLE_1, min(count, 3))


def offer_purple_1(t: Table, count: int) -> None:
    """Offer the lines up to the number of ghost's breaths (R5.7)."""
    offer_numbers(t, 1, count)


def purple_1_answered(t: Table, seat: int, option: int) -> None:
    """Receive what the line pays (R5.7)."""
    receive_from_page(t, seat, ids.PURPLE_1, option - options.ONE)


def purple_2_evaluated(t: Table, seat: int) -> None:
    """Ask how many ghost's breaths are given back (R5.8)."""
    count = count_colour(t, seat, ids.PURPLE)
    if count > 0:
        ask_page(t, seat, ids.PURPLE_2, min(count, 3))


def purple_2_gives(count: int, kind: int) -> bool:
    """Whether giving back up to so many ghost's breaths can bring a kind (R5.8)."""
    for line in range(count):
        if rewards.gives(rewards.page_row(ids.PURPLE_2, line), kind):
            return True
    return False


def offer_purple_2(t: Table, count: int) -> None:
    """Offer to give back none, or up to so many ghost's breaths (R5.8)."""
    offer_numbers(t, 0, count)


def purple_2_answered(t: Table, seat: int, option: int) -> None:
    """Give the last ghost's breaths back to the supply for their reward (R5.8)."""
    count = option - options.ZERO
    for _ in range(count):
        give_back_from_pot(t, seat, last_of_kind(t, seat, ids.P1), rule.R5_8)
    if count > 0:
        receive_from_page(t, seat, ids.PURPLE_2, count - 1)


def purple_3_row(space: int) -> int:
    """The row that pays for a ghost's breath, by the number on its space (R5.9)."""
    return rewards.page_row(ids.PURPLE_3, min(SPACE_COINS[space] // 10, 3))


def purple_3_evaluated(t: Table, seat: int) -> None:
    """Win points for each ghost's breath by the number on its space (R5.9)."""
    for i in range(t.pot_n[seat]):
        if t.pot_kind[seat][i] == ids.P1:
            receive(t, seat, purple_3_row(t.pot_space[seat][i]), rule.R5_9)


def purple_4_evaluated(t: Table, seat: int) -> None:
    """Ask for one trade, by the number of ghost's breaths (R5.10)."""
    count = count_colour(t, seat, ids.PURPLE)
    if count > 0:
        ask_page(t, seat, ids.PURPLE_4, min(count, 3))


def trade_gives(line: int, colour: int) -> int:
    """The kind that a line's trade brings: a 2-chip, a 4-chip, a 4-chip (R5.10)."""
    return ids.G1 + 3 * colour + (1 if line == 0 else 2)


def trade_wants(line: int, colour: int) -> int:
    """The kind that a line's trade wants: a 1-chip, a 2-chip, a 1-chip (R5.10)."""
    return ids.G1 + 3 * colour + (1 if line == 1 else 0)


def purple_4_gives(t: Table, seat: int, count: int, kind: int) -> bool:
    """Whether some trade of these lines brings a kind (R5.10)."""
    for line in range(count):
        for colour in range(4):
            if trade_gives(line, colour) == kind:
                if last_of_kind(t, seat, trade_wants(line, colour)) >= 0:
                    return True
    return False


def offer_purple_4(t: Table, seat: int, count: int) -> None:
    """Offer the trades for which pot and supply have the chips, or none (R5.10)."""
    for line in range(count):
        for colour in range(4):
            wanted = last_of_kind(t, seat, trade_wants(line, colour))
            if wanted >= 0 and t.supply[trade_gives(line, colour)] > 0:
                offer(t, options.TRADE + 4 * line + colour)
    offer(t, options.NONE)


def purple_4_answered(t: Table, seat: int, option: int) -> None:
    """Trade a chip of the pot for a stronger one into the bag (R5.10)."""
    if option != options.NONE:
        line = (option - options.TRADE) // 4
        colour = (option - options.TRADE) % 4
        old = last_of_kind(t, seat, trade_wants(line, colour))
        give_back_from_pot(t, seat, old, rule.R5_10)
        take(t, seat, trade_gives(line, colour), rule.R5_10)
