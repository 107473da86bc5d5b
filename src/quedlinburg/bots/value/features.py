"""The features of the learned value: what a seat has after a round, from public things only.

Chips count by kind and page, because the same chip is worth something else under another book.
Counts include bag, pot, bowl and aside: between rounds they are one bag.
"""

from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, VALUE
from quedlinburg.rules.table import Table
from quedlinburg.rules.track import most_points, rat_tails
from quedlinburg.sim.arrays import FloatArray

# Chips: green, blue, red and yellow by page and value, purple and black by page, orange, white.
PURPLE_FROM = 48
BLACK_FROM = 52
ORANGE_AT = 54
WHITE_FROM = 55
# The whole bag: chips, the spaces they move, spaces for each chip, the share of white chips.
CHIPS_AT, SPACES_AT, MEAN_AT, DANGER_AT = range(58, 62)
DROPLET_AT, TUBES_AT, GLASS_AT, RUBIES_AT, RUBIES_TUBES_AT = range(62, 67)
FLASK_AT, FLASK_ANY_AT, ANY_AT = range(67, 70)
ASIDE_FROM = 70
TAILS_AT, GAP_AT, LEADS_AT = range(73, 76)
LEFT_AT, RIGHT_AT = range(76, 78)
PLAYERS_FROM = 78
OVERFLOW_AT, STIR_AT, PUMPKINS_AT, BLACKS_LEFT_AT, PURPLES_LEFT_AT = range(81, 86)
GREENS_AT, YELLOWS_AT = range(86, 88)
# How far the bag carries before its cherry bombs end the brew: spaces and chips for each of them,
# and spaces for each chip. What pays only so often: three ghost's breaths, the first hawkmoth.
REACH_AT, CHANCES_AT, STRIDE_AT, GHOSTS_AT, MOTH_AT = range(88, 93)
FEATURES = 93
# The features that `fill_bag_features` writes.
BAG_FEATURES = (
    *(CHIPS_AT, SPACES_AT, MEAN_AT, DANGER_AT, REACH_AT, CHANCES_AT, STRIDE_AT),
    *(PUMPKINS_AT, GREENS_AT, YELLOWS_AT, GHOSTS_AT, MOTH_AT),
)


def count_owned(t: Table, seat: int, kind: int) -> int:
    """How many chips of a kind a seat has outside its pot."""
    return t.bag[seat][kind] + t.aside[seat][kind] + t.bowl[seat][kind]


def feature_of(t: Table, kind: int) -> int:
    """The feature that counts a kind under the pages of this table."""
    colour = COLOUR[kind]
    if colour == ids.WHITE:
        return WHITE_FROM + kind
    if colour == ids.ORANGE:
        return ORANGE_AT
    number = t.page[colour] - 10 * colour - 1
    if colour == ids.PURPLE:
        return PURPLE_FROM + number
    if colour == ids.BLACK:
        return BLACK_FROM + number
    return 12 * (colour - ids.GREEN) + 3 * number + (kind - ids.G1) % 3


def count_chips(t: Table, seat: int, counts: FloatArray) -> None:
    """Count all chips of a seat by kind."""
    for kind in range(ids.KINDS):
        counts[kind] = count_owned(t, seat, kind)
    for i in range(t.pot_n[seat]):
        counts[t.pot_kind[seat][i]] += 1


def count_blacks(t: Table, seat: int) -> int:
    """How many black chips a seat has."""
    blacks = count_owned(t, seat, ids.K1)
    for i in range(t.pot_n[seat]):
        blacks += int(t.pot_kind[seat][i] == ids.K1)
    return blacks


def fill_chips(t: Table, counts: FloatArray, x: FloatArray) -> None:
    """Write the counts of a seat's chips by kind, and the features of the whole bag."""
    for kind in range(ids.KINDS):
        if counts[kind] > 0:
            x[feature_of(t, kind)] = counts[kind] / 2
    fill_bag_features(t, counts, x)


def fill_bag_features(t: Table, counts: FloatArray, x: FloatArray) -> None:
    """Write the features of the whole bag, which change with any chip."""
    chips = 0.0
    spaces = 0.0
    for kind in range(ids.KINDS):
        chips += counts[kind]
        spaces += counts[kind] * VALUE[kind]
    chips = max(chips, 1.0)
    bombs = counts[ids.W1] + counts[ids.W2] + counts[ids.W3]
    others = chips - bombs
    far = spaces - counts[ids.W1] - 2 * counts[ids.W2] - 3 * counts[ids.W3]
    x[CHIPS_AT] = chips / 20
    x[SPACES_AT] = spaces / 30
    x[MEAN_AT] = spaces / chips
    x[DANGER_AT] = 2 * bombs / chips
    x[REACH_AT] = far / (bombs + 1) / 4
    x[CHANCES_AT] = others / (bombs + 1) / 2
    x[STRIDE_AT] = far / max(others, 1.0) / 2
    if t.page[ids.RED] == ids.RED_1:
        reds = counts[ids.R1] + counts[ids.R2] + counts[ids.R4]
        x[PUMPKINS_AT] = min(counts[ids.O1], 3) * reds / 4
    x[GREENS_AT] = min(counts[ids.G1] + counts[ids.G2] + counts[ids.G4], 6) / chips
    x[YELLOWS_AT] = min(counts[ids.Y1] + counts[ids.Y2] + counts[ids.Y4], 3) / 3
    x[GHOSTS_AT] = min(counts[ids.P1], 3) / 3
    x[MOTH_AT] = min(counts[ids.K1], 1)


def fill_points(x: FloatArray, own: int, highest: int) -> None:
    """Write how far a seat is behind the leader, and the rat tails that it gets (R3.3)."""
    x[TAILS_AT] = rat_tails(own, max(own, highest)) / 8
    x[GAP_AT] = min(max(highest - own, 0), 40) / 20
    x[LEADS_AT] = int(own >= highest)


def fill_features(t: Table, seat: int, counts: FloatArray, x: FloatArray) -> None:
    """Write all features of a seat; `x` must be zeros."""
    count_chips(t, seat, counts)
    fill_chips(t, counts, x)
    x[DROPLET_AT] = t.droplet[seat] / 8
    x[RUBIES_AT] = min(t.rubies[seat], 12) / 4
    x[FLASK_AT] = t.flask[seat]
    if t.tubes == 1:
        x[TUBES_AT] = 1
        x[GLASS_AT] = t.glass[seat] / 6
        x[RUBIES_TUBES_AT] = x[RUBIES_AT]
    if t.flask_any == 1:
        x[ANY_AT] = 1
        x[FLASK_ANY_AT] = t.flask[seat]
    for i in range(3):
        x[ASIDE_FROM + i] = t.aside[seat][ids.R1 + i]
    fill_points(x, t.vp[seat], most_points(t))
    left = count_blacks(t, (seat + 1) % t.players)
    right = count_blacks(t, (seat - 1) % t.players)
    x[LEFT_AT] = min(max(counts[ids.K1] - left, -3), 3) / 2
    x[RIGHT_AT] = min(max(counts[ids.K1] - right, -3), 3) / 2
    x[PLAYERS_FROM + t.players - 2] = 1
    x[OVERFLOW_AT] = t.overflow
    x[STIR_AT] = int(t.stir_rule == ids.STIR_ALWAYS)
    x[BLACKS_LEFT_AT] = min(t.supply[ids.K1], 8) / 8
    x[PURPLES_LEFT_AT] = min(t.supply[ids.P1], 8) / 8
