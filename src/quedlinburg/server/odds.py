"""The chances of the next draw, exactly, from a view alone: nothing that is hidden is used."""

from __future__ import annotations

from quedlinburg import View
from quedlinburg.odds import next_chip
from quedlinburg.rules.tables import KIND_CODES, SPACE_COINS, SPACE_POINTS, SPOON, VALUE
from quedlinburg.server.messages import Odds

_VALUE = dict(zip(KIND_CODES, VALUE, strict=True))


def odds_of(view: View, message_id: str) -> Odds | None:
    """The chances of a viewer's next draw; None if there is nothing to draw.

    The expected scoring space counts the values of the chips; what books add is not in it.
    """
    if view.viewer is None:
        return None
    seat = view.seats[view.viewer]
    if seat.state != "brewing" or not seat.bag:
        return None
    told = next_chip(view)
    expected = sum(
        chance * min(SPOON, seat.scoring + _VALUE[kind]) for kind, chance in told.chances.items()
    )
    after = told.explodes_after_flask
    return Odds(
        id=message_id,
        explodes=float(told.explodes),
        explodes_after_flask=None if after is None else float(after),
        shielded=told.shielded,
        chips=sum(seat.bag.values()),
        kinds={kind: float(chance) for kind, chance in told.chances.items()},
        scoring_now=seat.scoring,
        scoring_expected=round(float(expected), 3),
        points_now=SPACE_POINTS[seat.scoring],
        coins_now=SPACE_COINS[seat.scoring],
    )
