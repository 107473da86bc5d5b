"""The clock: the apprentice plays for those who are away, also at tables at rest."""

from __future__ import annotations

import asyncio
import sqlite3
import time

from conftest import StartServer
from driving import PATIENCE, Client, Json, Person, Server, drive, full_table, wait_until

from quedlinburg.server.config import Config
from quedlinburg.server.limits import Limits
from quedlinburg.server.protocol.bodies import MakeTable
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.services import close_services, open_services
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.store import Store


def begin_earlier(database: str, seconds: int, *, but_the_last: bool = False) -> None:
    """Let all that happened in a stored game have been earlier, or all but the last action."""
    path = database.removeprefix("sqlite:///")
    milliseconds = seconds * 1000
    with sqlite3.connect(path) as connection:
        last = "WHERE number < (SELECT max(number) FROM actions)" if but_the_last else ""
        connection.execute(f"UPDATE actions SET at = at - {milliseconds} {last}")
        (document,) = connection.execute("SELECT document FROM tables").fetchone()
        started = document.split('"started":')[1].split(",")[0]
        earlier = document.replace(
            f'"started":{started}', f'"started":{int(started) - milliseconds}'
        )
        connection.execute("UPDATE tables SET document = ?", (earlier,))
    connection.close()


def test_deadlines_are_told_and_change_with_the_question(shared: Server) -> None:
    """Each seat that is asked has its own time, which begins with its question."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        begun = time.time() * 1000
        _, (ada, bo) = await full_table(people, clock=60)
        now = time.time() * 1000
        before = list(ada.deadlines)
        assert all(d is None or begun + 59_999 <= d <= now + 60_001 for d in before)
        seat = ada.waiting[0]
        acting = (ada, bo)[seat]
        await asyncio.sleep(0.01)
        await acting.act(acting.legal[0])
        assert acting.deadlines[seat] != before[seat]
        assert acting.deadlines[1 - seat] == before[1 - seat]

    drive(run)


def apprentice_plays(seat: int, message: Json) -> bool:
    """Whether a message says that the apprentice plays a seat."""
    return bool(message["type"] == "table" and message["table"]["seats"][seat]["apprentice"])


def test_when_time_is_up_the_apprentice_plays_until_the_owner_is_back(
    start_server: StartServer, sqlite: str
) -> None:
    """Ten minutes pass for one who is away, not for one who acted; who is back plays again."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people, clock=600)
        await bo.close()
        await ada.act(ada.legal[0])
        server.kill()
        begin_earlier(sqlite, 700, but_the_last=True)
        await asyncio.to_thread(server.start, server.log)
        number = ada.number
        ada = await people[0].at(code, f"&since={number}")
        ada.number = number
        seats = (await ada.hear())["table"]["seats"]
        if not seats[1]["apprentice"]:
            await ada.until(lambda m: apprentice_plays(1, m))
        assert ada.table["seats"][0]["apprentice"] is False
        while not any(event.get("seat") == 1 for event in ada.events):
            await ada.hear()
        bo = await people[1].at(code)
        await bo.hear()
        assert (await bo.say("back"))["type"] == "ack"
        assert bo.table["seats"][1]["apprentice"] is False

    drive(run)


def test_the_clock_also_runs_out_while_nobody_is_there_and_the_server_was_down(
    start_server: StartServer, sqlite: str
) -> None:
    """After a restart past all deadlines the apprentices play the game to its end."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people, clock=15)
        await asyncio.gather(ada.close(), bo.close())
        server.kill()
        begin_earlier(sqlite, 3600)
        await asyncio.to_thread(server.start, server.log)
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = (await people[0].http.get(f"/api/tables/{code}")).json()
                if all(seat["apprentice"] for seat in answer["table"]["seats"]):
                    break
                await asyncio.sleep(0.1)
        watcher: Client = await people[0].at(code)
        await watcher.hear()
        if not watcher.is_over:
            await watcher.until(lambda m: m["type"] == "table" and m["table"]["state"] == "over")

    drive(run)


def test_an_idle_table_is_put_to_rest_and_woken_when_its_clock_runs_out(sqlite: str) -> None:
    """It leaves memory with its next deadline stored, and is back when that has passed."""

    async def run() -> None:
        database = Database(sqlite)
        await database.open()
        services = await open_services(
            Config(limits=Limits(rest_seconds=0.5)), Store(database.engine)
        )
        try:
            ada, _ = await services.identities.make("Ada")
            options = TableOptions(players=2, clock=600)
            wanted = MakeTable(options=options, bots=["random"])
            table = await services.registry.make(ada, wanted)
            await table.start(ada.id)
            services.registry.start()
            await wait_until(lambda: services.registry.in_memory(table.code) is None)
            deadline = min(at for at in table.contents.deadlines() if at is not None)
            assert await services.store.due_tables(deadline - 1) == []
            assert await services.store.due_tables(deadline) == [table.code]
            (at_rest,) = await services.store.tables_of(ada.id, 10)
            assert 0 in at_rest.waiting, "whose turn it is, is known of a table at rest"
            await services.store.set_wake_at(table.code, 1)
            await wait_until(lambda: services.registry.in_memory(table.code) is not None)
        finally:
            await close_services(services)
            await database.close()

    drive(run)
