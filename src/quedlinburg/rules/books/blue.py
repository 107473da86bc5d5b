"""Crow skulls: the four pages of the blue book (R4.11 to R4.14)."""

from quedlinburg.rules import ids, rule
from quedlinburg.rules.agenda import ask_page
from quedlinburg.rules.constants import SPACE_RUBY, VALUE
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.brewing import close_short, raise_shield
from quedlinburg.rules.verbs.chips import look_at
from quedlinburg.rules.verbs.goods import win_points
from quedlinburg.rules.verbs.rewards import receive_from_page


def blue_1_placed(t: Table, seat: int, kind: int) -> None:
    """Look at as many chips of the bag as the crow skull's value (R4.11)."""
    if look_at(t, seat, VALUE[kind], rule.R4_11) > 0:
        ask_page(t, seat, ids.BLUE_1, kind)


def blue_2_remembered(t: Table, seat: int, kind: int) -> None:
    """Shield the next chips, as many as the crow skull's value (R4.12)."""
    raise_shield(t, seat, VALUE[kind])


def blue_3_placed(t: Table, seat: int, space: int) -> None:
    """Win a ruby on a ruby space (R4.13)."""
    if SPACE_RUBY[space]:
        receive_from_page(t, seat, ids.BLUE_3, 0)
        close_short(t, seat)


def blue_4_placed(t: Table, seat: int, kind: int, space: int) -> None:
    """Win the crow skull's value in victory points on a ruby space (R4.14)."""
    if SPACE_RUBY[space]:
        win_points(t, seat, VALUE[kind], rule.R4_14)
        close_short(t, seat)
