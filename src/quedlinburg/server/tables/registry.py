"""The registry of tables: those in memory, how they are found, made, woken and put to rest."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Coroutine, Sequence

from sqlalchemy import Executable

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
from quedlinburg.server.tables import new_tables, seats
from quedlinburg.server.tables.clock import now_ms
from quedlinburg.server.tables.halted import view_statements
from quedlinburg.server.tables.lobby import Lobby
from quedlinburg.server.tables.lost_tables import LostTables
from quedlinburg.server.tables.places import has_own_place
from quedlinburg.server.tables.removal import remove_from_unreadable
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
        self._loading: dict[str, asyncio.Task[Table | None] | asyncio.Task[Table]] = {}
        self._lost = LostTables()
        self._ticker: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None
        self.lobby = Lobby(limits)

    # --- finding ---------------------------------------------------------------------------------

    def in_memory(self, code: str) -> Table | None:
        """A table by its code if it is in memory."""
        return self._tables.get(code)

    def __len__(self) -> int:
        return len(self._tables)

    async def find(self, code: str) -> Table | None:
        """A table by its code; one at rest is woken. None if there is no such table."""
        table = self._tables.get(code)
        if table is not None or not code:
            return table
        loading = self._loading.get(code) or self._begin_loading(code, self._load(code))
        return await asyncio.shield(loading)

    def _begin_loading(
        self, code: str, work: Coroutine[None, None, Table | None]
    ) -> asyncio.Task[Table | None]:
        """Do something about a table that is not in memory; who looks for it waits for the end."""
        loading = asyncio.create_task(work)
        self._loading[code] = loading

        def done(task: asyncio.Task[Table | None]) -> None:
            """Forget the task; its error is for those who wait, if there are any."""
            del self._loading[code]
            if not task.cancelled():
                task.exception()

        loading.add_done_callback(done)
        return loading

    async def _load(self, code: str) -> Table | None:
        """Load a table from the store; refuse one that can't be read."""
        if code in self._lost:
            # What the table was storing when it broke may still be on its way.
            await self._store.writer.settle()
        found = await self._store.load_tables([code])
        try:
            table = self._hold(found[0]) if found else None
        except Exception as error:
            trouble("a table can't be restored", error, table=code)
            raise _unreadable() from None
        if table is None:
            if await self._store.has_table(code):
                raise _unreadable()
            # A table that was deleted need not be looked for again.
            self._lost.discard(code)
        return table

    def _hold(self, stored: StoredTable) -> Table:
        """Hold a stored table in memory, and let it go on."""
        table = self._restored(stored)
        table.go_on()
        self._tables[table.code] = table
        self._lost.discard(table.code)
        metrics.TABLES.set(len(self._tables))
        return table

    def _restored(self, stored: StoredTable) -> Table:
        """A stored table, restored."""
        return Table(
            stored,
            self._store,
            self._pool,
            self._limits,
            on_change=self._update_lobby,
            on_broken=self._lose,
        )

    def _update_lobby(self, table: Table, network: str | None) -> None:
        """Bring a table's line in the lobby up to date; a table without a network is empty."""
        if self._tables.get(table.code) is table:
            self.lobby.update(table.contents, network)

    def _forget(self, table: Table) -> None:
        """Drop a table from memory."""
        if self._tables.get(table.code) is table:
            del self._tables[table.code]
            metrics.TABLES.set(len(self._tables))
            self.lobby.update(table.contents, None)

    def _lose(self, table: Table) -> None:
        """Drop a table from memory that must be restored from the store, and do that soon."""
        self._lost.add(table.code)
        self._forget(table)

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
        """Store a new table and hold it in memory; nobody finds it in between.

        People whose deletion has begun get no seat; refuse a table of which nobody is left.
        """
        people = {document.host, document.titled_by, *document.owners.values()}
        departed = people & self._store.people.departed
        for identity in departed:
            document = seats.without_person(document, str(identity))
        if departed and not document.owners:
            raise Refusal("no_identity", "this identity was deleted", 401)
        making = asyncio.create_task(self._store_new(document))
        self._loading[document.code] = making
        making.add_done_callback(lambda _: self._loading.pop(document.code, None))
        return await asyncio.shield(making)

    async def _store_new(self, document: TableDocument) -> Table:
        """Store a new table, then hold it in memory."""
        await self._store.add_table(document)
        info("table made", table=document.code, players=document.options.players)
        return self._hold(StoredTable(document, [], []))

    async def check_table_count(self, person: Person, *, is_public: bool) -> None:
        """Refuse a further table to a person who has too many, by seat, as host or in public."""
        most, limits = self._limits.tables_an_identity, self._limits
        documents = [table.document for table in self._tables.values()]
        hosted = [one for one in documents if one.host == person.id and not one.is_over]
        only_hosted = sum(not one.seats_of(person.id) for one in hosted)
        if only_hosted + await self._store.count_unfinished(person.id) >= most:
            raise Refusal("too_many", f"you have {most} tables already", 429)
        public = sum(one.options.public and one.state == "open" for one in hosted)
        if is_public and public >= limits.public_tables_an_identity:
            raise Refusal("too_many", f"{public} of your tables are open to all already", 429)

    async def has_own_place(self, code: str, identity: str) -> bool:
        """Whether an identity has a seat at a table or hosts it, as far as can be found out."""
        with contextlib.suppress(Refusal, StoreError):
            table = await self.find(code)
            return table is not None and has_own_place(table.document, identity)
        return False

    # --- people who change or go -----------------------------------------------------------------

    async def rename_person(self, person: Person, old: str) -> None:
        """Let a person's seats at open tables in memory bear the new name."""
        for table in list(self._tables.values()):
            if table.document.state == "open" and (
                table.document.host == person.id or table.document.seats_of(person.id)
            ):
                with contextlib.suppress(Refusal):
                    await table.change(lambda d: seats.rename(d, person.id, old, person.name))

    async def remove_person(self, code: str, identity: str) -> None:
        """Take a deleted person out of a table, also out of one that can't be read."""
        try:
            table = await self.find(code)
        except Refusal:
            await remove_from_unreadable(self._store, code, identity)
            return
        if table is not None:
            # A table that is being brought back refuses; whoever deletes comes again.
            with contextlib.suppress(Refusal):
                await table.remove_person(identity)

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
            await self._wake_all(codes[first : first + AT_ONCE])
        if codes:
            seconds = round(time.monotonic() - begun, 3)
            info("tables brought back", tables=len(codes), seconds=seconds)

    async def _wake_all(self, codes: Sequence[str]) -> None:
        """Wake some tables; one that can't be restored does not keep the others from waking."""
        try:
            stored = await self._store.load_tables(codes)
        except StoreError as error:
            trouble("tables were not brought back", error, tables=len(codes))
            for code in codes:
                self._lost.add(code)
            return
        for one in stored:
            code = one.document.code
            # Somebody may have come meanwhile, and played on.
            if not any(code in known for known in (self._tables, self._loading, self._lost)):
                try:
                    self._hold(one)
                except Exception as error:
                    trouble("a table can't be restored", error, table=code)
            await asyncio.sleep(0)

    async def _tick(self) -> None:
        """Look after tables at rest, for ever."""
        count = 0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            count += 1
            _spare_the_collector(count)
            try:
                await self._wake_due()
                await self._put_to_rest()
                if count % STALE_TICKS == 0:
                    await self._delete_stale()
            except Exception as error:
                trouble("looking after tables failed", error)

    async def _wake_due(self) -> None:
        """Wake the tables that were lost, and those at rest whose clock has run out."""
        for code in self._lost.due():
            try:
                await self.find(code)
            except Refusal:
                # Who comes is told that it can't be read.
                self._lost.discard(code)
        for code in await self._store.due_tables(now_ms()):
            with contextlib.suppress(Refusal):
                await self.find(code)
            await self._store.set_wake_at(code, None)

    async def _put_to_rest(self) -> None:
        """Let idle tables leave memory; their clock goes on in the store."""
        now = time.monotonic()
        for table in [table for table in self._tables.values() if table.is_idle(now)]:
            try:
                await table.save_for_rest()
            except (Refusal, StoreError):
                # It is restored from the store, as any table that could not be stored.
                continue
            except Exception as error:
                trouble("a table was not put to rest", error, table=table.code)
                continue
            if table.is_idle(now):
                table.close()
                self._forget(table)

    async def _delete_stale(self) -> None:
        """Delete tables that were never started and that nobody has touched for long."""
        for code in await self._store.stale_tables(now_ms() - STALE_SECONDS * 1000):
            if code not in self._tables and code not in self._loading:
                await self._begin_loading(code, self._delete(code))

    async def _delete(self, code: str) -> None:
        """Delete a table that is not in memory; who looks for it meanwhile finds none."""
        await self._store.delete_table(code)

    async def stop(self) -> None:
        """Stop everything; all that was acknowledged is stored already."""
        tasks = [task for task in (self._ticker, self._waking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in self._tables.values():
            table.close(STOPPING)
        await self._store_views()
        self.lobby.close(CLOSE_SERVER_STOPS, STOPPING)

    async def _store_views(self) -> None:
        """Store how spectators see every game that leaves memory, for later programs."""
        tables = list(self._tables.values())
        for first in range(0, len(tables), AT_ONCE):
            statements: list[Executable] = []
            for table in tables[first : first + AT_ONCE]:
                try:
                    statements += view_statements(self._store, table.contents)
                except Exception as error:
                    trouble("how a table stands can't be told", error, table=table.code)
            try:
                await self._store.writer.put(*statements)
            except StoreError as error:
                trouble("how tables stood was not stored", error, tables=len(tables) - first)
                return


def _unreadable() -> Refusal:
    """The refusal of a table that can't be restored."""
    return Refusal("trouble", "this table can't be read by this program", 409)


def _spare_the_collector(count: int) -> None:
    """Let the garbage collector skip tables that stay; visit everything once an hour.

    Without this, each of its rounds holds all tables up for as long as it takes to visit them.
    """
    if count % THAW_TICKS == 0:
        gc.unfreeze()
        gc.collect()
    if count % FREEZE_TICKS == 0:
        gc.freeze()
