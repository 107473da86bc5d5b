"""How the bot `cautious` answers in the evaluation (R5) and about test tubes (R7.2)."""

from __future__ import annotations

from quedlinburg.bots.sight import Sight
from quedlinburg.bots.wishes import dearest, purchase
from quedlinburg.rules.tables import (
    GLASS_POINTS,
    GLASS_REWARDS,
    GLASS_RUBIES,
    LAST_GLASS,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
)

# What things are worth, in hundredths of a victory point.
SPACE = 45
COIN = 7
RUBY = 50
CHIP = 20


def next_glass_worth(sight: Sight) -> int:
    """What the next glass is worth, in hundredths of a victory point; a chip while it is drawn."""
    glass = sight.own.glass + 1
    if not sight.view.setup.tubes or glass > LAST_GLASS:
        return 0
    chip = GLASS_REWARDS[glass]
    if " " not in chip:
        return CHIP * int(chip[1]) * sight.rounds_left
    return 100 * GLASS_POINTS[glass] + RUBY * GLASS_RUBIES[glass]


def step_worth(sight: Sight) -> int:
    """What a step of the droplet is worth: a space in every round that follows."""
    rounds = sight.rounds_left + (sight.view.phase == "fortune")
    return SPACE * rounds


def droplet(sight: Sight) -> str:
    """Move the droplet in the pot while many rounds follow, else to the next glass (R7.2)."""
    return "choose glass" if next_glass_worth(sight) > step_worth(sight) else "choose pot"


def exploded(sight: Sight) -> str:
    """Take the coins while they can be spent for long, later the points (R5.D)."""
    worth = {str(o.action): 100 * o.points + _coins(sight, o.coins) for o in sight.view.legal}
    return max(worth, key=worth.__getitem__)


def _coins(sight: Sight, coins: int) -> int:
    """What coins are worth: a point for five in round 9, before that what they buy (R5.G)."""
    return 100 * (coins // 5) if sight.rounds_left == 0 else COIN * coins * sight.rounds_left


def space_worth(sight: Sight, space: int) -> int:
    """What a scoring space is worth, in hundredths of a victory point (R5.C to R5.E)."""
    ruby = RUBY if SPACE_RUBY[space] else 0
    return 100 * SPACE_POINTS[space] + _coins(sight, SPACE_COINS[space]) + ruby


def shop(sight: Sight) -> str:
    """Buy by the list."""
    return purchase(sight)


def rubies(sight: Sight) -> str:
    """Fill the flask first, then move droplet or glass while that beats keeping rubies (R5.G)."""
    if "spend flask" in sight.options and sight.rounds_left > 0:
        return "spend flask"
    glass = next_glass_worth(sight) if "spend glass" in sight.options else 0
    step = step_worth(sight) if "spend droplet" in sight.options else 0
    if max(glass, step) <= 2 * RUBY:
        return "done"
    return "spend glass" if glass > step else "spend droplet"


def green_2(sight: Sight) -> str:
    """Take the chip that stands first on the list, while it can still be drawn (R5.4)."""
    return f"choose {dearest(sight.kinds)}" if sight.rounds_left > 0 else "choose none"


def green_3(sight: Sight) -> str:
    """Move on: further is never worse (R5.5)."""
    return "choose move"


def green_4(sight: Sight) -> str:
    """Pay a ruby for a step while the step is worth more (R5.6)."""
    worth = max(step_worth(sight), next_glass_worth(sight))
    return "choose pay" if worth > RUBY else "choose keep"


def purple_1(sight: Sight) -> str:
    """Take the highest line (R5.7)."""
    return f"choose {sight.number}"


def purple_2(sight: Sight) -> str:
    """Give back as many as are paid for (R5.8)."""
    return f"choose {sight.number}"


def purple_4(sight: Sight) -> str:
    """Make the trade that wins most in price, if the new chip can still be drawn (R5.10)."""
    trades = [option for option in sight.options if "-" in option]
    if not trades or sight.rounds_left == 0:
        return "choose none"
    return max(trades, key=lambda trade: _profit(sight, trade))


def _profit(sight: Sight, trade: str) -> int:
    """The difference in price between the two chips of a trade."""
    old, new = trade.removeprefix("choose ").split("-")
    return sight.price(new) - sight.price(old)
