"""Purple fortune cards: everyone carries them out when they are turned up (R6)."""

from quedlinburg.rules import ids, options, rewards, rule, tasks
from quedlinburg.rules.agenda import ask_card, offer, push
from quedlinburg.rules.constants import COLOUR, NEXT_KIND, REWARD_CHIP, VALUE
from quedlinburg.rules.offers import offer_numbers
from quedlinburg.rules.pot import is_out
from quedlinburg.rules.table import Table
from quedlinburg.rules.track import fewest_points, fewest_rubies, most_points, rat_tails
from quedlinburg.rules.verbs.chips import end_look, look_at
from quedlinburg.rules.verbs.goods import (
    give_back_from_bag,
    pay_rubies,
    take,
    win_points,
    win_rubies,
)
from quedlinburg.rules.verbs.rewards import receive_from_card
from quedlinburg.rules.verbs.rounds import give_up_tails


def any_chip(t: Table, kind: int, value: int) -> bool:
    """Whether a kind is any chip of a value: its book is out, and it is not white (R6)."""
    return VALUE[kind] == value and COLOUR[kind] != ids.WHITE and is_out(t, kind)


# --- choose_wisely


def choose_wisely_turned_up(t: Table, seat: int) -> None:
    """Ask: the droplet 2 spaces, or a ghost's breath."""
    ask_card(t, seat, ids.CHOOSE_WISELY, 0)


def offer_choose_wisely(t: Table) -> None:
    """Offer the droplet, and a ghost's breath if its book is out."""
    offer(t, options.DROPLET)
    if is_out(t, ids.P1) and t.supply[ids.P1] > 0:
        offer(t, ids.P1)


def choose_wisely_gives(t: Table, kind: int) -> bool:
    """Whether the card can bring a kind: a ghost's breath."""
    return kind == ids.P1 and is_out(t, ids.P1)


def choose_wisely_answered(t: Table, seat: int, option: int) -> None:
    """Move the droplet, or take the ghost's breath."""
    if option == options.DROPLET:
        receive_from_card(t, seat, ids.CHOOSE_WISELY, 0)
    else:
        take(t, seat, option, rule.R6 + ids.CHOOSE_WISELY)


# --- pot_filling_up, alms, beginners_bonus, donations


def pot_filling_up_turned_up(t: Table, seat: int) -> None:
    """Move the droplet 1 space."""
    receive_from_card(t, seat, ids.POT_FILLING_UP, 0)


def alms_counted(t: Table, seat: int) -> int:
    """Whether a seat is among those with the fewest rubies."""
    return int(t.rubies[seat] == fewest_rubies(t))


def alms_turned_up(t: Table, seat: int, among_fewest: int) -> None:
    """Win a ruby with the fewest rubies."""
    if among_fewest == 1:
        receive_from_card(t, seat, ids.ALMS, 0)


def beginners_bonus_counted(t: Table, seat: int) -> int:
    """Whether a seat is among those with the fewest victory points."""
    return int(t.vp[seat] == fewest_points(t))


def beginners_bonus_turned_up(t: Table, seat: int, among_fewest: int) -> None:
    """Take a garden spider of 1 with the fewest victory points."""
    if among_fewest == 1:
        chip = REWARD_CHIP[rewards.card_row(ids.BEGINNERS_BONUS, 0)]
        push(t, seat, tasks.TAKE, chip + 32 * (rule.R6 + ids.BEGINNERS_BONUS))


def donations_turned_up(t: Table, seat: int) -> None:
    """Roll the bonus die once."""
    push(t, seat, tasks.DIE_ROLLS, 1 + 8 * (rule.R6 + ids.DONATIONS))


# --- less_is_more


def less_is_more_turned_up(t: Table, seat: int) -> None:
    """Look at 5 chips of the bag."""
    look_at(t, seat, 5, rule.R6 + ids.LESS_IS_MORE)


def looked_at_sum(t: Table, seat: int) -> int:
    """The values of the chips that a seat looks at, added up."""
    total = 0
    for kind in range(ids.KINDS):
        total += VALUE[kind] * t.looked[seat][kind]
    return total


def less_is_more_shared(t: Table) -> None:
    """Give a crow skull of 2 to the lowest sums and a ruby to the others; the chips go back."""
    lowest = looked_at_sum(t, 0)
    for seat in range(t.players):
        lowest = min(lowest, looked_at_sum(t, seat))
    for seat in range(t.players):
        if looked_at_sum(t, seat) == lowest:
            chip = REWARD_CHIP[rewards.card_row(ids.LESS_IS_MORE, 0)]
            push(t, seat, tasks.TAKE, chip + 32 * (rule.R6 + ids.LESS_IS_MORE))
        else:
            receive_from_card(t, seat, ids.LESS_IS_MORE, 1)
        end_look(t, seat, rule.R6 + ids.LESS_IS_MORE)


# --- only_one


def only_one_turned_up(t: Table, seat: int) -> None:
    """Ask: a hawkmoth, any 2-chip, or 3 rubies."""
    ask_card(t, seat, ids.ONLY_ONE, 0)


def only_one_gives(t: Table, kind: int) -> bool:
    """Whether the card can bring a kind."""
    return kind == ids.K1 or any_chip(t, kind, 2)


def offer_only_one(t: Table) -> None:
    """Offer the chips that the supply has, or the rubies."""
    for kind in range(ids.O1, ids.KINDS):
        if t.supply[kind] > 0 and only_one_gives(t, kind):
            offer(t, kind)
    offer(t, options.THREE_RUBIES)


def only_one_answered(t: Table, seat: int, option: int) -> None:
    """Take the chip, or win the rubies."""
    if option == options.THREE_RUBIES:
        receive_from_card(t, seat, ids.ONLY_ONE, 0)
    else:
        take(t, seat, option, rule.R6 + ids.ONLY_ONE)


# --- wheel_and_deal


def wheel_and_deal_turned_up(t: Table, seat: int) -> None:
    """Ask whether a ruby is traded for a 1-chip."""
    ask_card(t, seat, ids.WHEEL_AND_DEAL, 0)


def wheel_and_deal_gives(t: Table, seat: int, kind: int) -> bool:
    """Whether a seat's ruby can bring a kind: any 1-chip but purple and black."""
    return t.rubies[seat] > 0 and kind not in (ids.P1, ids.K1) and any_chip(t, kind, 1)


def offer_wheel_and_deal(t: Table, seat: int) -> None:
    """Offer the 1-chips that the supply has, or none."""
    for kind in range(ids.O1, ids.KINDS):
        if t.supply[kind] > 0 and wheel_and_deal_gives(t, seat, kind):
            offer(t, kind)
    offer(t, options.NONE)


def wheel_and_deal_answered(t: Table, seat: int, option: int) -> None:
    """Pay the ruby and take the chip."""
    if option != options.NONE:
        pay_rubies(t, seat, 1, rule.R6 + ids.WHEEL_AND_DEAL)
        take(t, seat, option, rule.R6 + ids.WHEEL_AND_DEAL)


# --- good_start, rat_infestation


def good_start_rats_counted(t: Table, seat: int) -> None:
    """Ask how many rat tails are given up for rubies, once they are known."""
    ask_card(t, seat, ids.GOOD_START, min(t.tails[seat], 3))


def offer_good_start(t: Table, most: int) -> None:
    """Offer to give up none, or up to so many rat tails."""
    offer_numbers(t, 0, most)


def good_start_answered(t: Table, seat: int, option: int) -> None:
    """Give up the tails and win as many rubies."""
    give_up_tails(t, seat, option - options.ZERO, rule.R6 + ids.GOOD_START)
    win_rubies(t, seat, option - options.ZERO, rule.R6 + ids.GOOD_START)


def rat_infestation_tails(tails: int) -> int:
    """Double the rat tails of this round."""
    return 2 * tails


# --- opportune_moment


def opportune_moment_turned_up(t: Table, seat: int) -> None:
    """Look at 4 chips of the bag and ask which one is traded for a stronger one."""
    look_at(t, seat, 4, rule.R6 + ids.OPPORTUNE_MOMENT)
    ask_card(t, seat, ids.OPPORTUNE_MOMENT, 0)


def can_trade_up(t: Table, seat: int, kind: int) -> bool:
    """Whether a chip looked at can be traded: its book is out, the next value in the supply."""
    if t.looked[seat][kind] == 0 or NEXT_KIND[kind] < 0:
        return False
    return is_out(t, kind) and t.supply[NEXT_KIND[kind]] > 0


def opportune_moment_gives(t: Table, seat: int, kind: int) -> bool:
    """Whether the card can bring a kind: a next value, or a spider if none can be traded."""
    for old in range(ids.KINDS):
        if t.looked[seat][old] > 0 and NEXT_KIND[old] == kind and is_out(t, kind):
            return True
    instead = rewards.card_row(ids.OPPORTUNE_MOMENT, 0)
    return rewards.gives(instead, kind) and not any_can_trade_up(t, seat)


def any_can_trade_up(t: Table, seat: int) -> bool:
    """Whether any of the chips looked at can be traded."""
    for kind in range(ids.KINDS):
        if can_trade_up(t, seat, kind):
            return True
    return False


def offer_opportune_moment(t: Table, seat: int) -> None:
    """Offer the kinds looked at that can be traded, or none."""
    for kind in range(ids.KINDS):
        if can_trade_up(t, seat, kind):
            offer(t, kind)
    offer(t, options.NONE)


def opportune_moment_answered(t: Table, seat: int, option: int) -> None:
    """Trade the chip; where none could be traded, take a garden spider of 1."""
    tradeable = any_can_trade_up(t, seat)
    end_look(t, seat, rule.R6 + ids.OPPORTUNE_MOMENT)
    if option != options.NONE:
        give_back_from_bag(t, seat, option, rule.R6 + ids.OPPORTUNE_MOMENT)
        take(t, seat, NEXT_KIND[option], rule.R6 + ids.OPPORTUNE_MOMENT)
    elif not tradeable:
        receive_from_card(t, seat, ids.OPPORTUNE_MOMENT, 0)


# --- just_in_time


def just_in_time_turned_up(t: Table, seat: int) -> None:
    """Ask: 4 victory points, or a cherry bomb of 1 out of the bag."""
    ask_card(t, seat, ids.JUST_IN_TIME, 0)


def offer_just_in_time(t: Table, seat: int) -> None:
    """Offer the points, and the cherry bomb if one is in the bag."""
    offer(t, options.VP)
    if t.bag[seat][ids.W1] > 0:
        offer(t, ids.W1)


def just_in_time_answered(t: Table, seat: int, option: int) -> None:
    """Win the points, or put the cherry bomb back into the supply."""
    if option == options.VP:
        receive_from_card(t, seat, ids.JUST_IN_TIME, 0)
    else:
        give_back_from_bag(t, seat, ids.W1, rule.R6 + ids.JUST_IN_TIME)


# --- rats_are_friends


def rats_are_friends_counted(t: Table, seat: int) -> int:
    """The rat tails of a seat when the card is turned up."""
    return rat_tails(t.vp[seat], most_points(t))


def rats_are_friends_turned_up(t: Table, seat: int, tails: int) -> None:
    """Ask: any 4-chip, or a point for each rat tail."""
    ask_card(t, seat, ids.RATS_ARE_FRIENDS, tails)


def rats_are_friends_gives(t: Table, kind: int) -> bool:
    """Whether the card can bring a kind: any 4-chip."""
    return any_chip(t, kind, 4)


def offer_rats_are_friends(t: Table) -> None:
    """Offer the 4-chips that the supply has, or the points."""
    for kind in range(ids.O1, ids.KINDS):
        if t.supply[kind] > 0 and rats_are_friends_gives(t, kind):
            offer(t, kind)
    offer(t, options.VP)


def rats_are_friends_answered(t: Table, seat: int, tails: int, option: int) -> None:
    """Take the chip, or win the points."""
    if option == options.VP:
        win_points(t, seat, tails, rule.R6 + ids.RATS_ARE_FRIENDS)
    else:
        take(t, seat, option, rule.R6 + ids.RATS_ARE_FRIENDS)
