"""Mandrakes: the four pages of the yellow book (R4.19 to R4.22)."""

from quedlinburg.rules import ids, options, rule
from quedlinburg.rules.agenda import ask_page
from quedlinburg.rules.pot import count_colour
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.brewing import open_flask, remember_white, set_doubling
from quedlinburg.rules.verbs.chips import return_to_bag


def yellow_1_placed(t: Table, seat: int) -> None:
    """Ask whether the cherry bomb drawn directly before goes back into the bag (R4.19)."""
    if t.white_last[seat] == 1:
        ask_page(t, seat, ids.YELLOW_1, t.pot_n[seat] - 2)


def yellow_1_remembered(t: Table, seat: int, white_last: int) -> None:
    """Remember whether the chip drawn last is white and the last one in the pot (R4.19)."""
    remember_white(t, seat, white_last)


def yellow_1_answered(t: Table, seat: int, place_no: int, option: int) -> None:
    """Put the cherry bomb back; the mandrake stays where it is (R4.19)."""
    if option == options.RETURN:
        return_to_bag(t, seat, place_no, rule.R4_19)
        open_flask(t, seat, t.pot_kind[seat][place_no], 0)


def yellow_2_remembered(t: Table, seat: int) -> None:
    """Double the movement of the next chip (R4.20)."""
    set_doubling(t, seat, 1)


def yellow_3_limit(t: Table, seat: int) -> int:
    """Raise the limit to 8 with one or two mandrakes in the pot, to 9 with three (R4.21, R4.4)."""
    mandrakes = count_colour(t, seat, ids.YELLOW)
    if mandrakes >= 3:
        return 9
    return 7 + int(mandrakes >= 1)


def yellow_4_movement(t: Table, seat: int) -> int:
    """Move the first mandrake 1 further, the second 2, the third 3 (R4.22)."""
    mandrakes = count_colour(t, seat, ids.YELLOW)
    if mandrakes >= 3:
        return 0
    return mandrakes + 1
