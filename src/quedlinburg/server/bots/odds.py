"""The chances of the next draw, exactly, from a view alone: nothing that is hidden is used."""

from __future__ import annotations

from quedlinburg import View
from quedlinburg.analysis import next_chip
from quedlinburg.engine.draw_odds import draw_odds
from quedlinburg.engine.imagine import imagine
from quedlinburg.engine.preview import explosion
from quedlinburg.rules.constants import SPACE_COINS, SPACE_POINTS
from quedlinburg.server.protocol.server_messages import Explosion, Odds


def odds_of(view: View, message_id: str) -> Odds | None:
    """The chances of a viewer's next draw; None if there is nothing to draw."""
    if view.viewer is None:
        return None
    seat = view.seats[view.viewer]
    bag = view.whole_bag(view.viewer)
    if seat.state != "brewing" or not bag:
        return None
    told = next_chip(view)
    after = told.explodes_after_flask
    chips = draw_odds(view, view.viewer)
    return Odds(
        id=message_id,
        explodes=float(told.explodes),
        explodes_after_flask=None if after is None else float(after),
        shielded=told.shielded,
        chips=sum(bag.values()),
        kinds={kind: float(chance) for kind, chance in told.chances.items()},
        white_sums={one.kind: one.white_sum for one in chips if one.white_sum is not None},
        bombs=[one.kind for one in chips if one.explodes],
        scoring_now=seat.scoring,
        scoring_expected=round(told.space, 3),
        points_now=SPACE_POINTS[seat.scoring],
        coins_now=SPACE_COINS[seat.scoring],
        explosion=_explosion(view, view.viewer),
    )


def _explosion(view: View, seat: int) -> Explosion | None:
    """What an explosion with the next chip leaves a seat, tried on a table that fits its view."""
    left = explosion(imagine(view, 0).table, seat)
    if left is None:
        return None
    return Explosion(points=left.points, coins=left.coins, both=left.both)
