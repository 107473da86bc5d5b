"""A small learned function: a row of features in, future points out, one net for every round.

A sheet of weights begins with a head (how wide the nets are, a temperature for each round), and
then holds the nets of the rounds 0 to 8: what a seat has before round 1, and after each round. The
first unit of a net is a plain weighted sum; the others are bent at nought and add what a sum can't
say. A net of one unit is the weighted sum alone. `bots.compiled` has other versions of the
functions that numpy does at once.
"""

from collections.abc import Callable

import numpy as np

from quedlinburg.bots.minds.features import FEATURES
from quedlinburg.sim.arrays import Array

# The head of a sheet.
WIDTH_AT, FEATURES_AT, TEMPERATURES_FROM = 1, 3, 4
HEAD = 16
NETS = 9
# Nets speak in tens of points.
TENS = 10.0
# How much hotter or cooler than the sheet's temperatures two, three and four seats play: between
# two the luck of one pot decides more than the softmax over several says.
HEAT = (0.0, 0.0, 1.15, 1.0, 0.97)


def net_size(width: int) -> int:
    """How many numbers one net has: a row a feature, what each unit begins at, how it counts."""
    return FEATURES * width + width + width - 1


def net_start(weights: Array, round_no: int) -> int:
    """Where the net for what a round leaves behind begins in a sheet."""
    return HEAD + round_no * net_size(int(weights[WIDTH_AT]))


def fill_units(x: Array, weights: Array, start: int, units: Array) -> None:
    """Sum the units of a net up for a whole row of features."""
    width = len(units)
    rows = FEATURES * width
    matrix: Array = np.reshape(weights[start : start + rows], (FEATURES, width))
    units[:] = x @ matrix + weights[start + rows : start + rows + width]


def copy_units(units: Array, into: Array) -> None:
    """Begin to change units in another row."""
    into[:] = units


def add_feature(units: Array, weights: Array, start: int, feature: int, amount: float) -> None:
    """Change one feature by an amount."""
    width = len(units)
    row = start + feature * width
    units += amount * weights[row : row + width]


def outcome(units: Array, weights: Array, start: int) -> float:
    """The future points that the units of a net come to."""
    width = len(units)
    at = start + FEATURES * width + width
    bent = np.maximum(units[1:], 0) @ weights[at : at + width - 1]
    return TENS * float(units[0] + bent)


def fill_units_loops(x: Array, weights: Array, start: int, units: Array) -> None:
    """Sum the units of a net up: as above, in loops for the compiler."""
    width = len(units)
    first = start + FEATURES * width
    for j in range(width):
        units[j] = weights[first + j]
    for i in range(FEATURES):
        amount = x[i]
        if amount != 0.0:
            row = start + i * width
            for j in range(width):
                units[j] += amount * weights[row + j]


def copy_units_loops(units: Array, into: Array) -> None:
    """Begin to change units in another row: as above, in a loop for the compiler."""
    for j in range(len(units)):
        into[j] = units[j]


def add_feature_loops(
    units: Array, weights: Array, start: int, feature: int, amount: float
) -> None:
    """Change one feature by an amount: as above, in loops for the compiler."""
    width = len(units)
    row = start + feature * width
    for j in range(width):
        units[j] += amount * weights[row + j]


def outcome_loops(units: Array, weights: Array, start: int) -> float:
    """The future points that the units come to: as above, in loops for the compiler."""
    width = len(units)
    at = start + FEATURES * width + width - 1
    total = units[0]
    for j in range(1, width):
        if units[j] > 0.0:
            total += units[j] * weights[at + j]
    return TENS * float(total)


# What the compiler takes instead.
VERSIONS: dict[object, Callable[..., object]] = {
    fill_units: fill_units_loops,
    copy_units: copy_units_loops,
    add_feature: add_feature_loops,
    outcome: outcome_loops,
}
