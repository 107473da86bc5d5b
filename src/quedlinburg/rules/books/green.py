"""Garden spiders: the four pages of the green book (R5.3 to R5.6)."""

from quedlinburg.rules import ids, options, rule
from quedlinburg.rules.agenda import ask_page, offer
from quedlinburg.rules.constants import COLOUR, LAST_GLASS, LAST_SPACE
from quedlinburg.rules.pot import can_move_droplet, sum_colour
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.chips import move_last_chip
from quedlinburg.rules.verbs.goods import pay_rubies, take
from quedlinburg.rules.verbs.rewards import receive_from_page


def last_green(t: Table, seat: int, back: int) -> int:
    """The kind of the last (1) or next to last (2) chip if it is green, else NO_KIND (R4.8)."""
    place_no = t.pot_n[seat] - back
    if place_no < 0 or COLOUR[t.pot_kind[seat][place_no]] != ids.GREEN:
        return ids.NO_KIND
    return t.pot_kind[seat][place_no]


def green_1_evaluated(t: Table, seat: int) -> None:
    """Win a ruby for each garden spider among the last two chips (R5.3)."""
    for back in range(1, 3):
        if last_green(t, seat, back) != ids.NO_KIND:
            receive_from_page(t, seat, ids.GREEN_1, 0)


def green_2_evaluated(t: Table, seat: int) -> None:
    """Ask for a chip for each garden spider among the last two, the last one first (R5.4)."""
    for back in range(2, 0, -1):
        spider = last_green(t, seat, back)
        if spider != ids.NO_KIND:
            ask_page(t, seat, ids.GREEN_2, spider)


def green_2_gives(spider: int, kind: int) -> bool:
    """Whether a garden spider brings a kind (R5.4)."""
    if spider == ids.G1:
        return kind == ids.O1
    if spider == ids.G2:
        return kind in (ids.B1, ids.R1)
    return kind in (ids.Y1, ids.P1)


def offer_green_2(t: Table, spider: int) -> None:
    """Offer the chips of a garden spider that the supply has, or none (R5.4)."""
    for kind in range(ids.O1, ids.KINDS):
        if t.supply[kind] > 0 and green_2_gives(spider, kind):
            offer(t, kind)
    offer(t, options.NONE)


def green_2_answered(t: Table, seat: int, option: int) -> None:
    """Take the chip that was chosen (R5.4)."""
    if option != options.NONE:
        take(t, seat, option, rule.R5_4)


def green_3_evaluated(t: Table, seat: int) -> None:
    """Ask whether the last chip moves on, with cherry bombs of exactly 7 (R5.5)."""
    if sum_colour(t, seat, ids.WHITE) == 7:
        last = t.pot_n[seat] - 1
        spaces = sum_colour(t, seat, ids.GREEN)
        if spaces > 0 and t.pot_space[seat][last] < LAST_SPACE:
            ask_page(t, seat, ids.GREEN_3, spaces)


def offer_green_3(t: Table) -> None:
    """Offer to move the last chip on, or to leave it (R5.5)."""
    offer(t, options.MOVE)
    offer(t, options.STAY)


def green_3_answered(t: Table, seat: int, spaces: int, option: int) -> None:
    """Move the last chip on by all the garden spiders' values (R5.5)."""
    if option == options.MOVE:
        move_last_chip(t, seat, spaces, rule.R5_5)


def green_4_evaluated(t: Table, seat: int) -> None:
    """Ask for each garden spider among the last two whether a ruby is paid (R5.6)."""
    for back in range(1, 3):
        if last_green(t, seat, back) != ids.NO_KIND:
            ask_page(t, seat, ids.GREEN_4, 0)


def offer_green_4(t: Table, seat: int) -> None:
    """Offer a step of the droplet for a ruby, where the step has somewhere to go (R5.6, R7.2)."""
    can_step = can_move_droplet(t, seat) or (t.tubes == 1 and t.glass[seat] < LAST_GLASS)
    if t.rubies[seat] > 0 and can_step:
        offer(t, options.PAY)
    offer(t, options.KEEP)


def green_4_answered(t: Table, seat: int, option: int) -> None:
    """Pay a ruby for a step of the droplet (R5.6)."""
    if option == options.PAY:
        pay_rubies(t, seat, 1, rule.R5_6)
        receive_from_page(t, seat, ids.GREEN_4, 0)
