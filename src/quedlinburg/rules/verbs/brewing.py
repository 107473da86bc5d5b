"""Verbs of brewing: flask, shield, doubling, stopping, sealing, exploding, starting again."""

from quedlinburg.rules import ids, log
from quedlinburg.rules.constants import COLOUR
from quedlinburg.rules.log import note
from quedlinburg.rules.pot import last_space
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.chips import close_chances, put_back


def open_flask(t: Table, seat: int, kind: int, to_bowl: int) -> None:
    """Let the flask take back the chip just placed, if it takes that colour (R4.5)."""
    if t.flask_any == 1 or COLOUR[kind] == ids.WHITE:
        t.may_flask[seat] = ids.BOWL_CHANCE + kind if to_bowl else ids.POT_CHANCE


def open_short(t: Table, seat: int, bare_space: int) -> None:
    """Let the chip just placed stand on its bare space instead (R4.7)."""
    t.bare_space[seat] = bare_space


def close_short(t: Table, seat: int) -> None:
    """Take away the chance to pass up extra spaces: the placing has paid (R4.7)."""
    t.bare_space[seat] = ids.NO_SPACE


def remember_white(t: Table, seat: int, white_last: int) -> None:
    """Remember whether the chip drawn last of all is white and the last one in the pot (R4.19)."""
    t.white_last[seat] = white_last


def call_stir(t: Table, seat: int, rule: int) -> None:
    """Stir this round for everybody, to its end (R7.4)."""
    t.stirred = 1
    t.stir_open = 0
    note(t, log.STIR_CALLED, seat, 0, 0, 0, rule)


def use_shield_step(t: Table, seat: int) -> None:
    """Count the chip just drawn against the shield, and remember if it is covered (R4.12)."""
    shield = t.shield[seat]
    if shield > 0:
        t.covered[seat] = 1
        t.shield[seat] = shield - 1
        t.shield_left[seat] = shield - 1
    else:
        t.covered[seat] = 0
        t.shield_left[seat] = 0


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
    close_chances(t, seat)
    note(t, log.POT_EXPLODED, seat, t.white_sum[seat], t.covered[seat], 0, rule)


def stop(t: Table, seat: int, rule: int) -> None:
    """End the brewing by choice, or with an empty bag (R4.2)."""
    t.status[seat] = ids.STOPPED
    close_chances(t, seat)
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
    t.white_last[seat] = 0
    close_chances(t, seat)
    t.shield[seat] = 0
    t.shield_left[seat] = 0
    t.covered[seat] = 0
    t.doubled[seat] = 0
    t.white_seen[seat] = 0


def empty_pot(t: Table, seat: int) -> None:
    """Put all chips of pot and bowl into the bag."""
    bag = t.bag[seat]
    pot_kind = t.pot_kind[seat]
    pot_space = t.pot_space[seat]
    for i in range(t.pot_n[seat]):
        bag[pot_kind[i]] += 1
        pot_kind[i] = 0
        pot_space[i] = 0
    t.pot_n[seat] = 0
    t.white_sum[seat] = 0
    if t.overflow == 1:
        for kind in range(ids.KINDS):
            bag[kind] += t.bowl[seat][kind]
            t.bowl[seat][kind] = 0
    t.scoring[seat] = last_space(t, seat) + 1


def restart_pot(t: Table, seat: int, rule: int) -> None:
    """Put all chips of this round back into the bag and brew again (R6)."""
    empty_pot(t, seat)
    for kind in range(ids.R1, ids.R4 + 1):
        for _ in range(t.aside_new[seat][kind]):
            put_back(t, seat, kind, rule)
        t.aside_new[seat][kind] = 0
    forget_brewing(t, seat)
    note(t, log.POT_RESTARTED, seat, 0, 0, 0, rule)
