"""How the bot `cautious` brews: draw while the risk is small, stop when it is not (R4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from quedlinburg.bots.cautious.evaluation import space_value
from quedlinburg.bots.cautious.situation import SPOON, Situation, value
from quedlinburg.engine.counts import Counts
from quedlinburg.engine.draw_odds import explosion_chance, explosion_chance_of_bag
from quedlinburg.engine.view import SeatView

# The risk that is taken in each round: an explosion costs least while few points are at stake.
_RISKS = (30, 30, 28, 26, 24, 22, 20, 20, 18)


def accepted_risk(situation: Situation) -> Fraction:
    """The chance of an explosion that the bot takes in this round."""
    return Fraction(_RISKS[situation.view.round - 1] + situation.nerve, 100)


def brew(situation: Situation) -> str:
    """Draw while the risk is accepted; otherwise take a white chip back, or stop."""
    risk = next_risk(situation)
    if "draw" not in situation.options:
        return stop_or_short(situation)
    if "stop" not in situation.options:
        return "draw"
    if situation.own.scoring == SPOON and not situation.view.setup.overflow:
        return stop_or_short(situation)
    accepted = accepted_risk(situation)
    if risk <= accepted:
        return "draw"
    if "flask" in situation.options and risk_after_flask(situation) <= accepted:
        return "flask"
    return stop_or_short(situation)


def stop_or_short(situation: Situation) -> str:
    """Stop, but first pass up extra spaces where the bare space scores more (R4.7)."""
    bare = situation.own.short_to
    if bare is not None and space_value(situation, bare + 1) > space_value(
        situation, situation.own.scoring
    ):
        return "short"
    return "stop"


def next_risk(situation: Situation) -> Fraction:
    """The chance that the next draw costs something: none while a shield covers it (R4.12)."""
    if situation.own.shield > 0:
        return Fraction(0)
    return explosion_chance(situation.view, situation.view.viewer or 0)


def risk_after_flask(situation: Situation) -> Fraction:
    """The chance of an explosion once the white chip just placed is back in the bag (R4.5)."""
    own = situation.own
    kind = last_white(own)
    if kind is None:
        return Fraction(1)
    bag = dict(own.known_bag())
    bag[kind] = bag.get(kind, 0) + 1
    without = replace(own, white_sum=own.white_sum - value(kind))
    return explosion_chance_of_bag(without, Counts(bag))


def last_white(seat: SeatView) -> str | None:
    """The kind of the last chip in the pot if it is white."""
    if seat.pot and seat.pot[-1][0][0] == "W":
        return seat.pot[-1][0]
    return None


def blue_1(situation: Situation) -> str:
    """Place the strongest chip looked at that is not white (R4.11)."""
    coloured = [kind for kind in situation.kinds if kind[0] != "W"]
    if not coloured:
        return "choose none"
    return f"choose {max(coloured, key=lambda kind: (value(kind), situation.price(kind)))}"


def yellow_1(situation: Situation) -> str:
    """Put the white chip back: the mandrake stays where it is (R4.19)."""
    return "choose return"


def well_stirred(situation: Situation) -> str:
    """Put the first white chip back unless it is a small one, which costs little and moves on."""
    return "choose return" if value(situation.question.about[0]) > 1 else "choose keep"


def second_chance(situation: Situation) -> str:
    """Start again after an explosion, or where five chips came to little and the risk is high."""
    own = situation.own
    if own.state == "exploded" and not own.shielded:
        return "choose restart"
    moved = own.scoring - 1 - own.droplet - own.tails
    usual = sum(value(kind) * count for kind, count in whole_bag(own).items()) * 5
    poor = moved * sum(whole_bag(own).values()) < usual
    risky = explosion_chance(situation.view, situation.view.viewer or 0) > accepted_risk(situation)
    return "choose restart" if poor and risky else "choose continue"


def whole_bag(seat: SeatView) -> dict[str, int]:
    """The chips of the bag and of the pot: what a new beginning draws from."""
    chips = dict(seat.known_bag())
    for kind, _ in seat.pot:
        chips[kind] = chips.get(kind, 0) + 1
    return chips


def red_2(situation: Situation) -> str:
    """Place the strongest toadstool that lies aside while that moves anything (R4.16)."""
    if situation.own.scoring == SPOON and not situation.view.setup.overflow:
        return "choose done"
    return f"choose {max(situation.kinds, key=value)}"


def strong_ingredient(situation: Situation) -> str:
    """Place the chip that moves furthest, of equal ones a coloured one: it can't explode."""
    return f"choose {max(situation.kinds, key=lambda kind: (value(kind), kind[0] != 'W'))}"
