"""Answers by rates of exchange, for every question but brewing and shopping."""

from quedlinburg.bots.minds import rates
from quedlinburg.bots.minds.facts import (
    extra_spaces,
    is_full,
    is_white,
    pays_short,
    room_left,
    rounds_left,
    seven_pays,
)
from quedlinburg.bots.minds.weighed import fill_weighed
from quedlinburg.rules import ids, rewards, tasks, words
from quedlinburg.rules.books.purple import trade_gives, trade_wants
from quedlinburg.rules.pot import last_kind
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    LAST_SPACE,
    NEXT_KIND,
    REWARD_CHIP,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
    SPACE_COINS,
    SPACE_POINTS,
    VALUE,
)

# What it is worth to be rid of a cherry bomb of 1, for each round to come.
WHITE_LOST = 60


def answer(t: Table, seat: int, question: int, arg: int) -> int:
    """Answer a question with the option that is worth most."""
    match question:
        case tasks.BLUE_1 | tasks.STRONG_INGREDIENT | tasks.RED_2:
            return place_best(t, seat, question)
        case tasks.YELLOW_1 | tasks.WELL_STIRRED:
            return return_white(t, seat, question, t.pot_kind[seat][arg])
        case tasks.SECOND_CHANCE:
            return start_again(t, seat)
        case tasks.EXPLODED:
            return points_or_coins(t, seat)
        case tasks.GREEN_3:
            return move_on(t, seat, arg)
        case tasks.PURPLE_1:
            return words.ZERO + arg
        case tasks.PURPLE_2:
            return give_ghosts(t, seat, arg)
        case tasks.GOOD_START:
            return give_up_tails(t, seat, arg)
        case tasks.RUBIES:
            return spend_rubies(t, seat)
    return best_option(t, seat, question, arg)


def best_option(t: Table, seat: int, question: int, arg: int) -> int:
    """The option that is worth most; where none is worth anything the last one, which declines."""
    fill_weighed(t, seat)
    best = t.option[t.option_n - 1]
    most = 0
    for i in range(t.option_n):
        worth = option_worth(t, seat, question, arg, t.option[i])
        if worth > most:
            best = t.option[i]
            most = worth
    return best


def option_worth(t: Table, seat: int, question: int, arg: int, option: int) -> int:
    """What an option brings, in hundredths of a point."""
    if words.TRADE <= option < words.DRAW:
        return trade_worth(t, option - words.TRADE)
    if option < ids.KINDS:
        return kind_worth(t, seat, question, option)
    match option:
        case words.POT:
            return rates.step_worth(t, seat)
        case words.GLASS:
            return rates.glass_worth(t, seat)
        case words.PAY:
            return rates.move_worth(t, seat) - rates.ruby_worth(t, seat)
        case words.DROPLET:
            return REWARD_STEPS[rewards.CHOOSE_WISELY] * rates.move_worth(t, seat)
        case words.THREE_RUBIES:
            return REWARD_RUBIES[rewards.ONLY_ONE] * rates.ruby_worth(t, seat)
        case words.VP:
            just = question == tasks.JUST_IN_TIME
            return 100 * (REWARD_POINTS[rewards.JUST_IN_TIME] if just else arg)
    return 0


def kind_worth(t: Table, seat: int, question: int, kind: int) -> int:
    """What taking, or trading, a chip brings."""
    if question == tasks.OPPORTUNE_MOMENT:
        return rates.chip_worth(t, NEXT_KIND[kind]) - rates.chip_worth(t, kind)
    if question == tasks.JUST_IN_TIME:
        return WHITE_LOST * (rounds_left(t) + 1)
    worth = rates.chip_worth(t, kind)
    if question == tasks.WHEEL_AND_DEAL:
        worth -= rates.last_ruby_worth(t, seat)
    return worth


def trade_worth(t: Table, trade: int) -> int:
    """What a trade of the ghost's breath brings (R5.10)."""
    new = trade_gives(trade // 4, trade % 4)
    old = trade_wants(trade // 4, trade % 4)
    return rates.chip_worth(t, new) - rates.chip_worth(t, old)


def place_best(t: Table, seat: int, question: int) -> int:
    """Place the chip that moves furthest, a white one only where it harms nothing."""
    fill_weighed(t, seat)
    best = words.CHOOSE_DONE if question == tasks.RED_2 else words.NONE
    if is_full(t, seat):
        return best
    most = 0
    for i in range(t.option_n):
        kind = t.option[i]
        if kind < ids.KINDS:
            worth = placing_worth(t, seat, question, kind)
            if worth > most:
                best = kind
                most = worth
    return best


def placing_worth(t: Table, seat: int, question: int, kind: int) -> int:
    """What it is worth to place a chip now; nothing or less for one that is better left.

    After brewing a chip aside pays a space more than the next rounds would (R4.16); while
    brewing a cherry bomb costs the room that it takes.
    """
    space = min(t.scoring[seat] + VALUE[kind], LAST_SPACE + 1)
    gain = rates.space_worth(t, seat, space) - rates.space_worth(t, seat, t.scoring[seat])
    if question == tasks.BLUE_1:
        if is_white(kind):
            if VALUE[kind] + 3 > room_left(t, seat):
                return 0
            return VALUE[kind]
        return 1000 * VALUE[kind] + rates.chip_rate(t, kind)
    if question == tasks.STRONG_INGREDIENT:
        return gain + 1
    return gain + VALUE[kind]


def short_paid(t: Table, seat: int) -> int:
    """What a skull wins at once if it passes up its extra spaces (R4.7, R4.13, R4.14)."""
    if not pays_short(t, seat):
        return 0
    if t.page[ids.BLUE] == ids.BLUE_3:
        return rates.ruby_worth(t, seat)
    return 100 * VALUE[last_kind(t, seat)]


def draw_or_short(t: Table, seat: int) -> int:
    """Draw on, but first let a skull stand short where it wins more than the spaces lost."""
    if short_paid(t, seat) > rates.STEP * extra_spaces(t, seat):
        return words.SHORT
    return words.DRAW


def stop_or_short(t: Table, seat: int) -> int:
    """Stop, but first pass up extra spaces if the bare space scores more (R4.7)."""
    if extra_spaces(t, seat) > 0:
        here = rates.space_worth(t, seat, t.scoring[seat])
        short = rates.space_worth(t, seat, t.bare_space[seat] + 1)
        if short + short_paid(t, seat) > here:
            return words.SHORT
    return words.STOP


def return_white(t: Table, seat: int, question: int, kind: int) -> int:
    """Put a white chip back, unless the sum of exactly 7 pays, or the first one is a small one."""
    if t.white_sum[seat] == 7 and seven_pays(t, seat):
        return words.KEEP
    if question == tasks.WELL_STIRRED and VALUE[kind] == 1:
        return words.KEEP
    return words.RETURN


def start_again(t: Table, seat: int) -> int:
    """Start again after an explosion, or with little in the pot and much of its room used."""
    if t.status[seat] == ids.EXPLODED:
        return words.CONTINUE if t.covered[seat] == 1 else words.RESTART
    moved = t.scoring[seat] - 1 - t.droplet[seat] - t.tails[seat]
    if room_left(t, seat) <= 1 and moved < 9:
        return words.RESTART
    return words.CONTINUE


def points_or_coins(t: Table, seat: int) -> int:
    """Take what is worth more of points and coins: both in hundredths of a point (R5.D)."""
    space = t.scoring[seat]
    points = 100 * SPACE_POINTS[space]
    if t.overflow == 1:
        for kind in range(ids.KINDS):
            points += 50 * VALUE[kind] * t.bowl[seat][kind]
    if points >= rates.coins_worth(t, SPACE_COINS[space]):
        return words.VP
    return words.COINS


def move_on(t: Table, seat: int, spaces: int) -> int:
    """Move the last chip on unless a ruby is lost for less (R5.5)."""
    space = min(t.scoring[seat] + spaces, LAST_SPACE + 1)
    if rates.space_worth(t, seat, space) >= rates.space_worth(t, seat, t.scoring[seat]):
        return words.MOVE
    return words.STAY


def give_ghosts(t: Table, seat: int, most: int) -> int:
    """Give back as many ghost's breaths as pay more than they would in rounds to come (R5.8)."""
    chip = rates.chip_worth(t, ids.P1)
    best = words.ZERO
    gain = 0
    for count in range(1, most + 1):
        worth = reward_worth(t, seat, rewards.PURPLE_2 + count - 1)
        if worth - count * chip > gain:
            gain = worth - count * chip
            best = words.ZERO + count
    return best


def reward_worth(t: Table, seat: int, row: int) -> int:
    """What a row of the rewards is worth, in hundredths of a point."""
    worth = 100 * REWARD_POINTS[row] + REWARD_RUBIES[row] * rates.ruby_worth(t, seat)
    worth += REWARD_STEPS[row] * rates.move_worth(t, seat)
    if REWARD_CHIP[row] >= 0:
        worth += rates.taken_worth(t, REWARD_CHIP[row])
    if REWARD_SECOND_CHIP[row] >= 0:
        worth += rates.taken_worth(t, REWARD_SECOND_CHIP[row])
    return worth


def give_up_tails(t: Table, seat: int, most: int) -> int:
    """Give up rat tails while a ruby is worth more than a space of this round."""
    if rates.ruby_worth(t, seat) > 70:
        return words.ZERO + most
    if t.rubies[seat] % 2 == 1 and most > 0:
        return words.ONE
    return words.ZERO


def spend_rubies(t: Table, seat: int) -> int:
    """Buy the flask or a step, whichever is worth more, while that beats keeping two rubies."""
    flask = rates.FLASK if t.flask[seat] == 0 and rounds_left(t) > 0 else 0
    step = rates.step_worth(t, seat)
    glass = rates.glass_worth(t, seat)
    if t.rubies[seat] < 2 or max(flask, step, glass) <= 2 * rates.RUBY:
        return words.DONE
    if flask >= max(step, glass):
        return words.SPEND_FLASK
    if glass > step:
        return words.SPEND_GLASS
    return words.SPEND_DROPLET
