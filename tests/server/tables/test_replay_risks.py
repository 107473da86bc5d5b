"""What draws risked: told by the server with the replay, so that no page reckons it."""

from __future__ import annotations

import gzip
import json
import random

import pytest

from quedlinburg import Game
from quedlinburg.engine.events import ChipDrawn
from quedlinburg.engine.fold import fold
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.tables.archive import archive
from quedlinburg.server.tables.game_log import begin


def _finished() -> tuple[TableDocument, Game]:
    """A game to its end by somebody who draws a lot."""
    seats = tuple(SeatDocument(kind="bot", name=name) for name in ("Ada", "Bo"))
    document = TableDocument(
        code="RISKS1",
        options=TableOptions(players=2),
        seats=seats,
        host=None,
        host_name="",
        secret="00" * 32,
        commit="",
        created=0,
        updated=0,
        rules=RULES_VERSION,
    )
    game = begin(document)
    choices = random.Random(5)
    while game.outcome is None:
        seat = min(game.waiting)
        actions = [str(option.action) for option in game.view(seat).legal]
        draws = "draw" in actions and choices.random() < 0.85
        game.act(seat, "draw" if draws else choices.choice(actions))
    return document, game


def test_the_replay_tells_how_many_explosions_were_to_be_expected() -> None:
    """The risk of each draw: what lay in that bag that would have exploded that pot (R4.3)."""
    document, game = _finished()
    expected = [0.0, 0.0]
    events = list(game.events)
    for number, event in enumerate(events):
        if isinstance(event, ChipDrawn):
            seat = fold(game.setup, events[:number]).seats[event.seat]
            bad = sum(
                n
                for kind, n in seat.known_bag().items()
                if kind[0] == "W" and seat.white_sum + int(kind[1]) > seat.limit
            )
            expected[event.seat] += bad / seat.bag_count
    _, packed = archive(document, game, [])
    told = json.loads(gzip.decompress(packed))["risks"]
    assert told == pytest.approx(expected, abs=1e-3)
    assert min(told) > 0.5
