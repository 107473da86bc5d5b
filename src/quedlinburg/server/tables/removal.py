"""Taking a deleted person out of everything that one table holds.

What remains of a game bears the neutral name "", which every page and program says in its own
words. Luck and rules know nothing of names, so that its record still verifies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy import Executable

from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables import archive, seats
from quedlinburg.server.tables.contents import Contents


@dataclass(frozen=True, slots=True)
class Removal:
    """A table without a person: its contents, what stores them, and the chat lines that go.

    `is_empty` says that nobody is left at an open table; then the statements delete it. `has_ended`
    says that nobody is left in a game, or all the others have agreed to end it.
    """

    contents: Contents
    statements: Sequence[Executable]
    lines: Sequence[int] = ()
    is_empty: bool = False
    has_ended: bool = False


async def remove_person(store: Store, contents: Contents, identity: str) -> Removal:
    """Work out a table without a person; nothing is stored yet."""
    before = contents.document
    document, code = seats.without_person(before, identity), before.code
    contents = replace(contents, document=document)
    if document.state == "open" and not document.owners:
        return Removal(contents, store.delete_statements(code), is_empty=True)
    chat = (await store.load_chats([code], but=identity)).get(code, [])
    kept = {line.number for line in chat}
    lines = [line.number for line in contents.chat if line.number not in kept]
    game = contents.game
    if game is not None:
        game = game.renamed([seat.name for seat in document.seats])
    own = before.seats_of(identity)
    statements = [
        *store.save_statements(document, None),
        *store.forget_person(code, identity, own),
        *await _archived(store, before, own, title=seats.has_titled(before, identity)),
    ]
    contents = replace(contents, game=game, chat=tuple(chat))
    has_ended = document.is_over and not before.is_over
    return Removal(contents, statements, lines, has_ended=has_ended)


async def _archived(
    store: Store, document: TableDocument, own: Sequence[int], *, title: bool
) -> list[Executable]:
    """The statements that take a person's names and title out of a finished game."""
    record = await store.load_record(document.code)
    if record is None or not (own or title):
        return []
    replay = await store.load_replay(document.code) or b""
    return [
        store.change_game(
            document.code,
            archive.nameless_record(record, own),
            await asyncio.to_thread(archive.nameless_replay, replay, own, title=title),
        )
    ]


# --- tables that can't be read -------------------------------------------------------------------


async def remove_from_unreadable(store: Store, code: str, identity: str) -> None:
    """Take a person out of a table whose document this program can't read."""
    document = await store.raw_document(code)
    own, cleaned = unreadable_without(document, identity)
    record = await store.load_record(code)
    statements = store.raw_statements(code, cleaned, identity)
    statements += store.forget_person(code, identity, own)
    if record is not None:
        replay = archive.nameless_replay(await store.load_replay(code) or b"", own, title=True)
        statements.append(store.change_game(code, archive.nameless_record(record, own), replay))
    await store.writer.put(*statements)


def unreadable_without(document: str, identity: str) -> tuple[list[int], str]:
    """An unreadable document without a person, and the seats that were the person's.

    Where it is JSON, what stands beside the identity goes with it. Otherwise nobody can say what
    belongs to whom, and nothing of it stays.
    """
    try:
        found = msgspec.json.decode(document)
    except (msgspec.DecodeError, RecursionError):
        return [], ""
    if not isinstance(found, dict):
        return [], ""
    listed = found.get("seats")
    every = enumerate(listed) if isinstance(listed, list) else ()
    own = [n for n, seat in every if isinstance(seat, dict) and seat.get("identity") == identity]
    if identity in (found.get("titled_by"), found.get("host")):
        found["options"] = None
    return own, msgspec.json.encode(_without(found, identity)).decode()


def _without(value: object, identity: str) -> object:
    """A JSON value without an identity, and without the names beside it."""
    if isinstance(value, list):
        return [_without(one, identity) for one in value if one != identity]
    if not isinstance(value, dict):
        return value
    is_theirs = identity in (one for one in value.values() if isinstance(one, str))
    return {
        key: ("" if is_theirs and key in ("name", "host_name") else _without(one, identity))
        for key, one in value.items()
        if one != identity
    }
