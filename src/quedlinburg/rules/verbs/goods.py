"""Verbs of goods: points, rubies, coins, and chips between the supply and a bag."""

from quedlinburg.rules import ids, log
from quedlinburg.rules.log import note
from quedlinburg.rules.table import Table

# Of a kind that has so many chips left, every seat can take one (R3.6).
SCARCE = 4


def win_points(t: Table, seat: int, points: int, rule: int) -> None:
    """Move the marker forward on the scoring track."""
    if points > 0:
        t.vp[seat] += points
        note(t, log.POINTS_WON, seat, points, 0, 0, rule)


def win_rubies(t: Table, seat: int, rubies: int, rule: int) -> None:
    """Receive rubies; their pile never runs out (R1.1)."""
    if rubies > 0:
        t.rubies[seat] += rubies
        note(t, log.RUBIES_WON, seat, rubies, 0, 0, rule)


def pay_rubies(t: Table, seat: int, rubies: int, rule: int) -> None:
    """Give rubies back to the pile."""
    if rubies > 0:
        t.rubies[seat] -= rubies
        note(t, log.RUBIES_PAID, seat, rubies, 0, 0, rule)


def win_coins(t: Table, seat: int, coins: int, rule: int) -> None:
    """Have coins to spend until the round ends (R5.E)."""
    if coins > 0:
        t.coins[seat] = coins
        note(t, log.COINS_WON, seat, coins, 0, 0, rule)


def take(t: Table, seat: int, kind: int, rule: int) -> None:
    """Take a chip from the supply into the bag for nothing; none left, none received (R1.1)."""
    if t.supply[kind] == 0:
        note(t, log.CHIP_MISSED, seat, kind, 0, 0, rule)
        return
    leave_supply(t, seat, kind)
    note(t, log.CHIP_TAKEN, seat, kind, 0, 0, rule)


def buy(t: Table, seat: int, kind: int, rule: int) -> None:
    """Buy a chip into the bag (R5.E)."""
    leave_supply(t, seat, kind)
    note(t, log.CHIP_BOUGHT, seat, kind, t.price[kind], 0, rule)


def leave_supply(t: Table, seat: int, kind: int) -> None:
    """Move one chip from the supply into a bag, and remember when it was the last of its kind."""
    left = t.supply[kind] - 1
    t.supply[kind] = left
    t.bag[seat][kind] += 1
    if left == SCARCE - 1:
        t.scarce += 1
    if left == 0:
        t.scarce -= 1
        t.edge |= 1 << kind


def enter_supply(t: Table, kind: int) -> None:
    """Put one chip into the supply, and remember when it is the first of its kind."""
    left = t.supply[kind] + 1
    t.supply[kind] = left
    if left == 1:
        t.scarce += 1
        t.edge |= 1 << kind
    if left == SCARCE:
        t.scarce -= 1


def count_scarce(t: Table) -> None:
    """Count the kinds of which fewer are left than a table can have seats, but some (R3.6)."""
    t.scarce = 0
    for kind in range(ids.KINDS):
        t.scarce += int(0 < t.supply[kind] < SCARCE)


def give_back_from_bag(t: Table, seat: int, kind: int, rule: int) -> None:
    """Put a chip of the bag into the supply."""
    t.bag[seat][kind] -= 1
    enter_supply(t, kind)
    note(t, log.CHIP_GIVEN_BACK, seat, kind, 0, 0, rule)
