"""A table shows nothing that is not stored: neither while it is stored, nor if storing fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from driving import drive, wait_until

from quedlinburg import Action, View
from quedlinburg.server.bots.fair_queue import Share
from quedlinburg.server.bots.pool import NOBODY, BotPool
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.bodies import MakeTable
from quedlinburg.server.protocol.client_messages import Ready
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables import new_tables, seats, starting
from quedlinburg.server.tables.clock import now_ms
from quedlinburg.server.tables.registry import TableRegistry

ADA = Person("ada", "Ada")


class FirstAnswer(BotPool):
    """Bots that take the first legal action, without a process."""

    async def decide(
        self,
        level: str,
        seed: str,
        view: View,
        legal: tuple[Action, ...],
        share: Share = NOBODY,
    ) -> Action:
        """The first legal action."""
        return legal[0]


@asynccontextmanager
async def tables_of(sqlite: str) -> AsyncIterator[tuple[Store, TableRegistry]]:
    """The tables of an empty store."""
    database = Database(sqlite)
    await database.open()
    store = Store(database.engine)
    store.writer.start()
    registry = TableRegistry(store, FirstAnswer(1.0), Limits(pace=0.0))
    try:
        yield store, registry
    finally:
        await registry.stop()
        await store.writer.stop()
        await database.close()


def be_ready(document: TableDocument) -> TableDocument:
    """Ada says that she is ready."""
    return seats.ready(document, ADA.id, Ready())


def test_a_change_is_seen_when_it_is_stored_and_not_before(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks in the meantime sees the table as it is stored."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            table = await registry.make(ADA, MakeTable())
            before, stored = table.contents, asyncio.Event()
            put = store.writer.put

            async def slowly(*args: object, **rows: object) -> None:
                await stored.wait()
                await put(*args, **rows)  # type: ignore[arg-type]

            monkeypatch.setattr(store.writer, "put", slowly)
            changing = asyncio.create_task(table.change(be_ready))
            await asyncio.sleep(0.05)
            assert not changing.done()
            assert table.contents is before
            assert not table.info().seats[0].ready
            stored.set()
            await changing
            assert table.info().seats[0].ready
            (found,) = await store.load_tables([table.code])
            assert found.document == table.document

    drive(run)


def failing(
    store: Store, monkeypatch: pytest.MonkeyPatch, times: int
) -> Callable[[], Awaitable[None]]:
    """Let the store fail so many times; a function waits until it has."""
    put, left = store.writer.put, times

    async def fail(*args: object, **rows: object) -> None:
        nonlocal left
        if left:
            left -= 1
            raise StoreError("the disk is full")
        await put(*args, **rows)  # type: ignore[arg-type]

    monkeypatch.setattr(store.writer, "put", fail)

    async def wait() -> None:
        await wait_until(lambda: left == 0)

    return wait


def test_a_change_that_is_not_stored_has_not_happened(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is restored as it is stored, and the next try succeeds."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            table = await registry.make(ADA, MakeTable())
            before = table.contents
            failing(store, monkeypatch, 1)
            with pytest.raises(StoreError):
                await table.change(be_ready)
            assert table.contents is before
            with pytest.raises(Refusal, match="being brought back"):
                await table.change(be_ready)
            again = await registry.find(table.code)
            assert again is not None
            assert again.contents == before
            with pytest.raises(Refusal):
                await again.change(lambda document: seats.ready(document, "bo", Ready()))
            assert again.contents == before
            await again.change(be_ready)
            assert again.info().seats[0].ready

    drive(run)


def test_after_an_action_that_is_not_stored_the_table_is_restored_from_its_log(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table that failed shows nothing of it; the restored one plays on to the end."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            wanted = MakeTable(options=TableOptions(players=2), sit=False, bots=["random"] * 2)
            table = await registry.make(ADA, wanted)
            await table.start(ADA.id)
            failed = failing(store, monkeypatch, 1)
            await failed()
            await wait_until(lambda: registry.in_memory(table.code) is None)
            shown = table.contents.game
            assert shown is not None
            stored = await store.load_actions(table.code)
            assert shown.number == len(stored)
            again = await registry.find(table.code)
            assert again is not None
            assert again is not table
            await wait_until(lambda: again.document.state == "over")

    drive(run)


def test_the_apprentice_plays_only_once_that_is_stored(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it could not be stored that the time is up, the restored table's clock tries again."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            options = TableOptions(players=2, clock=15)
            document = new_tables.wanted_table(ADA, MakeTable(options=options, bots=["random"]))
            document = starting.begin(document, now_ms() - 60_000)
            await store.add_table(document)
            failed = failing(store, monkeypatch, 1)
            # Only the clock stores anything: the bot waits for the seat of nobody.
            monkeypatch.setattr("quedlinburg.server.tables.bots.SeatBots.wake", lambda _: None)
            table = await registry.find(document.code)
            assert table is not None
            await failed()
            assert not table.document.seats[0].apprentice
            await wait_until(lambda: registry.in_memory(table.code) is None)
            again = await registry.find(table.code)
            assert again is not None
            await wait_until(lambda: again.document.seats[0].apprentice)
            (found,) = await store.load_tables([table.code])
            assert found.document == again.document

    drive(run)
