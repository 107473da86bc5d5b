"""Verbs of chips: between bag, pot, bowl and beside the pot; drawing, looking, rolling."""

from quedlinburg.rules import ids, log, luck
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, SPOON, VALUE
from quedlinburg.rules.log import note
from quedlinburg.rules.pot import bag_size, last_space
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.goods import enter_supply


def place(t: Table, seat: int, kind: int, spaces: int, source: int, rule: int) -> None:
    """Put a chip into the pot, so many spaces after the last one, at most on 52 (R4.1, R4.9)."""
    if source == ids.FROM_BAG:
        t.bag[seat][kind] -= 1
    else:
        leave_aside(t, seat, kind)
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] += VALUE[kind]
    count = t.pot_n[seat]
    if t.overflow == 1 and count > 0 and t.pot_space[seat][count - 1] == LAST_SPACE:
        t.bowl[seat][kind] += 1
        note(t, log.CHIP_PLACED, seat, kind, SPOON + 1, source, rule)
        return
    space = last_space(t, seat) + spaces
    space = LAST_SPACE if space > LAST_SPACE else space
    t.pot_kind[seat][count] = kind
    t.pot_space[seat][count] = space
    t.pot_n[seat] = count + 1
    t.scoring[seat] = space + 1
    note(t, log.CHIP_PLACED, seat, kind, space, source, rule)


def leave_aside(t: Table, seat: int, kind: int) -> None:
    """Take a chip that is placed from beside the pot (R4.16)."""
    t.aside[seat][kind] -= 1
    if t.aside_new[seat][kind] > 0:
        t.aside_new[seat][kind] -= 1


def return_to_bag(t: Table, seat: int, place_no: int, rule: int) -> None:
    """Put a chip of the pot back into the bag; the others stay where they are (R4.8)."""
    kind = t.pot_kind[seat][place_no]
    if place_no == t.pot_n[seat] - 1:
        t.white_last[seat] = 0
    remove_from_pot(t, seat, place_no)
    t.bag[seat][kind] += 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] -= VALUE[kind]
    t.scoring[seat] = last_space(t, seat) + 1
    close_chances(t, seat)
    note(t, log.CHIP_RETURNED, seat, kind, place_no, 0, rule)


def return_from_bowl(t: Table, seat: int, kind: int, rule: int) -> None:
    """Put a chip of the bowl back into the bag (R7.3)."""
    t.bowl[seat][kind] -= 1
    t.bag[seat][kind] += 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] -= VALUE[kind]
    close_chances(t, seat)
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


def close_chances(t: Table, seat: int) -> None:
    """End what is open for the chip just placed: flask and extra spaces (R4.5, R4.7)."""
    t.may_flask[seat] = ids.CLOSED
    t.bare_space[seat] = ids.NO_SPACE


def lay_aside(t: Table, seat: int, kind: int, rule: int) -> None:
    """Lay a drawn red chip beside the pot (R4.16)."""
    t.bag[seat][kind] -= 1
    t.aside[seat][kind] += 1
    t.aside_new[seat][kind] += 1
    t.white_last[seat] = 0
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


def pass_up_extra(t: Table, seat: int, rule: int) -> None:
    """Move the last chip back to its bare space, and the scoring space with it (R4.7)."""
    last = t.pot_n[seat] - 1
    left = t.pot_space[seat][last]
    space = t.bare_space[seat]
    t.pot_space[seat][last] = space
    t.scoring[seat] = space + 1
    t.bare_space[seat] = ids.NO_SPACE
    note(t, log.EXTRA_PASSED_UP, seat, t.pot_kind[seat][last], left, space, rule)


def draw(t: Table, seat: int, rule: int) -> int:
    """Draw a chip unseen; nobody can call for a stir any more (R7.4)."""
    kind = luck.chip(t, seat)
    t.drawn[seat] = 1
    t.stir_open = 0
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


def give_back_from_pot(t: Table, seat: int, place_no: int, rule: int) -> None:
    """Put a chip of the pot into the supply; the scoring space does not change (R5.8, R5.10)."""
    kind = t.pot_kind[seat][place_no]
    remove_from_pot(t, seat, place_no)
    enter_supply(t, kind)
    note(t, log.CHIP_TRADED_IN, seat, kind, place_no, 0, rule)
