"""The evaluation: die, chip actions, rubies, points and coins, rubies spent (R5.A to R5.G)."""

from quedlinburg.rules import ids, options, rule, tasks
from quedlinburg.rules.agenda import offer, push
from quedlinburg.rules.constants import (
    LAST_GLASS,
    LAST_ROUND,
    RUBY_PRICE,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    VALUE,
)
from quedlinburg.rules.moments import (
    all_stopped,
    die_rolls,
    evaluation_begins,
    round_ends,
    rubies_scored,
)
from quedlinburg.rules.pot import can_move_droplet, colours_in_pot
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.brewing import fill_flask
from quedlinburg.rules.verbs.chips import roll
from quedlinburg.rules.verbs.goods import pay_rubies, win_coins, win_points, win_rubies
from quedlinburg.rules.verbs.rounds import (
    advance_droplet,
    advance_glass,
    begin_evaluation,
    move_droplet,
)


def after_potions(t: Table) -> None:
    """Go on to the evaluation once everyone has stopped and what waits for that is done."""
    push(t, ids.TABLE, tasks.EVALUATE, 0)
    all_stopped(t)


def evaluate(t: Table) -> None:
    """Begin the evaluation; what happens at its start is finished by all before A (R3.6)."""
    begin_evaluation(t, rule.R5_A)
    push(t, ids.TABLE, tasks.SCORE, 0)
    for i in range(t.players):
        evaluation_begins(t, (t.start + i) % t.players)


def score(t: Table) -> None:
    """Lay out the steps A to F of every seat, the last one first (R5)."""
    push(t, ids.TABLE, tasks.END_ROUND, 0)
    best = best_unexploded(t)
    for seat in range(t.players):
        if t.round_no == LAST_ROUND:
            push(t, seat, tasks.ROUND_NINE, 0)
        push(t, seat, tasks.ROUND_ENDS, 0)
        push(t, seat, tasks.SCORE_POT, 0)
        colours = colours_in_pot(t, seat)
        for colour in (ids.PURPLE, ids.GREEN, ids.BLACK):
            if (colours >> colour) & 1:
                push(t, seat, tasks.CHIP_ACTIONS, colour)
        if t.status[seat] != ids.EXPLODED and t.scoring[seat] == best:
            push(t, seat, tasks.DIE_ROLLS, die_rolls(t) + 8 * rule.R5_A)


def best_unexploded(t: Table) -> int:
    """The highest scoring space of the pots that did not explode (R5.A)."""
    best = -1
    for seat in range(t.players):
        if t.status[seat] != ids.EXPLODED:
            best = max(best, t.scoring[seat])
    return best


# --- the bonus die (R5.A, R1.4) ------------------------------------------------------------------


def roll_dice(t: Table, seat: int, rolls: int, by_rule: int) -> None:
    """Roll the die once or twice; both rolls come before what they bring (R5.A)."""
    first = roll(t, seat, by_rule)
    if rolls == 2:
        push(t, seat, tasks.DIE_FACE, roll(t, seat, by_rule) + 8 * by_rule)
    push(t, seat, tasks.DIE_FACE, first + 8 * by_rule)


def receive_face(t: Table, seat: int, face: int, by_rule: int) -> None:
    """Receive what a face of the bonus die shows (R1.4)."""
    match face:
        case 0 | 1:
            win_points(t, seat, 1, by_rule)
        case 2:
            win_points(t, seat, 2, by_rule)
        case 3:
            win_rubies(t, seat, 1, by_rule)
        case 4:
            move_droplet(t, seat, 1, by_rule)
        case 5:
            push(t, seat, tasks.TAKE, ids.O1 + 32 * by_rule)


# --- rubies, points, coins (R5.C to R5.E) --------------------------------------------------------


def score_pot(t: Table, seat: int) -> None:
    """Win what the scoring space shows: a ruby, then points and coins (R5.C, R5.D, R5.E).

    An exploded pot wins the ruby, but is asked for points or coins unless it is shielded.
    """
    if SPACE_RUBY[t.scoring[seat]]:
        win_rubies(t, seat, 1, rule.R5_C)
        rubies_scored(t, seat)
    if t.status[seat] == ids.EXPLODED and t.covered[seat] == 0:
        push(t, seat, tasks.EXPLODED, 0)
    else:
        score_points(t, seat)
        score_coins(t, seat)


def offer_exploded(t: Table) -> None:
    """Offer points or coins (R5.D)."""
    offer(t, options.VP)
    offer(t, options.COINS)


def exploded_answered(t: Table, seat: int, option: int) -> None:
    """Take the points or the coins (R5.D)."""
    if option == options.VP:
        score_points(t, seat)
    else:
        score_coins(t, seat)


def score_points(t: Table, seat: int) -> None:
    """Win the points of the scoring space, and half the bowl's values (R5.D, R7.3)."""
    win_points(t, seat, SPACE_POINTS[t.scoring[seat]], rule.R5_D)
    if t.overflow == 1:
        in_bowl = 0
        for kind in range(ids.KINDS):
            in_bowl += VALUE[kind] * t.bowl[seat][kind]
        win_points(t, seat, in_bowl // 2, rule.R7_3)


def score_coins(t: Table, seat: int) -> None:
    """Have the coins of the scoring space; go shopping, but not in round 9 (R5.E, R5.G)."""
    win_coins(t, seat, SPACE_COINS[t.scoring[seat]], rule.R5_E)
    if t.round_no < LAST_ROUND:
        push(t, seat, tasks.SHOP, 0)


# --- rubies spent (R5.F), round 9 (R5.G), test tubes (R7.2) --------------------------------------


def before_rubies(t: Table, seat: int) -> None:
    """Let a card act, then ask what two rubies buy; in round 9 only with tubes (R5.F, R5.G)."""
    round_ends(t, seat)
    if t.rubies[seat] >= RUBY_PRICE and (t.round_no < LAST_ROUND or t.tubes == 1):
        push(t, seat, tasks.RUBIES, 0)


def offer_rubies(t: Table, seat: int) -> None:
    """Offer what two rubies buy, or to be done (R5.F, R7.2)."""
    if t.rubies[seat] >= RUBY_PRICE:
        if can_move_droplet(t, seat):
            offer(t, options.SPEND_DROPLET)
        if t.flask[seat] == 0:
            offer(t, options.SPEND_FLASK)
        if t.tubes == 1 and t.glass[seat] < LAST_GLASS:
            offer(t, options.SPEND_GLASS)
    offer(t, options.DONE)


def rubies_answered(t: Table, seat: int, option: int) -> None:
    """Spend two rubies and ask again, or be done (R5.F)."""
    if option == options.DONE:
        return
    push(t, seat, tasks.RUBIES, 0)
    pay_rubies(t, seat, RUBY_PRICE, rule.R5_F)
    match option:
        case options.SPEND_DROPLET:
            advance_droplet(t, seat, 1, rule.R5_F)
        case options.SPEND_FLASK:
            fill_flask(t, seat, rule.R5_F)
        case options.SPEND_GLASS:
            advance_glass(t, seat, rule.R5_F)


def round_nine(t: Table, seat: int) -> None:
    """Turn every 5 coins and every 2 rubies into a point (R5.G)."""
    win_points(t, seat, t.coins[seat] // 5, rule.R5_G)
    pairs = t.rubies[seat] // 2
    pay_rubies(t, seat, 2 * pairs, rule.R5_G)
    win_points(t, seat, pairs, rule.R5_G)


def offer_droplet(t: Table, seat: int) -> None:
    """Offer a step in the pot or to the next glass, where there is one (R7.2)."""
    if can_move_droplet(t, seat):
        offer(t, options.POT)
    if t.glass[seat] < LAST_GLASS:
        offer(t, options.GLASS)


def droplet_answered(t: Table, seat: int, by_rule: int, option: int) -> None:
    """Move the pot's droplet, or the one in the glasses (R7.2)."""
    if option == options.POT:
        advance_droplet(t, seat, 1, by_rule)
    else:
        advance_glass(t, seat, rule.R7_2)
