"""The shop: at most two chips of different colours for the coins of the pot (R5.E)."""

from quedlinburg.rules import ids, options, rule
from quedlinburg.rules.agenda import offer
from quedlinburg.rules.constants import COLOUR
from quedlinburg.rules.pot import is_out
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.goods import buy


def affords(t: Table, seat: int, kind: int) -> bool:
    """Whether a kind is sold this round and the coins suffice for it (R5.E, R3.1)."""
    return 0 < t.price[kind] <= t.coins[seat] and is_out(t, kind)


def can_buy(t: Table, seat: int) -> bool:
    """Whether there is anything that a seat can buy."""
    for kind in range(ids.O1, ids.KINDS):
        if t.supply[kind] > 0 and affords(t, seat, kind):
            return True
    return False


def offer_shop(t: Table, seat: int) -> None:
    """Offer to buy nothing, one chip, or two chips of different colours (R5.E)."""
    nothing = options.BUY + options.BUY_WIDTH * ids.NO_KIND
    offer(t, nothing + ids.NO_KIND)
    coins = t.coins[seat]
    price = t.price
    supply = t.supply
    for kind in range(ids.O1, ids.KINDS):
        if price[kind] <= coins and supply[kind] > 0 and is_out(t, kind):
            offer(t, nothing + kind)
    option = t.option
    singles = t.option_n
    for i in range(1, singles):
        first = option[i] - nothing
        left = coins - price[first]
        colour = COLOUR[first]
        for j in range(i + 1, singles):
            second = option[j] - nothing
            if price[second] <= left and COLOUR[second] != colour:
                offer(t, options.BUY + first + options.BUY_WIDTH * second)


def shop_answered(t: Table, seat: int, option: int) -> None:
    """Buy the chips (R5.E)."""
    first = (option - options.BUY) % options.BUY_WIDTH
    second = (option - options.BUY) // options.BUY_WIDTH
    if first != ids.NO_KIND:
        buy(t, seat, first, rule.R5_E)
    if second != ids.NO_KIND:
        buy(t, seat, second, rule.R5_E)
