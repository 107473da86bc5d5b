"""Crow skulls: the four pages of the blue book (R4.11 to R4.14)."""

from quedlinburg.rules import rewards, rule, tasks, words
from quedlinburg.rules.agenda import offer, push
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import SPACE_RUBY, VALUE
from quedlinburg.rules.verbs.brewing import close_short, raise_shield
from quedlinburg.rules.verbs.chips import end_look, look_at
from quedlinburg.rules.verbs.goods import win_points
from quedlinburg.rules.verbs.rewards import receive


def blue_1_placed(t: Table, seat: int, kind: int) -> None:
    """Look at as many chips of the bag as the crow skull's value (R4.11)."""
    if look_at(t, seat, VALUE[kind], rule.R4_11) > 0:
        push(t, seat, tasks.BLUE_1, kind)


def offer_looked_at(t: Table, seat: int) -> None:
    """Offer each kind that is looked at, or none of them (R4.11)."""
    for kind in range(18):
        if t.looked[seat][kind] > 0:
            offer(t, kind)
    offer(t, words.NONE)


def end_blue_1_look(t: Table, seat: int) -> None:
    """Put the chips that were only looked at back (R4.11)."""
    end_look(t, seat, rule.R4_11)


def blue_2_placed(t: Table, seat: int, kind: int) -> None:
    """Shield the next chips, as many as the crow skull's value (R4.12)."""
    raise_shield(t, seat, VALUE[kind])


def blue_3_placed(t: Table, seat: int, space: int) -> None:
    """Win a ruby on a ruby space (R4.13)."""
    if SPACE_RUBY[space]:
        receive(t, seat, rewards.BLUE_3, rule.R4_13)
        close_short(t, seat)


def blue_4_placed(t: Table, seat: int, kind: int, space: int) -> None:
    """Win the crow skull's value in victory points on a ruby space (R4.14)."""
    if SPACE_RUBY[space]:
        win_points(t, seat, VALUE[kind], rule.R4_14)
        close_short(t, seat)
