"""How the bot `cautious` answers fortune cards (R6)."""

from __future__ import annotations

from quedlinburg.bots.cautious.evaluation import RUBY, step_worth
from quedlinburg.bots.cautious.situation import Situation
from quedlinburg.bots.cautious.wishes import most_wanted
from quedlinburg.engine.names import KIND
from quedlinburg.rules.constants import KIND_CODES, LAST_SPACE, NEXT_KIND

# The rounds in which a chip is still drawn often enough to be worth more than rubies or points.
_CHIPS_UNTIL = 6


def choose_wisely(situation: Situation) -> str:
    """Move the droplet, which counts in every round, unless it has nowhere to go."""
    stuck = situation.own.droplet > LAST_SPACE - 2 and not situation.view.setup.tubes
    return "choose P1" if stuck and situation.kinds else "choose droplet"


def only_one(situation: Situation) -> str:
    """Take a chip by the list in the early rounds, later the rubies."""
    if situation.view.round > _CHIPS_UNTIL or not situation.kinds:
        return "choose rubies"
    return f"choose {most_wanted(situation.kinds)}"


def wheel_and_deal(situation: Situation) -> str:
    """Trade a ruby for a chip by the list in the early rounds."""
    if situation.view.round > _CHIPS_UNTIL or not situation.kinds:
        return "choose none"
    return f"choose {most_wanted(situation.kinds)}"


def good_start(situation: Situation) -> str:
    """Give up the tails while a ruby's half step beats a space of this round."""
    pays = step_worth(situation) > 2 * RUBY
    return f"choose {situation.number}" if pays else "choose 0"


def opportune_moment(situation: Situation) -> str:
    """Trade the chip that wins most in price."""
    if not situation.kinds:
        return "choose none"
    return f"choose {max(situation.kinds, key=lambda kind: _rise(situation, kind))}"


def _rise(situation: Situation, kind: str) -> int:
    """How much more the next value of a chip's colour costs."""
    return situation.price(KIND_CODES[NEXT_KIND[KIND[kind]]]) - situation.price(kind)


def just_in_time(situation: Situation) -> str:
    """Be rid of a white chip in the first rounds, later take the points."""
    return "choose W1" if situation.view.round <= 2 and situation.kinds else "choose vp"


def rats_are_friends(situation: Situation) -> str:
    """Take a 4-chip while it is drawn often enough to beat the points."""
    if not situation.kinds or situation.number >= situation.rounds_left + 1:
        return "choose vp"
    return f"choose {most_wanted(situation.kinds)}"


def schadenfreude(situation: Situation) -> str:
    """Take the 2-chip that stands first on the list."""
    return f"choose {most_wanted(situation.kinds)}"
