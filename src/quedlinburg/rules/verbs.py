"""The verbs: the only places where a table changes, each a few lines that note what happened.

Effects decide and verbs change. An amount of nothing changes nothing and is not noted.
"""

from quedlinburg.rules import ids, log, luck, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.log import note
from quedlinburg.rules.pot import bag_size, last_space
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    COLOUR,
    GLASS_KIND,
    GLASS_POINTS,
    GLASS_RUBIES,
    LAST_SPACE,
    SPOON,
    VALUE,
)

# --- points, rubies, coins -----------------------------------------------------------------------


def win_points(t: Table, seat: int, points: int, rule: int) -> None:
    """Move the marker forward on the scoring track."""
    if points > 0:
        t.vp[seat] += points
        note(t, log.POINTS_WON, seat, points, 0, 0, rule)


def win_rubies(t: Table, seat: int, rubies: int, rule: int) -> None:
    """Receive rubies; their pile never runs out (R1.1)."""
    if rubies > 0:
        t.rubies[seat] += rubies
        note(t, log.RUBIES_WON, seat, rubies, 0, 0, rule)


def pay_rubies(t: Table, seat: int, rubies: int, rule: int) -> None:
    """Give rubies back to the pile."""
    if rubies > 0:
        t.rubies[seat] -= rubies
        note(t, log.RUBIES_PAID, seat, rubies, 0, 0, rule)


def win_coins(t: Table, seat: int, coins: int, rule: int) -> None:
    """Have coins to spend until the round ends (R5.E)."""
    if coins > 0:
        t.coins[seat] = coins
        note(t, log.COINS_WON, seat, coins, 0, 0, rule)


# --- chips between supply and bag ----------------------------------------------------------------


def take(t: Table, seat: int, kind: int, rule: int) -> None:
    """Take a chip from the supply into the bag for nothing; none left, none received (R1.1)."""
    if t.supply[kind] == 0:
        note(t, log.CHIP_MISSED, seat, kind, 0, 0, rule)
        return
    leave_supply(t, seat, kind)
    note(t, log.CHIP_TAKEN, seat, kind, 0, 0, rule)


def buy(t: Table, seat: int, kind: int, rule: int) -> None:
    """Buy a chip into the bag (R5.E)."""
    leave_supply(t, seat, kind)
    note(t, log.CHIP_BOUGHT, seat, kind, t.price[kind], 0, rule)


def leave_supply(t: Table, seat: int, kind: int) -> None:
    """Move one chip from the supply into a bag, and remember when it was the last of its kind."""
    t.supply[kind] -= 1
    t.bag[seat][kind] += 1
    if t.supply[kind] == 0:
        t.edge |= 1 << kind


def enter_supply(t: Table, kind: int) -> None:
    """Put one chip into the supply, and remember when it is the first of its kind."""
    if t.supply[kind] == 0:
        t.edge |= 1 << kind
    t.supply[kind] += 1


def give_back_from_bag(t: Table, seat: int, kind: int, rule: int) -> None:
    """Put a chip of the bag into the supply."""
    t.bag[seat][kind] -= 1
    enter_supply(t, kind)
    note(t, log.CHIP_GIVEN_BACK, seat, kind, 0, 0, rule)


def give_back_from_pot(t: Table, seat: int, place_no: int, rule: int) -> None:
    """Put a chip of the pot into the supply; the scoring space does not change (R5.8, R5.10)."""
    kind = t.pot_kind[seat][place_no]
    remove_from_pot(t, seat, place_no)
    enter_supply(t, kind)
    note(t, log.CHIP_TRADED_IN, seat, kind, place_no, 0, rule)


# --- chips between bag and pot -------------------------------------------------------------------


def place(t: Table, seat: int, kind: int, spaces: int, source: int, rule: int) -> None:
    """Put a chip into the pot, so many spaces after the last one, at most on 52 (R4.1, R4.9)."""
    leave_source(t, seat, kind, source)
    count = t.pot_n[seat]
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] += VALUE[kind]
    if t.overflow == 1 and count > 0 and t.pot_space[seat][count - 1] == LAST_SPACE:
        t.bowl[seat][kind] += 1
        note(t, log.CHIP_PLACED, seat, kind, SPOON + 1, source, rule)
        return
    space = min(last_space(t, seat) + spaces, LAST_SPACE)
    t.pot_kind[seat][count] = kind
    t.pot_space[seat][count] = space
    t.pot_n[seat] = count + 1
    t.scoring[seat] = space + 1
    note(t, log.CHIP_PLACED, seat, kind, space, source, rule)


def leave_source(t: Table, seat: int, kind: int, source: int) -> None:
    """Take the chip that is placed out of the bag, or from beside the pot (R4.16)."""
    if source == ids.FROM_BAG:
        t.bag[seat][kind] -= 1
    else:
        t.aside[seat][kind] -= 1
        if t.aside_new[seat][kind] > 0:
            t.aside_new[seat][kind] -= 1


def return_to_bag(t: Table, seat: int, place_no: int, rule: int) -> None:
    """Put a chip of the pot back into the bag; the others stay where they are (R4.8)."""
    kind = t.pot_kind[seat][place_no]
    remove_from_pot(t, seat, place_no)
    t.bag[seat][kind] += 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] -= VALUE[kind]
    t.scoring[seat] = last_space(t, seat) + 1
    t.may_flask[seat] = ids.CLOSED
    note(t, log.CHIP_RETURNED, seat, kind, place_no, 0, rule)


def return_from_bowl(t: Table, seat: int, kind: int, rule: int) -> None:
    """Put a chip of the bowl back into the bag (R7.3)."""
    t.bowl[seat][kind] -= 1
    t.bag[seat][kind] += 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] -= VALUE[kind]
    t.may_flask[seat] = ids.CLOSED
    note(t, log.CHIP_RETURNED, seat, kind, -1, 0, rule)


def remove_from_pot(t: Table, seat: int, place_no: int) -> None:
    """Close the gap that a chip leaves in the order of the pot."""
    count = t.pot_n[seat] - 1
    for i in range(place_no, count):
        t.pot_kind[seat][i] = t.pot_kind[seat][i + 1]
        t.pot_space[seat][i] = t.pot_space[seat][i + 1]
    t.pot_kind[seat][count] = 0
    t.pot_space[seat][count] = 0
    t.pot_n[seat] = count


def lay_aside(t: Table, seat: int, kind: int, rule: int) -> None:
    """Lay a drawn red chip beside the pot (R4.16)."""
    t.bag[seat][kind] -= 1
    t.aside[seat][kind] += 1
    t.aside_new[seat][kind] += 1
    t.may_flask[seat] = ids.CLOSED
    note(t, log.CHIP_LAID_ASIDE, seat, kind, 0, 0, rule)


def put_back(t: Table, seat: int, kind: int, rule: int) -> None:
    """Put a red chip from beside the pot back into the bag (R4.16)."""
    t.aside[seat][kind] -= 1
    t.aside_new[seat][kind] = min(t.aside_new[seat][kind], t.aside[seat][kind])
    t.bag[seat][kind] += 1
    note(t, log.CHIP_PUT_BACK, seat, kind, 0, 0, rule)


def move_last_chip(t: Table, seat: int, spaces: int, rule: int) -> None:
    """Move the last chip, and the scoring space with it, forward (R5.5)."""
    last = t.pot_n[seat] - 1
    space = min(t.pot_space[seat][last] + spaces, LAST_SPACE)
    t.pot_space[seat][last] = space
    t.scoring[seat] = space + 1
    note(t, log.CHIP_MOVED, seat, space, 0, 0, rule)


# --- drawing, looking, rolling -------------------------------------------------------------------


def draw(t: Table, seat: int, rule: int) -> int:
    """Draw a chip unseen; the flask's chance for the chip before is over (R4.5)."""
    kind = luck.chip(t, seat)
    t.drawn[seat] = 1
    t.may_flask[seat] = ids.CLOSED
    note(t, log.CHIP_DRAWN, seat, kind, 0, 0, rule)
    return kind


def look_at(t: Table, seat: int, count: int, rule: int) -> int:
    """Look at some chips of the bag, fewer if it holds fewer; say how many (R4.11)."""
    count = min(count, bag_size(t, seat))
    if count > 0:
        luck.look(t, seat, count)
        packed = 0
        for kind in range(ids.KINDS):
            for _ in range(t.looked[seat][kind]):
                packed = packed * 19 + kind + 1
        note(t, log.CHIPS_LOOKED_AT, seat, packed, count, 0, rule)
    return count


def end_look(t: Table, seat: int, rule: int) -> None:
    """Put the chips looked at back among the others; they never left the bag."""
    for kind in range(ids.KINDS):
        t.looked[seat][kind] = 0
    note(t, log.LOOK_ENDED, seat, 0, 0, 0, rule)


def roll(t: Table, seat: int, rule: int) -> int:
    """Roll the bonus die and say which face lies up (R1.4)."""
    face = luck.die(t, seat)
    note(t, log.DIE_ROLLED, seat, face, 0, 0, rule)
    return face


# --- brewing -------------------------------------------------------------------------------------


def open_flask(t: Table, seat: int, kind: int, to_bowl: int) -> None:
    """Let the flask take back the chip just placed, if it takes that colour (R4.5)."""
    t.may_flask[seat] = ids.CLOSED
    if t.flask_any == 1 or COLOUR[kind] == ids.WHITE:
        t.may_flask[seat] = ids.BOWL_CHANCE + kind if to_bowl else ids.POT_CHANCE


def use_shield_step(t: Table, seat: int) -> None:
    """Count the chip just placed against the shield, and remember if it is covered (R4.12)."""
    t.covered[seat] = int(t.shield[seat] > 0)
    t.shield[seat] = max(t.shield[seat] - 1, 0)
    t.shield_left[seat] = t.shield[seat]


def raise_shield(t: Table, seat: int, chips: int) -> None:
    """Protect so many chips, or as many as were protected already (R4.12)."""
    t.shield[seat] = max(t.shield[seat], chips)


def lower_shield(t: Table, seat: int) -> None:
    """Take away what the last chip gave to the shield (R4.5)."""
    t.shield[seat] = t.shield_left[seat]


def set_doubling(t: Table, seat: int, doubled: int) -> None:
    """Let the next chip move twice as far, or no longer (R4.20)."""
    t.doubled[seat] = doubled


def see_white(t: Table, seat: int) -> None:
    """Remember that the first white chip of the round has come."""
    t.white_seen[seat] = 1


def see_five(t: Table, seat: int) -> None:
    """Remember that five chips have lain in the pot."""
    t.five_seen[seat] = 1


def empty_flask(t: Table, seat: int, rule: int) -> None:
    """Use up the flask (R4.5)."""
    t.flask[seat] = 0
    note(t, log.FLASK_EMPTIED, seat, 0, 0, 0, rule)


def fill_flask(t: Table, seat: int, rule: int) -> None:
    """Make an empty flask full again."""
    if t.flask[seat] == 0:
        t.flask[seat] = 1
        note(t, log.FLASK_FILLED, seat, 0, 0, 0, rule)


def explode(t: Table, seat: int, rule: int) -> None:
    """End the brewing of a pot whose white chips passed the limit (R4.3)."""
    t.status[seat] = ids.EXPLODED
    t.may_flask[seat] = ids.CLOSED
    note(t, log.POT_EXPLODED, seat, t.white_sum[seat], t.covered[seat], 0, rule)


def stop(t: Table, seat: int, rule: int) -> None:
    """End the brewing by choice, or with an empty bag (R4.2)."""
    t.status[seat] = ids.STOPPED
    t.may_flask[seat] = ids.CLOSED
    note(t, log.BREWING_STOPPED, seat, 0, 0, 0, rule)


def seal(t: Table, seat: int, option: int, rule: int) -> None:
    """Choose in secret to draw or to stop (R4.10)."""
    t.sealed[seat] = option
    note(t, log.CHOICE_SEALED, seat, option, 0, 0, rule)


def reveal(t: Table, seat: int, rule: int) -> int:
    """Open a sealed choice and say what it is (R4.10)."""
    option = t.sealed[seat]
    t.sealed[seat] = 0
    note(t, log.CHOICE_REVEALED, seat, option, 0, 0, rule)
    return option


def forget_brewing(t: Table, seat: int) -> None:
    """Start the counters of a pot again: shield, doubling, first white, first draw."""
    t.status[seat] = ids.BREWING
    t.drawn[seat] = 0
    t.may_flask[seat] = ids.CLOSED
    t.shield[seat] = 0
    t.shield_left[seat] = 0
    t.covered[seat] = 0
    t.doubled[seat] = 0
    t.white_seen[seat] = 0
    t.sealed[seat] = 0


def empty_pot(t: Table, seat: int) -> None:
    """Put all chips of pot and bowl into the bag."""
    for i in range(t.pot_n[seat]):
        t.bag[seat][t.pot_kind[seat][i]] += 1
        t.pot_kind[seat][i] = 0
        t.pot_space[seat][i] = 0
    t.pot_n[seat] = 0
    t.white_sum[seat] = 0
    for kind in range(ids.KINDS):
        t.bag[seat][kind] += t.bowl[seat][kind]
        t.bowl[seat][kind] = 0
    t.scoring[seat] = last_space(t, seat) + 1


def restart_pot(t: Table, seat: int, rule: int) -> None:
    """Put all chips of this round back into the bag and brew again (R6 second_chance)."""
    empty_pot(t, seat)
    for kind in range(ids.KINDS):
        fresh = t.aside_new[seat][kind]
        t.aside[seat][kind] -= fresh
        t.bag[seat][kind] += fresh
        t.aside_new[seat][kind] = 0
    forget_brewing(t, seat)
    note(t, log.POT_RESTARTED, seat, 0, 0, 0, rule)


# --- droplet and glasses -------------------------------------------------------------------------


def move_droplet(t: Table, seat: int, steps: int, rule: int) -> None:
    """Move the droplet; with test tubes each step is asked about (R7.2)."""
    if t.tubes == 1:
        for _ in range(steps):
            push(t, seat, tasks.DROPLET, rule)
    else:
        advance_droplet(t, seat, steps, rule)


def advance_droplet(t: Table, seat: int, steps: int, rule: int) -> None:
    """Move the droplet in the pot, at most to 52 (R3.3)."""
    steps = min(steps, LAST_SPACE - t.droplet[seat])
    if steps > 0:
        t.droplet[seat] += steps
        note(t, log.DROPLET_MOVED, seat, steps, 0, 0, rule)


def advance_glass(t: Table, seat: int, rule: int) -> None:
    """Move the second droplet to the next glass and receive its reward at once (R7.2)."""
    glass = t.glass[seat] + 1
    t.glass[seat] = glass
    note(t, log.GLASS_REACHED, seat, glass, 0, 0, rule)
    win_rubies(t, seat, GLASS_RUBIES[glass], rule)
    win_points(t, seat, GLASS_POINTS[glass], rule)
    if GLASS_KIND[glass] >= 0:
        take(t, seat, GLASS_KIND[glass], rule)


# --- rounds and phases ---------------------------------------------------------------------------


def enter_phase(t: Table, phase: int) -> None:
    """Go on to another phase of the round (R3)."""
    t.phase = phase


def begin_round(t: Table, rule: int) -> None:
    """Move the turn indicator to the next round (R3.1)."""
    t.round_no += 1
    t.phase = ids.FORTUNE
    for row in range(5):
        for purpose in range(4):
            t.luck_n[row][purpose] = 0
    note(t, log.ROUND_BEGAN, -1, t.round_no, t.start, 0, rule)


def turn_up(t: Table, card: int, named: int, rule: int) -> None:
    """Turn up a fortune card; it does not come again (R3.2)."""
    t.card = card
    t.used[card] = 1
    note(t, log.CARD_TURNED_UP, -1, card, named, 0, rule)


def next_named_card(t: Table) -> int:
    """Take the next card that was laid on top of the deck by name."""
    t.deck_n -= 1
    return t.deck[t.deck_n]


def set_tails(t: Table, seat: int, tails: int, rule: int) -> None:
    """Lay the rat stone (R3.3)."""
    t.tails[seat] = tails
    note(t, log.RAT_TAILS_COUNTED, seat, tails, 0, 0, rule)


def give_up_tails(t: Table, seat: int, tails: int, rule: int) -> None:
    """Take the rat stone back by some tails (R6 good_start)."""
    if tails > 0:
        t.tails[seat] -= tails
        note(t, log.RAT_TAILS_GIVEN_UP, seat, tails, 0, 0, rule)


def begin_brewing(t: Table, seat: int, rule: int) -> None:
    """Stand before an empty pot (R4.1)."""
    forget_brewing(t, seat)
    t.five_seen[seat] = 0
    t.coins[seat] = 0
    t.scoring[seat] = last_space(t, seat) + 1
    note(t, log.BREWING_BEGAN, seat, 0, 0, 0, rule)


def begin_evaluation(t: Table, rule: int) -> None:
    """Close the pots for the evaluation (R5)."""
    t.phase = ids.EVALUATION
    note(t, log.EVALUATION_BEGAN, -1, 0, 0, 0, rule)


def clean_up(t: Table, rule: int) -> None:
    """Pots into bags, rat stones off, the start player moves on (R3.5, R2.1)."""
    note(t, log.ROUND_ENDED, -1, t.round_no, 0, 0, rule)
    t.phase = ids.CLEAN_UP
    for seat in range(t.players):
        t.tails[seat] = 0
        t.coins[seat] = 0
        empty_pot(t, seat)
        forget_brewing(t, seat)
        for kind in range(ids.KINDS):
            t.aside_new[seat][kind] = 0
    t.card = ids.NO_CARD
    t.start = (t.start + 1) % t.players


def end_game(t: Table, rule: int) -> None:
    """End the game after round 9 (R5.H)."""
    t.phase = ids.OVER
    note(t, log.GAME_ENDED, -1, 0, 0, 0, rule)
