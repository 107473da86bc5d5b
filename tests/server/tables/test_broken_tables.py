"""One broken table harms nobody else: others wake, the server ends, its people are told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3

import pytest
from conftest import StartServer
from driving import Closed, Person, drive, full_table, wait_until
from failing import hold_sqlite
from test_only_what_is_stored import ADA, FirstAnswer, be_ready, tables_of

from quedlinburg import Action, View
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol.bodies import MakeTable
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.clock import Alarm
from quedlinburg.server.tables.registry import TableRegistry
from quedlinburg.server.tables.table import Table


def mangle(database: str, broken: dict[str, str]) -> None:
    """Break stored tables, each in a way of its own, as faults of earlier programs did."""
    with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        for way, code in broken.items():
            where = "WHERE code = ?"
            (text,) = connection.execute(f"SELECT document FROM tables {where}", [code]).fetchone()
            document = json.loads(text)
            match way:
                case "nonce":
                    document["seats"][0]["nonce"] = "x\n"
                case "seats":
                    del document["seats"][1]
                case "unreadable":
                    document["state"] = "sideways"
                case "log":
                    connection.execute(f"UPDATE actions SET luck = 'K1' {where}", [code])
                case "code":
                    document["code"] = "ELSEWHERE"
            changed = json.dumps(document)
            connection.execute(f"UPDATE tables SET document = ? {where}", [changed, code])
        connection.commit()


WAYS = ("nonce", "seats", "unreadable", "log", "code")


def test_broken_tables_neither_keep_others_from_waking_nor_the_server_from_ending(
    start_server: StartServer, sqlite: str
) -> None:
    """Their people are told in words, and their host can delete all that is theirs."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        broken = {}
        for way in WAYS:
            broken[way], clients = await full_table(people)
            await clients[0].act("draw")
        whole = await people[1].make_table(
            options={"players": 2, "pace": "instant"}, bots=["random"]
        )
        bo = await people[1].at(whole)
        await bo.hear()
        assert (await bo.say("start"))["type"] == "ack"
        assert await asyncio.to_thread(server.stop) == 0
        mangle(sqlite, broken)
        await asyncio.to_thread(server.start, server.log)
        await wait_until(lambda: "tables brought back" in server.log.read_text())
        for way, code in broken.items():
            answer = await people[0].http.get(f"/api/tables/{code}")
            if answer.status_code == 200:
                assert "can't be played on" in answer.json()["table"]["halted"], way
            else:
                assert (way, answer.status_code) in {("unreadable", 409), ("code", 409)}
                assert "can't be read" in answer.json()["reason"]
                client = await people[0].at(code)
                with pytest.raises(Closed, match="can't be read"):
                    await client.hear()
        again = await people[1].at(whole)
        assert (await again.hear())["view"] is not None
        assert (await again.act(again.legal[0]))["type"] == "ack"
        assert (await people[0].http.delete("/api/identity")).status_code == 204
        assert (await people[0].http.get("/api/identity")).status_code == 401
        assert await asyncio.to_thread(server.stop) == 0

    drive(run)


def test_a_nonce_of_before_that_is_no_line_is_left_out_at_the_start(sqlite: str) -> None:
    """It can't be sealed, so that the game begins without it."""

    async def run() -> None:
        async with tables_of(sqlite) as (_, registry):
            wanted = MakeTable(options=TableOptions(players=2), bots=["random"])
            table = await registry.make(ADA, wanted)
            await table.change(lambda document: document.with_seat_changes(0, nonce="x\n"))
            await table.start(ADA.id)
            assert table.document.state == "playing"
            assert table.document.seats[0].nonce is None
            assert table.document.seats[0].seal is None

    drive(run)


async def restored(registry: TableRegistry, table: Table) -> Table:
    """The table that has taken a broken one's place."""
    again = await registry.find(table.code)
    assert again is not None
    assert again is not table
    return again


async def check_as_stored(store: Store, table: Table) -> None:
    """What a table holds is what is stored of it."""
    (found,) = await store.load_tables([table.code])
    assert found.document == table.document
    assert tuple(found.chat) == table.contents.chat
    if table.contents.game is not None:
        assert len(found.actions) == table.contents.game.number


def test_a_change_whose_task_is_cancelled_is_restored_as_it_is_stored_in_the_end(
    sqlite: str,
) -> None:
    """It goes on in the writer; the table comes back only when that is decided."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            table = await registry.make(ADA, MakeTable())
            holding = hold_sqlite(sqlite)
            changing = asyncio.create_task(table.change(be_ready))
            await asyncio.sleep(0)
            changing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await changing
            assert registry.in_memory(table.code) is None
            finding = asyncio.create_task(restored(registry, table))
            holding.rollback()
            holding.close()
            again = await finding
            assert again.document.seats[0].ready
            await check_as_stored(store, again)

    drive(run)


class Deaf(Connection):
    """A connection to which nothing can be sent."""

    def __init__(self) -> None:
        """A connection without a socket."""
        super().__init__(None, None, Limits())  # type: ignore[arg-type]
        self.fails = False

    def send_bytes(self, data: bytes) -> None:
        """Fail."""
        if self.fails:
            raise RuntimeError("a fault while telling")


def test_an_error_while_telling_leaves_no_half_state(sqlite: str) -> None:
    """What was stored before it is stored; the table is restored with it."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            table = await registry.make(ADA, MakeTable())
            member = Deaf()
            await table.join(member, None, "")
            member.fails = True
            for number in range(2):
                with pytest.raises(RuntimeError):
                    await (table.say(ADA, "hello") if number else table.change(be_ready))
                await asyncio.sleep(0)
                assert member.is_closing
                table = await restored(registry, table)
                await check_as_stored(store, table)
                member = Deaf()
                await table.join(member, None, "")
                member.fails = True
            assert table.document.seats[0].ready
            assert [line.text for line in table.contents.chat] == ["hello"]

    drive(run)


def test_who_comes_to_a_table_that_is_being_restored_is_sent_to_connect_again(sqlite: str) -> None:
    """And who leaves it changes nothing, in the lobby either."""

    async def run() -> None:
        async with tables_of(sqlite) as (_, registry):
            wanted = MakeTable(options=TableOptions(public=True))
            table = await registry.make(ADA, wanted)
            member, late = Deaf(), Deaf()
            await table.join(member, None, "")
            member.fails = True
            with pytest.raises(RuntimeError):
                await table.change(be_ready)
            with pytest.raises(Refusal, match="being brought back"):
                await table.join(late, None, "")
            assert registry.lobby.page().lines == ()
            again = await restored(registry, table)
            await again.join(Deaf(), None, "")
            assert len(registry.lobby.page().lines) == 1
            with pytest.raises(Refusal, match="being brought back"):
                await table.leave(member)
            assert len(registry.lobby.page().lines) == 1

    drive(run)


@pytest.mark.parametrize("table_of", ["games", "actions"])
def test_a_game_whose_last_action_is_not_stored_is_neither_over_nor_archived(
    sqlite: str, table_of: str
) -> None:
    """Neither in memory nor in the store, whichever part of the commit fails."""
    path = sqlite.removeprefix("sqlite:///")

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            wanted = MakeTable(options=TableOptions(players=2), sit=False, bots=["random"] * 2)
            table = await registry.make(ADA, wanted)
            last = "1" if table_of == "games" else f"NEW.number > {20}"
            with contextlib.closing(sqlite3.connect(path)) as connection:
                connection.execute(
                    f"CREATE TRIGGER fault BEFORE INSERT ON {table_of} WHEN {last} "
                    "BEGIN SELECT RAISE(FAIL, 'a fault'); END"
                )
            await table.start(ADA.id)
            await wait_until(lambda: registry.in_memory(table.code) is None)
            assert await store.load_record(table.code) is None
            assert table.document.state == "playing"
            (found,) = await store.load_tables([table.code])
            assert found.document.state == "playing"
            assert table.contents.game is not None
            assert table.contents.game.number == len(found.actions)
            with contextlib.closing(sqlite3.connect(path)) as connection:
                connection.execute("DROP TRIGGER fault")
            again = await restored(registry, table)
            await wait_until(lambda: again.document.state == "over")
            assert await store.load_record(table.code) is not None

    drive(run)


def test_a_table_that_was_lost_is_brought_back_though_nobody_comes(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bots play on to the end."""
    path = sqlite.removeprefix("sqlite:///")
    monkeypatch.setattr("quedlinburg.server.tables.registry.TICK_SECONDS", 0.02)
    monkeypatch.setattr("quedlinburg.server.tables.lost_tables.FIRST_WAIT", 0.02)

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            registry.start()
            wanted = MakeTable(options=TableOptions(players=2), sit=False, bots=["random"] * 2)
            table = await registry.make(ADA, wanted)
            with contextlib.closing(sqlite3.connect(path)) as connection:
                connection.execute(
                    "CREATE TRIGGER fault BEFORE INSERT ON actions WHEN NEW.number = 10 "
                    "BEGIN SELECT RAISE(FAIL, 'a fault'); END"
                )
            await table.start(ADA.id)
            await wait_until(lambda: registry.in_memory(table.code) is not table)
            with contextlib.closing(sqlite3.connect(path)) as connection:
                connection.execute("DROP TRIGGER fault")

            def is_over() -> bool:
                found = registry.in_memory(table.code)
                return found is not None and found.document.state == "over"

            await wait_until(is_over)
            assert await store.load_record(table.code) is not None

    drive(run)


def test_a_bot_that_fails_unexpectedly_tries_again(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its seat does not wait for ever."""
    monkeypatch.setattr("quedlinburg.server.tables.bots.RETRY_SECONDS", 0.0)
    failures = [RuntimeError("a fault"), TypeError("another"), MemoryError()]

    async def run() -> None:
        async with tables_of(sqlite) as (_, registry):
            wanted = MakeTable(options=TableOptions(players=2), sit=False, bots=["random"] * 2)
            table = await registry.make(ADA, wanted)

            async def decide(
                pool: object,
                level: str,
                seed: str,
                view: View,
                legal: tuple[Action, ...],
                share: object,
            ) -> Action:
                if failures:
                    raise failures.pop()
                return legal[0]

            monkeypatch.setattr(FirstAnswer, "decide", decide)
            await table.start(ADA.id)
            await wait_until(lambda: table.document.state == "over")
            assert not failures

    drive(run)


def test_a_clock_that_fails_is_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    """One line, and nothing that nobody waits for is left in the loop."""

    async def run() -> None:
        rung = asyncio.Event()
        left: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: left.append(about))

        async def ring() -> None:
            rung.set()
            raise RuntimeError("a fault")

        alarm = Alarm(ring)
        alarm.set([0])
        await rung.wait()
        await wait_until(lambda: "the clock failed" in caplog.text)
        assert left == []

    drive(run)
    assert caplog.text.count("the clock failed") == 1


def test_a_table_that_is_deleted_is_not_looked_for_for_ever(sqlite: str) -> None:
    """An open table closes when its last person is deleted; nothing of it is left to restore."""

    async def run() -> None:
        async with tables_of(sqlite) as (store, registry):
            table = await registry.make(ADA, MakeTable())
            await registry.remove_person(table.code, ADA.id)
            assert registry.in_memory(table.code) is None
            assert not await store.has_table(table.code)
            assert await registry.find(table.code) is None
            assert table.code not in registry._lost

    drive(run)
