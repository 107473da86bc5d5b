"""How the bot `cautious` brews: draw while the risk is small, stop when it is not (R4)."""

from __future__ import annotations

from fractions import Fraction

from quedlinburg.bots.evaluating import space_worth
from quedlinburg.bots.sight import SPOON, Sight, value
from quedlinburg.engine.draw_odds import explosion_chance
from quedlinburg.engine.view import SeatView

# The risk that is taken in each round: an explosion costs least while few points are at stake.
_RISKS = (30, 30, 28, 26, 24, 22, 20, 20, 18)


def accepted_risk(sight: Sight, nerve: int) -> Fraction:
    """The chance of an explosion that the bot takes in this round; nerve is in hundredths."""
    return Fraction(_RISKS[sight.view.round - 1] + nerve, 100)


def brew(sight: Sight, nerve: int) -> str:
    """Draw while the risk is accepted; otherwise take a white chip back, or stop."""
    risk = next_risk(sight)
    if "draw" not in sight.options:
        return stop_or_short(sight)
    if "stop" not in sight.options:
        return "draw"
    if sight.own.scoring == SPOON and not sight.view.setup.overflow:
        return stop_or_short(sight)
    accepted = accepted_risk(sight, nerve)
    if risk <= accepted:
        return "draw"
    if "flask" in sight.options and risk_after_flask(sight) <= accepted:
        return "flask"
    return stop_or_short(sight)


def stop_or_short(sight: Sight) -> str:
    """Stop, but first pass up extra spaces where the bare space scores more (R4.7)."""
    bare = sight.own.short_to
    if bare is not None and space_worth(sight, bare + 1) > space_worth(sight, sight.own.scoring):
        return "short"
    return "stop"


def next_risk(sight: Sight) -> Fraction:
    """The chance that the next draw costs something: none while a shield covers it (R4.12)."""
    if sight.own.shield > 0:
        return Fraction(0)
    return explosion_chance(sight.view, sight.view.viewer or 0)


def risk_after_flask(sight: Sight) -> Fraction:
    """The chance of an explosion once the white chip just placed is back in the bag (R4.5)."""
    own = sight.own
    kind = last_white(own)
    if kind is None:
        return Fraction(1)
    white_sum = own.white_sum - value(kind)
    risky = sum(
        count + (other == kind)
        for other, count in (dict.fromkeys([kind], 0) | dict(own.known_bag())).items()
        if other[0] == "W" and white_sum + value(other) > own.limit
    )
    return Fraction(risky, own.bag_count + 1)


def last_white(seat: SeatView) -> str | None:
    """The kind of the last chip in the pot if it is white."""
    if seat.pot and seat.pot[-1][0][0] == "W":
        return seat.pot[-1][0]
    return None


def blue_1(sight: Sight) -> str:
    """Place the strongest chip looked at that is not white (R4.11)."""
    coloured = [kind for kind in sight.kinds if kind[0] != "W"]
    if not coloured:
        return "choose none"
    return f"choose {max(coloured, key=lambda kind: (value(kind), sight.price(kind)))}"


def yellow_1(sight: Sight) -> str:
    """Put the white chip back: the mandrake stays where it is (R4.19)."""
    return "choose return"


def well_stirred(sight: Sight) -> str:
    """Put the first white chip back unless it is a small one, which costs little and moves on."""
    return "choose return" if value(sight.question.about[0]) > 1 else "choose keep"


def second_chance(sight: Sight, nerve: int) -> str:
    """Start again after an explosion, or where five chips came to little and the risk is high."""
    own = sight.own
    if own.state == "exploded" and not own.shielded:
        return "choose restart"
    moved = own.scoring - 1 - own.droplet - own.tails
    usual = sum(value(kind) * count for kind, count in whole_bag(own).items()) * 5
    poor = moved * sum(whole_bag(own).values()) < usual
    risky = explosion_chance(sight.view, sight.view.viewer or 0) > accepted_risk(sight, nerve)
    return "choose restart" if poor and risky else "choose continue"


def whole_bag(seat: SeatView) -> dict[str, int]:
    """The chips of the bag and of the pot: what a new beginning draws from."""
    chips = dict(seat.known_bag())
    for kind, _ in seat.pot:
        chips[kind] = chips.get(kind, 0) + 1
    return chips


def red_2(sight: Sight) -> str:
    """Place the strongest toadstool that lies aside while that moves anything (R4.16)."""
    if sight.own.scoring == SPOON and not sight.view.setup.overflow:
        return "choose done"
    return f"choose {max(sight.kinds, key=value)}"


def strong_ingredient(sight: Sight) -> str:
    """Place the chip that moves furthest, of equal ones a coloured one: it can't explode."""
    return f"choose {max(sight.kinds, key=lambda kind: (value(kind), kind[0] != 'W'))}"
