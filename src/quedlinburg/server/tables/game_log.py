"""A game and its stored log: begin it, carry its actions out again, read the luck of an action."""

from __future__ import annotations

from collections.abc import Sequence

from quedlinburg import Game, Pledge, Seeded
from quedlinburg.engine.events import Event
from quedlinburg.engine.version import RULES_VERSION, other_rules
from quedlinburg.server.protocol.table_options import setup_of
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import StoredAction


class LogError(Exception):
    """A stored game that can't be played on, and why."""


def pledge_of(document: TableDocument) -> Pledge:
    """The secret of a table with the seals and nonces of its seats.

    Games that were begun before there were seals have nonces alone.
    """
    return Pledge(document.secret, document.nonces, document.seals)


def begin(document: TableDocument) -> Game:
    """Make the game of a table as it stands before its first action."""
    if document.position is not None:
        return Game.from_position(document.position, luck=Seeded(document.seed or ""))
    names = [seat.name for seat in document.seats]
    setup = setup_of(document.options, document.books, document.cooked)
    return Game.new(
        setup,
        pledge=pledge_of(document),
        names=names,
        date=document.date,
        lot_books=document.lot_books,
    )


def begin_again(document: TableDocument) -> Game:
    """Begin a stored game; LogError if it was begun under other rules, or can't be begun."""
    if document.rules != RULES_VERSION:
        raise LogError(other_rules(document.rules))
    try:
        return begin(document)
    except ValueError as error:
        raise LogError(f"this game can't be played on: {error}") from None


def act_again(game: Game, stored: StoredAction, count: int) -> Sequence[Event]:
    """Carry out a stored action; LogError unless its luck and count of events are the stored ones.

    `count` is the number of events before it.
    """
    try:
        events = game.act(stored.seat, stored.action)
    except ValueError as error:
        raise LogError(_where(stored, str(error))) from None
    if luck_of(game, count, count + len(events)) != stored.luck:
        raise LogError(_where(stored, "its luck is not the stored one"))
    if count + len(events) != stored.events:
        raise LogError(_where(stored, "something else happens"))
    return events


def _where(stored: StoredAction, why: str) -> str:
    """Say which action of a log can't be carried out, and why."""
    return f"this game can't be played on: action {stored.number}: {why}"


def luck_of(game: Game, since: int, until: int) -> str:
    """The outcomes of luck in some events of a game, in their notation."""
    return " ".join(game.logbook.luck_between(since, until))
