"""Looking ahead while brewing: every next chip by the rules themselves, what follows by a plan.

Where the rates ask for it, the chip after next is taken by the rules too.
All of this happens on a table that is only imagined. Chips are named, never drawn: nothing here
depends on luck.
"""

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.minds.ending import chance_of_none, ended
from quedlinburg.bots.minds.exchange import DEPTH, HELD, KNOWN, Rates, liking
from quedlinburg.bots.minds.gains import held_chips
from quedlinburg.bots.minds.imagining import (
    COUNT_BEFORE,
    DEPTH_BEFORE,
    MEMO,
    forget_look,
    imagine_chip,
    remember,
    take_back,
)
from quedlinburg.bots.minds.plan import (
    ENDS,
    FLASK_APART,
    FROM,
    HAS_FLASK,
    NEVER,
    ONE_APART,
    ONES,
    OTHERS_LEFT,
    POINT_SIZE,
    SIZES,
    THREE_APART,
    THREES,
    TWO_APART,
    TWOS,
    WHITE_ROOM,
    Plan,
    fill_ends,
    fill_plan,
    measure,
    space_at,
    space_worth,
)
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.phases.potions import can_short, pass_up_extra_spaces
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import SPOON, VALUE
from quedlinburg.sim.arrays import Array

# Over how many spaces one is valued on average.
FAR_ON = 12
PART = 0.3
# What has come since a plan was made: W1, W2, W3, others.
CAME = 4
OTHERS_CAME = 3


class Outlook(NamedTuple):
    """A plan, and the chips that have come since it was made."""

    plan: Plan
    came: Array


def come(t: Table, seat: int, outlook: Outlook, kind: int, memo: Array) -> None:
    """Let a chip of a kind come, after writing down what was before."""
    remember(t, seat, kind, memo)
    imagine_chip(t, seat, kind)
    outlook.came[min(kind, OTHERS_CAME)] += 1


def go(t: Table, seat: int, outlook: Outlook, kind: int, memo: Array) -> None:
    """Let a chip go again, and all be as it was before it came."""
    outlook.came[min(kind, OTHERS_CAME)] -= 1
    take_back(t, seat, kind, memo)


def place_in(outlook: Outlook, flask: int) -> int:
    """Where a plan stands after the chips that have come, or -1 where it does not reach."""
    sizes = outlook.plan.sizes
    came = outlook.came
    ones, twos, threes, others = came[0], came[1], came[2], came[OTHERS_CAME]
    if ones + 2 * twos + 3 * threes > sizes[WHITE_ROOM] or others > sizes[OTHERS_LEFT]:
        return -1
    if ones > sizes[ONES] or twos > sizes[TWOS] or threes > sizes[THREES]:
        return -1
    at = flask * sizes[FLASK_APART] + ones * sizes[ONE_APART] + twos * sizes[TWO_APART]
    return int(at + threes * sizes[THREE_APART] + others)


def later(outlook: Outlook) -> float:
    """What going on is worth beyond stopping, after the chips that have come."""
    plan, came = outlook.plan, outlook.came
    flask = plan.sizes[HAS_FLASK]
    at = place_in(outlook, flask)
    if at < 0:
        return 0.0
    space = space_at(plan, came[0] + 2 * came[1] + 3 * came[2], came[OTHERS_CAME])
    return float(plan.points[at] - plan.ends[2 * flask, space])


def with_flask(t: Table, seat: int, outlook: Outlook, kind: int) -> float:
    """How much it is liked to put the white chip that has just come back, by flask (R4.5)."""
    if kind > ids.W3 or t.flask[seat] == 0:
        return NEVER
    outlook.came[kind] -= 1
    at = place_in(outlook, 0)
    outlook.came[kind] += 1
    return float(outlook.plan.points[at]) if at >= 0 else NEVER


def short_liking(t: Table, seat: int, rates: Rates) -> float:
    """How much it is liked to stop with the last chip on its bare space, if it may (R4.7)."""
    if not can_short(t, seat):
        return NEVER
    points, rubies, scoring = t.vp[seat], t.rubies[seat], t.scoring[seat]
    bare_space = t.bare_space[seat]
    last = t.pot_n[seat] - 1
    space = t.pot_space[seat][last]
    pass_up_extra_spaces(t, seat)
    liked = liking(rates, ended(t, seat, rates))
    t.vp[seat], t.rubies[seat], t.scoring[seat] = points, rubies, scoring
    t.bare_space[seat] = bare_space
    t.pot_space[seat][last] = space
    return liked


def after_chip(t: Table, seat: int, rates: Rates, outlook: Outlook, kind: int) -> float:
    """How much the table is liked as it is after a chip of a kind, with the best from there on."""
    liked = liking(rates, ended(t, seat, rates))
    if rates[DEPTH] == 0.0:
        return max(liked, short_liking(t, seat, rates))
    if t.status[seat] == ids.EXPLODED:
        if top_task(t, seat) == tasks.SECOND_CHANCE:
            # Starting again is about as good as this pot was before the chip.
            plan = outlook.plan
            return max(liked, float(plan.ends[2 * t.flask[seat], plan.sizes[FROM]]))
        return liked
    short = short_liking(t, seat, rates)
    return max(liked + later(outlook), short, with_flask(t, seat, outlook, kind))


def after_chips(t: Table, seat: int, rates: Rates, outlook: Outlook, kind: int) -> float:
    """The same, but with the chip after it taken by the rules as well."""
    if t.status[seat] == ids.EXPLODED or top_task(t, seat) != tasks.BREW:
        return after_chip(t, seat, rates, outlook, kind)
    stopped = liking(rates, ended(t, seat, rates))
    drawn = mean_draw(t, seat, rates, outlook)
    short = short_liking(t, seat, rates)
    return max(stopped, short, drawn, with_flask(t, seat, outlook, kind))


def after_look(t: Table, seat: int, rates: Rates, outlook: Outlook, looks: int) -> float:
    """How much a crow skull's look is liked: the best of the chips seen, or none (R4.11)."""
    none = liking(rates, ended(t, seat, rates))
    if rates[DEPTH] > 0.0:
        none += later(outlook)
    total = sum(t.bag[seat])
    liked = np.zeros(ids.KINDS)
    memo: Array = np.zeros(MEMO, np.int64)
    for kind in range(ids.KINDS):
        liked[kind] = NEVER
        if t.bag[seat][kind] > 0:
            come(t, seat, outlook, kind, memo)
            liked[kind] = after_chip(t, seat, rates, outlook, kind)
            go(t, seat, outlook, kind, memo)
    mean = 0.0
    better = 0
    none_before = 1.0
    best = best_of(liked)
    while liked[best] > none:
        better += t.bag[seat][best]
        none_now = chance_of_none(better, total, looks)
        mean += (none_before - none_now) * liked[best]
        none_before = none_now
        liked[best] = NEVER
        best = best_of(liked)
    return mean + none_before * none


def best_of(liked: Array) -> int:
    """The place of the highest number."""
    best = 0
    for i in range(1, len(liked)):
        if liked[i] > liked[best]:
            best = i
    return best


def usual_step(t: Table, seat: int, rates: Rates, now: float, memo: Array) -> float:
    """How many spaces a chip that is not white brings on average; a part of all else counts too.

    What a chip pays beyond its movement is turned into spaces. It often pays but once, or only
    as the last chip.
    """
    here = t.scoring[seat]
    spaces = 0
    more = 0.0
    count = 0
    for kind in range(ids.O1, ids.KINDS):
        if t.bag[seat][kind] > 0:
            remember(t, seat, kind, memo)
            imagine_chip(t, seat, kind)
            there = t.scoring[seat]
            paid = space_worth(rates, there, False) - space_worth(rates, here, False)
            more += memo[COUNT_BEFORE] * (ended(t, seat, rates) - now - paid)
            spaces += memo[COUNT_BEFORE] * (there - here)
            count += memo[COUNT_BEFORE]
            take_back(t, seat, kind, memo)
    if count == 0 or here == SPOON:
        return 1.0
    far = min(here + FAR_ON, SPOON)
    space = (space_worth(rates, far, False) - space_worth(rates, here, False)) / (far - here)
    return spaces / count + min(max(PART * more / count / max(space, 0.1), -1.0), 1.0)


def make_plan(t: Table, seat: int, rates: Rates, memo: Array) -> Plan:
    """Plan how a brew may go on from here; by rates without depth the plan stays empty."""
    sizes: Array = np.zeros(SIZES, np.int64)
    ends = np.zeros((ENDS, SPOON + 1))
    points = np.zeros(measure(t, seat, sizes))
    step = 0.0
    if rates[DEPTH] > 0.0:
        now = ended(t, seat, rates)
        step = usual_step(t, seat, rates, now, memo)
        fill_ends(t, seat, rates, now, ends)
    plan = Plan(sizes, ends, points, step)
    if rates[DEPTH] > 0.0:
        fill_plan(t, seat, plan, np.zeros(POINT_SIZE, np.int64))
    return plan


def brings_look(t: Table, seat: int, memo: Array) -> bool:
    """Whether the chip that has just come brings a look; it is put off the agenda (R4.11)."""
    if top_task(t, seat) != tasks.BLUE_1 or t.depth[seat] <= memo[DEPTH_BEFORE]:
        return False
    t.depth[seat] -= 1
    return True


def mean_draw(t: Table, seat: int, rates: Rates, outlook: Outlook) -> float:
    """How much the next draw is liked on average: each chip by the rules, then by the plan."""
    total = sum(t.bag[seat])
    if total == 0:
        return NEVER
    memo: Array = np.zeros(MEMO, np.int64)
    liked = 0.0
    for kind in range(ids.KINDS):
        count = t.bag[seat][kind]
        if count > 0:
            come(t, seat, outlook, kind, memo)
            # Of a look after the next chip only the skull itself is counted: it takes long.
            if brings_look(t, seat, memo) and rates[DEPTH] <= 1.0:
                liked += count * after_look(t, seat, rates, outlook, VALUE[kind])
            else:
                liked += count * after_chip(t, seat, rates, outlook, kind)
            go(t, seat, outlook, kind, memo)
    return liked / total


def mean_draws(t: Table, seat: int, rates: Rates, outlook: Outlook) -> float:
    """The same with the chip after next by the rules too, but for what a look brings."""
    memo: Array = np.zeros(MEMO, np.int64)
    liked = 0.0
    for kind in range(ids.KINDS):
        count = t.bag[seat][kind]
        if count > 0:
            come(t, seat, outlook, kind, memo)
            if brings_look(t, seat, memo):
                liked += count * after_look(t, seat, rates, outlook, VALUE[kind])
            else:
                liked += count * after_chips(t, seat, rates, outlook, kind)
            go(t, seat, outlook, kind, memo)
    return liked / sum(t.bag[seat])


def draw_liking(t: Table, seat: int, rates: Rates) -> float:
    """How much it is liked to draw now and to go on as well as possible (on an imagined table)."""
    if sum(t.bag[seat]) == 0:
        return NEVER
    # Chips only go from the bag into the pot: together they are worth the same all the time.
    rates[HELD] = held_chips(t, seat, rates)
    rates[KNOWN] = 1.0
    plan = make_plan(t, seat, rates, np.zeros(MEMO, np.int64))
    outlook = Outlook(plan, np.zeros(CAME, np.int64))
    if rates[DEPTH] > 1.0:
        liked = mean_draws(t, seat, rates, outlook)
    else:
        liked = mean_draw(t, seat, rates, outlook)
    rates[KNOWN] = 0.0
    return liked


def brew_liking(t: Table, seat: int, rates: Rates) -> float:
    """How much a brew is liked as it stands, with the best of drawing and stopping."""
    if t.status[seat] != ids.BREWING:
        return liking(rates, ended(t, seat, rates))
    # A skull chosen from a look has brought the next one, while these chips are imagined.
    forget_look(t, seat)
    drawn = draw_liking(t, seat, rates)
    if t.drawn[seat] == 1 or drawn == NEVER:
        stopped = liking(rates, ended(t, seat, rates))
        return max(drawn, stopped, short_liking(t, seat, rates))
    return drawn
