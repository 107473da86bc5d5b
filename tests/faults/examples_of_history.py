"""A game with its history, as a server without faults would have it: for tests of the checker."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass

import msgspec
from history import Answer, TableHistory
from stored_log import StoredLog

from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.storage.store import StoredAction
from quedlinburg.server.tables.live_game import LiveGame

SECRET = "a secret"


@dataclass
class Example:
    """The history of a table, and what is stored of it."""

    history: TableHistory
    log: StoredLog


def document() -> TableDocument:
    """A table of two people whose game has begun."""
    seats = tuple(SeatDocument(kind="person", identity=name, name=name) for name in ("Ada", "Bo"))
    return TableDocument(
        code="TABLE1",
        state="playing",
        options=TableOptions(players=2),
        seats=seats,
        host="Ada",
        host_name="Ada",
        secret=SECRET,
        commit=hashlib.sha256(SECRET.encode()).hexdigest(),
        created=1,
        updated=1,
        started=1,
        date="2026-01-01",
        rules=RULES_VERSION,
    )


def play(actions: int | None) -> Example:
    """Play so many actions, or to the end; both seats and a spectator see all of it."""
    table, choose = document(), random.Random(7)
    game = LiveGame.restore(table, [])
    told = TableHistory(table.code)
    stored: list[StoredAction] = []
    sights = {viewer: told.look(viewer, "player") for viewer in (0, 1, None)}
    for viewer, sight in sights.items():
        sight.opened = 0
        view = _plain(game.view(viewer, bags=True))
        snapshot = {"type": "snapshot", "number": game.count, "view": view}
        sight.hear({**snapshot, "you": {"seat": viewer}})
    time = 10
    while not game.is_over and (actions is None or len(stored) < actions):
        seat = game.game.waiting[0]
        question = game.asked[seat]
        assert question is not None
        action = str(choose.choice(game.game.legal_actions(seat)))
        client = f"id{len(stored)}"
        before = game.count
        game, row, change = game.act(seat, action, client=client, played_by="owner", now=time)
        stored.append(row)
        request = told.send(seat, client, question, action)
        request.sent = [time]
        request.answers.append(Answer("ack", time + 3, game.count))
        for viewer, sight in sights.items():
            events = [_plain(event.seen_by(viewer).to_json()) for event in change.events]
            sight.hear({"type": "events", "first": before, "events": events})
            sight.rows[-1].at = time + 2
        time += 10
    record = game.game.record() if game.is_over else None
    state = "over" if game.is_over else "playing"
    return Example(told, StoredLog(table.with_changes(state=state), tuple(stored), record))


def _plain(value: object) -> dict[str, object]:
    """A value as it comes out of JSON."""
    plain: dict[str, object] = json.loads(msgspec.json.encode(value))
    return plain
