"""Blue fortune cards: they hold for the round (R6)."""

from quedlinburg.rules import ids, options, rule, tasks
from quedlinburg.rules.agenda import ask_card, offer, push
from quedlinburg.rules.constants import COLOUR, VALUE
from quedlinburg.rules.pot import is_out, sum_colour
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.brewing import fill_flask, restart_pot, see_five
from quedlinburg.rules.verbs.chips import end_look, look_at, place, return_to_bag
from quedlinburg.rules.verbs.goods import take
from quedlinburg.rules.verbs.rewards import receive_from_card


def living_in_luxury_limit() -> int:
    """Raise the limit to 9 (R4.4)."""
    return 9


def pumpkin_party_movement() -> int:
    """Move pumpkins 1 space more."""
    return 1


def pot_is_full_rolls() -> int:
    """Roll the bonus die twice."""
    return 2


def seasoned_perfectly_begins(t: Table, seat: int) -> None:
    """Move the droplet 1 space with cherry bombs of exactly 7, exploded or not."""
    if sum_colour(t, seat, ids.WHITE) == 7:
        receive_from_card(t, seat, ids.SEASONED_PERFECTLY, 0)


def schadenfreude_begins(t: Table, seat: int) -> None:
    """Ask the player to the left of an exploded pot for a 2-chip."""
    right = (seat - 1) % t.players
    if t.status[right] == ids.EXPLODED:
        ask_card(t, seat, ids.SCHADENFREUDE, 0)


def schadenfreude_gives(t: Table, kind: int) -> bool:
    """Whether the card can bring a kind: any 2-chip."""
    return VALUE[kind] == 2 and COLOUR[kind] != ids.WHITE and is_out(t, kind)


def offer_schadenfreude(t: Table) -> None:
    """Offer the 2-chips that the supply has, or none."""
    for kind in range(ids.O1, ids.KINDS):
        if t.supply[kind] > 0 and schadenfreude_gives(t, kind):
            offer(t, kind)
    offer(t, options.NONE)


def schadenfreude_answered(t: Table, seat: int, option: int) -> None:
    """Take the 2-chip."""
    if option != options.NONE:
        take(t, seat, option, rule.R6 + ids.SCHADENFREUDE)


def lucky_devil_rubies_scored(t: Table, seat: int) -> None:
    """Win 2 victory points for the ruby on the scoring space."""
    receive_from_card(t, seat, ids.LUCKY_DEVIL, 0)


def shining_bright_rubies_scored(t: Table, seat: int) -> None:
    """Win 1 ruby more for the ruby on the scoring space."""
    receive_from_card(t, seat, ids.SHINING_BRIGHT, 0)


def well_stirred_before_explosion(t: Table, seat: int) -> None:
    """Ask whether the first cherry bomb of the round, just placed, goes back into the bag."""
    ask_card(t, seat, ids.WELL_STIRRED, t.pot_n[seat] - 1)


def well_stirred_answered(t: Table, seat: int, place_no: int, option: int) -> None:
    """Put the cherry bomb back; the flask is not used."""
    if option == options.RETURN:
        return_to_bag(t, seat, place_no, rule.R6 + ids.WELL_STIRRED)


def second_chance_placed(t: Table, seat: int) -> None:
    """Ask, the first time that five chips lie in the pot, after all that the fifth one does."""
    if t.pot_n[seat] == 5:
        offer_restart_once(t, seat)


def second_chance_exploded(t: Table, seat: int) -> None:
    """Ask when the pot explodes before five chips have lain in it."""
    offer_restart_once(t, seat)


def offer_restart_once(t: Table, seat: int) -> None:
    """Ask whether the pot starts again, unless this round has asked already."""
    if t.five_seen[seat] == 0:
        see_five(t, seat)
        ask_card(t, seat, ids.SECOND_CHANCE, 0)


def offer_second_chance(t: Table) -> None:
    """Offer to start the pot again, or to go on."""
    offer(t, options.RESTART)
    offer(t, options.CONTINUE)


def second_chance_answered(t: Table, seat: int, option: int) -> None:
    """Put all chips of this round back into the bag, or go on."""
    if option == options.RESTART:
        restart_pot(t, seat, rule.R6 + ids.SECOND_CHANCE)


def strong_ingredient_all_stopped(t: Table) -> None:
    """Let one seat after the other look, from the start player."""
    for i in range(t.players - 1, -1, -1):
        push(t, ids.TABLE, tasks.IN_TURN, (t.start + i) % t.players)


def strong_ingredient_in_turn(t: Table, seat: int) -> None:
    """Look at up to 5 chips of the bag, unless the pot exploded, and ask which is placed."""
    if t.status[seat] != ids.EXPLODED:
        if look_at(t, seat, 5, rule.R6 + ids.STRONG_INGREDIENT) > 0:
            ask_card(t, seat, ids.STRONG_INGREDIENT, 0)


def strong_ingredient_answered(t: Table, seat: int, option: int) -> None:
    """Place the chip: it moves its value, has no action and can't explode the pot."""
    end_look(t, seat, rule.R6 + ids.STRONG_INGREDIENT)
    if option != options.NONE:
        place(t, seat, option, VALUE[option], ids.FROM_BAG, rule.R6 + ids.STRONG_INGREDIENT)


def magic_potion_round_ends(t: Table, seat: int) -> None:
    """Fill the flask for nothing before rubies are spent."""
    fill_flask(t, seat, rule.R6 + ids.MAGIC_POTION)
