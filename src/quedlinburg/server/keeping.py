"""What is kept of a finished game: its record, and a replay that needs no rules to be shown."""

from __future__ import annotations

import gzip
import hashlib

import msgspec

from quedlinburg import Game
from quedlinburg.engine.events import RoundBegan
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.engine.view import build_view
from quedlinburg.server.bodies import Replay, ReplayChange, Step
from quedlinburg.server.games import event_json, outcome_data
from quedlinburg.server.play import Play
from quedlinburg.server.shapes import SeatChange, SeatInfo
from quedlinburg.server.storage.documents import TableDocument

_SEATS = dict[str, SeatChange]  # type: ignore[valid-type]


def keep(document: TableDocument, game: Game, seats: list[SeatInfo]) -> tuple[str, bytes]:
    """The record of a finished game, and its replay; takes its time, so not on the event loop."""
    return game.record(), _pack_replay(document, game, seats)


def _pack_replay(document: TableDocument, game: Game, seats: list[SeatInfo]) -> bytes:
    """The replay of a finished game, packed: the view before the first event, and all events."""
    events = list(game.events)
    first = build_view(game.first_head, game.setup, (), None).to_json()
    outcome = outcome_data(game)
    if outcome is None:
        raise ValueError("only a finished game is kept")
    kept = Replay(
        code=document.code,
        rules=RULES_VERSION,
        seats=seats,
        options=document.options,
        view=first,
        events=[event_json(event) for event in events],
        steps=[
            Step(event=played.since, seat=played.seat, action=str(played.action))
            for played in game.history
        ],
        rounds=sorted({0, *(n for n, e in enumerate(events) if isinstance(e, RoundBegan))}),
        changes=_changes(document, game),
        outcome=outcome,
        commit=document.commit,
        secret=document.secret,
        nonces={str(n): s.nonce for n, s in enumerate(document.seats) if s.nonce is not None},
    )
    return gzip.compress(msgspec.json.encode(kept), mtime=0)


def _changes(document: TableDocument, game: Game) -> list[ReplayChange]:
    """What each action changed of the seats besides their chips, found by playing it again."""
    again = Play(document, [])
    changes = [_change(again.count, again.standing())]
    for played in game.history[len(again.game.history) :]:
        _, change = again.act(
            played.seat, str(played.action), client=None, played_by="", now=document.started
        )
        if change.seats:
            changes.append(_change(again.count, change.seats))
    return changes


def _change(event: int, seats: dict[str, dict[str, object]]) -> ReplayChange:
    """A line of the changes."""
    return ReplayChange(event=event, seats=msgspec.convert(seats, _SEATS))


def without_name(record: str, seat: int) -> str:
    """A record without the name of a seat, its sum made again."""
    lines = record.splitlines(keepends=True)
    start = f"name {seat} "
    kept = [f'name {seat} ""\n' if line.startswith(start) else line for line in lines[:-1]]
    body = "".join(kept)
    return f"{body}sum {hashlib.sha256(body.encode()).hexdigest()}\n"


def replay_without_name(packed: bytes, seat: int) -> bytes:
    """A packed replay without the name of a seat."""
    kept = msgspec.json.decode(gzip.decompress(packed))
    kept["seats"][seat]["name"] = ""
    return gzip.compress(msgspec.json.encode(kept), mtime=0)
