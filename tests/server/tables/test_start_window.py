"""The start: seals are closed and shown, then nonces come or are missing, then the game begins."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from conftest import StartServer
from driving import PATIENCE, Client, Json, Person, Server, begun, drive, play_on, refused

from quedlinburg import Game, Pledge
from quedlinburg.engine.notation.record import verify


def sha(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


async def seated(
    server: Server,
    *names: str,
    **options: Any,  # noqa: ANN401
) -> tuple[str, list[Person], list[Client]]:
    """A table at which everybody sits and is ready, and nobody has sealed anything."""
    people = [await Person.arrive(server, name) for name in names]
    code = await people[0].make_table(options={"players": len(names), **options})
    clients = [await person.at(code) for person in people]
    for seat, client in enumerate(clients):
        await client.until_type("snapshot")
        if seat:
            assert (await client.say("sit", seat=seat))["type"] == "ack"
            assert (await client.say("ready"))["type"] == "ack"
    return code, people, clients


async def seal_silently(client: Client, seat: int, nonce: str) -> None:
    """Seal a nonce that the client does not show by itself."""
    assert (await client.seal(seat, nonce))["type"] == "ack"
    client.nonces.clear()


async def until_starting(client: Client) -> None:
    """Hear until the seals are closed."""
    while client.table["state"] == "open":
        await client.hear()


async def record_of(person: Person, code: str, clients: list[Client]) -> str:
    """Play a game to its end at random; its record."""
    await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
    return str((await person.http.get(f"/api/games/{code}/record")).text)


def test_seals_are_shown_at_the_start_and_nonces_when_the_game_begins(shared: Server) -> None:
    """Everybody sees the same, also who only looks on; before it nobody sees a seal or a nonce."""

    async def run() -> None:
        code, people, (ada, bo) = await seated(shared, "Ada", "Bo")
        eve = await (await Person.arrive(shared, "Eve")).at(code)
        await eve.hear()
        await seal_silently(ada, 0, "apple-7f")
        await seal_silently(bo, 1, "banana-9c")
        await eve.say("ping")
        assert [seat["sealed"] for seat in eve.table["seats"]] == [True, True]
        assert eve.table["seals"] == {}
        assert (await ada.say("start"))["type"] == "ack"
        seals = {"0": sha("apple-7f"), "1": sha("banana-9c")}
        for client in (ada, bo, eve):
            await until_starting(client)
            assert client.table["state"] == "starting"
            assert (client.table["seals"], client.table["nonces"]) == (seals, {})
            assert client.view is None
        begins_at = ada.table["begins_at"]
        assert begins_at == eve.table["begins_at"] > ada.heard[0]["now"]
        newcomer = await people[1].at(code)
        told = await newcomer.hear()
        assert (told["table"]["seals"], told["view"]) == (seals, None)
        assert (await bo.say("nonce", nonce="banana-9c"))["type"] == "ack"
        assert ada.view is None
        assert (await ada.say("nonce", nonce="apple-7f"))["type"] == "ack"
        for client in (ada, bo, eve, newcomer):
            await begun(client)
            assert client.table["nonces"] == {"0": "apple-7f", "1": "banana-9c"}
            assert client.table["begins_at"] is None
            for message in client.heard:
                if message.get("table", {}).get("state") in ("open", "starting"):
                    assert "banana-9c" not in json.dumps(message)
        for word in ("apple-7f", "banana-9c"):
            assert word not in shared.log.read_text()

    drive(run)


def test_without_seals_the_game_begins_at_once(shared: Server) -> None:
    """Nothing is awaited; the seed is the secret alone."""

    async def run() -> None:
        code, people, (ada, bo) = await seated(shared, "Ada", "Bo")
        await ada.say("start")
        await asyncio.gather(begun(ada), begun(bo))
        states = [m["table"]["state"] for c in (ada, bo) for m in c.heard if "table" in m]
        assert set(states) == {"open", "playing"}
        record = await record_of(people[0], code, [ada, bo])
        assert "seal" not in record
        assert verify(record, Game)[1].endswith("outcomes came from the seed")

    drive(run)


def test_who_has_sealed_nothing_is_not_waited_for(shared: Server) -> None:
    """One seal, one nonce, and the game begins."""

    async def run() -> None:
        _, _, (ada, bo) = await seated(shared, "Ada", "Bo")
        await bo.seal(1, "only")
        await ada.say("start")
        await asyncio.gather(begun(ada), begun(bo))
        assert ada.table["nonces"] == {"1": "only"}

    drive(run)


def test_an_open_nonce_is_sealed_by_the_server(shared: Server) -> None:
    """A client that knows nothing of seals is served, and its game begins without a wait."""

    async def run() -> None:
        code, people, (ada, bo) = await seated(shared, "Ada", "Bo")
        for client, nonce in ((ada, "first"), (bo, "other"), (ada, "plain")):
            assert (await client.say("nonce", nonce=nonce))["type"] == "ack"
        assert (ada.table["seats"][0]["sealed"], ada.table["seats"][0]["nonce"]) == (True, True)
        assert (ada.table["seals"], ada.table["nonces"]) == ({}, {})
        await ada.say("start")
        await asyncio.gather(begun(ada), begun(bo))
        assert ada.table["seals"] == {"0": sha("plain"), "1": sha("other")}
        record = await record_of(people[0], code, [ada, bo])
        game, said = verify(record, Game)
        assert game.heading.seals == {0: sha("plain"), 1: sha("other")}
        assert said.endswith("outcomes came from the seed")

    drive(run)


@pytest.mark.parametrize("nonce", ["x\n", "", "a b", "ä", "x" * 65, "x\0"])
def test_what_is_no_nonce_is_refused_before_and_after_the_start(shared: Server, nonce: str) -> None:
    """A newline at its end too; the table goes on."""

    async def run() -> None:
        _, _, (ada, bo) = await seated(shared, "Ada", "Bo")
        assert refused(await bo.say("nonce", nonce=nonce)) == "malformed"
        await seal_silently(ada, 0, "good")
        await ada.say("start")
        assert refused(await ada.say("nonce", nonce=nonce)) == "malformed"
        assert (await ada.say("nonce", nonce="good"))["type"] == "ack"
        await asyncio.gather(begun(ada), begun(bo))

    drive(run)


@pytest.mark.parametrize("seal", ["", "0" * 63, "0" * 65, "A" * 64, "0" * 63 + "\n", "z" * 64])
def test_what_is_no_seal_is_refused(shared: Server, seal: str) -> None:
    """Sixty-four digits of a SHA-256, in lower case."""

    async def run() -> None:
        _, _, (ada, _) = await seated(shared, "Ada", "Bo")
        assert refused(await ada.say("seal", seal=seal)) == "malformed"
        assert refused(await ada.say("seal", seal=seal + "\n")) == "malformed"
        assert not ada.table["seats"][0]["sealed"]

    drive(run)


def test_a_seal_can_be_changed_until_the_start_and_goes_with_its_owner(shared: Server) -> None:
    """The last one counts; who stands up, or is sent away, leaves none behind."""

    async def run() -> None:
        _, _, (ada, bo) = await seated(shared, "Ada", "Bo")
        await seal_silently(ada, 0, "early")
        await ada.say("nonce", nonce="open")
        await ada.seal(0, "late")
        assert not ada.table["seats"][0]["nonce"], "the open nonce went with its seal"
        assert refused(await bo.say("seal", seal=sha("x"), seat=0)) == "not_your_seat"
        await seal_silently(bo, 1, "mine")
        await bo.say("leave")
        await bo.say("sit", seat=1)
        assert not bo.table["seats"][1]["sealed"]
        await seal_silently(bo, 1, "mine")
        await ada.say("kick", seat=1)
        assert not ada.table["seats"][1]["sealed"]
        await ada.say("add_bot", seat=1, level="random")
        await ada.say("start")
        await begun(ada)
        assert ada.table["seals"] == {"0": sha("late")}
        assert ada.table["nonces"] == {"0": "late"}

    drive(run)


def test_one_person_with_several_seats_has_a_seal_for_each(shared: Server) -> None:
    """A nonce without a seat's number counts where it fits."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        code = await ada.make_table(options={"players": 2, "pass_around": True})
        client = await ada.at(code)
        await client.hear()
        await client.say("sit", seat=1, name="Bo")
        await seal_silently(client, 0, "left")
        await seal_silently(client, 1, "right")
        await client.say("start")
        assert refused(await client.say("nonce", nonce="left", seat=1)) == "wrong_nonce"
        assert (await client.say("nonce", nonce="right"))["type"] == "ack"
        assert [seat["nonce"] for seat in client.table["seats"]] == [False, True]
        assert (await client.say("nonce", nonce="left", seat=0))["type"] == "ack"
        await begun(client)
        assert client.table["nonces"] == {"0": "left", "1": "right"}

    drive(run)


def test_between_seals_and_nonces_nothing_else_changes(shared: Server) -> None:
    """Nobody sits, leaves, is sent away or seals anew; talking is free."""

    async def run() -> None:
        code, _, (ada, bo) = await seated(shared, "Ada", "Bo")
        await seal_silently(ada, 0, "apple")
        await seal_silently(bo, 1, "banana")
        await ada.say("start")
        await until_starting(bo)
        for client in (ada, bo):
            assert refused(await client.say("seal", seal=sha("better"))) == "not_open"
            assert refused(await client.say("leave")) == "not_open"
            assert refused(await client.say("ready")) == "not_open"
            assert refused(await client.say("pick", colour="red")) == "not_open"
            assert refused(await client.say("resign")) == "not_running"
            assert refused(await client.say("abandon")) == "not_running"
            assert refused(await client.say("rematch")) == "not_over"
            act = await client.say("act", id="a1", question=1000, action="draw")
            assert refused(act) == "not_running"
        assert refused(await ada.say("start")) == "not_open"
        assert refused(await ada.say("kick", seat=1)) == "not_open"
        assert refused(await ada.say("set_options", options={"players": 2})) == "not_open"
        eve = await (await Person.arrive(shared, "Eve")).at(code)
        await eve.hear()
        assert refused(await eve.say("nonce", nonce="banana", seat=1)) == "not_your_seat"
        assert refused(await eve.say("sit", seat=1)) == "not_open"
        assert (await bo.say("chat", text="soon"))["type"] == "ack"
        assert refused(await bo.say("nonce", nonce="better")) == "wrong_nonce"
        assert (await bo.say("nonce", nonce="banana"))["type"] == "ack"
        assert (await bo.say("nonce", nonce="banana"))["type"] == "ack"
        await ada.say("nonce", nonce="apple")
        await asyncio.gather(begun(ada), begun(bo))
        assert refused(await bo.say("nonce", nonce="banana")) == "not_open"

    drive(run)


def test_a_rematch_is_promised_and_sealed_anew(shared: Server) -> None:
    """Another secret, and no seal of the game before."""

    async def run() -> None:
        _, people, (ada, bo) = await seated(shared, "Ada", "Bo")
        await ada.seal(0, "apple")
        await ada.say("start")
        await asyncio.gather(begun(ada), begun(bo))
        await ada.say("abandon")
        await bo.say("abandon")
        await ada.say("rematch")
        assert ada.table["rematch"] is not None
        again = await people[0].at(ada.table["rematch"])
        table = (await again.hear())["table"]
        assert table["commit"] != ada.table["commit"]
        assert (table["seals"], [seat["sealed"] for seat in table["seats"]]) == ({}, [False] * 2)

    drive(run)


def test_whoever_deletes_themselves_in_between_holds_nobody_up(shared: Server) -> None:
    """The seal stays in the seed, the name goes, and the nonce is not waited for."""

    async def run() -> None:
        _, people, (ada, bo, cy) = await seated(shared, "Ada", "Bo", "Cy")
        for seat, client in enumerate((ada, bo, cy)):
            await seal_silently(client, seat, f"fruit{seat}")
        await ada.say("start")
        assert (await people[0].http.delete("/api/identity")).status_code == 204
        assert (await people[1].http.delete("/api/identity")).status_code == 204
        assert (await cy.say("nonce", nonce="fruit2"))["type"] == "ack"
        await begun(cy)
        assert cy.table["nonces"] == {"2": "fruit2"}
        assert cy.table["seals"] == {str(n): sha(f"fruit{n}") for n in range(3)}
        assert [seat["name"] for seat in cy.table["seats"]] == ["", "", "Cy"]
        assert cy.you["host"]

    drive(run)


# --- books ---------------------------------------------------------------------------------------


def test_books_by_lot_are_unknown_until_the_game_begins_and_come_from_the_seed(
    shared: Server,
) -> None:
    """The record says so, and they are checked."""

    async def run() -> None:
        code, people, (ada, bo) = await seated(shared, "Ada", "Bo", books="random")
        await ada.seal(0, "apple")
        await bo.seal(1, "banana")
        await ada.say("start")
        await asyncio.gather(begun(ada), begun(bo))
        assert all(m["view"] is None for m in ada.heard[:-1] if m["type"] == "snapshot")
        assert ada.view is not None
        books = ada.view["setup"]["books"]
        assert ada.table["options"]["books"] == "random"
        record = await record_of(people[0], code, [ada, bo])
        assert "\nlot books\n" in record
        game, said = verify(record, Game)
        assert said.endswith(", the books too")
        assert game.setup.book_numbers == books

    drive(run)


# --- who reads the database, and restarts --------------------------------------------------------


def change_document(database: str, code: str, **changes: Callable[[int], int]) -> None:
    """Change numbers of a stored document while no server runs."""
    document = stored_document(database, code)
    for name, change in changes.items():
        document[name] = change(document[name])
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    with connection:
        values = (json.dumps(document), code)
        connection.execute("UPDATE tables SET document = ? WHERE code = ?", values)
    connection.close()


def stored_document(database: str, code: str) -> Json:
    """A table's document as it stands in a SQLite file."""
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    try:
        query = "SELECT document FROM tables WHERE code = ?"
        (document,) = connection.execute(query, (code,)).fetchone()
    finally:
        connection.close()
    return dict(json.loads(document))


def test_who_reads_the_database_can_not_choose_the_draws(shared: Server) -> None:
    """Ada knows the secret before the start; Bo's sealed nonce is nowhere until it is too late."""

    async def run() -> None:
        code, _, (ada, bo) = await seated(shared, "Ada", "Bo")
        await seal_silently(bo, 1, "c6b2a1f09d3e4785")
        known = stored_document(shared.database, code)
        assert known["secret"] not in json.dumps(ada.heard)
        assert "c6b2a1f09d3e4785" not in json.dumps(known)
        seals = {1: known["seats"][1]["seal"]}

        def expected(own: str) -> str:
            """The seed as far as Ada can work it out."""
            return Pledge(known["secret"], {0: own}, {0: sha(own), **seals}).seed

        guesses = {f"try{n}": expected(f"try{n}") for n in range(4000)}
        chosen = min(guesses, key=guesses.__getitem__)
        await seal_silently(ada, 0, chosen)
        await ada.say("start")
        assert "c6b2a1f09d3e4785" not in json.dumps(stored_document(shared.database, code))
        await bo.say("nonce", nonce="c6b2a1f09d3e4785")
        assert refused(await ada.say("seal", seal=sha("try1"))) == "not_open"
        assert refused(await ada.say("nonce", nonce="try1")) == "wrong_nonce"
        await ada.say("nonce", nonce=chosen)
        await asyncio.gather(begun(ada), begun(bo))
        nonces = {int(seat): nonce for seat, nonce in ada.table["nonces"].items()}
        pledge = Pledge(known["secret"], nonces, {int(s): x for s, x in ada.table["seals"].items()})
        assert pledge.seed not in guesses.values()

    drive(run)


async def cut_off(server: Server) -> tuple[str, list[Person]]:
    """A table whose server was killed between the seals and the last nonce."""
    code, people, (ada, bo) = await seated(server, "Ada", "Bo")
    await seal_silently(ada, 0, "apple")
    await seal_silently(bo, 1, "banana")
    await ada.say("start")
    await ada.say("nonce", nonce="apple")
    server.kill()
    return code, people


def test_after_a_kill_between_seals_and_nonces_the_nonces_can_still_come(
    start_server: StartServer, sqlite: str
) -> None:
    """The closed seals and the nonces that had come are stored; the wait goes on."""
    server = start_server(sqlite)

    async def run() -> None:
        code, people = await cut_off(server)
        change_document(sqlite, code, begins_at=lambda at: at + 3_600_000)
        await asyncio.to_thread(server.start, server.log)
        ada, bo = [await person.at(code) for person in people]
        for client in (ada, bo):
            await client.hear()
            assert client.table["seals"] == {"0": sha("apple"), "1": sha("banana")}
            assert (client.table["state"], client.view) == ("starting", None)
        assert (await bo.say("nonce", nonce="banana"))["type"] == "ack"
        await asyncio.gather(begun(ada), begun(bo))
        assert ada.table["nonces"] == {"0": "apple", "1": "banana"}

    drive(run)


def test_after_a_kill_between_seals_and_nonces_the_game_begins_by_itself(
    start_server: StartServer, sqlite: str
) -> None:
    """Nobody has to come for it; with the nonces that had come, and the record says so."""
    server = start_server(sqlite)

    async def run() -> None:
        code, people = await cut_off(server)
        change_document(sqlite, code, closed=lambda at: at - 60_000, begins_at=lambda _: 1)
        await asyncio.to_thread(server.start, server.log)
        async with asyncio.timeout(PATIENCE):
            while stored_document(sqlite, code)["state"] != "playing":
                await asyncio.sleep(0.05)
        clients = [await person.at(code) for person in people]
        await asyncio.gather(*map(begun, clients))
        assert clients[0].table["nonces"] == {"0": "apple"}
        record = await record_of(people[0], code, clients)
        said = verify(record, Game)[1]
        assert said.endswith("; the nonce of seat 1 is missing, its seal counts in its place")
        checked = (await people[0].http.get(f"/api/games/{code}/verify")).json()
        assert checked == {"ok": True, "text": said}

    drive(run)


def test_nonces_are_awaited_for_five_seconds(usual: Server) -> None:
    """On a server as others run it."""

    async def run() -> None:
        code, _, (ada, _) = await seated(usual, "Ada", "Bo")
        await seal_silently(ada, 0, "apple")
        await ada.say("start")
        stored = stored_document(usual.database, code)
        assert stored["begins_at"] - stored["closed"] == 5000
        starts = [m["table"] for m in ada.heard if "table" in m]
        assert [t["begins_at"] for t in starts if t["state"] == "starting"][:1] == [
            stored["begins_at"]
        ]

    drive(run)
