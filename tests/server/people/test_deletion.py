"""Deletion: nothing of a deleted person is left anywhere, and nobody can act for them."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from conftest import StartServer
from driving import (
    Client,
    Closed,
    Json,
    Person,
    Server,
    browser,
    drive,
    full_table,
    play_on,
)
from sqlalchemy import MetaData, func, select, update
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.asyncio.client import connect

from quedlinburg import Game
from quedlinburg.engine.notation.record import verify
from quedlinburg.server.config import Config
from quedlinburg.server.services import Services, close_services, open_services
from quedlinburg.server.storage import schema
from quedlinburg.server.storage.commits import Batch
from quedlinburg.server.storage.database import Database, database_url
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables.removal import unreadable_without

NAME = "Rumpelstilz"


# --- looking everywhere --------------------------------------------------------------------------


def _texts(value: object) -> Iterator[str]:
    """A stored value as text; what is compressed is unpacked."""
    if isinstance(value, bytes | memoryview):
        data = bytes(value)
        yield (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode(
            "utf-8", "replace"
        )
    else:
        yield str(value)


async def everything_stored(address: str) -> dict[str, str]:
    """Every value of every column of every table of a database, by table."""
    engine = create_async_engine(database_url(address))
    try:
        async with engine.connect() as connection:
            known = MetaData()
            await connection.run_sync(known.reflect)
            found = {}
            for table in known.sorted_tables:
                rows = (await connection.execute(table.select())).all()
                found[table.name] = "\n".join(t for row in rows for v in row for t in _texts(v))
    finally:
        await engine.dispose()
    assert {"tables", "games", "chat", "actions", "credentials", "deletions"} <= set(found)
    return found


async def change_document(address: str, code: str, old: str, new: str) -> None:
    """Change a table's document behind the server's back."""
    engine = create_async_engine(database_url(address))
    tables = schema.tables
    async with engine.begin() as connection:
        query = tables.select().where(tables.c.code == code)
        document = (await connection.execute(query)).one().document
        assert old in document
        values = {"document": document.replace(old, new)}
        await connection.execute(update(tables).where(tables.c.code == code).values(values))
    await engine.dispose()


async def id_of(address: str, name: str) -> str:
    """The id of an identity."""
    engine = create_async_engine(database_url(address))
    people = schema.identities
    async with engine.connect() as connection:
        query = people.select().where(people.c.name == name)
        found = str((await connection.execute(query)).one().id)
    await engine.dispose()
    return found


async def lobby_of(person: Person) -> Client:
    """A socket in the lobby."""
    socket = await connect(
        f"{person.server.sockets}/ws/lobby",
        additional_headers={"authorization": f"Bearer {person.token}"},
        compression=None,
    )
    return Client(socket)


async def everything_told(person: Person, codes: list[str]) -> dict[str, str]:
    """What every endpoint and a fresh socket at every table tell somebody else."""
    paths = ["/api/tables", "/api/games", "/api/identity", "/metrics"]
    for code in codes:
        paths += [f"/api/tables/{code}", f"/api/tables/{code}/log"]
        paths += [f"/api/games/{code}/{what}" for what in ("record", "replay", "verify")]
    told = {path: (await person.http.get(path)).text for path in paths}
    for code in codes:
        client = await person.at(code)
        try:
            told[f"socket {code}"] = json.dumps(await client.hear())
        except Closed as closed:
            told[f"socket {code}"] = str(closed)
    told["lobby"] = json.dumps(await (await lobby_of(person)).hear())
    return told


def assert_no_trace(found: dict[str, str], *traces: str) -> None:
    """Check that none of some texts is in anything that was found."""
    for where, told in found.items():
        for trace in traces:
            place = told.lower().find(trace.lower())
            assert place < 0, (where, trace, told[max(0, place - 200) : place + 200])


# --- doing everything ----------------------------------------------------------------------------


async def seated(person: Person, code: str, seat: int, **fields: str) -> Client:
    """A client that sits down on a seat."""
    client = await person.at(code)
    await client.until_type("snapshot")
    assert (await client.say("sit", seat=seat, **fields))["type"] == "ack"
    return client


class Life:
    """Somebody who does everything that a person can do, beside somebody who stays."""

    def __init__(self, server: Server, gone: Person, stays: Person) -> None:
        """Begin with two people."""
        self.server = server
        self.gone = gone
        self.stays = stays
        self.codes: dict[str, str] = {}
        self.sockets: list[Client] = []

    async def live(self) -> None:
        """Leave traces everywhere."""
        gone, stays = self.gone, self.stays
        self.codes["finished"], clients = await full_table([gone, stays], title=f"{NAME} rules")
        assert (await clients[0].say("chat", text=f"i am {NAME}"))["type"] == "ack"
        await clients[0].act(clients[0].legal[0], message_id=f"{NAME}-1")
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        rematch = (await clients[0].say("rematch"), await clients[0].say("ping"))
        assert rematch[0]["type"] == "ack"
        self.codes["rematch"] = clients[0].table["rematch"]
        self.codes["running"], running = await full_table([gone, stays], public=True)
        self.sockets += [clients[0], running[0]]
        self.codes["alone"] = await gone.make_table(options={"title": NAME, "public": True})
        self.sockets.append(await gone.at(self.codes["alone"]))
        options = {"players": 3, "pass_around": True, "public": True}
        self.codes["passed"] = await gone.make_table(options=options)
        self.sockets.append(await seated(gone, self.codes["passed"], 1, name=f"{NAME}chen"))
        await seated(stays, self.codes["passed"], 2)
        self.codes["standing"] = await gone.make_table(options={"players": 2}, sit=False)
        await seated(stays, self.codes["standing"], 0)
        await self._be_a_guest()
        self.sockets.append(await lobby_of(gone))
        assert (await gone.http.post("/api/identity/code")).status_code == 201

    async def _be_a_guest(self) -> None:
        """Be sent away, speak as a spectator and be muted at the other's tables."""
        gone, stays = self.gone, self.stays
        self.codes["guest"] = code = await stays.make_table(options={"players": 3})
        host = await stays.at(code)
        guest = await seated(gone, code, 1)
        assert (await host.say("kick", seat=1))["type"] == "ack"
        assert (await guest.say("chat", text=f"{NAME} was here"))["type"] == "ack"
        assert (await host.say("chat", text="bye"))["type"] == "ack"
        assert (await host.say("mute", line=1))["type"] == "ack"
        self.sockets.append(guest)

    async def break_some(self, start: Server, database: str) -> None:
        """Stop the server, and let one game be of other rules and one table be unreadable."""
        gone, stays = self.gone, self.stays
        self.codes["halted"], _ = await full_table([gone, stays])
        self.codes["unreadable"] = await gone.make_table(options={"title": NAME})
        await seated(stays, self.codes["unreadable"], 1)
        self.codes["torn"] = await gone.make_table(options={"title": NAME})
        await asyncio.to_thread(start.stop)
        await change_document(database, self.codes["halted"], '"rules":2', '"rules":0')
        await change_document(database, self.codes["unreadable"], '"open"', '"flying"')
        await change_document(database, self.codes["torn"], '{"code"', '{code"')
        await asyncio.to_thread(start.start, start.log)
        self.sockets.clear()


def test_nothing_of_a_deleted_person_is_left_anywhere(
    start_server: StartServer, database: str
) -> None:
    """Not in any column, response, socket, log or file; what remains is nameless and verifies."""
    server = start_server(database)

    async def run() -> None:
        gone, stays = [await Person.arrive(server, name) for name in (NAME, "Bo")]
        life = Life(server, gone, stays)
        await life.break_some(server, database)
        await life.live()
        identity = await id_of(database, NAME)
        assert NAME in (await everything_stored(database))["tables"]
        witness = await stays.at(life.codes["guest"])
        await witness.until_type("snapshot")
        assert (await gone.http.delete("/api/identity")).status_code == 204
        assert_no_trace(await everything_stored(database), NAME, identity)
        assert_no_trace(await everything_told(stays, [*life.codes.values()]), NAME, identity)
        assert_no_trace({"log": server.log.read_text()}, NAME, identity)
        await _check_sockets(life)
        await _check_what_remains(life, witness)
        assert (await gone.http.get("/api/identity")).status_code == 401
        if database.startswith("sqlite"):
            path = Path(database.removeprefix("sqlite:///"))
            files = {
                f.name: f.read_bytes().decode("latin-1") for f in path.parent.glob("quacks.db*")
            }
            assert_no_trace(files, NAME, identity)

    drive(run)


async def _check_sockets(life: Life) -> None:
    """All sockets of the deleted person are closed, wherever they were."""
    assert len(life.sockets) == 6
    for client in life.sockets:
        with pytest.raises(Closed):
            await client.until_type("never said")
        assert client.socket.close_code == 4001


async def _check_what_remains(life: Life, witness: Client) -> None:
    """Games go on and verify, seats are free, rights are handed on, an empty table is gone."""
    stays, codes = life.stays, life.codes
    gone_lines = await witness.until_type("chat_gone")
    assert gone_lines["lines"] == [1]
    record = (await stays.http.get(f"/api/games/{codes['finished']}/record")).text
    game, said = verify(record, Game)
    assert game.heading.names == ("", "Bo")
    assert "came from the seed" in said
    assert (await stays.http.get(f"/api/tables/{codes['alone']}")).status_code == 404
    for what in ("passed", "standing", "rematch"):
        table = (await stays.http.get(f"/api/tables/{codes[what]}")).json()["table"]
        assert table["host_name"] == "Bo", what
        assert sum(seat["kind"] == "person" for seat in table["seats"]) == 1
    running = await stays.at(codes["running"])
    await running.until_type("snapshot")
    await play_on(running, random.Random(3))
    record = (await stays.http.get(f"/api/games/{codes['running']}/record")).text
    assert verify(record, Game)[0].heading.names == ("", "Bo")


# --- nobody acts for a deleted person ------------------------------------------------------------


def test_whoever_is_about_to_act_or_to_come_when_the_person_goes_does_not(
    start_server: StartServer, sqlite: str
) -> None:
    """Messages under way are refused or count as before; what comes later finds nobody."""
    server = start_server(sqlite)

    async def run() -> None:
        for attempt in range(3):
            gone, stays = [await Person.arrive(server, name) for name in (NAME, "Bo")]
            code = await stays.make_table(options={"players": 4})
            identity = await id_of(sqlite, NAME)
            client = await gone.at(code)
            await client.until_type("snapshot")
            for n in range(10):
                message = (
                    {"type": "chat", "text": f"{NAME} {n}"}
                    if n % 2
                    else {"type": "sit", "seat": 1 + n // 4}
                )
                await client.send(message)
            coming = [asyncio.create_task(_come(gone, code)) for _ in range(3)]
            making = [asyncio.create_task(gone.http.post("/api/tables", json={})) for _ in range(3)]
            token = asyncio.create_task(
                gone.http.post("/api/identity", json={"name": "Otto", "program": True})
            )
            await asyncio.sleep(0.001 * attempt)
            assert (await gone.http.delete("/api/identity")).status_code == 204
            results = await asyncio.gather(*coming, *making, token, return_exceptions=True)
            assert len(results) == 7
            assert_no_trace(await everything_stored(sqlite), NAME, identity)
            assert_no_trace(await everything_told(stays, [code]), NAME, identity)

    drive(run)


async def _come(person: Person, code: str) -> None:
    """Come to a table, sit down and speak, as far as that goes."""
    client = await person.at(code)
    await client.send({"type": "sit", "seat": 3})
    await client.send({"type": "chat", "text": NAME})
    await client.until_type("never said")


def test_every_secret_and_code_of_a_deleted_person_ends_at_once(usual: Server) -> None:
    """Cookies, tokens and one-time codes."""
    with browser(usual) as phone, browser(usual) as laptop, browser(usual) as thief:
        phone.post("/api/identity", json={"name": NAME})
        code = phone.post("/api/identity/code").json()["code"]
        assert laptop.post("/api/identity/claim", json={"code": code}).status_code == 200
        made = phone.post("/api/identity", json={"name": NAME, "program": True})
        token = {"authorization": f"Bearer {made.json()['token']}"}
        assert thief.get("/api/identity", headers=token).status_code == 200
        code = phone.post("/api/identity/code").json()["code"]
        cookies = dict(phone.cookies)
        assert phone.delete("/api/identity").status_code == 204
        assert thief.post("/api/identity/claim", json={"code": code}).status_code == 403
        assert thief.get("/api/identity", headers=token).status_code == 401
        assert laptop.get("/api/identity").status_code == 401
        thief.cookies.update(cookies)
        assert thief.get("/api/identity").status_code == 401


# --- crashes -------------------------------------------------------------------------------------


class Power:
    """Commits that fail from a given one on, as if the process had been killed before it."""

    def __init__(self, store: Store) -> None:
        """Pass everything on."""
        self._commit = store.writer._commits.commit
        store.writer._commits.commit = self  # type: ignore[method-assign]
        self.left: int | None = None

    async def __call__(self, batch: Batch) -> None:
        """Commit, unless the power is off."""
        if self.left is not None:
            if self.left == 0:
                raise OSError("no power")
            self.left -= 1
        await self._commit(batch)


@asynccontextmanager
async def serving(address: str) -> AsyncIterator[tuple[Services, Power]]:
    """The services of a server on a database, without a process and without bots."""
    database = Database(address)
    await database.open()
    store = Store(database.engine)
    power = Power(store)
    services = await open_services(Config(), store)
    try:
        yield services, power
    finally:
        power.left = None
        await close_services(services)
        await database.close()


def test_a_deletion_that_is_cut_at_any_commit_is_ended_by_the_next_server(
    start_server: StartServer, sqlite: str, tmp_path: Path
) -> None:
    """Before the first commit nothing has happened; after it everything will."""
    server = start_server(sqlite)
    tokens: list[str] = []

    async def live() -> None:
        gone, stays = [await Person.arrive(server, name) for name in (NAME, "Bo")]
        await Life(server, gone, stays).live()
        tokens.append(gone.token)
        await asyncio.to_thread(server.stop)

    drive(live)
    whole = tmp_path / "quacks.db"

    async def cut(commits: int) -> bool:
        """Cut a deletion after so many commits; whether it was cut."""
        path = tmp_path / f"cut{commits}.db"
        shutil.copy(whole, path)
        address, was_cut = f"sqlite:///{path}", False
        identity = await id_of(address, NAME)
        async with serving(address) as (services, power):
            person = await services.identities.find(tokens[0])
            assert person is not None
            power.left = commits
            try:
                await services.deletions.delete(person)
            except StoreError:
                was_cut = True
            await services.deletions.stop()
        async with serving(address) as (services, _):
            await services.deletions.finish_at_start()
        found = await everything_stored(address)
        if commits:
            assert_no_trace(found, NAME, identity)
        else:
            assert NAME in found["identities"]
        return was_cut

    async def run() -> None:
        commits = 0
        while await cut(commits):
            commits += 1
        assert commits > 5, "the mark, every table, and the end"

    drive(run)


def test_a_server_that_is_killed_while_it_deletes_ends_it_before_it_listens(
    start_server: StartServer, database: str
) -> None:
    """`kill -9` as soon as the deletion is noted: the next server has nothing to tell."""
    server = start_server(database)

    async def run() -> None:
        gone, stays = [await Person.arrive(server, name) for name in (NAME, "Bo")]
        codes = [await gone.make_table(options={"title": NAME}) for _ in range(8)]
        for code in codes:
            await (await seated(stays, code, 1)).close()
        identity = await id_of(database, NAME)
        deleting: asyncio.Task[object] = asyncio.create_task(gone.http.delete("/api/identity"))
        await until_noted(database, deleting)
        await asyncio.to_thread(server.kill)
        await asyncio.gather(deleting, return_exceptions=True)
        await asyncio.to_thread(server.start, server.log)
        assert_no_trace(await everything_stored(database), NAME, identity)
        assert_no_trace(await everything_told(stays, codes), NAME, identity)

    drive(run)


async def until_noted(address: str, deleting: asyncio.Task[object]) -> None:
    """Wait until a deletion is under way, or already over."""
    engine = create_async_engine(database_url(address))
    query = select(func.count()).select_from(schema.deletions)
    while not deleting.done():
        async with engine.connect() as connection:
            if await connection.scalar(query):
                break
    await engine.dispose()


# --- tables that can't be read -------------------------------------------------------------------


def test_what_stands_beside_an_identity_in_an_unreadable_table_goes_with_it() -> None:
    """Names, rights and the title; others stay. What is no JSON at all goes whole."""
    document: Json = {
        "state": "flying",
        "host": "me",
        "host_name": "Mine",
        "options": {"title": "Mine"},
        "banned": ["me", "you"],
        "seats": [{"identity": "you", "name": "Yours"}, {"identity": "me", "name": "Mine"}],
    }
    own, cleaned = unreadable_without(json.dumps(document), "me")
    assert own == [1]
    assert json.loads(cleaned) == {
        "state": "flying",
        "host_name": "",
        "options": None,
        "banned": ["you"],
        "seats": [{"identity": "you", "name": "Yours"}, {"name": ""}],
    }
    assert unreadable_without('{"host": "me', "me") == ([], "")
