"""Databases as earlier versions of this program wrote them, and how such a one is made.

`python tests/server/older.py FILE` lets a server of this program play a few tables and writes down
every row that it stored. Do that before the rules change: `older/rules_1.json` was written by the
last program of rules version 1, and later programs have to open it.
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

import httpx
from alembic import command
from alembic.config import Config as AlembicConfig
from driving import PATIENCE, Client, Json, Person, Server, drive, full_table, play_on
from sqlalchemy import Connection, MetaData
from sqlalchemy.ext.asyncio import create_async_engine

from quedlinburg.server.storage.database import database_url
from quedlinburg.server.storage.migrate import MIGRATIONS

FOLDER = Path(__file__).parent / "older"
# Every table of the schema that holds something worth keeping.
TABLES = (
    "alembic_version",
    "settings",
    "identities",
    "credentials",
    "tables",
    "members",
    "actions",
    "games",
    "chat",
)


async def _finished(people: list[Person]) -> str:
    """A game that was played to its end."""
    code, clients = await full_table(people, books=2, title="the finished one")
    await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
    return code


async def _play_a_little(clients: list[Client], actions: int) -> None:
    """Let a game stand somewhere in the middle."""
    choose = random.Random(7)
    while actions:
        for client in clients:
            await client.say("ping")
        waiting = [client for client in clients if client.ask is not None]
        if waiting:
            client = choose.choice(waiting)
            assert (await client.act(choose.choice(client.legal)))["type"] == "ack"
            actions -= 1
        else:
            await asyncio.sleep(0.02)


async def _running(people: list[Person]) -> str:
    """A game that was being played, with a bot and something said."""
    host, other = people
    options = {"players": 3, "books": "random", "edition": "schmidt", "pace": "instant"}
    code = await host.make_table(options=options, bots=["random"])
    clients = [await host.at(code), await other.at(code)]
    for client in clients:
        await client.until_type("snapshot")
    for kind, fields in (("sit", {"seat": 2}), ("ready", {}), ("nonce", {"nonce": "other"})):
        assert (await clients[1].say(kind, **fields))["type"] == "ack"
    assert (await clients[0].say("start"))["type"] == "ack"
    await _play_a_little(clients, 40)
    assert (await clients[0].say("chat", text="whose turn is it?"))["type"] == "ack"
    assert (await clients[1].say("chat", text="yours"))["type"] == "ack"
    return code


async def _against_the_clock(people: list[Person]) -> str:
    """A running game with a clock, which has long run out."""
    code, clients = await full_table(people, clock=15)
    await _play_a_little(clients, 4)
    return code


async def _abandoned(people: list[Person]) -> str:
    """A game that was ended without a result."""
    code, clients = await full_table(people)
    await _play_a_little(clients, 6)
    for client in clients:
        assert (await client.say("abandon"))["type"] == "ack"
    return code


async def _open(people: list[Person]) -> str:
    """A table that was not started, with all seats taken."""
    host, other = people
    code = await host.make_table(options={"players": 3, "tubes": True}, bots=["random"])
    client = await other.at(code)
    await client.until_type("snapshot")
    assert (await client.say("sit", seat=2))["type"] == "ack"
    return code


def play(server: Server) -> Json:
    """Let people play at a server; their tokens, and the codes of their tables."""
    known: Json = {}

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Ben")]
        known["tokens"] = {person.name: person.token for person in people}
        known["codes"] = {
            "finished": await _finished(people),
            "running": await _running(people),
            "clock": await _against_the_clock(people),
            "abandoned": await _abandoned(people),
            "open": await _open(people),
        }

    drive(run)
    return known


def rows_of(path: Path) -> Json:
    """Every row of a SQLite file by table; bytes as Base64."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    found = {}
    for table in TABLES:
        rows = [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
        for row in rows:
            for name, value in row.items():
                if isinstance(value, bytes):
                    row[name] = {"base64": base64.b64encode(value).decode()}
        found[table] = rows
    connection.close()
    return found


def write(target: Path) -> None:
    """Write what a server of this program stores."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "quacks.db"
        server = Server(f"sqlite:///{path}").start(Path(folder) / "server.log")
        known = play(server)
        assert server.stop() == 0
        known["rows"] = rows_of(path)
    target.write_text(json.dumps(known, indent=0, ensure_ascii=False) + "\n", "utf-8")


def lay(database: str, known: Json) -> None:
    """Write such rows into an empty database, under the schema that they were stored in."""
    revision = known["rows"]["alembic_version"][0]["version_num"]

    def make(connection: Connection) -> None:
        config = AlembicConfig()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        found = MetaData()
        found.reflect(connection)
        for name, rows in known["rows"].items():
            if name != "alembic_version":
                plain = [{key: _plain(value) for key, value in row.items()} for row in rows]
                connection.execute(found.tables[name].insert(), plain)

    async def run() -> None:
        engine = create_async_engine(database_url(database))
        async with engine.begin() as connection:
            await connection.run_sync(make)
        await engine.dispose()

    asyncio.run(run())


def _plain(value: object) -> object:
    """A value as the database holds it."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def person_of(server: Server, known: Json, name: str) -> Person:
    """Somebody of such a database, who comes back with the token of that time."""
    token = known["tokens"][name]
    headers = {"authorization": f"Bearer {token}"}
    http = httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, headers=headers)
    return Person(server, http, token, name)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
