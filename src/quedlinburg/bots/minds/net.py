"""A small learned function: a row of features in, future points out, one net for every round.

A sheet of weights begins with a head (how wide the layers are, a temperature for each round), and
then holds the nets of the rounds 0 to 8: what a seat has before round 1, and after each round. A
net without a second layer is a plain weighted sum. `bots.compiled` has other versions of the
functions that numpy does at once.
"""

from collections.abc import Callable

import numpy as np

from quedlinburg.bots.minds.features import FEATURES
from quedlinburg.sim.arrays import Array

# The head of a sheet.
WIDTH_AT, DEPTH_AT, FEATURES_AT, TEMPERATURES_FROM = 1, 2, 3, 4
HEAD = 16
NETS = 9
# Nets speak in tens of points.
TENS = 10.0


def net_size(width: int, depth: int) -> int:
    """How many numbers one net has."""
    if depth == 0:
        return FEATURES * width + width
    return FEATURES * width + width + width * depth + depth + depth + 1


def net_start(weights: Array, round_no: int) -> int:
    """Where the net for what a round leaves behind begins in a sheet."""
    return HEAD + round_no * net_size(int(weights[WIDTH_AT]), int(weights[DEPTH_AT]))


def first_layer(x: Array, weights: Array, start: int, hidden: Array) -> None:
    """Sum up the first layer for a whole row of features."""
    width = len(hidden)
    rows = FEATURES * width
    matrix: Array = np.reshape(weights[start : start + rows], (FEATURES, width))
    hidden[:] = x @ matrix + weights[start + rows : start + rows + width]


def add_feature(hidden: Array, weights: Array, start: int, feature: int, amount: float) -> None:
    """Change one feature by an amount."""
    width = len(hidden)
    row = start + feature * width
    hidden += amount * weights[row : row + width]


def last_layers(hidden: Array, weights: Array, start: int) -> float:
    """The future points that the first layer comes to."""
    width = len(hidden)
    depth = int(weights[DEPTH_AT])
    if depth == 0:
        return TENS * float(hidden[0])
    at = start + FEATURES * width + width
    end = at + width * depth
    bent = np.maximum(hidden, 0)
    middle = bent @ np.reshape(weights[at:end], (width, depth)) + weights[end : end + depth]
    at = end + depth
    outcome = np.maximum(middle, 0) @ weights[at : at + depth] + weights[at + depth]
    return TENS * float(outcome)


def first_layer_loops(x: Array, weights: Array, start: int, hidden: Array) -> None:
    """Sum up the first layer: as above, in loops for the compiler."""
    width = len(hidden)
    bias = start + FEATURES * width
    for j in range(width):
        hidden[j] = weights[bias + j]
    for i in range(FEATURES):
        amount = x[i]
        if amount != 0.0:
            row = start + i * width
            for j in range(width):
                hidden[j] += amount * weights[row + j]


def add_feature_loops(
    hidden: Array, weights: Array, start: int, feature: int, amount: float
) -> None:
    """Change one feature by an amount: as above, in loops for the compiler."""
    width = len(hidden)
    row = start + feature * width
    for j in range(width):
        hidden[j] += amount * weights[row + j]


def last_layers_loops(hidden: Array, weights: Array, start: int) -> float:
    """The future points that the first layer comes to: as above, in loops for the compiler."""
    width = len(hidden)
    depth = int(weights[DEPTH_AT])
    if depth == 0:
        return TENS * float(hidden[0])
    at = start + FEATURES * width + width
    end = at + width * depth
    middle = np.empty(depth)
    for k in range(depth):
        middle[k] = weights[end + k]
    for j in range(width):
        bent = hidden[j]
        if bent > 0.0:
            row = at + j * depth
            for k in range(depth):
                middle[k] += bent * weights[row + k]
    at = end + depth
    outcome = weights[at + depth]
    for k in range(depth):
        if middle[k] > 0.0:
            outcome += middle[k] * weights[at + k]
    return TENS * float(outcome)


# What the compiler takes instead.
VERSIONS: dict[object, Callable[..., object]] = {
    first_layer: first_layer_loops,
    add_feature: add_feature_loops,
    last_layers: last_layers_loops,
}
