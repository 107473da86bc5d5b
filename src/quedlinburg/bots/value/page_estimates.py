"""What single pages and cards bring a pot: the one module of the levels that names them.

These are estimates: what others will still draw is not known. What a page or card pays is read
from the rules; here it is only weighed, by the values of a seat.
"""

from quedlinburg.analysis.values import Values, best_step
from quedlinburg.bots.value.search import Search
from quedlinburg.rules import ids
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.books.green import green_2_gives, last_green
from quedlinburg.rules.books.purple import purple_3_row, trade_gives, trade_wants
from quedlinburg.rules.constants import (
    CARD_REWARD,
    COLOUR,
    LAST_ROUND,
    PAGE_REWARD,
    REWARD_CHIP,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
    SPACE_RUBY,
    VALUE,
)
from quedlinburg.rules.pot import count_colour, last_kind, sum_colour
from quedlinburg.rules.rewards import card_row, page_row
from quedlinburg.rules.table import Table
from quedlinburg.rules.tasks import asking_card, asking_page, card_question

# How many chips *strong ingredient* shows (R6).
STRONG_LOOKS = 5
# The cherry bombs' sum that some pages and cards pay for.
SEVEN = 7
NO_ROW = -1


# --- rewards -------------------------------------------------------------------------------------


def chip_value(t: Table, values: Values, kind: int) -> float:
    """What a chip from the supply is worth; nothing if there is none, or no round to draw it."""
    if t.supply[kind] == 0 or t.round_no == LAST_ROUND:
        return 0.0
    return values.chip[kind]


def asking_row(t: Table, seat: int) -> int:
    """The first reward of the page or card that asks a seat, or NO_ROW."""
    question = top_task(t, seat)
    if asking_card(question) != ids.NO_CARD:
        return CARD_REWARD[asking_card(question)]
    if asking_page(question) != ids.NO_PAGE:
        return PAGE_REWARD[asking_page(question)]
    return NO_ROW


def reward_value(t: Table, values: Values, row: int) -> float:
    """What a row of the rewards is worth: its chips, points, rubies and steps."""
    worth = 0.0
    if row == NO_ROW:
        return worth
    if REWARD_CHIP[row] >= 0:
        worth += chip_value(t, values, REWARD_CHIP[row])
    if REWARD_SECOND_CHIP[row] >= 0:
        worth += chip_value(t, values, REWARD_SECOND_CHIP[row])
    worth += REWARD_POINTS[row] * values.point
    worth += REWARD_RUBIES[row] * values.ruby
    return worth + REWARD_STEPS[row] * best_step(values)


def add_reward(search: Search, row: int) -> None:
    """Add the points, rubies and steps of a row to what the evaluation brings."""
    search.points_won += REWARD_POINTS[row]
    search.rubies_won += REWARD_RUBIES[row]
    search.steps_won += REWARD_STEPS[row]


# --- cards ---------------------------------------------------------------------------------------


def ruby_space_row(t: Table) -> int:
    """The reward that the card pays beside the ruby of a scoring space, or NO_ROW (R5.C)."""
    if t.card in (ids.LUCKY_DEVIL, ids.SHINING_BRIGHT):
        return card_row(t.card, 0)
    return NO_ROW


def fills_flask(t: Table) -> bool:
    """Whether the card fills every flask at the end of the round."""
    return t.card == ids.MAGIC_POTION


def add_white_sum(t: Table, seat: int, search: Search) -> None:
    """Add what the card pays for the sum of the cherry bombs."""
    if t.card == ids.SEASONED_PERFECTLY and sum_colour(t, seat, ids.WHITE) == SEVEN:
        add_reward(search, card_row(t.card, 0))


def may_restart(t: Table, seat: int) -> bool:
    """Whether a seat is asked if it starts its pot again."""
    return top_task(t, seat) == card_question(ids.SECOND_CHANCE)


def gets_strong_chip(t: Table, seat: int) -> bool:
    """Whether a pot that stops now may place another chip after all have stopped."""
    if t.card != ids.STRONG_INGREDIENT or t.phase != ids.POTIONS:
        return False
    return t.status[seat] == ids.BREWING and sum(t.bag[seat]) > 0


def costs_ruby(t: Table, seat: int) -> bool:
    """Whether a chip that a seat is asked to take costs a ruby."""
    return top_task(t, seat) == card_question(ids.WHEEL_AND_DEAL)


# --- blue: paid while brewing (R4.13, R4.14) -----------------------------------------------------


def short_reward(t: Table, seat: int, values: Values) -> float:
    """What the chip just placed wins at once if it passes up its extra spaces (R4.7)."""
    if not pays_short(t, seat):
        return 0.0
    if t.page[ids.BLUE] == ids.BLUE_4:
        return values.point * VALUE[last_kind(t, seat)]
    return reward_value(t, values, page_row(ids.BLUE_3, 0))


def pays_short(t: Table, seat: int) -> bool:
    """Whether the chip just placed pays for a ruby space that it could stand short on (R4.7)."""
    bare = t.bare_space[seat]
    if bare == ids.NO_SPACE or t.scoring[seat] == bare + 1 or SPACE_RUBY[bare] == 0:
        return False
    pays = t.page[ids.BLUE] in (ids.BLUE_3, ids.BLUE_4)
    return pays and COLOUR[last_kind(t, seat)] == ids.BLUE


# --- green (R5.3 to R5.6) ------------------------------------------------------------------------


def add_green(t: Table, seat: int, search: Search) -> None:
    """Add what green chips among the last two bring."""
    for back in range(1, 3):
        spider = last_green(t, seat, back)
        if spider != ids.NO_KIND:
            match t.page[ids.GREEN]:
                case ids.GREEN_1:
                    add_reward(search, page_row(ids.GREEN_1, 0))
                case ids.GREEN_2:
                    search.chips_won += green_2_value(t, search, spider)
                case ids.GREEN_4:
                    if t.rubies[seat] + search.rubies_won >= 1.0:
                        search.chips_won += max(best_step(search) - search.ruby, 0.0)


def green_2_value(t: Table, values: Values, spider: int) -> float:
    """What the best chip that a green chip brings is worth (R5.4)."""
    best = -1e18
    for kind in range(ids.O1, ids.KINDS):
        if green_2_gives(spider, kind):
            best = max(best, chip_value(t, values, kind))
    return best


def last_chip_move(t: Table, seat: int) -> int:
    """How far the last chip, and with it the scoring space, may move on (R5.5)."""
    if t.page[ids.GREEN] == ids.GREEN_3 and sum_colour(t, seat, ids.WHITE) == SEVEN:
        return sum_colour(t, seat, ids.GREEN)
    return 0


def seven_pays(t: Table, seat: int) -> bool:
    """Whether cherry bombs of exactly 7 bring something, by the card or by green 3 (R5.5)."""
    if t.card == ids.SEASONED_PERFECTLY:
        return True
    return t.page[ids.GREEN] == ids.GREEN_3 and count_colour(t, seat, ids.GREEN) > 0


# --- purple (R5.7 to R5.10) ----------------------------------------------------------------------


def add_purple(t: Table, seat: int, count: int, search: Search) -> None:
    """Add what so many purple chips bring."""
    match t.page[ids.PURPLE]:
        case ids.PURPLE_1:
            line = int(count >= 2)
            if count >= 3 and search.point + best_step(search) >= search.ruby:
                line = 2
            add_reward(search, page_row(ids.PURPLE_1, line))
        case ids.PURPLE_2:
            best = 0.0
            for back in range(1, min(count, 3) + 1):
                best = max(best, purple_2_value(t, search, back))
            search.chips_won += best
        case ids.PURPLE_3:
            for i in range(t.pot_n[seat]):
                if t.pot_kind[seat][i] == ids.P1:
                    search.points_won += REWARD_POINTS[purple_3_row(t.pot_space[seat][i])]
        case ids.PURPLE_4:
            if t.round_no < LAST_ROUND:
                search.chips_won += best_trade(t, seat, min(count, 3), search)


def purple_2_value(t: Table, values: Values, count: int) -> float:
    """What giving back some purple chips is worth, less the chips themselves (R5.8)."""
    lost = count * values.chip[ids.P1] if t.round_no < LAST_ROUND else 0.0
    return reward_value(t, values, page_row(ids.PURPLE_2, count - 1)) - lost


def best_trade(t: Table, seat: int, lines: int, values: Values) -> float:
    """What the best trade of some lines brings (R5.10)."""
    present = 0
    for i in range(t.pot_n[seat]):
        present |= 1 << t.pot_kind[seat][i]
    best = 0.0
    for line in range(lines):
        for colour in range(4):
            old = trade_wants(line, colour)
            new = trade_gives(line, colour)
            if (present >> old) & 1 and t.supply[new] > 0:
                best = max(best, values.chip[new] - values.chip[old])
    return best


# --- open questions ------------------------------------------------------------------------------


def add_page_question(t: Table, seat: int, search: Search, question: int, arg: int) -> int:
    """Add what a page's open question will bring; return how far it may move the last chip."""
    match asking_page(question):
        case ids.GREEN_2:
            search.chips_won += green_2_value(t, search, arg)
        case ids.GREEN_3:
            return arg
        case ids.GREEN_4:
            if t.rubies[seat] > 0:
                search.chips_won += max(best_step(search) - search.ruby, 0.0)
        case ids.PURPLE_2:
            search.chips_won += max(purple_2_value(t, search, arg), 0.0)
        case ids.PURPLE_1 | ids.PURPLE_4:
            add_purple(t, seat, arg, search)
    return 0
