"""Look-ahead while brewing: the next chips by the rules themselves, later ones by a stopping plan.

All of this happens on a copied table. Chips are named, never drawn: nothing here depends on luck.
Values of draws are utilities: final points, or chances to win (`search.utility`).
"""

from typing import NamedTuple

import numpy as np

from quedlinburg.analysis.values import space_value
from quedlinburg.bots.value.evaluation_estimate import chips_value
from quedlinburg.bots.value.page_estimates import may_restart
from quedlinburg.bots.value.search import Search, utility
from quedlinburg.bots.value.stop_value import chance_of_none, stop_value
from quedlinburg.bots.value.stopping_plan import (
    ENDS,
    FLASK_STRIDE,
    FROM,
    HAS_FLASK,
    NEVER,
    ONE_STRIDE,
    ONES,
    OTHERS,
    SIZES,
    STATE_SIZE,
    THREE_STRIDE,
    THREES,
    TWO_STRIDE,
    TWOS,
    WHITE_ROOM,
    Plan,
    fill_ends,
    fill_plan,
    measure,
    space_after,
)
from quedlinburg.bots.value.undo import COUNT_BEFORE, SAVED, draw_chip, hide_look, save, undo
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.constants import SPOON, VALUE
from quedlinburg.rules.phases.potions import can_short, pass_up_extra_spaces
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray, IntArray

# Over how many spaces ahead the mean value of a space is taken, and the part of what a chip pays
# beyond its movement that is turned into spaces.
SPACES_AHEAD = 12
PAID_PART = 0.3
# What has been drawn since a plan was made: W1, W2, W3, others.
DRAWN = 4
OTHERS_DRAWN = 3


class Outlook(NamedTuple):
    """A stopping plan, and the chips that have been drawn since it was made."""

    plan: Plan
    drawn: IntArray


def draw(t: Table, seat: int, outlook: Outlook, kind: int, saved: IntArray) -> int:
    """Save a seat and let it draw a chip of a kind; return how many chips it then looks at."""
    save(t, seat, kind, saved)
    outlook.drawn[min(kind, OTHERS_DRAWN)] += 1
    return draw_chip(t, seat, kind)


def undo_draw(t: Table, seat: int, outlook: Outlook, kind: int, saved: IntArray) -> None:
    """Take a drawn chip back."""
    outlook.drawn[min(kind, OTHERS_DRAWN)] -= 1
    undo(t, seat, kind, saved)


# --- what the plan says --------------------------------------------------------------------------


def index_now(outlook: Outlook, flask: int) -> int:
    """The index of the plan's state after the drawn chips, or -1 where the plan has none."""
    sizes = outlook.plan.sizes
    drawn = outlook.drawn
    ones, twos, threes, others = drawn[0], drawn[1], drawn[2], drawn[OTHERS_DRAWN]
    if ones + 2 * twos + 3 * threes > sizes[WHITE_ROOM] or others > sizes[OTHERS]:
        return -1
    if ones > sizes[ONES] or twos > sizes[TWOS] or threes > sizes[THREES]:
        return -1
    at = flask * sizes[FLASK_STRIDE] + ones * sizes[ONE_STRIDE] + twos * sizes[TWO_STRIDE]
    return int(at + threes * sizes[THREE_STRIDE] + others)


def continuation_value(outlook: Outlook) -> float:
    """What drawing on adds to stopping, after the drawn chips, by the plan."""
    plan, drawn = outlook.plan, outlook.drawn
    flask = plan.sizes[HAS_FLASK]
    at = index_now(outlook, flask)
    if at < 0:
        return 0.0
    space = space_after(plan, drawn[0] + 2 * drawn[1] + 3 * drawn[2], drawn[OTHERS_DRAWN])
    return float(plan.states[at] - plan.ends[2 * flask, space])


def flask_value(t: Table, seat: int, outlook: Outlook, kind: int) -> float:
    """The value of putting back the white chip that was just drawn, by flask (R4.5)."""
    if kind > ids.W3 or t.flask[seat] == 0:
        return NEVER
    outlook.drawn[kind] -= 1
    at = index_now(outlook, 0)
    outlook.drawn[kind] += 1
    return float(outlook.plan.states[at]) if at >= 0 else NEVER


# --- after a chip --------------------------------------------------------------------------------


def short_value(t: Table, seat: int, search: Search) -> float:
    """The value of stopping with the last chip on its bare space, if it may (R4.7)."""
    if not can_short(t, seat):
        return NEVER
    points, rubies, scoring = t.vp[seat], t.rubies[seat], t.scoring[seat]
    bare_space = t.bare_space[seat]
    last = t.pot_n[seat] - 1
    space = t.pot_space[seat][last]
    pass_up_extra_spaces(t, seat)
    value = utility(search, stop_value(t, seat, search))
    t.vp[seat], t.rubies[seat], t.scoring[seat] = points, rubies, scoring
    t.bare_space[seat] = bare_space
    t.pot_space[seat][last] = space
    return value


def value_after_chip(t: Table, seat: int, search: Search, outlook: Outlook, kind: int) -> float:
    """The value of the table after a chip of a kind, with the best decisions from there on."""
    stopped = utility(search, stop_value(t, seat, search))
    if search.depth == 0.0:
        return max(stopped, short_value(t, seat, search))
    if t.status[seat] == ids.EXPLODED:
        if may_restart(t, seat):
            # Starting again is about as good as this pot was before the chip.
            plan = outlook.plan
            return max(stopped, float(plan.ends[2 * t.flask[seat], plan.sizes[FROM]]))
        return stopped
    short = short_value(t, seat, search)
    flask = flask_value(t, seat, outlook, kind)
    return max(stopped + continuation_value(outlook), short, flask)


def value_after_two_chips(
    t: Table, seat: int, search: Search, outlook: Outlook, kind: int
) -> float:
    """The same, but with the chip after it placed by the rules as well."""
    if t.status[seat] == ids.EXPLODED or top_task(t, seat) != tasks.BREW:
        return value_after_chip(t, seat, search, outlook, kind)
    stopped = utility(search, stop_value(t, seat, search))
    drawn = expected_draw(t, seat, search, outlook)
    short = short_value(t, seat, search)
    return max(stopped, short, drawn, flask_value(t, seat, outlook, kind))


def value_after_look(t: Table, seat: int, search: Search, outlook: Outlook, looks: int) -> float:
    """The value of looking at some chips: the mean of the best one seen, or none (R4.11)."""
    none = utility(search, stop_value(t, seat, search))
    if search.depth > 0.0:
        none += continuation_value(outlook)
    total = sum(t.bag[seat])
    by_kind = np.zeros(ids.KINDS)
    saved: IntArray = np.zeros(SAVED, np.int64)
    for kind in range(ids.KINDS):
        by_kind[kind] = NEVER
        if t.bag[seat][kind] > 0:
            draw(t, seat, outlook, kind, saved)
            by_kind[kind] = value_after_chip(t, seat, search, outlook, kind)
            undo_draw(t, seat, outlook, kind, saved)
    mean = 0.0
    better = 0
    none_before = 1.0
    best = index_of_best(by_kind)
    while by_kind[best] > none:
        better += t.bag[seat][best]
        none_now = chance_of_none(better, total, looks)
        mean += (none_before - none_now) * by_kind[best]
        none_before = none_now
        by_kind[best] = NEVER
        best = index_of_best(by_kind)
    return mean + none_before * none


def index_of_best(values: FloatArray) -> int:
    """The index of the highest number; of equal ones the first."""
    best = 0
    for i in range(1, len(values)):
        if values[i] > values[best]:
            best = i
    return best


# --- making a plan -------------------------------------------------------------------------------


def mean_step(t: Table, seat: int, search: Search, now: float, saved: IntArray) -> float:
    """How many spaces a chip that is not white moves on average; a part of all else counts too.

    What a chip pays beyond its movement is turned into spaces. It often pays only once, or only
    as the last chip. `now` is the strength of stopping at once.
    """
    here = t.scoring[seat]
    spaces = 0
    more = 0.0
    count = 0
    for kind in range(ids.O1, ids.KINDS):
        if t.bag[seat][kind] > 0:
            save(t, seat, kind, saved)
            draw_chip(t, seat, kind)
            there = t.scoring[seat]
            paid = space_value(search, there) - space_value(search, here)
            more += saved[COUNT_BEFORE] * (stop_value(t, seat, search) - now - paid)
            spaces += saved[COUNT_BEFORE] * (there - here)
            count += saved[COUNT_BEFORE]
            undo(t, seat, kind, saved)
    if count == 0 or here == SPOON:
        return 1.0
    ahead = min(here + SPACES_AHEAD, SPOON)
    space = (space_value(search, ahead) - space_value(search, here)) / (ahead - here)
    return spaces / count + min(max(PAID_PART * more / count / max(space, 0.1), -1.0), 1.0)


def make_plan(t: Table, seat: int, search: Search, saved: IntArray) -> Plan:
    """Make a plan of how the brew may go on; without depth the plan stays empty."""
    sizes: IntArray = np.zeros(SIZES, np.int64)
    ends = np.zeros((ENDS, SPOON + 1))
    states = np.zeros(measure(t, seat, sizes))
    step = 0.0
    if search.depth > 0.0:
        now = stop_value(t, seat, search)
        step = mean_step(t, seat, search, now, saved)
        fill_ends(t, seat, search, now, ends)
    plan = Plan(sizes, ends, states, step)
    if search.depth > 0.0:
        fill_plan(t, seat, plan, np.zeros(STATE_SIZE, np.int64))
    return plan


# --- drawing -------------------------------------------------------------------------------------


def expected_draw(t: Table, seat: int, search: Search, outlook: Outlook) -> float:
    """The mean value of the next draw: each chip by the rules, then by the plan."""
    total = sum(t.bag[seat])
    if total == 0:
        return NEVER
    saved: IntArray = np.zeros(SAVED, np.int64)
    value = 0.0
    for kind in range(ids.KINDS):
        count = t.bag[seat][kind]
        if count > 0:
            looks = draw(t, seat, outlook, kind, saved)
            if looks > 0:
                skip_look(t, seat)
            # A look at the second chip takes long: there the chip alone counts.
            if looks > 0 and search.depth <= 1.0:
                value += count * value_after_look(t, seat, search, outlook, VALUE[kind])
            else:
                value += count * value_after_chip(t, seat, search, outlook, kind)
            undo_draw(t, seat, outlook, kind, saved)
    return value / total


def skip_look(t: Table, seat: int) -> None:
    """Take the question about the chips looked at off the agenda."""
    t.depth[seat] -= 1


def expected_two_draws(t: Table, seat: int, search: Search, outlook: Outlook) -> float:
    """The same with the chip after next by the rules too, except after a look."""
    saved: IntArray = np.zeros(SAVED, np.int64)
    value = 0.0
    for kind in range(ids.KINDS):
        count = t.bag[seat][kind]
        if count > 0:
            looks = draw(t, seat, outlook, kind, saved)
            if looks > 0:
                skip_look(t, seat)
                value += count * value_after_look(t, seat, search, outlook, VALUE[kind])
            else:
                value += count * value_after_two_chips(t, seat, search, outlook, kind)
            undo_draw(t, seat, outlook, kind, saved)
    return value / sum(t.bag[seat])


def draw_value(t: Table, seat: int, search: Search) -> float:
    """The value of drawing now and going on as well as possible, on a copied table."""
    if sum(t.bag[seat]) == 0:
        return NEVER
    # Chips only go from the bag into the pot: together they are worth the same all the time.
    search.chips = chips_value(t, seat, search)
    search.chips_known = 1.0
    plan = make_plan(t, seat, search, np.zeros(SAVED, np.int64))
    outlook = Outlook(plan, np.zeros(DRAWN, np.int64))
    if search.depth > 1.0:
        value = expected_two_draws(t, seat, search, outlook)
    else:
        value = expected_draw(t, seat, search, outlook)
    search.chips_known = 0.0
    return value


def brew_value(t: Table, seat: int, search: Search) -> float:
    """The value of a brew as it stands, with the best of drawing and stopping."""
    if t.status[seat] != ids.BREWING:
        return utility(search, stop_value(t, seat, search))
    # A chip chosen from a look may have brought the next look, which is not known yet.
    hide_look(t, seat)
    drawn = draw_value(t, seat, search)
    if t.drawn[seat] == 1 or drawn == NEVER:
        stopped = utility(search, stop_value(t, seat, search))
        return max(drawn, stopped, short_value(t, seat, search))
    return drawn
