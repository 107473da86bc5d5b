"""The chances of the next draw, exactly, from a view alone: nothing that is hidden is used."""

from __future__ import annotations

from typing import cast

from quedlinburg import View
from quedlinburg.odds import Judged, next_chip, read_view
from quedlinburg.odds.layout import State, Way
from quedlinburg.odds.model import Model
from quedlinburg.rules.tables import SPACE_COINS, SPACE_POINTS
from quedlinburg.server.messages import Odds
from quedlinburg.server.whites import bombs, white_sums

# A state alone; a look and an ending have theirs in front.
_STATE_FIELDS = 6
_SPACE = 3


def expected_space(view: View) -> float:
    """The mean scoring space after one more draw, as books, card and edition move the chips."""
    model = Model(read_view(view), Judged(lambda _: 0.0, needs=set()))
    root = model.root()
    sight = model.sight(root)
    chips = model.layout.chips(root[0])
    total = sum(count for _, count in chips)
    reached = (
        count * (_after(model.place(root, kind, sight, False)[0])[_SPACE] + 1)
        for kind, count in chips
    )
    return sum(reached) / total


def _after(way: Way) -> State:
    """The state that a way on leads to, before anything more is decided."""
    return cast("State", way if len(way) == _STATE_FIELDS else way[0])


def odds_of(view: View, message_id: str) -> Odds | None:
    """The chances of a viewer's next draw; None if there is nothing to draw."""
    if view.viewer is None:
        return None
    seat = view.seats[view.viewer]
    if seat.state != "brewing" or not seat.bag:
        return None
    told = next_chip(view)
    after = told.explodes_after_flask
    return Odds(
        id=message_id,
        explodes=float(told.explodes),
        explodes_after_flask=None if after is None else float(after),
        shielded=told.shielded,
        chips=sum(seat.bag.values()),
        kinds={kind: float(chance) for kind, chance in told.chances.items()},
        white_sums=white_sums(seat, told.chances),
        bombs=bombs(seat, told.chances),
        scoring_now=seat.scoring,
        scoring_expected=round(expected_space(view), 3),
        points_now=SPACE_POINTS[seat.scoring],
        coins_now=SPACE_COINS[seat.scoring],
    )
