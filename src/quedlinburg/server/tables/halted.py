"""Games that can't be played on: their last view, and their log as text.

A game belongs to the rules under which it was begun. Under others it is not played on, even
where they would say the same so far: nobody could tell until it is too late.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec
from sqlalchemy import Executable

from quedlinburg.engine.notation.lexer import quote
from quedlinburg.engine.notation.record import write_pledge
from quedlinburg.server.protocol.shapes import Colour
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store, StoredAction, StoredView
from quedlinburg.server.tables.contents import Contents


def view_statements(store: Store, contents: Contents) -> list[Executable]:
    """What stores how a spectator sees a game that has no result, for later programs to show."""
    document, game = contents.document, contents.game
    if game is None or document.state not in ("playing", "abandoned"):
        return []
    view = game.view(None, bags=document.shows_bags)
    seen = StoredView(game.count, gzip.compress(msgspec.json.encode(view), mtime=0))
    return store.view_statements(document.code, document.rules, seen)


def at_rest(store: Store, contents: Contents) -> tuple[Contents, list[Executable]]:
    """The contents of a table that leaves memory, and the statements that store them.

    They say who is asked, when the next deadline is, and how a spectator sees the game.
    """
    document = contents.document.with_changes(waiting=tuple(contents.waiting))
    wake_at = min((at for at in contents.deadlines() if at is not None), default=None)
    statements = store.save_statements(document, wake_at, seats=False)
    return replace(contents, document=document), statements + view_statements(store, contents)


def unpack_view(seen: StoredView | None) -> object:
    """Read how a spectator last saw a game; None if that was not stored, or can't be read."""
    if seen is None:
        return None
    try:
        view: object = msgspec.json.decode(gzip.decompress(seen.packed))
    except (OSError, EOFError, zlib.error, msgspec.DecodeError):
        return None
    return view


def log_text(document: TableDocument, why: str | None, actions: Iterable[StoredAction]) -> str:
    """Write the actions of a game with their luck, below its set-up.

    The luck of turning up the first card is not stored, so that this is not a whole record.
    """
    lines = [f"# table {document.code}" + (f": {why}" if why else "")]
    lines.append(f"rules {document.rules}")
    lines.append(f"commit {document.commit}")
    lines.extend(write_pledge(document.seals, document.nonces, lot_books=document.lot_books))
    lines.extend(f"name {seat} {quote(one.name)}" for seat, one in enumerate(document.seats))
    if document.date:
        lines.append(f"date {document.date}")
    lines.append(_set_up(document) if document.position is None else document.position.strip())
    for action in actions:
        luck = f"  luck {action.luck}" if action.luck else ""
        lines.append(f"{action.seat} {action.action}{luck}")
    return "\n".join([*lines, "unfinished"]) + "\n"


def _set_up(document: TableDocument) -> str:
    """Write the set-up of a game as the head of a record does."""
    options = document.options
    words = [f"players {options.players}"]
    books = options.books if document.books is None else document.books
    words.append(f"books {_pairs(books) if isinstance(books, dict) else books}")
    edition = options.edition
    named = f"north_star {_pairs(edition)}" if isinstance(edition, dict) else edition
    words.append(f"edition {named}")
    words.extend(name for name in ("tubes", "overflow") if getattr(options, name))
    words.append(f"stir {options.stir}")
    start = document.cooked if options.start == "cooked" else options.start
    if start is not None:
        words.append(f"start {start}")
    return "  ".join(words)


def _pairs(values: Mapping[str, object] | Mapping[Colour, object]) -> str:
    """Write names and values as the head of a record does."""
    return " ".join(f"{name}={value}" for name, value in values.items())
