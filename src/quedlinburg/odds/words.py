"""A few words for an action: what it does to the pot, for hints and tables."""

from __future__ import annotations

from fractions import Fraction

from quedlinburg.odds.brew import Brew
from quedlinburg.rules.tables import KIND_CODES, LAST_SPACE, SPACE_COINS, SPACE_POINTS, SPACE_RUBY


def percent(chance: float | Fraction) -> str:
    """A chance for people: whole per cents, but never 0 or 100 for what may or may not happen.

    >>> percent(Fraction(1, 3)), percent(0.0001), percent(0.0), percent(0.9999)
    ('33 %', '<1 %', '0 %', '>99 %')
    """
    if 0 < chance < 0.005:
        return "<1 %"
    if 0.995 < chance < 1:
        return ">99 %"
    return f"{float(chance):.0%}".replace("%", " %")


def reason(brew: Brew, action: str, risk: Fraction) -> str:
    """What an action means, in two to six words."""
    verb, _, rest = action.partition(" ")
    match verb, rest:
        case "draw", _:
            if risk == 0:
                return "can't explode now"
            covered = ", shielded" if brew.shield else ""
            return f"{percent(risk)} to explode now{covered}"
        case "stop", _:
            space = brew.pot[-1][1] + 1 if brew.pot else min(brew.start, LAST_SPACE) + 1
            return f"keeps {SPACE_POINTS[space]} points, {SPACE_COINS[space]} coins"
        case "short", _:
            return _short(brew)
        case "flask", _:
            return f"{KIND_CODES[brew.takes or 0]} goes back, flask empty"
        case "back", _:
            return f"{rest} into the bag again"
    return _choice(brew, rest)


def _short(brew: Brew) -> str:
    """What passing up extra spaces means: the space before the scoring space, and a ruby."""
    space = brew.short_to or 0
    ruby = ", for a ruby" if SPACE_RUBY[space + 1] else ""
    return f"{space} instead of {brew.pot[-1][1]}{ruby}"


def _choice(brew: Brew, option: str) -> str:
    """What an option of a question means."""
    match option:
        case "none":
            return "leaves all in the bag"
        case "return":
            return "the white chip goes back"
        case "keep":
            return "the white chip stays"
        case "restart":
            return "all chips into the bag"
        case "continue":
            return "leaves the pot as it is"
        case "done":
            return "the rest stays aside"
    return f"places {option}"
