"""The log: what happened, as numbers, for `engine` to make into events.

`note` is one of the two kinds of function that have a compiled version: there it does nothing.
"""

from quedlinburg.rules.table import Table

(
    ROUND_BEGAN,
    CARD_TURNED_UP,
    RAT_TAILS_COUNTED,
    RAT_TAILS_GIVEN_UP,
    BREWING_BEGAN,
    CHIP_DRAWN,
    CHIPS_LOOKED_AT,
    LOOK_ENDED,
    CHIP_PLACED,
    CHIP_LAID_ASIDE,
    CHIP_RETURNED,
    CHIP_PUT_BACK,
    FLASK_EMPTIED,
    FLASK_FILLED,
    POT_EXPLODED,
    BREWING_STOPPED,
    CHOICE_SEALED,
    CHOICE_REVEALED,
    POT_RESTARTED,
    DIE_ROLLED,
    RUBIES_WON,
    RUBIES_PAID,
    POINTS_WON,
    COINS_WON,
    DROPLET_MOVED,
    GLASS_REACHED,
    CHIP_TAKEN,
    CHIP_MISSED,
    CHIP_BOUGHT,
    CHIP_GIVEN_BACK,
    CHIP_TRADED_IN,
    CHIP_MOVED,
    EVALUATION_BEGAN,
    ROUND_ENDED,
    GAME_ENDED,
    EXTRA_PASSED_UP,
    STIR_CALLED,
) = range(37)


def note(t: Table, event: int, seat: int, a: int, b: int, c: int, rule: int) -> None:
    """Write down that something happened, and by which rule."""
    t.log.append((event, seat, a, b, c, rule))
