"""The questions: what a seat may answer, what it could take, and what the answer does.

Each is one `match` over the question on top of a seat's agenda. Options are worked out when they
are asked for; what is offered is legal, and nothing else is.
"""

from quedlinburg.rules import tasks, words
from quedlinburg.rules.agenda import offer, top_arg
from quedlinburg.rules.books import blue, green, purple, red, yellow
from quedlinburg.rules.fortune import all_round, at_once
from quedlinburg.rules.ids import KINDS, O1, P1, RED, RED_2
from quedlinburg.rules.phases import evaluation, potions, shop
from quedlinburg.rules.pot import is_out
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import GLASS_KIND, LAST_GLASS, RUBY_PRICE


def next_glass_gives(t: Table, seat: int, kind: int) -> bool:
    """Whether the next glass holds a kind (R7.2)."""
    return t.tubes == 1 and t.glass[seat] < LAST_GLASS and GLASS_KIND[t.glass[seat] + 1] == kind


def could_take(t: Table, seat: int, kind: int) -> bool:
    """Whether the next step of a seat could take a kind, were it in the supply (R3.6).

    The steps that are asked about every kind come first.
    """
    top = t.depth[seat] - 1
    arg = t.arg[seat][top]
    match t.task[seat][top]:
        case tasks.TAKE:
            return arg % 32 == kind
        case tasks.SHOP:
            return shop.affords(t, seat, kind)
        case tasks.ONLY_ONE:
            return at_once.only_one_gives(t, kind)
        case tasks.WHEEL_AND_DEAL:
            return at_once.wheel_and_deal_gives(t, seat, kind)
        case tasks.RATS_ARE_FRIENDS:
            return at_once.any_chip(t, kind, 4)
        case tasks.RUBIES:
            return t.rubies[seat] >= RUBY_PRICE and next_glass_gives(t, seat, kind)
        case tasks.DROPLET:
            return next_glass_gives(t, seat, kind)
        case tasks.GREEN_2:
            return green.green_2_gives(arg, kind)
        case tasks.PURPLE_2:
            return purple.purple_2_gives(arg, kind)
        case tasks.PURPLE_4:
            return purple.purple_4_gives(t, seat, arg, kind)
        case tasks.CHOOSE_WISELY:
            return kind == P1 and is_out(t, P1)
        case tasks.OPPORTUNE_MOMENT:
            return at_once.opportune_moment_gives(t, seat, kind)
        case tasks.SCHADENFREUDE:
            return all_round.schadenfreude_gives(t, kind)
    return False


def offers_supply(task: int) -> bool:
    """Whether a question offers chips by name, so that its options change when one runs out.

    Rubies, the droplet and purple 2 are answered alike; their chip is received, or missed (R1.1).
    """
    return task not in (tasks.RUBIES, tasks.DROPLET, tasks.PURPLE_2)


def offer_takeable(t: Table, seat: int) -> None:
    """Offer every kind that the question could take and that the supply has."""
    for kind in range(O1, KINDS):
        if t.supply[kind] > 0 and could_take(t, seat, kind):
            offer(t, kind)


def fill_options(t: Table, seat: int) -> None:
    """Work out every option of a seat: those of its question, then what is always open."""
    fill_own_options(t, seat)
    if t.page[RED] == RED_2:
        red.red_2_asked(t, seat)


def fill_own_options(t: Table, seat: int) -> None:
    """Work out the options of the question on top of a seat's agenda, in a stable order."""
    t.option_n = 0
    match t.task[seat][t.depth[seat] - 1]:
        case tasks.BREW:
            potions.offer_brew(t, seat)
        case tasks.SHOP:
            shop.offer_shop(t, seat)
        case tasks.RUBIES:
            evaluation.offer_rubies(t, seat)
        case tasks.BLUE_1 | tasks.STRONG_INGREDIENT:
            blue.offer_looked_at(t, seat)
        case tasks.YELLOW_1 | tasks.WELL_STIRRED:
            yellow.offer_return(t)
        case tasks.SECOND_CHANCE:
            all_round.offer_second_chance(t)
        case tasks.RED_2:
            red.offer_aside(t, seat)
        case tasks.DROPLET:
            evaluation.offer_droplet(t, seat)
        case tasks.EXPLODED:
            evaluation.offer_exploded(t)
        case tasks.GREEN_3:
            green.offer_green_3(t)
        case tasks.GREEN_4:
            green.offer_green_4(t, seat)
        case tasks.PURPLE_1:
            purple.offer_lines(t, 1, top_arg(t, seat))
        case tasks.PURPLE_2 | tasks.GOOD_START:
            purple.offer_lines(t, 0, top_arg(t, seat))
        case tasks.PURPLE_4:
            purple.offer_purple_4(t, seat, top_arg(t, seat))
        case tasks.CHOOSE_WISELY:
            at_once.offer_choose_wisely(t)
        case tasks.OPPORTUNE_MOMENT:
            at_once.offer_opportune_moment(t, seat)
        case tasks.JUST_IN_TIME:
            at_once.offer_just_in_time(t, seat)
        case tasks.ONLY_ONE:
            offer_takeable(t, seat)
            offer(t, words.THREE_RUBIES)
        case tasks.RATS_ARE_FRIENDS:
            offer_takeable(t, seat)
            offer(t, words.VP)
        case tasks.GREEN_2 | tasks.WHEEL_AND_DEAL | tasks.SCHADENFREUDE:
            offer_takeable(t, seat)
            offer(t, words.NONE)


def answered(t: Table, seat: int, question: int, arg: int, option: int) -> None:
    """Carry out a seat's answer to a question that is no longer on its agenda."""
    match question:
        case tasks.SHOP:
            shop.shop_answered(t, seat, option)
        case tasks.RUBIES:
            evaluation.rubies_answered(t, seat, option)
        case tasks.BLUE_1:
            potions.blue_1_answered(t, seat, option)
        case tasks.YELLOW_1:
            yellow.yellow_1_answered(t, seat, arg, option)
        case tasks.WELL_STIRRED:
            all_round.well_stirred_answered(t, seat, arg, option)
        case tasks.RED_2:
            potions.red_2_answered(t, seat, option)
        case tasks.STRONG_INGREDIENT:
            all_round.strong_ingredient_answered(t, seat, option)
        case tasks.DROPLET:
            evaluation.droplet_answered(t, seat, arg, option)
        case tasks.EXPLODED:
            evaluation.exploded_answered(t, seat, option)
        case tasks.GREEN_2:
            green.green_2_answered(t, seat, option)
        case tasks.GREEN_3:
            green.green_3_answered(t, seat, arg, option)
        case tasks.GREEN_4:
            green.green_4_answered(t, seat, option)
        case tasks.PURPLE_1:
            purple.purple_1_answered(t, seat, option)
        case tasks.PURPLE_2:
            purple.purple_2_answered(t, seat, option)
        case tasks.PURPLE_4:
            purple.purple_4_answered(t, seat, option)
        case tasks.CHOOSE_WISELY:
            at_once.choose_wisely_answered(t, seat, option)
        case tasks.ONLY_ONE:
            at_once.only_one_answered(t, seat, option)
        case tasks.WHEEL_AND_DEAL:
            at_once.wheel_and_deal_answered(t, seat, option)
        case tasks.GOOD_START:
            at_once.good_start_answered(t, seat, option)
        case tasks.OPPORTUNE_MOMENT:
            at_once.opportune_moment_answered(t, seat, option)
        case tasks.JUST_IN_TIME:
            at_once.just_in_time_answered(t, seat, option)
        case tasks.RATS_ARE_FRIENDS:
            at_once.rats_are_friends_answered(t, seat, arg, option)
        case tasks.SCHADENFREUDE:
            all_round.schadenfreude_answered(t, seat, option)
