"""Marginal values: what one thing more of each kind adds to the points of the learned value.

The net predicts the future points of a seat. Asked again with one thing more, it says what that is
worth to this seat at this table; asked about the other seats, it says how strong they are, and
from both follows the chance to win.
"""

from math import exp, log, sqrt

import numpy as np

from quedlinburg.analysis.values import derive_coins, derive_glass, derive_last_coins, derive_rubies
from quedlinburg.bots.value.evaluation_estimate import strength
from quedlinburg.bots.value.features import (
    ASIDE_FROM,
    DROPLET_AT,
    FLASK_ANY_AT,
    FLASK_AT,
    RUBIES_AT,
    RUBIES_TUBES_AT,
)
from quedlinburg.bots.value.net import TEMPERATURE_FACTOR, TEMPERATURES_FROM
from quedlinburg.bots.value.net_query import (
    Query,
    ask_net,
    begin_change,
    change,
    changed_points,
    current_points,
    neighbours_loss,
    points_with_chips,
    points_with_feature,
    points_with_gap,
)
from quedlinburg.bots.value.search import Search, clear_search
from quedlinburg.bots.value.stop_value import stop_value
from quedlinburg.rules import ids
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.moments import is_laid_aside
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.rules.track import most_points
from quedlinburg.sim.arrays import FloatArray

# How many steps, rubies and points more the net is asked about; the difference is divided by it.
STEPS_MORE = 2
RUBIES_MORE = 2
POINTS_MORE = 3
# The points that a seat that is still brewing is taken to win: so many and one more each round.
USUAL_POINTS = 2.0
LEAST_TEMPERATURE = 0.3


def fill_own_values(t: Table, seat: int, search: Search, query: Query, after: int) -> float:
    """Write what one thing more of each kind adds to a seat's points; return its future points."""
    now = current_points(query)
    steps = points_with_feature(query, DROPLET_AT, STEPS_MORE / 8)
    search.step = max(steps - now, 0.0) / STEPS_MORE
    begin_change(query)
    change(query, RUBIES_AT, RUBIES_MORE / 4)
    if t.tubes == 1:
        change(query, RUBIES_TUBES_AT, RUBIES_MORE / 4)
    search.ruby = max(changed_points(query) - now, 0.0) / RUBIES_MORE
    # Kept rubies buy a step a round later, or a point in the end.
    rounds = LAST_ROUND - t.round_no + int(t.phase < ids.POTIONS)
    search.ruby = min(search.ruby, max(search.step * (rounds - 1) / rounds, 1.0) / 2)
    other = 1.0 - 2.0 * t.flask[seat]
    begin_change(query)
    change(query, FLASK_AT, other)
    if t.flask_any == 1:
        change(query, FLASK_ANY_AT, other)
    search.flask = max(other * (changed_points(query) - now), 0.0)
    points = points_with_gap(query, t.vp[seat] + POINTS_MORE, most_points(t))
    search.point = 1.0 + min(max((points - now) / POINTS_MORE, -0.6), 0.1)
    for kind in range(ids.KINDS):
        search.chip[kind] = points_with_chips(t, query, kind, ids.NO_KIND) - now
    search.chip[ids.K1] += neighbours_loss(t, seat, query.weights, after)
    for i in range(3):
        if is_laid_aside(t, ids.R1 + i):
            search.aside[i] = points_with_feature(query, ASIDE_FROM + i, 1.0) - now
    return now


def future_points(t: Table, seat: int, weights: FloatArray, after: int, gains: FloatArray) -> float:
    """A seat's future points; `gains[seat]` gets what it gains for each point the leader wins."""
    query = ask_net(t, seat, weights, after)
    now = current_points(query)
    behind = points_with_gap(query, t.vp[seat], most_points(t) + POINTS_MORE)
    gains[seat] = min(max((behind - now) / POINTS_MORE, 0.0), 0.5)
    return now


def is_through(t: Table, seat: int) -> bool:
    """Whether a seat's pot of this round is finished, as far as everybody can see."""
    return t.phase == ids.EVALUATION or t.status[seat] != ids.BREWING


def is_paid(t: Table, seat: int) -> bool:
    """Whether a finished pot has been paid out already."""
    return t.phase == ids.EVALUATION and (t.coins[seat] > 0 or t.status[seat] == ids.EXPLODED)


def other_strength(
    t: Table, seat: int, search: Search, weights: FloatArray, gains: FloatArray
) -> float:
    """The final points of another seat, as far as everybody can see."""
    through = t.phase >= ids.POTIONS and is_through(t, seat)
    after = t.round_no if through else t.round_no - 1
    points = 0.0
    if after < LAST_ROUND:
        points = future_points(t, seat, weights, after, gains)
    elif is_paid(t, seat):
        points = t.coins[seat] // 5 + t.rubies[seat] // 2
    if through and not is_paid(t, seat):
        points += stop_value(t, seat, search) - strength(t, seat, search, 0.0, 0.0)
        if after == LAST_ROUND:
            points += t.rubies[seat] // 2
    return t.vp[seat] + points


def fill_temperature(t: Table, seat: int, search: Search, weights: FloatArray) -> None:
    """Write how much luck is still to come: more from seats that are brewing than from others."""
    squares = 0.0
    for other in range(t.players):
        known = other == seat or is_through(t, other)
        after = t.round_no if t.phase >= ids.POTIONS and known else t.round_no - 1
        squares += weights[TEMPERATURES_FROM + after] ** 2
    mean = sqrt(squares / t.players)
    search.temperature = max(TEMPERATURE_FACTOR[t.players] * mean, LEAST_TEMPERATURE)


def fill_lead(t: Table, seat: int, search: Search, gains: FloatArray) -> None:
    """Write from which points on a seat gives the others rat tails, and what that costs (R3.3)."""
    most = 0.0
    cost = 0.0
    for other in range(t.players):
        if other != seat:
            usual = USUAL_POINTS + t.round_no if t.phase == ids.POTIONS else 0.0
            most = max(most, t.vp[other] + usual)
            cost += gains[other] / (t.players - 1)
    search.lead = most
    search.lead_cost = cost if t.round_no < LAST_ROUND else 0.0


def fill_values(t: Table, seat: int, search: Search, weights: FloatArray) -> None:
    """Write what things are worth to a seat by the learned weights, and its chance to win."""
    clear_search(search)
    after = t.round_no if t.phase >= ids.POTIONS else t.round_no - 1
    now = 0.0
    if after < LAST_ROUND:
        now = fill_own_values(t, seat, search, ask_net(t, seat, weights, after), after)
    derive_glass(t, seat, search)
    if after < LAST_ROUND:
        derive_coins(t, search)
    else:
        derive_last_coins(search)
    derive_rubies(t, search)
    fill_temperature(t, seat, search, weights)
    # Values only compare: what they add up to now is what the net says, or the points in round 9.
    base = 0.0
    if after < LAST_ROUND:
        base = t.vp[seat] + now - strength(t, seat, search, 0.0, 0.0)
    fill_others(t, seat, search, weights, base)


def fill_others(t: Table, seat: int, search: Search, weights: FloatArray, base: float) -> None:
    """Write how strong the others are, taken together, and what giving them rat tails costs."""
    strengths = np.zeros(SEATS)
    gains = np.zeros(SEATS)
    most = -1e9
    for other in range(t.players):
        if other != seat:
            strengths[other] = other_strength(t, other, search, weights, gains)
            most = max(most, float(strengths[other]))
    total = 0.0
    for other in range(t.players):
        if other != seat:
            total += exp((strengths[other] - most) / search.temperature)
    search.others = (most - base) / search.temperature + log(total)
    search.base = base
    search.wins = 1.0
    fill_lead(t, seat, search, gains)
