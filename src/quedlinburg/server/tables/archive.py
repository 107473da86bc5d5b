"""The archive of finished games: a record, and a replay that can be shown without the rules."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Iterable

import msgspec
from sqlalchemy import Executable

from quedlinburg.engine.draw_odds import explosion_chance_of_bag
from quedlinburg.engine.events import ChipDrawn, RoundBegan
from quedlinburg.engine.notation.record import sum_of
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.engine.view import build_view
from quedlinburg.server.protocol.bodies import Replay, ReplayChange, Step
from quedlinburg.server.protocol.shapes import (
    SeatChange,
    SeatInfo,
    by_seat,
    event_json,
    outcome_data,
)
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.contents import Contents
from quedlinburg.server.tables.live_game import LiveGame, ReadOnlyGame, SeatFields

_SEATS = dict[str, SeatChange]  # type: ignore[valid-type]


async def finish(
    store: Store, contents: Contents, seats: list[SeatInfo], at: int
) -> tuple[Contents, list[Executable]]:
    """The contents of a table whose game has ended, and the statements that archive the game.

    The archive is made in a thread, because that takes a while.
    """
    document, game = contents.document, contents.game
    if game is None or game.game.outcome is None:
        raise ValueError("only a finished game is archived")
    record, replay = await asyncio.to_thread(archive, document, game.game, seats)
    outcome = outcome_data(game.game.outcome)
    document = document.with_changes(state="over", outcome=outcome, updated=at)
    statements = [
        *store.save_statements(document, None, seats=False),
        *store.forget_view(document.code),
        store.game_statement(document.code, document.rules, record, replay, at),
    ]
    changed = Contents(document, game, contents.chat)
    return changed, statements


def archive(
    document: TableDocument, game: ReadOnlyGame, seats: list[SeatInfo]
) -> tuple[str, bytes]:
    """The record of a finished game as text, and its replay as compressed JSON."""
    return game.record(), gzip.compress(
        msgspec.json.encode(_replay(document, game, seats)), mtime=0
    )


def _replay(document: TableDocument, game: ReadOnlyGame, seats: list[SeatInfo]) -> Replay:
    """The replay of a finished game: the view before the first event, and all events."""
    if game.outcome is None:
        raise ValueError("only a finished game is archived")
    events = game.events
    changes, risks = _play_again(document, game)
    return Replay(
        code=document.code,
        rules=RULES_VERSION,
        seats=seats,
        options=document.options,
        view=build_view(game.first_head, game.setup, (), None).to_json(),
        events=[event_json(event) for event in events],
        steps=[
            Step(event=played.since, seat=played.seat, action=str(played.action))
            for played in game.history
        ],
        rounds=sorted({0, *(n for n, e in enumerate(events) if isinstance(e, RoundBegan))}),
        changes=changes,
        risks=risks,
        outcome=outcome_data(game.outcome),
        commit=document.commit,
        secret=document.secret,
        seals=by_seat(document.seals),
        nonces=by_seat(document.nonces),
    )


def _play_again(
    document: TableDocument, game: ReadOnlyGame
) -> tuple[list[ReplayChange], list[float]]:
    """Play a game again: the changes of seats besides their chips, and each seat's summed risks.

    The risk of a draw is the chance that it explodes the pot.
    """
    again = LiveGame.restore(document, [])
    changes = [_change(again.count, again.seat_fields())]
    risks = [0.0] * game.setup.players
    for played in game.history[len(again.game.history) :]:
        before = [again.seat_view(seat) for seat in range(len(risks))]
        again, _, change = again.act(
            played.seat, str(played.action), client=None, played_by="", now=document.started
        )
        # Seats that draw at the same time draw from bags of their own.
        for event in change.events:
            if isinstance(event, ChipDrawn):
                seat = before[event.seat]
                risks[event.seat] += float(explosion_chance_of_bag(seat, seat.known_bag()))
        if change.seats:
            changes.append(_change(again.count, dict(change.seats)))
    return changes, [round(total, 4) for total in risks]


def _change(event: int, seats: dict[str, SeatFields]) -> ReplayChange:
    """The changes of seats after so many events."""
    return ReplayChange(event=event, seats=msgspec.convert(seats, _SEATS))


# --- names that go -------------------------------------------------------------------------------


def nameless_record(record: str, seats: Iterable[int]) -> str:
    """A record with the neutral name "" on some seats, and with the sum of that text."""
    lines = record.rstrip("\n").split("\n")[:-1]
    for seat in seats:
        start = f"name {seat} "
        lines = [f'{start}""' if line.startswith(start) else line for line in lines]
    body = "".join(f"{line}\n" for line in lines)
    return f"{body}sum {sum_of(body)}\n"


def nameless_replay(packed: bytes, seats: Iterable[int], *, title: bool) -> bytes:
    """A compressed replay with the neutral name on some seats, and perhaps without its title.

    One that can't be read becomes empty: nobody could be shown it, and nobody knows what it holds.
    """
    try:
        replay = msgspec.json.decode(gzip.decompress(packed))
        for seat in seats:
            replay["seats"][seat]["name"] = ""
        if title:
            replay["options"]["title"] = ""
    except (OSError, EOFError, zlib.error, msgspec.DecodeError, LookupError, TypeError):
        return b""
    return gzip.compress(msgspec.json.encode(replay), mtime=0)
