"""What is kept of a finished game: its record, and a replay that needs no rules to be shown."""

from __future__ import annotations

import gzip
import hashlib

import msgspec

from quedlinburg import Game
from quedlinburg.engine.draw_odds import explosion_chance_of_bag
from quedlinburg.engine.events import ChipDrawn, RoundBegan
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.engine.view import build_view, seat_view
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
    changes, risks = _played_again(document, game)
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
        changes=changes,
        risks=risks,
        outcome=outcome,
        commit=document.commit,
        secret=document.secret,
        nonces={str(n): s.nonce for n, s in enumerate(document.seats) if s.nonce is not None},
    )
    return gzip.compress(msgspec.json.encode(kept), mtime=0)


def _played_again(document: TableDocument, game: Game) -> tuple[list[ReplayChange], list[float]]:
    """What each action changed of the seats besides their chips, and the risks of all draws."""
    again = Play(document, [])
    changes = [_change(again.count, again.standing())]
    risks = [0.0] * game.setup.players
    for played in game.history[len(again.game.history) :]:
        before = [seat_view(again.game.table, seat) for seat in range(len(risks))]
        _, change = again.act(
            played.seat, str(played.action), client=None, played_by="", now=document.started
        )
        # Who draws at the same time draws from a bag of their own.
        for event in change.events:
            if isinstance(event, ChipDrawn):
                seat = before[event.seat]
                risks[event.seat] += float(explosion_chance_of_bag(seat, seat.known_bag()))
        if change.seats:
            changes.append(_change(again.count, change.seats))
    return changes, [round(sum_, 4) for sum_ in risks]


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
