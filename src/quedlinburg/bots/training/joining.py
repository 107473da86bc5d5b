"""Joining nets that learned the same from other beginnings: together they know more than each.

What one net takes for a rule was luck in its games or in its beginning; the mean of some nets has
less of that. Joined side by side they are one wider net of the same kind.
"""

from collections.abc import Sequence

import numpy as np

from quedlinburg.bots.minds.net import HEAD, NETS, SECOND_AT, WIDTH_AT, net_size
from quedlinburg.bots.training.learning import split
from quedlinburg.sim.arrays import Array


def join_sheets(sheets: Sequence[Array]) -> Array:
    """One sheet whose nets say the mean of what some sheets' nets say."""
    width = 1 + sum(int(sheet[WIDTH_AT]) - 1 for sheet in sheets)
    size = net_size(width)
    joined = np.zeros(HEAD + NETS * size)
    joined[:HEAD] = np.mean([sheet[:HEAD] for sheet in sheets], axis=0)
    joined[WIDTH_AT] = width
    for number in range(NETS):
        at = HEAD + number * size
        joined[at : at + size] = join_nets([_parts(sheet, number) for sheet in sheets])
    return joined


def with_second(sheet: Array, second: Array) -> Array:
    """A sheet that holds a second one, by which purchases are made at tables of set 1."""
    both = np.concatenate([sheet, second])
    both[SECOND_AT] = len(sheet)
    return both


def _parts(sheet: Array, number: int) -> list[Array]:
    """The parts of one net of a sheet."""
    width = int(sheet[WIDTH_AT])
    size = net_size(width)
    return split(sheet[HEAD + number * size : HEAD + (number + 1) * size], width)


def join_nets(nets: list[list[Array]]) -> Array:
    """The numbers of one wide net: one sum that is the mean of all, bent units side by side."""
    sums = np.mean([net[0][:, :1] for net in nets], axis=0)
    begin = np.mean([net[1][:1] for net in nets], axis=0)
    parts = [
        np.concatenate([sums, *(net[0][:, 1:] for net in nets)], axis=1),
        np.concatenate([begin, *(net[1][1:] for net in nets)]),
        np.concatenate([net[2] for net in nets]) / len(nets),
    ]
    return np.concatenate([part.ravel() for part in parts])
