"""Joining nets that learned the same from other beginnings: together they know more than each.

What one net takes for a rule was luck in its games or in its beginning; the mean of some nets has
less of that. Joined side by side they are one wider net of the same kind.
"""

from collections.abc import Sequence

import numpy as np

from quedlinburg.bots.minds.net import DEPTH_AT, HEAD, NETS, WIDTH_AT, net_size
from quedlinburg.bots.training.learning import Shape, split
from quedlinburg.sim.arrays import Array


def shape_of(sheet: Array) -> Shape:
    """How wide the nets of a sheet are."""
    return Shape(int(sheet[WIDTH_AT]), int(sheet[DEPTH_AT]))


def join_sheets(sheets: Sequence[Array]) -> Array:
    """One sheet whose nets say the mean of what some sheets' nets say."""
    shapes = [shape_of(sheet) for sheet in sheets]
    width = sum(shape.width for shape in shapes)
    depth = sum(shape.depth for shape in shapes)
    size = net_size(width, depth)
    joined = np.zeros(HEAD + NETS * size)
    joined[:HEAD] = np.mean([sheet[:HEAD] for sheet in sheets], axis=0)
    joined[WIDTH_AT], joined[DEPTH_AT] = width, depth
    for number in range(NETS):
        at = HEAD + number * size
        joined[at : at + size] = join_nets(
            [_parts(sheet, number) for sheet in sheets], width, depth
        )
    return joined


def _parts(sheet: Array, number: int) -> list[Array]:
    """The parts of one net of a sheet."""
    shape = shape_of(sheet)
    size = net_size(shape.width, shape.depth)
    return split(sheet[HEAD + number * size : HEAD + (number + 1) * size], shape)


def join_nets(nets: list[list[Array]], width: int, depth: int) -> Array:
    """The numbers of one wide net: layers side by side, the outcome their mean."""
    between = np.zeros((width, depth))
    row = column = 0
    for net in nets:
        rows, columns = net[2].shape
        between[row : row + rows, column : column + columns] = net[2]
        row, column = row + rows, column + columns
    parts = [
        np.concatenate([net[0] for net in nets], axis=1),
        np.concatenate([net[1] for net in nets]),
        between,
        np.concatenate([net[3] for net in nets]),
        np.concatenate([net[4] for net in nets]) / len(nets),
        np.mean([net[5] for net in nets], axis=0),
    ]
    return np.concatenate([part.ravel() for part in parts])
