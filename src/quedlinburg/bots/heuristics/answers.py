"""Answers by hand-set values, for every question but brewing and shopping.

A question is known by the options that it offers, not by the page or card that asks it: chips to
place or to take, a chip to put back, lines that pay, a trade. An option that nothing here knows
counts as worth nothing, so that a question of a new card is answered by the best option that is
known, or by the one that declines.
"""

from quedlinburg.analysis.values import Values, best_step
from quedlinburg.bots.heuristics.considered_options import (
    declining_option,
    fill_considered,
    is_offered,
)
from quedlinburg.bots.heuristics.hand_set_values import (
    SPACE,
    chip_rate,
    fill_values,
    paid_ruby,
    scored_space_value,
)
from quedlinburg.bots.heuristics.pot_facts import extra_spaces, is_full, is_white
from quedlinburg.bots.value.page_estimates import (
    NO_ROW,
    asking_row,
    costs_ruby,
    pays_short,
    reward_value,
    seven_pays,
    short_reward,
)
from quedlinburg.rules import ids, options, tasks
from quedlinburg.rules.agenda import top_arg, top_task
from quedlinburg.rules.books.purple import trade_gives, trade_wants
from quedlinburg.rules.constants import (
    LAST_SPACE,
    NEXT_KIND,
    REWARD_POINTS,
    SPACE_COINS,
    SPACE_POINTS,
    VALUE,
)
from quedlinburg.rules.explosion import explodes, room_left
from quedlinburg.rules.table import Table


def answer(t: Table, seat: int, values: Values) -> int:
    """Answer the question of a seat with the option that is worth most; `values` is written."""
    fill_values(t, seat, values)
    question = top_task(t, seat)
    if question == tasks.RUBIES:
        return spend_rubies(t, seat, values)
    if question == tasks.EXPLODED:
        return points_or_coins(t, seat, values)
    fill_considered(t, seat)
    option = answer_by_offer(t, seat, values)
    return option if is_offered(t, option) else best_option(t, seat, values)


def answer_by_offer(t: Table, seat: int, values: Values) -> int:
    """Answer the question of a page or card by its first option, which says what it is about.

    The answer may not be offered, where a question is not what its first option seems to say.
    """
    match t.option[0]:
        case options.RETURN:
            return return_white(t, seat, top_arg(t, seat))
        case options.RESTART:
            return start_again(t, seat)
        case options.MOVE:
            return move_on(t, seat, top_arg(t, seat), values)
        case options.ONE:
            return options.ZERO + top_arg(t, seat)
        case options.ZERO:
            return give_up(t, seat, values)
    if t.phase == ids.POTIONS and t.option[0] < ids.KINDS:
        return place_best(t, seat, values)
    return best_option(t, seat, values)


def best_option(t: Table, seat: int, values: Values) -> int:
    """The option that is worth most; where none is worth anything the one that declines."""
    best = declining_option(t)
    most = 0.0
    for i in range(t.option_n):
        worth = option_value(t, seat, t.option[i], values)
        if worth > most:
            best = t.option[i]
            most = worth
    return best


def option_value(t: Table, seat: int, option: int, values: Values) -> float:
    """What an option of the question on top of a seat's agenda brings; 0 if it is not known."""
    if options.TRADE <= option < options.DRAW:
        return trade_value(option - options.TRADE, values)
    if option < ids.KINDS:
        return kind_value(t, seat, option, values)
    match option:
        case options.POT:
            return values.step
        case options.GLASS:
            return values.glass
        case options.PAY:
            return best_step(values) - values.ruby
        case options.DROPLET | options.THREE_RUBIES:
            return reward_value(t, values, asking_row(t, seat))
        case options.VP:
            return values.point * offered_points(t, seat)
    return 0.0


def offered_points(t: Table, seat: int) -> int:
    """The points that a card offers beside chips: its reward, or what it counts (R6)."""
    row = asking_row(t, seat)
    return REWARD_POINTS[row] if row != NO_ROW else top_arg(t, seat)


def kind_value(t: Table, seat: int, kind: int, values: Values) -> float:
    """What choosing a chip brings: a cherry bomb is given away, one looked at is traded up."""
    if is_white(kind):
        return -values.chip[kind]
    if t.looked[seat][kind] > 0:
        return values.chip[NEXT_KIND[kind]] - values.chip[kind]
    worth = values.chip[kind]
    if costs_ruby(t, seat):
        worth -= paid_ruby(t, seat, values)
    return worth


def trade_value(trade: int, values: Values) -> float:
    """What a trade brings (R5.10)."""
    new = trade_gives(trade // 4, trade % 4)
    old = trade_wants(trade // 4, trade % 4)
    return values.chip[new] - values.chip[old]


# --- while brewing, and right after it -----------------------------------------------------------


def place_best(t: Table, seat: int, values: Values) -> int:
    """Place the chip that moves furthest, a white one only where it harms nothing."""
    best = declining_option(t)
    if is_full(t, seat):
        return best
    most = 0.0
    for i in range(t.option_n):
        kind = t.option[i]
        if kind < ids.KINDS:
            worth = placing_value(t, seat, kind, values)
            if worth > most:
                best = kind
                most = worth
    return best


def placing_value(t: Table, seat: int, kind: int, values: Values) -> float:
    """What it is worth to place a chip now; nothing or less for one that is better left.

    While brewing a cherry bomb costs the room that it takes. After brewing a chip aside pays a
    space more than the next rounds would (R4.16).
    """
    if t.status[seat] == ids.BREWING and t.looked[seat][kind] > 0:
        if is_white(kind):
            return 0 if explodes(ids.W3, room_left(t, seat) - VALUE[kind]) else VALUE[kind]
        return 1000 * VALUE[kind] + chip_rate(t, kind)
    space = min(t.scoring[seat] + VALUE[kind], LAST_SPACE + 1)
    gain = scored_space_value(t, values, space) - scored_space_value(t, values, t.scoring[seat])
    return gain + (1 if t.looked[seat][kind] > 0 else VALUE[kind])


def draw_or_short(t: Table, seat: int, values: Values) -> int:
    """Draw on, but first let a chip stand short where it wins more than the spaces lost."""
    if pays_short(t, seat):
        fill_values(t, seat, values)
        if short_reward(t, seat, values) > SPACE * extra_spaces(t, seat):
            return options.SHORT
    return options.DRAW


def stop_or_short(t: Table, seat: int, values: Values) -> int:
    """Stop, but first pass up extra spaces if the bare space scores more (R4.7)."""
    if extra_spaces(t, seat) > 0:
        fill_values(t, seat, values)
        here = scored_space_value(t, values, t.scoring[seat])
        short = scored_space_value(t, values, t.bare_space[seat] + 1)
        if short + short_reward(t, seat, values) > here:
            return options.SHORT
    return options.STOP


def return_white(t: Table, seat: int, place_no: int) -> int:
    """Put a white chip back, unless the sum of exactly 7 pays, or it is a small one just drawn."""
    if t.white_sum[seat] == 7 and seven_pays(t, seat):
        return options.KEEP
    if place_no == t.pot_n[seat] - 1 and VALUE[t.pot_kind[seat][place_no]] == 1:
        return options.KEEP
    return options.RETURN


def start_again(t: Table, seat: int) -> int:
    """Start again after an explosion, or with little in the pot and much of its room used."""
    if t.status[seat] == ids.EXPLODED:
        return options.CONTINUE if t.covered[seat] == 1 else options.RESTART
    moved = t.scoring[seat] - 1 - t.droplet[seat] - t.tails[seat]
    if room_left(t, seat) <= 1 and moved < 9:
        return options.RESTART
    return options.CONTINUE


# --- after brewing -------------------------------------------------------------------------------


def points_or_coins(t: Table, seat: int, values: Values) -> int:
    """Take what is worth more of points and coins (R5.D)."""
    space = t.scoring[seat]
    points = values.point * SPACE_POINTS[space]
    if t.overflow == 1:
        for kind in range(ids.KINDS):
            points += values.point / 2 * VALUE[kind] * t.bowl[seat][kind]
    if points >= values.coins[SPACE_COINS[space]]:
        return options.VP
    return options.COINS


def move_on(t: Table, seat: int, spaces: int, values: Values) -> int:
    """Move the last chip on unless a ruby is lost for less (R5.5)."""
    space = min(t.scoring[seat] + spaces, LAST_SPACE + 1)
    here = scored_space_value(t, values, t.scoring[seat])
    return options.MOVE if scored_space_value(t, values, space) >= here else options.STAY


def give_up(t: Table, seat: int, values: Values) -> int:
    """Say how many chips of the pot, or rat tails, are given up for a reward."""
    if t.phase == ids.EVALUATION:
        return give_chips(t, seat, values)
    return give_tails(t, seat, values)


def give_chips(t: Table, seat: int, values: Values) -> int:
    """Give back as many purple chips as pay more than they would in rounds to come (R5.8)."""
    row = asking_row(t, seat)
    best = options.ZERO
    if row == NO_ROW:
        return best
    gain = 0.0
    for count in range(1, top_arg(t, seat) + 1):
        worth = reward_value(t, values, row + count - 1) - count * values.chip[ids.P1]
        if worth > gain:
            gain = worth
            best = options.ZERO + count
    return best


def give_tails(t: Table, seat: int, values: Values) -> int:
    """Give up rat tails while a ruby is worth more than a space of this round."""
    most = top_arg(t, seat)
    if values.ruby > 70:
        return options.ZERO + most
    if t.rubies[seat] % 2 == 1 and most > 0:
        return options.ONE
    return options.ZERO


def spend_rubies(t: Table, seat: int, values: Values) -> int:
    """Buy the flask or a step, whichever is worth more, while that beats a point for two rubies."""
    flask = values.flask if t.flask[seat] == 0 else 0.0
    if t.rubies[seat] < 2 or max(flask, best_step(values)) <= values.point:
        return options.DONE
    if flask >= best_step(values):
        return options.SPEND_FLASK
    if values.glass > values.step:
        return options.SPEND_GLASS
    return options.SPEND_DROPLET
