"""The moments: when a book or a card may act, each one `match` over pages or cards.

Numbers first (limit, movement, tails, rolls), then happenings in the order of a round. A moment
calls effects; effects push tasks and use verbs; nothing here calls the machine.
"""

from quedlinburg.rules import ids
from quedlinburg.rules.books.black import black_1_evaluated, black_2_evaluated
from quedlinburg.rules.books.blue import (
    blue_1_placed,
    blue_2_remembered,
    blue_3_placed,
    blue_4_placed,
)
from quedlinburg.rules.books.green import (
    green_1_evaluated,
    green_2_evaluated,
    green_3_evaluated,
    green_4_evaluated,
)
from quedlinburg.rules.books.purple import (
    purple_1_evaluated,
    purple_2_evaluated,
    purple_3_evaluated,
    purple_4_evaluated,
)
from quedlinburg.rules.books.red import (
    red_1_movement,
    red_2_drawn,
    red_2_stopped,
    red_3_movement,
    red_4_movement,
)
from quedlinburg.rules.books.yellow import (
    yellow_1_placed,
    yellow_1_remembered,
    yellow_2_remembered,
    yellow_3_limit,
    yellow_4_movement,
)
from quedlinburg.rules.constants import COLOUR
from quedlinburg.rules.fortune import all_round, at_once
from quedlinburg.rules.table import Table

# --- numbers -------------------------------------------------------------------------------------


def limit(t: Table, seat: int) -> int:
    """The white sum that a pot may reach without exploding (R4.4)."""
    highest = 7
    if t.page[ids.YELLOW] == ids.YELLOW_3:
        highest = yellow_3_limit(t, seat)
    if t.card == ids.LIVING_IN_LUXURY:
        highest = max(highest, all_round.living_in_luxury_limit())
    return highest


def extra_movement(t: Table, seat: int, kind: int) -> int:
    """The spaces that a drawn chip moves beyond its value (R4.7)."""
    colour = COLOUR[kind]
    if colour == ids.WHITE:
        if t.page[ids.RED] == ids.RED_4:
            return red_4_movement(t, seat, kind)
    elif colour == ids.ORANGE:
        if t.card == ids.PUMPKIN_PARTY:
            return all_round.pumpkin_party_movement()
    elif colour in (ids.RED, ids.YELLOW):
        match t.page[colour]:
            case ids.RED_1:
                return red_1_movement(t, seat)
            case ids.RED_3:
                return red_3_movement(t, seat)
            case ids.YELLOW_4:
                return yellow_4_movement(t, seat)
    return 0


def tails_this_round(t: Table, tails: int) -> int:
    """The rat tails that a seat's count brings this round (R3.3)."""
    if t.card == ids.RAT_INFESTATION:
        return at_once.rat_infestation_tails(tails)
    return tails


def die_rolls(t: Table) -> int:
    """How often the bonus die is rolled at A (R5.A)."""
    if t.card == ids.POT_IS_FULL:
        return all_round.pot_is_full_rolls()
    return 1


# --- fortune phase and rats ----------------------------------------------------------------------


def counted(t: Table, seat: int) -> int:
    """What a purple card counts for a seat at the moment it is turned up, before it acts."""
    match t.card:
        case ids.ALMS:
            return at_once.alms_counted(t, seat)
        case ids.BEGINNERS_BONUS:
            return at_once.beginners_bonus_counted(t, seat)
        case ids.RATS_ARE_FRIENDS:
            return at_once.rats_are_friends_counted(t, seat)
    return 0


def turned_up(t: Table, seat: int, count: int) -> None:
    """Carry out a purple card for one seat (R3.2)."""
    match t.card:
        case ids.CHOOSE_WISELY:
            at_once.choose_wisely_turned_up(t, seat)
        case ids.POT_FILLING_UP:
            at_once.pot_filling_up_turned_up(t, seat)
        case ids.ALMS:
            at_once.alms_turned_up(t, seat, count)
        case ids.LESS_IS_MORE:
            at_once.less_is_more_turned_up(t, seat)
        case ids.ONLY_ONE:
            at_once.only_one_turned_up(t, seat)
        case ids.WHEEL_AND_DEAL:
            at_once.wheel_and_deal_turned_up(t, seat)
        case ids.DONATIONS:
            at_once.donations_turned_up(t, seat)
        case ids.OPPORTUNE_MOMENT:
            at_once.opportune_moment_turned_up(t, seat)
        case ids.BEGINNERS_BONUS:
            at_once.beginners_bonus_turned_up(t, seat, count)
        case ids.JUST_IN_TIME:
            at_once.just_in_time_turned_up(t, seat)
        case ids.RATS_ARE_FRIENDS:
            at_once.rats_are_friends_turned_up(t, seat, count)


def shared(t: Table) -> None:
    """Compare the seats once every one of them has looked."""
    if t.card == ids.LESS_IS_MORE:
        at_once.less_is_more_shared(t)


def rats_counted(t: Table, seat: int) -> None:
    """Act when a seat's rat tails are known (R3.3)."""
    if t.card == ids.GOOD_START:
        at_once.good_start_rats_counted(t, seat)


# --- potions -------------------------------------------------------------------------------------


def is_laid_aside(t: Table, kind: int) -> bool:
    """Whether a drawn chip is laid aside instead of placed (R4.16)."""
    return COLOUR[kind] == ids.RED and t.page[ids.RED] == ids.RED_2


def laid_aside(t: Table, seat: int, kind: int) -> None:
    """Carry out what happens to a drawn chip instead of being placed (R4.16)."""
    red_2_drawn(t, seat, kind)


def placed(t: Table, seat: int, kind: int) -> None:
    """Carry out the own action of a blue or yellow chip just placed (R4.6)."""
    colour = COLOUR[kind]
    if colour in (ids.BLUE, ids.YELLOW):
        space = t.pot_space[seat][t.pot_n[seat] - 1]
        match t.page[colour]:
            case ids.BLUE_1:
                blue_1_placed(t, seat, kind)
            case ids.BLUE_3:
                blue_3_placed(t, seat, space)
            case ids.BLUE_4:
                blue_4_placed(t, seat, kind, space)
            case ids.YELLOW_1:
                yellow_1_placed(t, seat)


def remembered(t: Table, seat: int, kind: int, in_bowl: bool) -> None:
    """Update the state of a page on which later chips depend; no event reports it (R4.6).

    Also called for every chip of a pot that is laid out from a text or followed by events.
    """
    colour = COLOUR[kind]
    if t.page[ids.YELLOW] == ids.YELLOW_1:
        yellow_1_remembered(t, seat, int(colour == ids.WHITE and not in_bowl))
    if colour in (ids.BLUE, ids.YELLOW) and not in_bowl:
        match t.page[colour]:
            case ids.BLUE_2:
                blue_2_remembered(t, seat, kind)
            case ids.YELLOW_2:
                yellow_2_remembered(t, seat)


def first_white_placed(t: Table, seat: int) -> None:
    """Act on the first white chip of the round, before the explosion is checked (R4.3)."""
    if t.card == ids.WELL_STIRRED:
        all_round.well_stirred_before_explosion(t, seat)


def after_explosion(t: Table, seat: int) -> None:
    """Act when all that a placed chip does is over, even an explosion."""
    if t.card == ids.SECOND_CHANCE:
        all_round.second_chance_placed(t, seat)


def extra_passed_up(t: Table, seat: int) -> None:
    """Act where a chip stands that passed up its extra spaces (R4.7)."""
    last = t.pot_n[seat] - 1
    kind = t.pot_kind[seat][last]
    if COLOUR[kind] == ids.BLUE:
        space = t.pot_space[seat][last]
        match t.page[ids.BLUE]:
            case ids.BLUE_3:
                blue_3_placed(t, seat, space)
            case ids.BLUE_4:
                blue_4_placed(t, seat, kind, space)


def exploded(t: Table, seat: int) -> None:
    """Act when a pot has exploded."""
    if t.card == ids.SECOND_CHANCE:
        all_round.second_chance_exploded(t, seat)


def stopped(t: Table, seat: int) -> None:
    """Act when a seat's brewing is over, stopped or exploded (R4.16)."""
    if t.page[ids.RED] == ids.RED_2:
        red_2_stopped(t, seat)


def all_stopped(t: Table) -> None:
    """Act after everyone has stopped."""
    if t.card == ids.STRONG_INGREDIENT:
        all_round.strong_ingredient_all_stopped(t)


def in_turn(t: Table, seat: int) -> None:
    """Act for one seat after the other, once everyone has stopped."""
    if t.card == ids.STRONG_INGREDIENT:
        all_round.strong_ingredient_in_turn(t, seat)


# --- evaluation ----------------------------------------------------------------------------------


def evaluation_begins(t: Table, seat: int) -> None:
    """Act at the start of the evaluation, before A (R3.6)."""
    match t.card:
        case ids.SEASONED_PERFECTLY:
            all_round.seasoned_perfectly_begins(t, seat)
        case ids.SCHADENFREUDE:
            all_round.schadenfreude_begins(t, seat)


def evaluated(t: Table, seat: int, colour: int) -> None:
    """Carry out the chip actions of a colour in the evaluation (R5.B)."""
    match t.page[colour]:
        case ids.BLACK_1:
            black_1_evaluated(t, seat)
        case ids.BLACK_2:
            black_2_evaluated(t, seat)
        case ids.GREEN_1:
            green_1_evaluated(t, seat)
        case ids.GREEN_2:
            green_2_evaluated(t, seat)
        case ids.GREEN_3:
            green_3_evaluated(t, seat)
        case ids.GREEN_4:
            green_4_evaluated(t, seat)
        case ids.PURPLE_1:
            purple_1_evaluated(t, seat)
        case ids.PURPLE_2:
            purple_2_evaluated(t, seat)
        case ids.PURPLE_3:
            purple_3_evaluated(t, seat)
        case ids.PURPLE_4:
            purple_4_evaluated(t, seat)


def rubies_scored(t: Table, seat: int) -> None:
    """Act when the scoring space shows a ruby (R5.C)."""
    match t.card:
        case ids.LUCKY_DEVIL:
            all_round.lucky_devil_rubies_scored(t, seat)
        case ids.SHINING_BRIGHT:
            all_round.shining_bright_rubies_scored(t, seat)


def round_ends(t: Table, seat: int) -> None:
    """Act before rubies are spent (R5.F)."""
    if t.card == ids.MAGIC_POTION:
        all_round.magic_potion_round_ends(t, seat)
