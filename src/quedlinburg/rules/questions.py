"""The questions: what a seat may answer, what it could take, and what the answer does.

Each is a `match` over the page, the card or the step that asks; pages and cards say themselves what
they offer and what an answer does. Options are worked out when they are asked for; what is offered
is legal, and nothing else is.
"""

from quedlinburg.rules import ids, tasks
from quedlinburg.rules.books import green, purple, red, yellow
from quedlinburg.rules.constants import GLASS_KIND, LAST_GLASS, RUBY_PRICE
from quedlinburg.rules.fortune import all_round, at_once
from quedlinburg.rules.offers import offer_looked_at, offer_return
from quedlinburg.rules.phases import evaluation, potions, shop
from quedlinburg.rules.table import Table
from quedlinburg.rules.tasks import asking_card, asking_page

# --- what could be taken -------------------------------------------------------------------------


def could_take(t: Table, seat: int, kind: int) -> bool:
    """Whether the next step of a seat could take a kind, were it in the supply (R3.6).

    The steps that are asked about every kind come first.
    """
    top = t.depth[seat] - 1
    task = t.task[seat][top]
    arg = t.arg[seat][top]
    match task:
        case tasks.TAKE:
            return arg % 32 == kind
        case tasks.SHOP:
            return shop.affords(t, seat, kind)
        case tasks.RUBIES:
            return t.rubies[seat] >= RUBY_PRICE and next_glass_gives(t, seat, kind)
        case tasks.DROPLET:
            return next_glass_gives(t, seat, kind)
    if task < tasks.QUESTION:
        return False
    page = asking_page(task)
    if page != ids.NO_PAGE:
        return page_could_take(t, seat, page, arg, kind)
    return card_could_take(t, seat, asking_card(task), kind)


def next_glass_gives(t: Table, seat: int, kind: int) -> bool:
    """Whether the next glass holds a kind (R7.2)."""
    return t.tubes == 1 and t.glass[seat] < LAST_GLASS and GLASS_KIND[t.glass[seat] + 1] == kind


def page_could_take(t: Table, seat: int, page: int, arg: int, kind: int) -> bool:
    """Whether an answer to a page's question could take a kind."""
    match page:
        case ids.GREEN_2:
            return green.green_2_gives(arg, kind)
        case ids.PURPLE_2:
            return purple.purple_2_gives(arg, kind)
        case ids.PURPLE_4:
            return purple.purple_4_gives(t, seat, arg, kind)
    return False


def card_could_take(t: Table, seat: int, card: int, kind: int) -> bool:
    """Whether an answer to a card's question could take a kind."""
    match card:
        case ids.CHOOSE_WISELY:
            return at_once.choose_wisely_gives(t, kind)
        case ids.ONLY_ONE:
            return at_once.only_one_gives(t, kind)
        case ids.WHEEL_AND_DEAL:
            return at_once.wheel_and_deal_gives(t, seat, kind)
        case ids.OPPORTUNE_MOMENT:
            return at_once.opportune_moment_gives(t, seat, kind)
        case ids.RATS_ARE_FRIENDS:
            return at_once.rats_are_friends_gives(t, kind)
        case ids.SCHADENFREUDE:
            return all_round.schadenfreude_gives(t, kind)
    return False


def offers_supply(question: int) -> bool:
    """Whether a question offers chips by name, so that its options change when one runs out.

    Rubies, the droplet and purple 2 are answered alike; their chip is received, or missed (R1.1).
    """
    if question in (tasks.RUBIES, tasks.DROPLET):
        return False
    return asking_page(question) != ids.PURPLE_2


# --- what is offered -----------------------------------------------------------------------------


def fill_options(t: Table, seat: int) -> None:
    """Work out every option of a seat: those of its question, then what is always open."""
    fill_own_options(t, seat)
    if t.page[ids.RED] == ids.RED_2:
        red.red_2_always_open(t, seat)


def fill_own_options(t: Table, seat: int) -> None:
    """Work out the options of the question on top of a seat's agenda, in a stable order."""
    t.option_n = 0
    top = t.depth[seat] - 1
    question = t.task[seat][top]
    match question:
        case tasks.BREW:
            potions.offer_brew(t, seat)
        case tasks.SHOP:
            shop.offer_shop(t, seat)
        case tasks.RUBIES:
            evaluation.offer_rubies(t, seat)
        case tasks.DROPLET:
            evaluation.offer_droplet(t, seat)
        case tasks.EXPLODED:
            evaluation.offer_exploded(t)
        case _:
            page = asking_page(question)
            if page != ids.NO_PAGE:
                offer_by_page(t, seat, page, t.arg[seat][top])
            else:
                offer_by_card(t, seat, asking_card(question), t.arg[seat][top])


def offer_by_page(t: Table, seat: int, page: int, arg: int) -> None:
    """Work out the options of a page's question."""
    match page:
        case ids.BLUE_1:
            offer_looked_at(t, seat)
        case ids.YELLOW_1:
            offer_return(t)
        case ids.RED_2:
            red.offer_red_2(t, seat)
        case ids.GREEN_2:
            green.offer_green_2(t, arg)
        case ids.GREEN_3:
            green.offer_green_3(t)
        case ids.GREEN_4:
            green.offer_green_4(t, seat)
        case ids.PURPLE_1:
            purple.offer_purple_1(t, arg)
        case ids.PURPLE_2:
            purple.offer_purple_2(t, arg)
        case ids.PURPLE_4:
            purple.offer_purple_4(t, seat, arg)


def offer_by_card(t: Table, seat: int, card: int, arg: int) -> None:
    """Work out the options of a card's question."""
    match card:
        case ids.CHOOSE_WISELY:
            at_once.offer_choose_wisely(t)
        case ids.ONLY_ONE:
            at_once.offer_only_one(t)
        case ids.WHEEL_AND_DEAL:
            at_once.offer_wheel_and_deal(t, seat)
        case ids.GOOD_START:
            at_once.offer_good_start(t, arg)
        case ids.OPPORTUNE_MOMENT:
            at_once.offer_opportune_moment(t, seat)
        case ids.JUST_IN_TIME:
            at_once.offer_just_in_time(t, seat)
        case ids.RATS_ARE_FRIENDS:
            at_once.offer_rats_are_friends(t)
        case ids.SCHADENFREUDE:
            all_round.offer_schadenfreude(t)
        case ids.WELL_STIRRED:
            offer_return(t)
        case ids.SECOND_CHANCE:
            all_round.offer_second_chance(t)
        case ids.STRONG_INGREDIENT:
            offer_looked_at(t, seat)


# --- what an answer does -------------------------------------------------------------------------


def answered(t: Table, seat: int, question: int, arg: int, option: int) -> None:
    """Carry out a seat's answer to a question that is no longer on its agenda."""
    match question:
        case tasks.SHOP:
            shop.shop_answered(t, seat, option)
        case tasks.RUBIES:
            evaluation.rubies_answered(t, seat, option)
        case tasks.DROPLET:
            evaluation.droplet_answered(t, seat, arg, option)
        case tasks.EXPLODED:
            evaluation.exploded_answered(t, seat, option)
        case _:
            page = asking_page(question)
            if page != ids.NO_PAGE:
                page_answered(t, seat, page, arg, option)
            else:
                card_answered(t, seat, asking_card(question), arg, option)


def page_answered(t: Table, seat: int, page: int, arg: int, option: int) -> None:
    """Carry out the answer to a page's question."""
    match page:
        case ids.BLUE_1:
            potions.place_from_look(t, seat, option)
        case ids.YELLOW_1:
            yellow.yellow_1_answered(t, seat, arg, option)
        case ids.RED_2:
            red.red_2_answered(t, seat, option)
        case ids.GREEN_2:
            green.green_2_answered(t, seat, option)
        case ids.GREEN_3:
            green.green_3_answered(t, seat, arg, option)
        case ids.GREEN_4:
            green.green_4_answered(t, seat, option)
        case ids.PURPLE_1:
            purple.purple_1_answered(t, seat, option)
        case ids.PURPLE_2:
            purple.purple_2_answered(t, seat, option)
        case ids.PURPLE_4:
            purple.purple_4_answered(t, seat, option)


def card_answered(t: Table, seat: int, card: int, arg: int, option: int) -> None:
    """Carry out the answer to a card's question."""
    match card:
        case ids.CHOOSE_WISELY:
            at_once.choose_wisely_answered(t, seat, option)
        case ids.ONLY_ONE:
            at_once.only_one_answered(t, seat, option)
        case ids.WHEEL_AND_DEAL:
            at_once.wheel_and_deal_answered(t, seat, option)
        case ids.GOOD_START:
            at_once.good_start_answered(t, seat, option)
        case ids.OPPORTUNE_MOMENT:
            at_once.opportune_moment_answered(t, seat, option)
        case ids.JUST_IN_TIME:
            at_once.just_in_time_answered(t, seat, option)
        case ids.RATS_ARE_FRIENDS:
            at_once.rats_are_friends_answered(t, seat, arg, option)
        case ids.SCHADENFREUDE:
            all_round.schadenfreude_answered(t, seat, option)
        case ids.WELL_STIRRED:
            all_round.well_stirred_answered(t, seat, arg, option)
        case ids.SECOND_CHANCE:
            all_round.second_chance_answered(t, seat, option)
        case ids.STRONG_INGREDIENT:
            all_round.strong_ingredient_answered(t, seat, option)
