"""Nonces that don't come in time are missing: the game begins without them, once that is stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from driving import drive, wait_until

from quedlinburg import Game
from quedlinburg.engine.fairness import seal_of
from quedlinburg.engine.notation.record import verify
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.bodies import MakeTable
from quedlinburg.server.protocol.client_messages import AddNonce, AddSeal, Ready, Sit
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables import new_tables, seats, starting
from quedlinburg.server.tables.clock import now_ms
from quedlinburg.server.tables.registry import TableRegistry
from quedlinburg.server.tables.table import Table

ADA, BO = Person("ada", "Ada"), Person("bo", "Bo")
NONCES = {ADA.id: "apple", BO.id: "banana"}


def seal_of_person(document: TableDocument, person: Person) -> TableDocument:
    """Let a person seal a nonce."""
    seal = AddSeal(seal=seal_of(NONCES[person.id]))
    return starting.seal(document, person.id, seal)


def show_nonce(
    document: TableDocument, person: Person, nonce: str, now: int | None = None
) -> TableDocument:
    """Let a person show a nonce, now or at another moment."""
    at = document.closed if now is None else now
    return starting.add_nonce(document, person.id, AddNonce(nonce=nonce), at)


def full(person: Person = ADA, *, sealed: bool = True) -> TableDocument:
    """A table of two people that are ready."""
    document = new_tables.wanted_table(person, MakeTable(options=TableOptions(players=2)))
    document = seats.sit(document, BO, Sit(seat=1))
    document = seats.ready(document, BO.id, Ready())
    for one in (ADA, BO) if sealed else ():
        document = seal_of_person(document, one)
    return document


@asynccontextmanager
async def tables_of(
    sqlite: str, seconds: float = 5.0
) -> AsyncIterator[tuple[Store, TableRegistry]]:
    """The tables of a store, at which nonces are awaited for so many seconds."""
    database = Database(sqlite)
    await database.open()
    store = Store(database.engine)
    store.writer.start()
    registry = TableRegistry(store, BotPool(1.0), Limits(nonce_seconds=seconds, rest_seconds=0.0))
    try:
        yield store, registry
    finally:
        await registry.stop()
        await store.writer.stop()
        await database.close()


async def add(store: Store, registry: TableRegistry, document: TableDocument) -> Table:
    """A stored table in memory."""
    await store.add_table(document)
    table = await registry.find(document.code)
    assert table is not None
    return table


async def found_again(registry: TableRegistry, table: Table) -> Table:
    """A table that was given up, as it is brought back from the store."""
    await wait_until(lambda: registry.in_memory(table.code) is not table)
    again = await registry.find(table.code)
    assert again is not None
    return again


def state(table: Table) -> str:
    """The state of a table now."""
    return table.document.state


def verdict(table: Table) -> str:
    """What verification says of the record so far."""
    assert table.contents.game is not None
    return verify(table.contents.game.game.record(), Game)[1]


def started(ago: int) -> TableDocument:
    """A table whose host started so many milliseconds ago; nonces are awaited for five seconds."""
    return starting.close_seals(full(), ADA.id, now_ms() - ago, 5.0)


def test_a_nonce_that_does_not_come_is_missing_and_named(sqlite: str) -> None:
    """The others' nonces count, in its place stands its seal."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            table = await add(store, registry, show_nonce(started(6_000), ADA, "apple"))
            await wait_until(lambda: table.document.state == "playing")
            assert table.document.nonces == {0: "apple"}
            assert verdict(table).endswith(
                "; the nonce of seat 1 is missing, its seal counts in its place"
            )
            (found,) = await store.load_tables([table.code])
            assert found.document == table.document

    drive(run)


def test_a_wrong_nonce_is_refused_and_counts_as_missing(sqlite: str) -> None:
    """It changes nothing, and the game begins when the time is up."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            document = started(6_000)
            with pytest.raises(Refusal, match="does not fit the seal"):
                show_nonce(document, BO, "cherry")
            table = await add(store, registry, document)
            await wait_until(lambda: table.document.state == "playing")
            assert table.document.nonces == {}
            assert verdict(table).count("is missing") == 2

    drive(run)


def test_a_starting_table_does_not_leave_memory(sqlite: str) -> None:
    """Nobody is there, and nothing happens: the game begins all the same."""

    async def run() -> None:
        async with tables_of(sqlite, seconds=1.5) as (store, registry):
            table = await add(store, registry, full())
            await table.start(ADA.id)
            registry.start()
            await wait_until(lambda: table.document.state == "playing")
            (found,) = await store.load_tables([table.code])
            assert found.document.state == "playing"

    drive(run)


def test_a_starting_table_is_woken_after_a_restart(sqlite: str) -> None:
    """Its seals are closed, so that it begins by itself; nobody has to come."""

    async def run() -> None:
        async with tables_of(sqlite, seconds=600) as (store, registry):
            table = await add(store, registry, full())
            await table.start(ADA.id)
            code = table.code
        async with tables_of(sqlite) as (store, registry):
            registry.start()
            await wait_until(lambda: registry.in_memory(code) is not None)
            woken = registry.in_memory(code)
            assert woken is not None
            assert state(woken) == "starting"
            await woken.change(lambda document: show_nonce(document, BO, "banana"))
            await woken.change(lambda document: show_nonce(document, ADA, "apple"))
            assert state(woken) == "playing"

    drive(run)


def test_a_game_that_could_not_be_stored_has_not_begun(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sees it; the table is brought back from the store, and then it begins."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            document = started(6_000)
            await store.add_table(document)
            put, failed = store.writer.put, 0

            async def fail_once(*args: object, **rows: object) -> None:
                nonlocal failed
                failed += 1
                if failed == 1:
                    raise StoreError("the disk is full")
                await put(*args, **rows)  # type: ignore[arg-type]

            monkeypatch.setattr(store.writer, "put", fail_once)
            table = await registry.find(document.code)
            assert table is not None
            await wait_until(lambda: failed == 1)
            assert (table.document.state, table.contents.game) == ("starting", None)
            again = await found_again(registry, table)
            await wait_until(lambda: again.document.state == "playing")
            assert again.contents.game is not None

    drive(run)


def test_the_last_nonce_and_the_game_are_one_commit(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A last nonce that is not stored has not come, and the game has not begun."""

    async def run() -> None:
        async with tables_of(sqlite, seconds=600) as (store, registry):
            table = await add(store, registry, full())
            await table.start(ADA.id)
            await table.change(lambda document: show_nonce(document, ADA, "apple"))
            put, count = store.writer.put, 0

            async def fail_once(*args: object, **rows: object) -> None:
                nonlocal count
                count += 1
                if count == 1:
                    raise StoreError("the disk is full")
                await put(*args, **rows)  # type: ignore[arg-type]

            monkeypatch.setattr(store.writer, "put", fail_once)
            with pytest.raises(StoreError):
                await table.change(lambda document: show_nonce(document, BO, "banana"))
            again = await found_again(registry, table)
            assert (state(again), again.document.nonces) == ("starting", {0: "apple"})
            await again.change(lambda document: show_nonce(document, BO, "banana"))
            assert state(again) == "playing"

    drive(run)


# --- the rules alone -----------------------------------------------------------------------------


def closed(**changes: object) -> TableDocument:
    """A table whose seals were closed at second 100, nonces awaited until 105."""
    return starting.close_seals(full(), ADA.id, 100_000, 5.0).with_changes(**changes)


@pytest.mark.parametrize(
    ("now", "begins"),
    [(100_000, False), (104_999, False), (105_000, True), (999_000, True), (99_999, True)],
)
def test_the_wait_ends_after_its_time_and_when_the_clock_was_set_back(
    now: int, begins: bool
) -> None:
    """Nobody waits for a clock that has to catch up first."""
    assert starting.may_begin(closed(), now) is begins


def test_a_nonce_that_comes_too_late_is_refused() -> None:
    """Also where the game has not begun yet, because it could not be stored."""
    assert show_nonce(closed(), BO, "banana", 104_999).nonces == {1: "banana"}
    with pytest.raises(Refusal, match="the time for nonces is up"):
        show_nonce(closed(), BO, "banana", 105_000)


def test_only_seats_whose_owner_is_there_are_awaited() -> None:
    """Once every owner of a missing nonce has deleted themselves, the game begins at once."""
    document = seats.without_person(closed(), BO.id)
    assert not starting.may_begin(document, 100_001)
    document = show_nonce(document, ADA, "apple")
    assert starting.may_begin(document, 100_001)
    assert document.seals == {0: seal_of("apple"), 1: seal_of("banana")}


def test_a_table_of_before_there_were_seals_is_started() -> None:
    """Its stored nonces are sealed when it starts; what is no nonce is left out."""
    document = full(sealed=False)
    document = document.with_seat_changes(0, nonce="apple").with_seat_changes(1, nonce="x\n")
    document = starting.close_seals(document, ADA.id, 100_000, 5.0)
    assert (document.seals, document.nonces) == ({0: seal_of("apple")}, {0: "apple"})
    assert starting.may_begin(document, 100_000)
    assert starting.begin(document, 100_000).state == "playing"
