"""The potions: draw or stop, place, explode, take back (R4.1 to R4.10)."""

from quedlinburg.rules import ids, moments, options, rule, tasks
from quedlinburg.rules.agenda import offer, push
from quedlinburg.rules.constants import COLOUR, VALUE
from quedlinburg.rules.explosion import room_left
from quedlinburg.rules.pot import bare_space, count_aside, is_bag_empty, last_kind
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.brewing import (
    call_stir,
    empty_flask,
    explode,
    lower_shield,
    open_flask,
    open_short,
    reveal,
    seal,
    see_white,
    set_doubling,
    stop,
    use_shield_step,
)
from quedlinburg.rules.verbs.chips import (
    close_chances,
    draw,
    end_look,
    pass_up_extra,
    place,
    return_from_bowl,
    return_to_bag,
)
from quedlinburg.rules.verbs.rounds import begin_brewing, enter_phase


def brew_potions(t: Table) -> None:
    """Put every seat before its pot; in stirred rounds they draw together (R4.10)."""
    enter_phase(t, ids.POTIONS)
    push(t, ids.TABLE, tasks.ALL_STOPPED, 0)
    if t.stirred == 1:
        push(t, ids.TABLE, tasks.STIR, 0)
    for i in range(t.players):
        seat = (t.start + i) % t.players
        begin_brewing(t, seat, rule.R4_1)
        push(t, seat, tasks.BREW, 0)


# --- the question of brewing ---------------------------------------------------------------------


def can_use_flask(t: Table, seat: int) -> bool:
    """Whether the flask is full and the chip just placed may go back (R4.5)."""
    return t.flask[seat] == 1 and t.may_flask[seat] != ids.CLOSED


def can_short(t: Table, seat: int) -> bool:
    """Whether the chip just placed may pass up its extra spaces (R4.7)."""
    return t.bare_space[seat] != ids.NO_SPACE


def must_stop(t: Table, seat: int) -> bool:
    """Whether an empty bag ends the brewing: no flask, nothing to pass up or put back (R4.2)."""
    return not can_use_flask(t, seat) and not can_short(t, seat) and count_aside(t, seat) == 0


def forced_stop(t: Table, seat: int) -> None:
    """Stop with an empty bag; this is no choice, so that no stir seals it (R4.2)."""
    stop(t, seat, rule.R4_2)


def offer_brew(t: Table, seat: int) -> None:
    """Offer to draw, to stop after a draw, and what the chip just placed leaves open (R4.2)."""
    if is_bag_empty(t, seat):
        offer(t, options.STOP)
    else:
        offer(t, options.DRAW)
        if t.drawn[seat] == 1:
            offer(t, options.STOP)
    if t.may_flask[seat] != ids.CLOSED and can_use_flask(t, seat):
        offer(t, options.FLASK)
    if can_short(t, seat):
        offer(t, options.SHORT)
    if t.stir_open == 1 and t.option[0] == options.DRAW:
        offer(t, options.STIR)


def brew_answered(t: Table, seat: int, option: int) -> None:
    """Use the flask, pass up extra spaces, call for a stir, draw or stop (R4.2)."""
    if option == options.FLASK:
        use_flask(t, seat)
    elif option == options.SHORT:
        pass_up_extra_spaces(t, seat)
    elif option == options.STIR:
        call_stir(t, seat, rule.R7_4)
        push(t, ids.TABLE, tasks.STIR, 0)
    elif t.stirred == 1:
        seal(t, seat, option, rule.R4_10)
    elif option == options.DRAW:
        draw_chip(t, seat)
    else:
        stop(t, seat, rule.R4_2)


def stir(t: Table) -> None:
    """Reveal the sealed choices and carry them out from the start player on (R4.10)."""
    anybody_drew = False
    for i in range(t.players):
        seat = (t.start + i) % t.players
        if t.sealed[seat] != 0:
            if reveal(t, seat, rule.R4_10) == options.DRAW:
                push(t, seat, tasks.DRAW_CHIP, 0)
                anybody_drew = True
            else:
                stop(t, seat, rule.R4_2)
    if anybody_drew:
        push(t, ids.TABLE, tasks.STIR, 0)


def may_stir(t: Table) -> bool:
    """Whether nothing is open but sealed choices and toadstools of finished pots (R4.10)."""
    depth = t.depth
    for seat in range(t.players):
        if depth[seat] > 0 and t.sealed[seat] == 0 and t.task[seat][0] == tasks.BREW:
            return False
    return True


def is_at_pot(t: Table, seat: int) -> bool:
    """Whether a seat's brewing is not over: it lies under all else that the seat has to do."""
    return t.depth[seat] > 0 and t.task[seat][0] == tasks.BREW


# --- what a draw does ----------------------------------------------------------------------------


def draw_chip(t: Table, seat: int) -> None:
    """Draw a chip and place it, or lay it aside (R4.1, R4.16)."""
    use_chip(t, seat, draw(t, seat, rule.R4_2))


def use_chip(t: Table, seat: int, kind: int) -> None:
    """Place a drawn or chosen chip, or lay it aside (R4.11, R4.16).

    Either ends the chances of the chip before it and uses up a step of the shield.
    """
    close_chances(t, seat)
    if t.shield[seat] > 0 or t.covered[seat] == 1:
        use_shield_step(t, seat)
    if moments.is_laid_aside(t, kind):
        moments.laid_aside(t, seat, kind)
    else:
        place_chip(t, seat, kind)


def movement(t: Table, seat: int, kind: int) -> int:
    """How far a drawn chip moves: its value, additions, and the whole doubled (R4.7)."""
    spaces = VALUE[kind] + moments.extra_movement(t, seat, kind)
    if t.doubled[seat] == 1:
        return 2 * spaces
    return spaces


def place_chip(t: Table, seat: int, kind: int) -> None:
    """Place a chip; what it does and the explosion follow from the agenda (R4.1, R4.3).

    The last thing to happen is pushed first: after the explosion, the explosion itself, then
    the chip's own action, which a pot that is about to explode still pays.
    """
    spaces = movement(t, seat, kind)
    before = t.pot_n[seat]
    bare = bare_space(t, seat, kind)
    place(t, seat, kind, spaces, ids.FROM_BAG, rule.R4_1)
    in_bowl = t.pot_n[seat] == before
    if t.doubled[seat] == 1:
        set_doubling(t, seat, 0)
    open_flask(t, seat, kind, int(in_bowl))
    if not in_bowl and t.pot_space[seat][before] > bare:
        open_short(t, seat, bare)
    if not in_bowl:
        moments.after_explosion(t, seat)
    if COLOUR[kind] == ids.WHITE:
        place_white(t, seat, in_bowl)
    elif not in_bowl:
        moments.placed(t, seat, kind)
    moments.remembered(t, seat, kind, in_bowl)


def remember_placed(t: Table, seat: int, kind: int, in_bowl: bool) -> None:
    """Update shield, doubling, first white and the pages' state for a chip in the pot (R4.1).

    For tables that are laid out from a text or follow events: nothing is placed, nobody is asked.
    """
    use_shield_step(t, seat)
    set_doubling(t, seat, 0)
    if COLOUR[kind] == ids.WHITE:
        see_white(t, seat)
    moments.remembered(t, seat, kind, in_bowl)


def place_white(t: Table, seat: int, in_bowl: bool) -> None:
    """Let a card act on the first white chip, and check the explosion (R4.3).

    The first one by itself is never past a limit: what is asked about it can wait.
    """
    if t.white_seen[seat] == 0:
        see_white(t, seat)
        if not in_bowl:
            moments.first_white_placed(t, seat)
    check_explosion(t, seat)


def check_explosion(t: Table, seat: int) -> None:
    """Explode a pot whose white sum is past the limit (R4.3)."""
    if room_left(t, seat) < 0:
        explode(t, seat, rule.R4_3)
        moments.exploded(t, seat)


def place_from_look(t: Table, seat: int, option: int) -> None:
    """Place the chip chosen from a look as the next one; the others return (R4.11)."""
    end_look(t, seat, rule.R4_11)
    if option != options.NONE:
        use_chip(t, seat, option)


def pass_up_extra_spaces(t: Table, seat: int) -> None:
    """Move the chip just placed back to its bare space, where it may still act (R4.7)."""
    pass_up_extra(t, seat, rule.R4_7)
    moments.extra_passed_up(t, seat)


def use_flask(t: Table, seat: int) -> None:
    """Take the chip just placed back: what it gave is gone, what it used up stays used (R4.5)."""
    chance = t.may_flask[seat]
    if chance == ids.POT_CHANCE:
        kind = last_kind(t, seat)
        return_to_bag(t, seat, t.pot_n[seat] - 1, rule.R4_5)
    else:
        kind = chance - ids.BOWL_CHANCE
        return_from_bowl(t, seat, kind, rule.R4_5)
    empty_flask(t, seat, rule.R4_5)
    set_doubling(t, seat, 0)
    if COLOUR[kind] == ids.BLUE:
        lower_shield(t, seat)
