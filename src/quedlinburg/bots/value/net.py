"""The learned value function: features of a seat in, future points out, one net for every round.

The weights are one flat array. They begin with a head (the width of the nets, a temperature for
each round) and then hold the nets of the rounds 0 to 8: for what a seat has before round 1, and
after each round. A net has one hidden layer: unit 0 is linear, the others are ReLU. A net of one
unit is a weighted sum. The functions that numpy does at once have other versions, in loops, for
the compiler.
"""

from collections.abc import Callable

import numpy as np

from quedlinburg.bots.value.features import FEATURES
from quedlinburg.sim.arrays import FloatArray

# The head of the weights.
WIDTH_AT, FEATURES_AT, TEMPERATURES_FROM = 1, 3, 4
HEAD = 16
NETS = 9
# Nets speak in tens of points.
TENS = 10.0
# What the temperatures are multiplied by for two, three and four seats: between two the luck of
# one pot decides more than the softmax over several says.
TEMPERATURE_FACTOR = (0.0, 0.0, 1.15, 1.0, 0.97)


def net_size(width: int) -> int:
    """How many weights one net has: a row a feature, biases, output weights of the ReLU units."""
    return FEATURES * width + width + width - 1


def net_start(weights: FloatArray, round_no: int) -> int:
    """Where the net for what a seat has after a round begins among the weights."""
    return HEAD + round_no * net_size(int(weights[WIDTH_AT]))


def fill_units(x: FloatArray, weights: FloatArray, start: int, units: FloatArray) -> None:
    """Write the units of a net, before the ReLU, for all features."""
    width = len(units)
    rows = FEATURES * width
    matrix = np.reshape(weights[start : start + rows], (FEATURES, width))
    units[:] = x @ matrix + weights[start + rows : start + rows + width]


def copy_units(units: FloatArray, into: FloatArray) -> None:
    """Copy the units of a net, so that features can be changed in the copy."""
    into[:] = units


def add_feature(
    units: FloatArray, weights: FloatArray, start: int, feature: int, amount: float
) -> None:
    """Change the units as if one feature had changed by an amount."""
    width = len(units)
    row = start + feature * width
    units += amount * weights[row : row + width]


def output(units: FloatArray, weights: FloatArray, start: int) -> float:
    """The future points that follow from the units of a net."""
    width = len(units)
    at = start + FEATURES * width + width
    relu = np.maximum(units[1:], 0) @ weights[at : at + width - 1]
    return TENS * float(units[0] + relu)


def fill_units_loops(x: FloatArray, weights: FloatArray, start: int, units: FloatArray) -> None:
    """Do what `fill_units` does, in loops."""
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


def copy_units_loops(units: FloatArray, into: FloatArray) -> None:
    """Do what `copy_units` does, in a loop."""
    for j in range(len(units)):
        into[j] = units[j]


def add_feature_loops(
    units: FloatArray, weights: FloatArray, start: int, feature: int, amount: float
) -> None:
    """Do what `add_feature` does, in a loop."""
    width = len(units)
    row = start + feature * width
    for j in range(width):
        units[j] += amount * weights[row + j]


def output_loops(units: FloatArray, weights: FloatArray, start: int) -> float:
    """Do what `output` does, in a loop."""
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
    output: output_loops,
}
