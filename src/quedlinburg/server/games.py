"""Between store and engine: begin a game, bring it back from its log, keep it at its end."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from quedlinburg import Game, Pledge, Seeded, Setup
from quedlinburg.engine.events import (
    CardTurnedUp,
    ChipDrawn,
    ChipsLookedAt,
    DieRolled,
    Event,
)
from quedlinburg.engine.version import RULES_VERSION, other_rules
from quedlinburg.server.shapes import OutcomeData, TableOptions
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import StoredAction


class LogError(Exception):
    """A stored game that can't be brought back, and why."""


def setup_of(
    options: TableOptions,
    books: int | dict[str, int] | None = None,
    cooked: int | None = None,
) -> Setup:
    """The engine's set-up for a table's options; ValueError names what is not allowed.

    Books that were left to chance are given as they were drawn, and so is who cooked last.
    """
    chosen = books if books is not None else options.books
    return Setup(
        players=options.players,
        books=1 if chosen == "random" else chosen,  # type: ignore[arg-type]
        edition=options.edition,
        tubes=options.tubes,
        stir=options.stir,
        overflow=options.overflow,
        start=cooked if options.start == "cooked" else options.start,
    )


def begin(document: TableDocument) -> Game:
    """The game of a table, before its first action."""
    if document.position is not None:
        return Game.from_position(document.position, luck=Seeded(document.seed or ""))
    seats = enumerate(document.seats)
    pledge = Pledge(document.secret, {n: s.nonce for n, s in seats if s.nonce is not None})
    names = [seat.name for seat in document.seats]
    setup = setup_of(document.options, document.books, document.cooked)
    return Game.new(setup, pledge=pledge, names=names, date=document.date)


def bring_back(document: TableDocument) -> Game:
    """The game of a table as it began; LogError if that was under other rules, or can't be."""
    if document.rules != RULES_VERSION:
        raise LogError(other_rules(document.rules))
    try:
        return begin(document)
    except ValueError as error:
        raise LogError(f"this game can't be played on: {error}") from None


def act_again(game: Game, stored: StoredAction, count: int) -> Sequence[Event]:
    """Carry out an action of the log again; luck and count of events must be the stored ones."""
    try:
        events = game.act(stored.seat, stored.action)
    except ValueError as error:
        raise LogError(_where(stored, str(error))) from None
    if luck_in(events) != stored.luck:
        raise LogError(_where(stored, "its luck is not the stored one"))
    if count + len(events) != stored.events:
        raise LogError(_where(stored, "something else happens"))
    return events


def _where(stored: StoredAction, why: str) -> str:
    """Why a log can't be played again, and where."""
    return f"this game can't be played on: action {stored.number}: {why}"


def luck_in(events: Iterable[Event]) -> str:
    """The outcomes of luck in some events, in their notation."""
    words: list[str] = []
    for event in events:
        match event:
            case ChipDrawn():
                words.append(event.kind)
            case ChipsLookedAt():
                words.extend(event.kinds or ())
            case DieRolled():
                words.append(event.face)
            case CardTurnedUp(named=False):
                words.append(event.card)
    return " ".join(words)


@lru_cache(maxsize=20_000)
def event_json(event: Event) -> msgspec.Raw:
    """An event as JSON; equal events are written once."""
    return msgspec.Raw(msgspec.json.encode(event.to_json()))


def outcome_data(game: Game) -> OutcomeData | None:
    """How a game ended, for the wire."""
    outcome = game.outcome
    return None if outcome is None else msgspec.convert(outcome.to_json(), OutcomeData)


def bot_seed(document: TableDocument, seat: int) -> str:
    """The seed of a seat's bot: nobody can foresee it, and restarts agree on it."""
    text = f"{document.secret} bot {seat}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]
