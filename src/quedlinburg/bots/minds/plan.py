"""How a brew may go on: a small exact plan over white chips and alike others (R4.2 to R4.5).

White chips are told apart; all other chips count as the same, with what one brings on average.
The plan says for each point of the brew what going on is worth, with the flask full or empty.
`ahead` takes the next chip exactly and asks the plan for what comes later.
"""

from typing import NamedTuple

from quedlinburg.bots.minds.exchange import (
    COINS,
    FLASK,
    MOST_RUBIES,
    POINT,
    RUBY,
    WITH_EMPTY,
    WITH_FULL,
    Rates,
    best_step,
    liking,
)
from quedlinburg.bots.minds.gains import chance_of_die
from quedlinburg.rules import ids
from quedlinburg.rules.moments import limit
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import SPACE_COINS, SPACE_POINTS, SPACE_RUBY, SPOON
from quedlinburg.sim.arrays import Array

# How many chips that are not white a plan looks ahead at most.
FURTHEST = 8
# The sizes of a plan: most W1, W2, W3 and others that can still come; the white sum that fits,
# the scoring space it begins from, whether the flask is full, how many others the bag holds.
ONES, TWOS, THREES, OTHERS_LEFT, WHITE_ROOM, FROM, HAS_FLASK, ALL_LEFT = range(8)
# How far apart points lie in a plan that differ by the flask, or by one W1, W2, W3.
FLASK_APART, ONE_APART, TWO_APART, THREE_APART = range(8, 12)
SIZES = 12
# What has come since the beginning, at a point of a plan; flask: 1 is full.
FLASK_NOW, ONES_NOW, TWOS_NOW, THREES_NOW, OTHERS_NOW = range(5)
POINT_SIZE = 5
# How a brew can end: stopped or exploded with an empty flask, then with a full one.
ENDS = 4
NEVER = -1e18


class Plan(NamedTuple):
    """A plan: its sizes, how much each end is liked by space, each point, and the usual step."""

    sizes: Array
    ends: Array
    points: Array
    step: float


def measure(t: Table, seat: int, sizes: Array) -> int:
    """Work out how large a plan has to be: how many points it has."""
    bag = t.bag[seat]
    room = max(limit(t, seat) - t.white_sum[seat], 0)
    sizes[ONES] = min(bag[ids.W1], room)
    sizes[TWOS] = min(bag[ids.W2], room // 2)
    sizes[THREES] = min(bag[ids.W3], room // 3)
    others = sum(bag) - bag[ids.W1] - bag[ids.W2] - bag[ids.W3]
    sizes[OTHERS_LEFT] = min(others, FURTHEST)
    sizes[WHITE_ROOM] = room
    sizes[FROM] = t.scoring[seat]
    sizes[HAS_FLASK] = t.flask[seat]
    sizes[ALL_LEFT] = others
    sizes[THREE_APART] = sizes[OTHERS_LEFT] + 1
    sizes[TWO_APART] = sizes[THREE_APART] * (sizes[THREES] + 1)
    sizes[ONE_APART] = sizes[TWO_APART] * (sizes[TWOS] + 1)
    sizes[FLASK_APART] = sizes[ONE_APART] * (sizes[ONES] + 1)
    return int(sizes[FLASK_APART] * 2)


def space_worth(rates: Rates, space: int, exploded: bool) -> float:
    """What a scoring space pays (R5.C to R5.E)."""
    points = SPACE_POINTS[space] * (1.0 + rates[POINT])
    coins = rates[COINS + SPACE_COINS[space]]
    rubies = SPACE_RUBY[space] * rates[RUBY]
    if exploded:
        return rubies + max(points, coins)
    return rubies + points + coins


def full_flask_worth(t: Table, seat: int, rates: Rates) -> float:
    """What a full flask is worth at the end of the round, as rubies could fill an empty one."""
    if t.card == ids.MAGIC_POTION:
        return 0.0
    rubies = min(t.rubies[seat], MOST_RUBIES)
    return rates[FLASK] + rates[WITH_FULL + rubies] - rates[WITH_EMPTY + rubies]


def die_worth(t: Table, seat: int, rates: Rates) -> float:
    """What the chance to roll the die is worth to a pot that does not explode."""
    face = 4.0 * (1.0 + rates[POINT]) + rates[RUBY] + best_step(rates)
    return face / 6.0 * chance_of_die(t, seat, t.scoring[seat])


def fill_ends(t: Table, seat: int, rates: Rates, now: float, ends: Array) -> None:
    """Write how much each space is liked: stopped or exploded, with an empty or a full flask.

    `now` is the strength of stopping at once.
    """
    start = t.scoring[seat]
    rest = now - space_worth(rates, start, False)
    flask = full_flask_worth(t, seat, rates) if t.flask[seat] == 1 else 0.0
    die = die_worth(t, seat, rates)
    for space in range(start, SPOON + 1):
        stopped = rest + space_worth(rates, space, False)
        exploded = rest + space_worth(rates, space, True) - die
        ends[0, space] = liking(rates, stopped - flask)
        ends[1, space] = liking(rates, exploded - flask)
        ends[2, space] = ends[0, space]
        ends[3, space] = ends[1, space]
        if flask > 0.0:
            ends[2, space] = liking(rates, stopped)
            ends[3, space] = liking(rates, exploded)


def place_of_point(sizes: Array, point: Array) -> int:
    """Where a point stands in a plan."""
    at = point[FLASK_NOW] * sizes[FLASK_APART] + point[ONES_NOW] * sizes[ONE_APART]
    at += point[TWOS_NOW] * sizes[TWO_APART] + point[THREES_NOW] * sizes[THREE_APART]
    return int(at + point[OTHERS_NOW])


def white_at(point: Array) -> int:
    """The white chips that have come since the beginning, added up."""
    return int(point[ONES_NOW] + 2 * point[TWOS_NOW] + 3 * point[THREES_NOW])


def space_at(plan: Plan, white: int, others: int) -> int:
    """The scoring space after some white chips and some others."""
    return min(int(plan.sizes[FROM] + white + others * plan.step + 0.5), SPOON)


def fill_plan(t: Table, seat: int, plan: Plan, point: Array) -> None:
    """Work the plan out from its end: how much each point is liked, with the best from there on."""
    sizes = plan.sizes
    for flask in range(sizes[HAS_FLASK] + 1):
        point[FLASK_NOW] = flask
        for others in range(sizes[OTHERS_LEFT], -1, -1):
            point[OTHERS_NOW] = others
            for threes in range(sizes[THREES], -1, -1):
                point[THREES_NOW] = threes
                for twos in range(sizes[TWOS], -1, -1):
                    point[TWOS_NOW] = twos
                    for ones in range(sizes[ONES], -1, -1):
                        point[ONES_NOW] = ones
                        fill_point(t, seat, plan, point)


def fill_point(t: Table, seat: int, plan: Plan, point: Array) -> None:
    """Write how much one point is liked: stopping there, or drawing once more."""
    sizes = plan.sizes
    white = white_at(point)
    if white <= sizes[WHITE_ROOM]:
        others = point[OTHERS_NOW]
        best = plan.ends[2 * point[FLASK_NOW], space_at(plan, white, others)]
        if others < sizes[OTHERS_LEFT] or others == sizes[ALL_LEFT]:
            best = max(best, draw_on(t, seat, plan, point))
        plan.points[place_of_point(sizes, point)] = best


def draw_on(t: Table, seat: int, plan: Plan, point: Array) -> float:
    """How much drawing once more is liked at a point of the plan."""
    sizes = plan.sizes
    points = plan.points
    flask = point[FLASK_NOW]
    others = point[OTHERS_NOW]
    white = white_at(point)
    at = place_of_point(sizes, point)
    left = sizes[ALL_LEFT] - others
    liked = left * points[at + 1] if left > 0 else 0.0
    for kind in range(3):
        count = t.bag[seat][kind] - point[ONES_NOW + kind]
        if count > 0:
            left += count
            if white + kind + 1 > sizes[WHITE_ROOM]:
                space = space_at(plan, white + kind + 1, others)
                liked += count * plan.ends[2 * flask + 1, space]
            else:
                after = points[at + sizes[ONE_APART + kind]]
                if flask == 1:
                    after = max(after, points[at - sizes[FLASK_APART]])
                liked += count * after
    return liked / left if left > 0 else NEVER


def later(plan: Plan, white: int, others: int) -> float:
    """What going on is worth beyond stopping, after one chip more: a white one, or another."""
    sizes = plan.sizes
    flask = sizes[HAS_FLASK]
    at = flask * sizes[FLASK_APART] + others
    if others > sizes[OTHERS_LEFT]:
        return 0.0
    if white > 0:
        if sizes[ONES + white - 1] == 0:
            return 0.0
        at += sizes[ONE_APART + white - 1]
    return float(plan.points[at] - plan.ends[2 * flask, space_at(plan, white, others)])
