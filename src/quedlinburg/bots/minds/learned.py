"""Exchange rates from a learned value: how a seat's future points change with what it has.

The net says what a seat's final points will be. Asked again with one thing more of each kind, it
gives the rates of this seat at this table; asked for the others, it says how strong they are.
"""

from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np

from quedlinburg.bots.minds.ending import ended
from quedlinburg.bots.minds.exchange import (
    ASIDE,
    BASE,
    CHIP,
    FLASK,
    LEAD,
    LEAD_COST,
    OTHERS,
    POINT,
    RUBY,
    STEP,
    TEMPERATURE,
    WINS,
    Rates,
    fill_coins,
    fill_glass,
    fill_last_round,
    fill_rubies,
)
from quedlinburg.bots.minds.features import (
    ASIDE_FROM,
    DROPLET_AT,
    FEATURES,
    FLASK_ANY_AT,
    FLASK_AT,
    GAP_AT,
    LEADS_AT,
    LEFT_AT,
    RIGHT_AT,
    RUBIES_AT,
    RUBIES_TUBES_AT,
    TAILS_AT,
    WHOLE,
    fill_features,
    fill_points,
    fill_whole,
    place_of,
)
from quedlinburg.bots.minds.gains import strength
from quedlinburg.bots.minds.net import (
    HEAT,
    TEMPERATURES_FROM,
    WIDTH_AT,
    add_feature,
    copy_units,
    fill_units,
    net_start,
    outcome,
)
from quedlinburg.rules import ids
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.rules.tables import LAST_ROUND
from quedlinburg.rules.track import most_points
from quedlinburg.sim.arrays import Array

# What a point of the learned value is asked for: so many steps, rubies, points more.
STEPS_MORE = 2
RUBIES_MORE = 2
POINTS_MORE = 3
# What a round brings a seat that is still brewing, for want of better: so much and more by round.
USUAL_POINTS = 2.0
LEAST_TEMPERATURE = 0.3


class Asking(NamedTuple):
    """A net at work on a seat: its sheet and where it begins, features, units, and room."""

    weights: Array
    start: int
    counts: Array
    x: Array
    y: Array
    units: Array
    more: Array


def ask(t: Table, seat: int, weights: Array, after: int) -> Asking:
    """Put a seat before the net of what a round leaves behind."""
    width = int(weights[WIDTH_AT])
    start = net_start(weights, after)
    counts = np.zeros(ids.KINDS)
    x = np.zeros(FEATURES)
    units = np.zeros(width)
    fill_features(t, seat, counts, x)
    fill_units(x, weights, start, units)
    return Asking(weights, start, counts, x, np.zeros(FEATURES), units, np.zeros(width))


def points_now(asking: Asking) -> float:
    """The future points as things are."""
    return outcome(asking.units, asking.weights, asking.start)


def begin_change(asking: Asking) -> None:
    """Begin to change features."""
    copy_units(asking.units, asking.more)


def change(asking: Asking, feature: int, amount: float) -> None:
    """Change a feature by an amount."""
    add_feature(asking.more, asking.weights, asking.start, feature, amount)


def points_changed(asking: Asking) -> float:
    """The future points with the features that were changed."""
    return outcome(asking.more, asking.weights, asking.start)


def with_feature(asking: Asking, feature: int, amount: float) -> float:
    """The future points with one feature changed by an amount."""
    begin_change(asking)
    change(asking, feature, amount)
    return points_changed(asking)


def with_points(asking: Asking, own: int, most: int) -> float:
    """The future points with another distance to the leader."""
    x = asking.x
    y = asking.y
    fill_points(y, own, most)
    begin_change(asking)
    change(asking, TAILS_AT, y[TAILS_AT] - x[TAILS_AT])
    change(asking, GAP_AT, y[GAP_AT] - x[GAP_AT])
    change(asking, LEADS_AT, y[LEADS_AT] - x[LEADS_AT])
    return points_changed(asking)


def with_chips(t: Table, asking: Asking, first: int, second: int) -> float:
    """The future points with one or two chips more; NO_KIND stands for none."""
    x = asking.x
    y = asking.y
    for kind in (first, second):
        if kind != ids.NO_KIND:
            asking.counts[kind] += 1
    fill_whole(t, asking.counts, y)
    begin_change(asking)
    for feature in WHOLE:
        if y[feature] != x[feature]:
            change(asking, feature, y[feature] - x[feature])
    for kind in (first, second):
        if kind != ids.NO_KIND:
            asking.counts[kind] -= 1
            change(asking, place_of(t, kind), 0.5)
            if kind == ids.K1:
                change(asking, LEFT_AT, 0.5)
                change(asking, RIGHT_AT, 0.5)
    return points_changed(asking)


def lost_to_black(t: Table, seat: int, weights: Array, after: int) -> float:
    """What a black chip more of a seat costs the others, each by its part (R5.1, R5.2).

    The neighbours' own hawkmoths bring them less; of several others each counts for its part.
    """
    lost = 0.0
    for side in (LEFT_AT, RIGHT_AT):
        other = (seat + 1) % t.players if side == RIGHT_AT else (seat - 1) % t.players
        asking = ask(t, other, weights, after)
        lost += max(points_now(asking) - with_feature(asking, side, -0.5), 0.0)
    return lost / (t.players - 1)


def fill_own(t: Table, seat: int, rates: Rates, asking: Asking, after: int) -> float:
    """Write a seat's rates by asking for one thing more of each; say its future points."""
    now = points_now(asking)
    steps = with_feature(asking, DROPLET_AT, STEPS_MORE / 8)
    rates[STEP] = max(steps - now, 0.0) / STEPS_MORE
    begin_change(asking)
    change(asking, RUBIES_AT, RUBIES_MORE / 4)
    if t.tubes == 1:
        change(asking, RUBIES_TUBES_AT, RUBIES_MORE / 4)
    rates[RUBY] = max(points_changed(asking) - now, 0.0) / RUBIES_MORE
    # Kept rubies buy a step a round later, or a point in the end.
    rounds = LAST_ROUND - t.round_no + int(t.phase < ids.POTIONS)
    rates[RUBY] = min(rates[RUBY], max(rates[STEP] * (rounds - 1) / rounds, 1.0) / 2)
    other = 1.0 - 2.0 * t.flask[seat]
    begin_change(asking)
    change(asking, FLASK_AT, other)
    if t.flask_any == 1:
        change(asking, FLASK_ANY_AT, other)
    rates[FLASK] = max(other * (points_changed(asking) - now), 0.0)
    points = with_points(asking, t.vp[seat] + POINTS_MORE, most_points(t))
    rates[POINT] = min(max((points - now) / POINTS_MORE, -0.6), 0.1)
    for kind in range(ids.KINDS):
        rates[CHIP + kind] = with_chips(t, asking, kind, ids.NO_KIND) - now
    rates[CHIP + ids.K1] += lost_to_black(t, seat, asking.weights, after)
    if t.page[ids.RED] == ids.RED_2:
        for i in range(3):
            rates[ASIDE + i] = with_feature(asking, ASIDE_FROM + i, 1.0) - now
    return now


def future(t: Table, seat: int, weights: Array, after: int, ahead: Array) -> float:
    """A seat's future points; `ahead` gets what they grow by for each point the leader wins."""
    asking = ask(t, seat, weights, after)
    now = points_now(asking)
    behind = with_points(asking, t.vp[seat], most_points(t) + POINTS_MORE)
    ahead[seat] = min(max((behind - now) / POINTS_MORE, 0.0), 0.5)
    return now


def is_through(t: Table, seat: int) -> bool:
    """Whether a seat's pot of this round is finished, as far as everybody can see."""
    return t.phase == ids.EVALUATION or t.status[seat] != ids.BREWING


def is_paid(t: Table, seat: int) -> bool:
    """Whether a finished pot has been paid out already."""
    return t.phase == ids.EVALUATION and (t.coins[seat] > 0 or t.status[seat] == ids.EXPLODED)


def other_strength(t: Table, seat: int, rates: Rates, weights: Array, ahead: Array) -> float:
    """How many points another seat will have in the end, as far as everybody can see."""
    through = t.phase >= ids.POTIONS and is_through(t, seat)
    after = t.round_no if through else t.round_no - 1
    points = 0.0
    if after < LAST_ROUND:
        points = future(t, seat, weights, after, ahead)
    elif is_paid(t, seat):
        points = t.coins[seat] // 5 + t.rubies[seat] // 2
    if through and not is_paid(t, seat):
        points += ended(t, seat, rates) - strength(t, seat, rates, 0.0, 0.0)
        if after == LAST_ROUND:
            points += t.rubies[seat] // 2
    return t.vp[seat] + points


def fill_temperature(t: Table, seat: int, rates: Rates, weights: Array) -> None:
    """Write how much luck is still to come: more for seats that are brewing than for others."""
    heat = 0.0
    for other in range(t.players):
        known = other == seat or is_through(t, other)
        after = t.round_no if t.phase >= ids.POTIONS and known else t.round_no - 1
        heat += weights[TEMPERATURES_FROM + after] ** 2
    rates[TEMPERATURE] = max(HEAT[t.players] * sqrt(heat / t.players), LEAST_TEMPERATURE)


def fill_lead(t: Table, seat: int, rates: Rates, ahead: Array) -> None:
    """Write from which points on a seat feeds the others' rats, and what that costs (R3.3)."""
    most = 0.0
    cost = 0.0
    for other in range(t.players):
        if other != seat:
            usual = USUAL_POINTS + t.round_no if t.phase == ids.POTIONS else 0.0
            most = max(most, t.vp[other] + usual)
            cost += ahead[other] / (t.players - 1)
    rates[LEAD] = most
    rates[LEAD_COST] = cost if t.round_no < LAST_ROUND else 0.0


def fill_learned(t: Table, seat: int, rates: Rates, weights: Array) -> None:
    """Write the rates that a sheet of weights gives a seat, and the chance to win with them."""
    after = t.round_no if t.phase >= ids.POTIONS else t.round_no - 1
    now = 0.0
    if after < LAST_ROUND:
        now = fill_own(t, seat, rates, ask(t, seat, weights, after), after)
    fill_glass(t, seat, rates)
    if after < LAST_ROUND:
        fill_coins(t, rates)
    else:
        fill_last_round(rates)
    fill_rubies(t, rates)
    fill_temperature(t, seat, rates, weights)
    # Rates only compare: what they come to now is what the net says, or the points in round 9.
    base = 0.0
    if after < LAST_ROUND:
        base = t.vp[seat] + now - strength(t, seat, rates, 0.0, 0.0)
    fill_others(t, seat, rates, weights, base)


def fill_others(t: Table, seat: int, rates: Rates, weights: Array, base: float) -> None:
    """Write how strong the others are, taken together, and what feeding their rats costs."""
    strengths = np.zeros(SEATS)
    ahead = np.zeros(SEATS)
    most = -1e9
    for other in range(t.players):
        if other != seat:
            strengths[other] = other_strength(t, other, rates, weights, ahead)
            most = max(most, float(strengths[other]))
    total = 0.0
    for other in range(t.players):
        if other != seat:
            total += exp((strengths[other] - most) / rates[TEMPERATURE])
    rates[OTHERS] = (most - base) / rates[TEMPERATURE] + log(total)
    rates[BASE] = base
    rates[WINS] = 1.0
    fill_lead(t, seat, rates, ahead)
