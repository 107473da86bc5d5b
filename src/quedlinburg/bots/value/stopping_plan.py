"""The stopping plan: what drawing on is worth, by dynamic programming over a simplified bag.

White chips are told apart; all other chips count as the same chip, with the mean of what they
bring (R4.2 to R4.5). A state is what has been drawn since the plan was made, with the flask full
or empty. `look_ahead` takes the next chips exactly and asks the plan for what comes later.
"""

from typing import NamedTuple

from quedlinburg.analysis.values import (
    MOST_RUBIES,
    Values,
    best_step,
    exploded_space_value,
    space_value,
)
from quedlinburg.bots.value.evaluation_estimate import chance_of_die
from quedlinburg.bots.value.page_estimates import fills_flask
from quedlinburg.bots.value.search import Search, utility
from quedlinburg.rules import ids
from quedlinburg.rules.constants import SPOON
from quedlinburg.rules.explosion import explodes, room_left
from quedlinburg.rules.table import Table
from quedlinburg.sim.arrays import FloatArray, IntArray

# How many chips that are not white a plan looks ahead at most.
MOST_OTHERS = 8
# The sizes of a plan: the most W1, W2, W3 and others that can still be drawn; the white sum that
# fits, the scoring space it begins from, whether the flask is full, how many others the bag holds.
ONES, TWOS, THREES, OTHERS, WHITE_ROOM, FROM, HAS_FLASK, OTHERS_IN_BAG = range(8)
# By how much the indices of two states differ that differ by the flask, or by one W1, W2, W3.
FLASK_STRIDE, ONE_STRIDE, TWO_STRIDE, THREE_STRIDE = range(8, 12)
SIZES = 12
# A state: whether the flask is full, and how many W1, W2, W3 and others have been drawn.
FLASK_NOW, ONES_NOW, TWOS_NOW, THREES_NOW, OTHERS_NOW = range(5)
STATE_SIZE = 5
# How a brew can end: stopped or exploded with an empty flask, then with a full one.
ENDS = 4
NEVER = -1e18


class Plan(NamedTuple):
    """A stopping plan."""

    sizes: IntArray
    """The sizes and strides, as above."""
    ends: FloatArray
    """The utility of each end, by scoring space."""
    states: FloatArray
    """The utility of each state, with the best decisions from there on."""
    step: float
    """The mean number of spaces that a chip that is not white moves."""


def measure(t: Table, seat: int, sizes: IntArray) -> int:
    """Write the sizes of a plan; return the number of its states."""
    bag = t.bag[seat]
    room = max(room_left(t, seat), 0)
    sizes[ONES] = min(bag[ids.W1], room)
    sizes[TWOS] = min(bag[ids.W2], room // 2)
    sizes[THREES] = min(bag[ids.W3], room // 3)
    others = sum(bag) - bag[ids.W1] - bag[ids.W2] - bag[ids.W3]
    sizes[OTHERS] = min(others, MOST_OTHERS)
    sizes[WHITE_ROOM] = room
    sizes[FROM] = t.scoring[seat]
    sizes[HAS_FLASK] = t.flask[seat]
    sizes[OTHERS_IN_BAG] = others
    sizes[THREE_STRIDE] = sizes[OTHERS] + 1
    sizes[TWO_STRIDE] = sizes[THREE_STRIDE] * (sizes[THREES] + 1)
    sizes[ONE_STRIDE] = sizes[TWO_STRIDE] * (sizes[TWOS] + 1)
    sizes[FLASK_STRIDE] = sizes[ONE_STRIDE] * (sizes[ONES] + 1)
    return int(sizes[FLASK_STRIDE] * 2)


def full_flask_value(t: Table, seat: int, values: Values) -> float:
    """What a full flask is worth at the end of the round, as rubies could fill an empty one."""
    if fills_flask(t):
        return 0.0
    rubies = min(t.rubies[seat], MOST_RUBIES)
    return values.flask + values.rubies_full[rubies] - values.rubies_empty[rubies]


def die_value(t: Table, seat: int, values: Values) -> float:
    """What the chance to roll the die is worth to a pot that does not explode."""
    face = 4.0 * values.point + values.ruby + best_step(values)
    return face / 6.0 * chance_of_die(t, seat, t.scoring[seat])


def fill_ends(t: Table, seat: int, search: Search, now: float, ends: FloatArray) -> None:
    """Write the utility of each end; `now` is the strength of stopping at once."""
    start = t.scoring[seat]
    rest = now - space_value(search, start)
    flask = full_flask_value(t, seat, search) if t.flask[seat] == 1 else 0.0
    die = die_value(t, seat, search)
    for space in range(start, SPOON + 1):
        stopped = rest + space_value(search, space)
        exploded = rest + exploded_space_value(search, space) - die
        ends[0, space] = utility(search, stopped - flask)
        ends[1, space] = utility(search, exploded - flask)
        ends[2, space] = ends[0, space]
        ends[3, space] = ends[1, space]
        if flask > 0.0:
            ends[2, space] = utility(search, stopped)
            ends[3, space] = utility(search, exploded)


def state_index(sizes: IntArray, state: IntArray) -> int:
    """The index of a state in a plan."""
    at = state[FLASK_NOW] * sizes[FLASK_STRIDE] + state[ONES_NOW] * sizes[ONE_STRIDE]
    at += state[TWOS_NOW] * sizes[TWO_STRIDE] + state[THREES_NOW] * sizes[THREE_STRIDE]
    return int(at + state[OTHERS_NOW])


def white_sum(state: IntArray) -> int:
    """The sum of the white chips that have been drawn in a state."""
    return int(state[ONES_NOW] + 2 * state[TWOS_NOW] + 3 * state[THREES_NOW])


def space_after(plan: Plan, white: int, others: int) -> int:
    """The scoring space after white chips of a sum, and some others."""
    return min(int(plan.sizes[FROM] + white + others * plan.step + 0.5), SPOON)


def fill_plan(t: Table, seat: int, plan: Plan, state: IntArray) -> None:
    """Write the utility of every state, from the end of the brew back."""
    sizes = plan.sizes
    for flask in range(sizes[HAS_FLASK] + 1):
        state[FLASK_NOW] = flask
        for others in range(sizes[OTHERS], -1, -1):
            state[OTHERS_NOW] = others
            for threes in range(sizes[THREES], -1, -1):
                state[THREES_NOW] = threes
                for twos in range(sizes[TWOS], -1, -1):
                    state[TWOS_NOW] = twos
                    for ones in range(sizes[ONES], -1, -1):
                        state[ONES_NOW] = ones
                        fill_state(t, seat, plan, state)


def fill_state(t: Table, seat: int, plan: Plan, state: IntArray) -> None:
    """Write the utility of a state: of stopping there, or of drawing once more."""
    sizes = plan.sizes
    white = white_sum(state)
    if white <= sizes[WHITE_ROOM]:
        others = state[OTHERS_NOW]
        best = plan.ends[2 * state[FLASK_NOW], space_after(plan, white, others)]
        if others < sizes[OTHERS] or others == sizes[OTHERS_IN_BAG]:
            best = max(best, drawing_utility(t, seat, plan, state))
        plan.states[state_index(sizes, state)] = best


def drawing_utility(t: Table, seat: int, plan: Plan, state: IntArray) -> float:
    """The mean utility of drawing once more in a state."""
    sizes = plan.sizes
    states = plan.states
    flask = state[FLASK_NOW]
    others = state[OTHERS_NOW]
    white = white_sum(state)
    at = state_index(sizes, state)
    left = sizes[OTHERS_IN_BAG] - others
    total = left * states[at + 1] if left > 0 else 0.0
    for kind in range(3):
        count = t.bag[seat][kind] - state[ONES_NOW + kind]
        if count > 0:
            left += count
            if explodes(kind, sizes[WHITE_ROOM] - white):
                space = space_after(plan, white + kind + 1, others)
                total += count * plan.ends[2 * flask + 1, space]
            else:
                after = states[at + sizes[ONE_STRIDE + kind]]
                if flask == 1:
                    after = max(after, states[at - sizes[FLASK_STRIDE]])
                total += count * after
    return total / left if left > 0 else NEVER
