"""Looking ahead while brewing: every next chip by the rules themselves, what follows by a plan.

All of this happens on a table that is only imagined. Chips are named, never drawn: nothing here
depends on luck.
"""

import numpy as np

from quedlinburg.bots.minds.ending import chance_of_none, ended
from quedlinburg.bots.minds.exchange import DEPTH, Rates, liking
from quedlinburg.bots.minds.plan import (
    ENDS,
    FROM,
    NEVER,
    POINT_SIZE,
    SIZES,
    Plan,
    fill_ends,
    fill_plan,
    later,
    measure,
    space_worth,
)
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.phases.potions import use_chip
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import COLOUR, SPOON, VALUE
from quedlinburg.sim.arrays import Array

# What is remembered of a seat before a chip is imagined.
MEMO = 19
DEPTH_BEFORE = 14
COUNT_BEFORE = 15
# Over how many spaces one is valued on average.
FAR_ON = 12
PART = 0.3


def remember(t: Table, seat: int, kind: int, memo: Array) -> None:
    """Write down everything that placing a chip of a kind can change."""
    memo[0] = t.vp[seat]
    memo[1] = t.rubies[seat]
    memo[2] = t.scoring[seat]
    memo[3] = t.status[seat]
    memo[4] = t.drawn[seat]
    memo[5] = t.may_flask[seat]
    memo[6] = t.white_sum[seat]
    memo[7] = t.shield[seat]
    memo[8] = t.shield_left[seat]
    memo[9] = t.covered[seat]
    memo[10] = t.doubled[seat]
    memo[11] = t.white_seen[seat]
    memo[12] = t.five_seen[seat]
    memo[13] = t.pot_n[seat]
    memo[14] = t.depth[seat]
    memo[15] = t.bag[seat][kind]
    memo[16] = t.aside[seat][kind]
    memo[17] = t.aside_new[seat][kind]
    memo[18] = t.bowl[seat][kind]


def take_back(t: Table, seat: int, kind: int, memo: Array) -> None:
    """Make a seat what it was before a chip of a kind was imagined."""
    t.vp[seat] = memo[0]
    t.rubies[seat] = memo[1]
    t.scoring[seat] = memo[2]
    t.status[seat] = memo[3]
    t.drawn[seat] = memo[4]
    t.may_flask[seat] = memo[5]
    t.white_sum[seat] = memo[6]
    t.shield[seat] = memo[7]
    t.shield_left[seat] = memo[8]
    t.covered[seat] = memo[9]
    t.doubled[seat] = memo[10]
    t.white_seen[seat] = memo[11]
    t.five_seen[seat] = memo[12]
    t.pot_n[seat] = memo[13]
    t.depth[seat] = memo[14]
    t.bag[seat][kind] = memo[15]
    t.aside[seat][kind] = memo[16]
    t.aside_new[seat][kind] = memo[17]
    t.bowl[seat][kind] = memo[18]


def imagine_chip(t: Table, seat: int, kind: int) -> None:
    """Let a seat draw a chip of a kind; a look that it brings is forgotten again."""
    t.drawn[seat] = 1
    t.may_flask[seat] = ids.CLOSED
    use_chip(t, seat, kind)
    if t.page[ids.BLUE] == ids.BLUE_1 and COLOUR[kind] == ids.BLUE:
        for other in range(ids.KINDS):
            t.looked[seat][other] = 0


def after_chip(t: Table, seat: int, rates: Rates, plan: Plan, kind: int) -> float:
    """How much the table is liked as it is after a chip of a kind, with the best from there on."""
    liked = liking(rates, ended(t, seat, rates))
    if t.status[seat] == ids.EXPLODED:
        if top_task(t, seat) == tasks.SECOND_CHANCE and rates[DEPTH] > 0.0:
            # Starting again is about as good as this pot was before the chip.
            return max(liked, float(plan.ends[2 * t.flask[seat], plan.sizes[FROM]]))
        return liked
    white = VALUE[kind] if COLOUR[kind] == ids.WHITE else 0
    if rates[DEPTH] == 0.0:
        return liked
    liked += later(plan, white, int(white == 0))
    if white > 0 and t.flask[seat] == 1:
        liked = max(liked, plan.points[0])
    return liked


def after_look(t: Table, seat: int, rates: Rates, plan: Plan, looks: int) -> float:
    """How much a crow skull's look is liked: the best of the chips seen, or none (R4.11)."""
    none = liking(rates, ended(t, seat, rates))
    if rates[DEPTH] > 0.0:
        none += later(plan, 0, 1)
    total = sum(t.bag[seat])
    liked = np.zeros(ids.KINDS)
    memo: Array = np.zeros(MEMO, np.int64)
    for kind in range(ids.KINDS):
        liked[kind] = NEVER
        if t.bag[seat][kind] > 0:
            remember(t, seat, kind, memo)
            imagine_chip(t, seat, kind)
            liked[kind] = after_chip(t, seat, rates, plan, kind)
            take_back(t, seat, kind, memo)
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


def draw_liking(t: Table, seat: int, rates: Rates) -> float:
    """How much it is liked to draw now and to go on as well as possible (on an imagined table)."""
    total = sum(t.bag[seat])
    if total == 0:
        return NEVER
    memo: Array = np.zeros(MEMO, np.int64)
    plan = make_plan(t, seat, rates, memo)
    liked = 0.0
    for kind in range(ids.KINDS):
        count = t.bag[seat][kind]
        if count > 0:
            remember(t, seat, kind, memo)
            imagine_chip(t, seat, kind)
            if top_task(t, seat) == tasks.BLUE_1 and t.depth[seat] > memo[DEPTH_BEFORE]:
                t.depth[seat] -= 1
                chip = after_look(t, seat, rates, plan, VALUE[kind])
            else:
                chip = after_chip(t, seat, rates, plan, kind)
            liked += count * chip
            take_back(t, seat, kind, memo)
    return liked / total


def brew_liking(t: Table, seat: int, rates: Rates) -> float:
    """How much a brew is liked as it stands, with the best of drawing and stopping."""
    if t.status[seat] != ids.BREWING:
        return liking(rates, ended(t, seat, rates))
    drawn = draw_liking(t, seat, rates)
    if t.drawn[seat] == 1 or drawn == NEVER:
        return max(drawn, liking(rates, ended(t, seat, rates)))
    return drawn
