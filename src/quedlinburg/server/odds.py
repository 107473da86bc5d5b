"""The chances of the next draw, from a view alone; a stronger reckoning can take its place here."""

from __future__ import annotations

from quedlinburg import View
from quedlinburg.bots.odds import draw_odds
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
    told = draw_odds(view, view.viewer)
    expected = sum(
        float(odds.chance) * min(SPOON, seat.scoring + _VALUE[odds.kind]) for odds in told
    )
    return Odds(
        id=message_id,
        explodes=float(sum(odds.chance for odds in told if odds.explodes)),
        chips=sum(seat.bag.values()),
        kinds={odds.kind: float(odds.chance) for odds in told},
        scoring_now=seat.scoring,
        scoring_expected=round(expected, 3),
        points_now=SPACE_POINTS[seat.scoring],
        coins_now=SPACE_COINS[seat.scoring],
    )
