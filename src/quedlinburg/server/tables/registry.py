"""The registry of tables: those in memory, how they are found, made, woken and put to rest."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time

from quedlinburg.server import metrics
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.limits import Limits
from quedlinburg.server.logs import info, trouble
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.bodies import MakeTable, MakeTableFromPosition
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import CLOSE_SERVER_STOPS
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store, StoredTable
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables import new_tables
from quedlinburg.server.tables.clock import now_ms
from quedlinburg.server.tables.halted import view_statements
from quedlinburg.server.tables.lobby import Lobby
from quedlinburg.server.tables.table import Table

TICK_SECONDS = 1.0
FREEZE_TICKS, THAW_TICKS, STALE_TICKS = 10, 3600, 600
STALE_SECONDS = 24 * 60 * 60
# Tables with an action in the last quarter of an hour are woken at start, so that bots go on.
LATELY_SECONDS = 15 * 60
# So many tables are read from the store, or written to it, together.
AT_ONCE = 50
STOPPING = "the server stops"


class TableRegistry:
    """Finds tables by their codes, in memory or in the store."""

    def __init__(self, store: Store, pool: BotPool, limits: Limits) -> None:
        """Hold the tables of a store; their bots are those of a pool."""
        self._store = store
        self._pool = pool
        self._limits = limits
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._ticker: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None
        self.lobby = Lobby()

    # --- finding ---------------------------------------------------------------------------------

    def in_memory(self, code: str) -> Table | None:
        """A table by its code if it is in memory."""
        return self._tables.get(code)

    def __len__(self) -> int:
        return len(self._tables)

    async def find(self, code: str) -> Table | None:
        """A table by its code; one at rest is woken. None if there is no such table."""
        table = self._tables.get(code)
        if table is not None:
            return table
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.create_task(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Table | None:
        """Load a table from the store; refuse one whose document can't be read."""
        found = await self._store.load_tables([code])
        if not found and await self._store.has_table(code):
            raise Refusal("trouble", "this table can't be read by this program", 409)
        return self._hold(found[0]) if found else None

    def _hold(self, stored: StoredTable) -> Table:
        """Hold a stored table in memory, and let it go on."""
        table = self._restored(stored)
        self._tables[table.code] = table
        metrics.TABLES.set(len(self._tables))
        table.go_on()
        return table

    def _restored(self, stored: StoredTable) -> Table:
        """A stored table, restored."""
        return Table(
            stored,
            self._store,
            self._pool,
            self._limits,
            on_change=self._update_lobby,
            on_broken=self._forget,
        )

    def _update_lobby(self, table: Table) -> None:
        """Bring a table's line in the lobby up to date."""
        self.lobby.update(table.contents, is_empty=table.member_count == 0)

    def _forget(self, table: Table) -> None:
        """Drop a table from memory."""
        if self._tables.get(table.code) is table:
            del self._tables[table.code]
            metrics.TABLES.set(len(self._tables))

    # --- making ----------------------------------------------------------------------------------

    async def make(self, person: Person, wanted: MakeTable) -> Table:
        """Make a table as its host wants it."""
        return await self._add(new_tables.wanted_table(person, wanted))

    async def make_from_position(self, person: Person, wanted: MakeTableFromPosition) -> Table:
        """Make a running table that stands as a text says, for tests."""
        table = await self._add(new_tables.table_from_position(person, wanted))
        await table.end_if_over()
        return table

    async def make_rematch(self, old: TableDocument) -> str:
        """Make another table with the same seats and options; its code."""
        return (await self._add(new_tables.rematch_of(old))).code

    async def _add(self, document: TableDocument) -> Table:
        """Store a new table and hold it in memory."""
        await self._store.add_table(document)
        info("table made", table=document.code, players=document.options.players)
        return self._hold(StoredTable(document, [], []))

    async def check_table_count(self, person: Person) -> None:
        """Refuse a further table to a person who has too many."""
        most = self._limits.tables_an_identity
        if await self._store.count_unfinished(person.id) >= most:
            raise Refusal("too_many", f"you sit at {most} tables already", 429)

    # --- deleting --------------------------------------------------------------------------------

    async def delete_person(self, person: Person) -> None:
        """Take a person out of every table: seats, names in archived games, rights, chat."""
        await self._store.delete_chat(person.id)
        for document in await self._store.tables_of(person.id, 100_000):
            try:
                table = await self.find(document.code)
            except Refusal:
                # A game that can't be restored still holds the name.
                table = self._restored(StoredTable(document, [], []))
            if table is not None:
                await table.remove_person(person.id)

    # --- time ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to look after tables at rest, and wake those that go on by themselves."""
        self._ticker = asyncio.create_task(self._tick())
        self._waking = asyncio.create_task(self._wake_unfinished())

    async def _wake_unfinished(self) -> None:
        """Wake the tables that have a clock, or at which somebody acted lately."""
        begun = time.monotonic()
        codes = await self._store.unfinished_tables(now_ms() - LATELY_SECONDS * 1000)
        for first in range(0, len(codes), AT_ONCE):
            for stored in await self._store.load_tables(codes[first : first + AT_ONCE]):
                code = stored.document.code
                # Somebody may have come meanwhile, and played on.
                if code not in self._tables and code not in self._loading:
                    self._hold(stored)
                await asyncio.sleep(0)
        if codes:
            seconds = round(time.monotonic() - begun, 3)
            info("tables brought back", tables=len(codes), seconds=seconds)

    async def _tick(self) -> None:
        """Look after tables at rest, for ever."""
        count = 0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            count += 1
            try:
                await self._wake_due()
                await self._put_to_rest()
                if count % STALE_TICKS == 0:
                    await self._delete_stale()
                _spare_the_collector(count)
            except Exception as error:
                trouble("looking after tables failed", error)

    async def _wake_due(self) -> None:
        """Wake the tables at rest whose clock has run out."""
        for code in await self._store.due_tables(now_ms()):
            if code not in self._tables:
                await self._store.set_wake_at(code, None)
                with contextlib.suppress(Refusal):
                    await self.find(code)

    async def _put_to_rest(self) -> None:
        """Let idle tables leave memory; their clock goes on in the store."""
        now = time.monotonic()
        for table in [table for table in self._tables.values() if table.is_idle(now)]:
            await table.save_for_rest()
            if table.is_idle(now):
                table.close()
                self._forget(table)

    async def _delete_stale(self) -> None:
        """Delete tables that were never started and that nobody has touched for long."""
        for code in await self._store.stale_tables(now_ms() - STALE_SECONDS * 1000):
            if code not in self._tables:
                await self._store.delete_table(code)

    async def stop(self) -> None:
        """Stop everything; all that was acknowledged is stored already."""
        for task in (self._ticker, self._waking):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        for table in self._tables.values():
            table.close(STOPPING)
        await self._store_views()
        self.lobby.close(CLOSE_SERVER_STOPS, STOPPING)

    async def _store_views(self) -> None:
        """Store how spectators see every game that leaves memory, for later programs."""
        tables = list(self._tables.values())
        for first in range(0, len(tables), AT_ONCE):
            some = [
                view_statements(self._store, t.contents) for t in tables[first : first + AT_ONCE]
            ]
            try:
                await self._store.writer.put(*(one for statements in some for one in statements))
            except StoreError as error:
                trouble("how tables stood was not stored", error)


def _spare_the_collector(count: int) -> None:
    """Let the garbage collector skip tables that stay; visit everything once an hour.

    Without this, each of its rounds holds all tables up for as long as it takes to visit them.
    """
    if count % THAW_TICKS == 0:
        gc.unfreeze()
        gc.collect()
    if count % FREEZE_TICKS == 0:
        gc.freeze()
