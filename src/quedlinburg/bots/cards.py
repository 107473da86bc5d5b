"""How the bot `cautious` answers fortune cards (R6)."""

from __future__ import annotations

from quedlinburg.bots.evaluating import RUBY, step_worth
from quedlinburg.bots.sight import Sight
from quedlinburg.bots.wishes import dearest
from quedlinburg.engine.names import KIND
from quedlinburg.rules.tables import KIND_CODES, LAST_SPACE, NEXT_KIND

# The rounds in which a chip is still drawn often enough to be worth more than rubies or points.
_CHIPS_UNTIL = 6


def choose_wisely(sight: Sight) -> str:
    """Move the droplet, which counts in every round, unless it has nowhere to go."""
    stuck = sight.own.droplet > LAST_SPACE - 2 and not sight.view.setup.tubes
    return "choose P1" if stuck and sight.kinds else "choose droplet"


def only_one(sight: Sight) -> str:
    """Take a chip by the list in the early rounds, later the rubies."""
    if sight.view.round > _CHIPS_UNTIL or not sight.kinds:
        return "choose rubies"
    return f"choose {dearest(sight.kinds)}"


def wheel_and_deal(sight: Sight) -> str:
    """Trade a ruby for a chip by the list in the early rounds."""
    if sight.view.round > _CHIPS_UNTIL or not sight.kinds:
        return "choose none"
    return f"choose {dearest(sight.kinds)}"


def good_start(sight: Sight) -> str:
    """Give up the tails while a ruby's half step beats a space of this round."""
    pays = step_worth(sight) > 2 * RUBY
    return f"choose {sight.number}" if pays else "choose 0"


def opportune_moment(sight: Sight) -> str:
    """Trade the chip that wins most in price."""
    if not sight.kinds:
        return "choose none"
    return f"choose {max(sight.kinds, key=lambda kind: _rise(sight, kind))}"


def _rise(sight: Sight, kind: str) -> int:
    """How much dearer the next value of a chip's colour is."""
    return sight.price(KIND_CODES[NEXT_KIND[KIND[kind]]]) - sight.price(kind)


def just_in_time(sight: Sight) -> str:
    """Be rid of a white chip in the first rounds, later take the points."""
    return "choose W1" if sight.view.round <= 2 and sight.kinds else "choose vp"


def rats_are_friends(sight: Sight) -> str:
    """Take a 4-chip while it is drawn often enough to beat the points."""
    if not sight.kinds or sight.number >= sight.rounds_left + 1:
        return "choose vp"
    return f"choose {dearest(sight.kinds)}"


def schadenfreude(sight: Sight) -> str:
    """Take the 2-chip that stands first on the list."""
    return f"choose {dearest(sight.kinds)}"
