"""What a seat can tell from its own pot and bag and from what lies open (R4, R5)."""

from quedlinburg.rules import ids, options
from quedlinburg.rules.constants import COLOUR, LAST_ROUND, SPOON, VALUE
from quedlinburg.rules.explosion import count_exploding_in_bag, explodes, room_left
from quedlinburg.rules.phases.shop import affords
from quedlinburg.rules.pot import last_kind
from quedlinburg.rules.table import Table


def rounds_left(t: Table) -> int:
    """How many rounds follow this one."""
    return LAST_ROUND - t.round_no


def rounds_to_brew(t: Table) -> int:
    """How many pots are still to be brewed, this round's included if it is not begun."""
    return LAST_ROUND - t.round_no + int(t.phase < ids.POTIONS)


def is_white(kind: int) -> bool:
    """Whether a chip is a cherry bomb."""
    return kind <= ids.W3


def is_full(t: Table, seat: int) -> bool:
    """Whether the pot's end is reached, so that no further chip moves anything (R4.9)."""
    return t.scoring[seat] == SPOON and t.overflow == 0


def is_risky(t: Table, seat: int, percent: int) -> bool:
    """Whether the next draw explodes the pot with more than some chance; a shield covers it."""
    if t.shield[seat] > 0:
        return False
    exploding = count_exploding_in_bag(t, seat, room_left(t, seat))
    return exploding > 0 and 100 * exploding > percent * sum(t.bag[seat])


def is_risky_after_return(t: Table, seat: int, kind: int, percent: int) -> bool:
    """Whether the next draw is too risky with a white chip of the pot back in the bag."""
    room = room_left(t, seat) + VALUE[kind]
    exploding = count_exploding_in_bag(t, seat, room) + int(explodes(kind, room))
    return 100 * exploding > percent * (sum(t.bag[seat]) + 1)


def flask_takes_white(t: Table, seat: int) -> bool:
    """Whether the flask may be used now, and a cherry bomb in the pot is what it takes (R4.5)."""
    if t.flask[seat] == 0 or t.may_flask[seat] != ids.POT_CHANCE:
        return False
    return is_white(last_kind(t, seat))


def extra_spaces(t: Table, seat: int) -> int:
    """How many extra spaces the chip just placed may pass up; none if it may not (R4.7)."""
    if t.bare_space[seat] == ids.NO_SPACE:
        return 0
    return t.scoring[seat] - 1 - t.bare_space[seat]


def is_sold(t: Table, seat: int, kind: int) -> bool:
    """Whether a seat can buy a chip: its book is out, some are left, the coins suffice (R5.E)."""
    return t.supply[kind] > 0 and affords(t, seat, kind)


def purchase(first: int, second: int) -> int:
    """The option to buy two chips, or one or none with NO_KIND in place of a chip."""
    return options.BUY + min(first, second) + options.BUY_WIDTH * max(first, second)


def page_row(t: Table, kind: int) -> int:
    """The row of a kind in a list of sixteen pages of three values; -1 for any other kind.

    Green, blue, red and yellow chips of book b have rows 12 * colour + 3 * (b - 1) + value number.
    """
    if kind < ids.G1 or kind > ids.Y4:
        return -1
    colour = COLOUR[kind]
    book = t.page[colour] % 10 - 1
    return 12 * (colour - ids.GREEN) + 3 * book + (kind - ids.G1) % 3
