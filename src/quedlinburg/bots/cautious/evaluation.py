"""How the bot `cautious` answers in the evaluation (R5), about tubes (R7.2), and by default."""

from __future__ import annotations

from quedlinburg.bots.cautious.situation import Situation
from quedlinburg.bots.cautious.wishes import most_wanted, purchase
from quedlinburg.engine.preview import Option
from quedlinburg.rules.constants import (
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

# What may be done whatever is asked.
ALWAYS_OPEN = ("back", "stir")


def next_glass_worth(situation: Situation) -> int:
    """What the next glass is worth, in hundredths of a victory point; a chip while it is drawn."""
    glass = situation.own.glass + 1
    if not situation.view.setup.tubes or glass > LAST_GLASS:
        return 0
    chip = GLASS_REWARDS[glass]
    if " " not in chip:
        return CHIP * int(chip[1]) * situation.rounds_left
    return 100 * GLASS_POINTS[glass] + RUBY * GLASS_RUBIES[glass]


def step_worth(situation: Situation) -> int:
    """What a step of the droplet is worth: a space in every round that follows."""
    rounds = situation.rounds_left + (situation.view.phase == "fortune")
    return SPACE * rounds


def droplet(situation: Situation) -> str:
    """Move the droplet in the pot while many rounds follow, else to the next glass (R7.2)."""
    return "choose glass" if next_glass_worth(situation) > step_worth(situation) else "choose pot"


def exploded(situation: Situation) -> str:
    """Take the coins while they can be spent for long, later the points (R5.D)."""
    worth = {
        str(o.action): 100 * o.points + _coins(situation, o.coins) for o in situation.view.legal
    }
    return max(worth, key=worth.__getitem__)


def _coins(situation: Situation, coins: int) -> int:
    """What coins are worth: a point for five in round 9, before that what they buy (R5.G)."""
    return (
        100 * (coins // 5) if situation.rounds_left == 0 else COIN * coins * situation.rounds_left
    )


def space_value(situation: Situation, space: int) -> int:
    """What a scoring space is worth, in hundredths of a victory point (R5.C to R5.E)."""
    ruby = RUBY if SPACE_RUBY[space] else 0
    return 100 * SPACE_POINTS[space] + _coins(situation, SPACE_COINS[space]) + ruby


def shop(situation: Situation) -> str:
    """Buy by the list."""
    return purchase(situation)


def rubies(situation: Situation) -> str:
    """Fill the flask first, then move droplet or glass while that beats keeping rubies (R5.G)."""
    if "spend flask" in situation.options and situation.rounds_left > 0:
        return "spend flask"
    glass = next_glass_worth(situation) if "spend glass" in situation.options else 0
    step = step_worth(situation) if "spend droplet" in situation.options else 0
    if max(glass, step) <= 2 * RUBY:
        return "done"
    return "spend glass" if glass > step else "spend droplet"


def green_2(situation: Situation) -> str:
    """Take the chip that stands first on the list, while it can still be drawn (R5.4)."""
    return f"choose {most_wanted(situation.kinds)}" if situation.rounds_left > 0 else "choose none"


def green_3(situation: Situation) -> str:
    """Move on: further is never worse (R5.5)."""
    return "choose move"


def green_4(situation: Situation) -> str:
    """Pay a ruby for a step while the step is worth more (R5.6)."""
    worth = max(step_worth(situation), next_glass_worth(situation))
    return "choose pay" if worth > RUBY else "choose keep"


def purple_1(situation: Situation) -> str:
    """Take the highest line (R5.7)."""
    return f"choose {situation.number}"


def purple_2(situation: Situation) -> str:
    """Give back as many as are paid for (R5.8)."""
    return f"choose {situation.number}"


def purple_4(situation: Situation) -> str:
    """Make the trade that wins most in price, if the new chip can still be drawn (R5.10)."""
    trades = [option for option in situation.options if "-" in option]
    if not trades or situation.rounds_left == 0:
        return "choose none"
    return max(trades, key=lambda trade: _profit(situation, trade))


def _profit(situation: Situation, trade: str) -> int:
    """The difference in price between the two chips of a trade."""
    old, new = trade.removeprefix("choose ").split("-")
    return situation.price(new) - situation.price(old)


# --- questions without an answer of their own ----------------------------------------------------


def best_option(situation: Situation) -> str:
    """Take the option that brings most at once; where none brings anything the last, declining."""
    worth = {str(o.action): _brings(situation, o) for o in situation.view.legal}
    own = [option for option in situation.options if option.split()[0] not in ALWAYS_OPEN]
    best = max(own, key=lambda option: worth.get(option, 0))
    return best if worth.get(best, 0) > 0 else own[-1]


def _brings(situation: Situation, option: Option) -> int:
    """What an option brings at once, in hundredths of a victory point."""
    if option.explodes:
        return -100
    rounds = max(situation.rounds_left, 1)
    worth = 100 * option.points + _coins(situation, option.coins) + SPACE * option.spaces * rounds
    words = str(option.action).split()
    if words[-1] in situation.kinds and situation.view.phase != "potions":
        worth += COIN * situation.price(words[-1]) * rounds
    return worth
