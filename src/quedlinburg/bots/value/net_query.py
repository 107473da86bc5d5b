"""Asking the learned value about a seat: as it is, and with one thing changed.

A query keeps the features and units of a seat, so that a changed feature costs one row of weights
instead of the whole net.
"""

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.value.features import (
    BAG_FEATURES,
    FEATURES,
    GAP_AT,
    LEADS_AT,
    LEFT_AT,
    RIGHT_AT,
    TAILS_AT,
    feature_of,
    fill_bag_features,
    fill_features,
    fill_points,
)
from quedlinburg.bots.value.net import (
    WIDTH_AT,
    add_feature,
    copy_units,
    fill_units,
    net_start,
    output,
)
from quedlinburg.rules import ids
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray


class Query(NamedTuple):
    """One net applied to one seat."""

    weights: FloatArray
    """The weights of all nets."""
    start: int
    """Where the net begins among the weights."""
    counts: FloatArray
    """The seat's chips by kind."""
    x: FloatArray
    """The seat's features."""
    changed_x: FloatArray
    """Room for changed features."""
    units: FloatArray
    """The net's units for the features."""
    changed_units: FloatArray
    """Room for the units of changed features."""


def ask_net(t: Table, seat: int, weights: FloatArray, after: int) -> Query:
    """Apply the net for what seats have after a round to a seat."""
    width = int(weights[WIDTH_AT])
    start = net_start(weights, after)
    counts = np.zeros(ids.KINDS)
    x = np.zeros(FEATURES)
    units = np.zeros(width)
    fill_features(t, seat, counts, x)
    fill_units(x, weights, start, units)
    return Query(weights, start, counts, x, np.zeros(FEATURES), units, np.zeros(width))


def current_points(query: Query) -> float:
    """The future points of the seat as it is."""
    return output(query.units, query.weights, query.start)


def begin_change(query: Query) -> None:
    """Begin to change features, from the seat as it is."""
    copy_units(query.units, query.changed_units)


def change(query: Query, feature: int, amount: float) -> None:
    """Change a feature by an amount."""
    add_feature(query.changed_units, query.weights, query.start, feature, amount)


def changed_points(query: Query) -> float:
    """The future points with the features that were changed."""
    return output(query.changed_units, query.weights, query.start)


def points_with_feature(query: Query, feature: int, amount: float) -> float:
    """The future points with one feature changed by an amount."""
    begin_change(query)
    change(query, feature, amount)
    return changed_points(query)


def points_with_gap(query: Query, own: int, highest: int) -> float:
    """The future points with other own points, or other points of the leader."""
    x = query.x
    y = query.changed_x
    fill_points(y, own, highest)
    begin_change(query)
    change(query, TAILS_AT, y[TAILS_AT] - x[TAILS_AT])
    change(query, GAP_AT, y[GAP_AT] - x[GAP_AT])
    change(query, LEADS_AT, y[LEADS_AT] - x[LEADS_AT])
    return changed_points(query)


def points_with_chips(t: Table, query: Query, first: int, second: int) -> float:
    """The future points with one or two chips more; NO_KIND stands for none."""
    x = query.x
    y = query.changed_x
    for kind in (first, second):
        if kind != ids.NO_KIND:
            query.counts[kind] += 1
    fill_bag_features(t, query.counts, y)
    begin_change(query)
    for feature in BAG_FEATURES:
        if y[feature] != x[feature]:
            change(query, feature, y[feature] - x[feature])
    for kind in (first, second):
        if kind != ids.NO_KIND:
            query.counts[kind] -= 1
            change(query, feature_of(t, kind), 0.5)
            if kind == ids.K1:
                change(query, LEFT_AT, 0.5)
                change(query, RIGHT_AT, 0.5)
    return changed_points(query)


def neighbours_loss(t: Table, seat: int, weights: FloatArray, after: int) -> float:
    """What a black chip more of a seat costs the others, on average over them (R5.1, R5.2).

    The neighbours' own black chips bring them less.
    """
    lost = 0.0
    for side in (LEFT_AT, RIGHT_AT):
        other = (seat + 1) % t.players if side == RIGHT_AT else (seat - 1) % t.players
        query = ask_net(t, other, weights, after)
        lost += max(current_points(query) - points_with_feature(query, side, -0.5), 0.0)
    return lost / (t.players - 1)
