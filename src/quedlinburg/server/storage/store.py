"""The store: every query of the server, and the statements that it writes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Executable, Insert, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.server.limits import CHAT_TAIL, DATABASE_SECONDS
from quedlinburg.server.protocol.shapes import ChatLine
from quedlinburg.server.storage import schema
from quedlinburg.server.storage.commits import Values, commits_for
from quedlinburg.server.storage.documents import TableDocument, read_documents, write_document
from quedlinburg.server.storage.people import PeopleStore
from quedlinburg.server.storage.reader import Reader
from quedlinburg.server.storage.writer import StoreError, Writer

# As much as a finished game takes is written to see whether something can be stored.
CHECK_BYTES = 16 * 1024
INSERT_ACTION = insert(schema.actions)
INSERT_CHAT = insert(schema.chat)


@dataclass(frozen=True, slots=True)
class StoredAction:
    """A stored action: seat, action and its luck, and the count of events after it."""

    number: int
    seat: int
    client: str | None
    played_by: str
    action: str
    luck: str
    events: int
    at: int

    def row(self, code: str) -> tuple[Insert, Values]:
        """The row that stores the action, with its insert statement."""
        return INSERT_ACTION, {
            "code": code,
            "number": self.number,
            "seat": self.seat,
            "client": self.client,
            "played_by": self.played_by,
            "action": self.action,
            "luck": self.luck,
            "events": self.events,
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class StoredView:
    """How a spectator last saw a game: the count of events, and the view as compressed JSON."""

    number: int
    packed: bytes


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All that is stored of a table: its document, its log, the end of its chat, its last view."""

    document: TableDocument
    actions: list[StoredAction]
    chat: list[ChatLine]
    seen: StoredView | None = None


class Store(Reader):
    """Reads and writes everything that the server stores."""

    def __init__(self, engine: AsyncEngine, seconds: float = DATABASE_SECONDS) -> None:
        """Use an open database, which may take so many seconds to answer."""
        super().__init__(engine, seconds)
        self.writer = Writer(commits_for(engine, seconds), seconds)
        self.people = PeopleStore(engine, seconds, self.writer)

    # --- settings --------------------------------------------------------------------------------

    async def setting(self, name: str, value: str) -> str:
        """A setting of this database; the given value if it has none yet."""
        table = schema.settings
        found = await self._rows(select(table.c.value).where(table.c.name == name))
        if found:
            return str(found[0][0])
        await self.writer.put(insert(table).values(name=name, value=value))
        return value

    async def check(self) -> None:
        """StoreError, in words, unless the database answers and stores what it is given.

        Something is written only if nothing was stored just now.
        """
        try:
            await self._rows(select(1))
        except StoreError:
            raise StoreError("the database does not answer") from None
        if not self.writer.is_storing:
            table = schema.settings
            now = {"name": "checked", "value": str(int(time.time())).ljust(CHECK_BYTES)}
            statements = delete(table).where(table.c.name == "checked"), insert(table).values(now)
            try:
                async with asyncio.timeout(self._seconds):
                    await self.writer.put(*statements)
            except (StoreError, TimeoutError):
                raise StoreError("nothing can be stored now") from None

    # --- tables ----------------------------------------------------------------------------------

    async def load_tables(self, codes: Sequence[str]) -> list[StoredTable]:
        """All that is stored of some tables; those that are not there are left out.

        So are those whose document can't be read: one of them must not cost the others.
        """
        table = schema.tables
        query = select(table.c.code, table.c.document).where(table.c.code.in_(codes))
        documents = read_documents(await self._rows(query))
        begun = [document.code for document in documents if document.started]
        actions = await self._load_actions(begun) if begun else {}
        views = await self._load_views(begun) if begun else {}
        chats = await self.load_chats(codes)
        return [
            StoredTable(
                document,
                actions.get(document.code, []),
                chats.get(document.code, []),
                views.get(document.code),
            )
            for document in documents
        ]

    async def has_table(self, code: str) -> bool:
        """Whether there is such a table, readable or not."""
        table = schema.tables
        return bool(await self._rows(select(table.c.code).where(table.c.code == code)))

    async def _load_views(self, codes: Sequence[str]) -> dict[str, StoredView]:
        """How spectators last saw the games of some tables."""
        table = schema.snapshots
        query = select(table.c.code, table.c.number, table.c.view).where(table.c.code.in_(codes))
        rows = await self._rows(query)
        return {code: StoredView(number, bytes(view)) for code, number, view in rows}

    def view_statements(self, code: str, rules: int, seen: StoredView) -> list[Executable]:
        """The statements that store how a spectator sees a game, in place of the last view."""
        values = {
            "code": code,
            "rules": rules,
            "number": seen.number,
            "at": int(time.time() * 1000),
            "view": seen.packed,
        }
        return [*self.forget_view(code), insert(schema.snapshots).values(values)]

    def forget_view(self, code: str) -> list[Executable]:
        """The statements that delete the last view of a game, once it is archived whole."""
        return [delete(schema.snapshots).where(schema.snapshots.c.code == code)]

    async def load_actions(self, code: str) -> list[StoredAction]:
        """The log of a table, in order."""
        return (await self._load_actions([code])).get(code, [])

    async def _load_actions(self, codes: Sequence[str]) -> dict[str, list[StoredAction]]:
        """The logs of some tables, each in order."""
        table = schema.actions
        columns = [table.c[name] for name in StoredAction.__slots__]
        query = select(table.c.code, *columns).where(table.c.code.in_(codes))
        logs: dict[str, list[StoredAction]] = {}
        for code, *row in await self._rows(query.order_by(table.c.code, table.c.number)):
            logs.setdefault(code, []).append(StoredAction(*row))
        return logs

    async def add_table(self, document: TableDocument) -> None:
        """Store a new table."""
        values = _table_values(document, None)
        await self.writer.put(
            insert(schema.tables).values(code=document.code, **values), *_members(document)
        )

    def save_statements(
        self, document: TableDocument, wake_at: int | None, *, seats: bool = True
    ) -> list[Executable]:
        """The statements that store a changed document, and the owners of its seats."""
        table = schema.tables
        values = _table_values(document, wake_at)
        change = update(table).where(table.c.code == document.code).values(values)
        return [change, *(_members(document) if seats else [])]

    async def set_wake_at(self, code: str, wake_at: int | None) -> None:
        """Set when the clock must wake a table at rest."""
        table = schema.tables
        await self.writer.put(update(table).where(table.c.code == code).values(wake_at=wake_at))

    def delete_statements(self, code: str) -> list[Executable]:
        """The statements that delete a table that was never played."""
        every = (schema.tables, schema.members, schema.actions, schema.chat, schema.snapshots)
        return [delete(table).where(table.c.code == code) for table in every]

    async def delete_table(self, code: str) -> None:
        """Delete a table that was never played."""
        await self.writer.put(*self.delete_statements(code))

    def forget_person(self, code: str, identity: str, seats: Sequence[int]) -> list[Executable]:
        """The statements that delete what an identity said and sent at a table.

        Ids of messages are a client's own words; nobody is left who could repeat one.
        """
        chat, actions = schema.chat, schema.actions
        sent = (actions.c.code == code) & actions.c.seat.in_(seats)
        return [
            delete(chat).where(chat.c.code == code, chat.c.identity == identity),
            update(actions).where(sent).values(client=None),
        ]

    async def raw_document(self, code: str) -> str:
        """The document of a table as it is stored, readable or not."""
        table = schema.tables
        rows = await self._rows(select(table.c.document).where(table.c.code == code))
        return str(rows[0][0]) if rows else ""

    def raw_statements(self, code: str, document: str, identity: str) -> list[Executable]:
        """The statements that replace an unreadable document, which no longer has an identity."""
        tables, members = schema.tables, schema.members
        mine = (members.c.code == code) & (members.c.identity == identity)
        return [
            update(tables).where(tables.c.code == code).values(document=document),
            delete(members).where(mine),
        ]

    async def due_tables(self, now: int) -> list[str]:
        """Tables at rest whose clock has run out; games of other rules have no clock here."""
        table = schema.tables
        query = select(table.c.code).where(table.c.wake_at <= now, table.c.rules == RULES_VERSION)
        query = query.limit(50)
        return [row[0] for row in await self._rows(query)]

    async def unfinished_tables(self, since: int) -> list[str]:
        """Tables that go on by themselves after a restart.

        They are about to begin, or of these rules with a clock or with an action lately.
        """
        tables, actions = schema.tables, schema.actions
        latest = (
            select(actions.c.code).where(actions.c.at >= since).group_by(actions.c.code).subquery()
        )
        is_running = (
            (tables.c.state == "playing")
            & (tables.c.rules == RULES_VERSION)
            & ((tables.c.clock > 0) | tables.c.code.in_(select(latest.c.code)))
        )
        query = select(tables.c.code).where((tables.c.state == "starting") | is_running)
        return [row[0] for row in await self._rows(query)]

    async def stale_tables(self, before: int) -> list[str]:
        """Tables that were never started and that nobody has touched for long."""
        table = schema.tables
        query = select(table.c.code).where(table.c.state == "open", table.c.updated < before)
        return [row[0] for row in await self._rows(query.limit(100))]

    async def tables_of(self, identity: str, most: int) -> list[TableDocument]:
        """The tables at which an identity sits or sat, the newest first."""
        tables, members = schema.tables, schema.members
        mine = select(members.c.code).where(members.c.identity == identity)
        query = select(tables.c.code, tables.c.document).where(tables.c.code.in_(mine))
        return read_documents(await self._rows(query.order_by(tables.c.updated.desc()).limit(most)))

    async def count_unfinished(self, identity: str) -> int:
        """How many tables that are not over, and can be played on, an identity has a seat at."""
        tables, members = schema.tables, schema.members
        mine = select(members.c.code).where(members.c.identity == identity)
        is_running = (tables.c.state == "playing") & (tables.c.rules == RULES_VERSION)
        query = select(func.count()).where(
            tables.c.code.in_(mine), tables.c.state.in_(["open", "starting"]) | is_running
        )
        return int((await self._rows(query))[0][0])

    # --- finished games --------------------------------------------------------------------------

    def game_statement(self, code: str, rules: int, record: str, replay: bytes, now: int) -> Insert:
        """The statement that archives a finished game."""
        values = {"code": code, "rules": rules, "ended": now, "record": record, "replay": replay}
        return insert(schema.games).values(values)

    async def load_record(self, code: str) -> str | None:
        """The record of a finished game."""
        table = schema.games
        rows = await self._rows(select(table.c.record).where(table.c.code == code))
        return rows[0][0] if rows else None

    async def load_replay(self, code: str) -> bytes | None:
        """The replay of a finished game, compressed."""
        table = schema.games
        rows = await self._rows(select(table.c.replay).where(table.c.code == code))
        return bytes(rows[0][0]) or None if rows else None

    def change_game(self, code: str, record: str, replay: bytes) -> Executable:
        """The statement that writes a finished game again, without a name that was deleted."""
        table = schema.games
        return update(table).where(table.c.code == code).values(record=record, replay=replay)

    # --- chat ------------------------------------------------------------------------------------

    def chat_row(self, code: str, identity: str, line: ChatLine) -> tuple[Insert, Values]:
        """The row that stores a line of the chat."""
        return INSERT_CHAT, {
            "code": code,
            "number": line.number,
            "identity": identity,
            "name": line.name,
            "seat": line.seat,
            "text": line.text,
            "at": line.at,
        }

    async def speaker(self, code: str, number: int) -> str | None:
        """The identity that said a line of a table's chat."""
        table = schema.chat
        query = select(table.c.identity).where(table.c.code == code, table.c.number == number)
        rows = await self._rows(query)
        return str(rows[0][0]) if rows else None

    async def load_chats(
        self, codes: Sequence[str], but: str | None = None
    ) -> dict[str, list[ChatLine]]:
        """The last lines of the chats of some tables, perhaps without those of one identity."""
        table = schema.chat
        columns = [table.c[name] for name in ("number", "name", "seat", "text", "at")]
        place = func.row_number().over(partition_by=table.c.code, order_by=table.c.number.desc())
        lines = select(table.c.code, *columns, place.label("place")).where(table.c.code.in_(codes))
        if but is not None:
            lines = lines.where(table.c.identity != but)
        last = lines.subquery()
        query = select(last).where(last.c.place <= CHAT_TAIL).order_by(last.c.code, last.c.number)
        chats: dict[str, list[ChatLine]] = {}
        for code, number, name, seat, text, at, _ in await self._rows(query):
            line = ChatLine(number=number, name=name, seat=seat, text=text, at=at)
            chats.setdefault(code, []).append(line)
        return chats


def _table_values(document: TableDocument, wake_at: int | None) -> Values:
    """The columns of a table's row."""
    return {
        "state": document.state,
        "clock": document.options.clock,
        "wake_at": wake_at,
        "updated": document.updated,
        "document": write_document(document),
        "rules": document.rules,
    }


def _members(document: TableDocument) -> list[Executable]:
    """The statements that store the owners of a table's seats."""
    table = schema.members
    rows = [
        {"code": document.code, "seat": number, "identity": seat.identity}
        for number, seat in enumerate(document.seats)
        if seat.identity is not None
    ]
    clear: list[Executable] = [delete(table).where(table.c.code == document.code)]
    return [*clear, insert(table).values(rows)] if rows else clear
