"""Hawkmoths: the page for two players and the page for three or four (R5.1, R5.2)."""

from quedlinburg.rules import ids
from quedlinburg.rules.pot import count_colour
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.rewards import receive_from_page


def black_1_evaluated(t: Table, seat: int) -> None:
    """Move the droplet with as many hawkmoths as the opponent, and win a ruby with more (R5.1)."""
    own = count_colour(t, seat, ids.BLACK)
    other = count_colour(t, 1 - seat, ids.BLACK)
    if own > 0 and own >= other:
        receive_from_page(t, seat, ids.BLACK_1, int(own > other))


def black_2_evaluated(t: Table, seat: int) -> None:
    """Move the droplet with more hawkmoths than a neighbour, and win a ruby with both (R5.2)."""
    own = count_colour(t, seat, ids.BLACK)
    left = count_colour(t, (seat + 1) % t.players, ids.BLACK)
    right = count_colour(t, (seat - 1) % t.players, ids.BLACK)
    if own > left or own > right:
        receive_from_page(t, seat, ids.BLACK_2, int(own > left and own > right))
