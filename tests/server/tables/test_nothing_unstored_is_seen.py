"""Nobody sees what is not stored: while it is stored, if that fails, and if nobody knows."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from conftest import StartServer, make_postgres_database
from driving import Client, Closed, Json, Person, Server, drive, full_table, refused
from failing import CutAfterCommit, frozen, full_disk, held, query

QUICK = ("--database-seconds", "2")


async def log_of(database: str, code: str) -> list[tuple[int, str | None, str]]:
    """The stored actions of a table: their numbers, ids and luck."""
    chosen = "SELECT number, client, luck FROM actions WHERE code = :code ORDER BY number"
    rows = await query(database, chosen, code=code)
    return [tuple(row) for row in rows]


async def first_words(person: Person, code: str, query_text: str = "") -> Json:
    """What somebody hears first who comes to a table; the reason if they are sent away."""
    client = await person.at(code, query_text)
    try:
        return await client.hear()
    except Closed:
        return {"type": "closed", "code": client.socket.close_code}
    finally:
        await client.close()


async def back_at(person: Person, code: str) -> Client:
    """A client at a table, as soon as it is brought back."""
    while True:
        client = await person.at(code)
        with contextlib.suppress(Closed):
            await client.until_type("snapshot")
            return client


async def see_nothing_new(people: list[Person], code: str, number: int, at: Client) -> None:
    """Come, resume, look and ask in every way while an action is being stored."""
    await at.send({"type": "resume", "since": number})
    resumed = await at.until_type("resumed")
    assert (resumed["first"], resumed["events"]) == (number, [])
    for person in people:
        shown = (await person.http.get(f"/api/tables/{code}")).json()
        assert shown["table"]["state"] == "playing"
        games = (await person.http.get("/api/games")).json()["games"]
        assert [game["state"] for game in games if game["code"] == code] in ([], ["playing"])
        assert (await person.http.get(f"/api/games/{code}/record")).status_code == 404


async def act_while_nothing_is_stored(
    people: list[Person], code: str, ada: Client, bo: Client
) -> None:
    """Ada draws, which can't be stored; everybody else looks meanwhile, and sees nothing of it."""
    assert ada.ask is not None
    number, question = bo.number, ada.ask["question"]["number"]
    stranger = people[-1]
    drawing = asyncio.create_task(ada.say("act", id="lost", question=question, action="draw"))
    joining = [
        asyncio.create_task(first_words(person, code, since))
        for person in people
        for since in ("", f"&since={number}", "&since=0")
    ]
    await see_nothing_new([stranger], code, number, bo)
    told = await drawing
    assert (told["type"], told["code"]) == ("refused", "trouble")
    for words in await asyncio.gather(*joining):
        match words["type"]:
            case "snapshot":
                assert words["number"] == number
            case "resumed":
                assert words["first"] + len(words["events"]) == number
            case _:
                assert words == {"type": "closed", "code": 1012}
    with pytest.raises(Closed):
        await bo.until_type("events")
    assert bo.socket.close_code == 1012


async def go_on(server: Server, people: list[Person], code: str, question: int) -> None:
    """The table is brought back, and the retried action acts once, with the same numbering."""
    before = await log_of(server.database, code)
    again, other = [await back_at(person, code) for person in people[:2]]
    number = again.number
    first = await again.say("act", id="lost", question=question, action="draw")
    assert first["type"] == "ack", first
    assert await again.say("act", id="lost", question=question, action="draw") == first
    await other.until_type("events")
    assert other.number == again.number == first["number"] > number
    after = await log_of(server.database, code)
    assert len(after) == len(before) + 1
    assert [client for _, client, _ in after].count("lost") == 1
    drawn = [e for e in again.events if e["event"] == "chip_drawn"]
    assert drawn[0]["kind"] in after[-1][2]


def test_an_action_that_is_being_stored_in_vain_is_seen_by_nobody(
    start_server: StartServer, database: str
) -> None:
    """Another holds the database until the time is up; those who come meanwhile see the log."""
    server = start_server(database, *QUICK)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo", "Eve")]
        code, (ada, bo) = await full_table(people[:2])
        assert ada.ask is not None
        question = ada.ask["question"]["number"]
        async with held(database):
            await act_while_nothing_is_stored(people, code, ada, bo)
        await go_on(server, people, code, question)

    drive(run)


def test_on_a_full_disk_nothing_is_seen_and_healthz_says_so(
    start_server: StartServer, sqlite: str
) -> None:
    """Everything is refused in words; when there is room again the game goes on."""
    server = start_server(sqlite, *QUICK)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo", "Eve")]
        code, (ada, bo) = await full_table(people[:2])
        assert ada.ask is not None
        number, question = ada.number, ada.ask["question"]["number"]
        http = people[0].http
        assert (await http.get("/healthz")).text == "ok\n"
        with full_disk(server):
            joining = asyncio.create_task(first_words(people[2], code))
            told = await ada.say("act", id="lost", question=question, action="draw")
            assert refused(told) == "trouble"
            assert (await joining).get("number", number) == number
            health = await http.get("/healthz")
            assert (health.status_code, health.text) == (503, "nothing can be stored now\n")
            made = await http.post("/api/tables", json={})
            assert (made.status_code, made.json()["code"]) == (503, "trouble")
            eve = await back_at(people[2], code)
            assert eve.number == number
            said = await eve.say("chat", text="hello?")
            assert refused(said) == "trouble"
        await bo.socket.wait_closed()
        await go_on(server, people, code, question)
        health = await http.get("/healthz")
        assert (health.status_code, health.text) == (200, "ok\n")

    drive(run)


def test_a_frozen_database_holds_nobody_up_for_ever(
    start_server: StartServer, postgres: str
) -> None:
    """Within the time that is set everything is refused in words; afterwards all goes on."""
    database = make_postgres_database(postgres, "frozen")
    server = start_server(database, *QUICK)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo", "Eve")]
        code, (ada, bo) = await full_table(people[:2])
        assert ada.ask is not None
        number, question = ada.number, ada.ask["question"]["number"]
        http = people[0].http
        with frozen(postgres):
            told = await ada.say("act", id="lost", question=question, action="draw")
            assert refused(told) == "trouble"
            await bo.socket.wait_closed()
            assert bo.number == number
            words, health, shown = await asyncio.gather(
                first_words(people[1], code), http.get("/healthz"), http.get(f"/api/tables/{code}")
            )
            assert words == {"type": "closed", "code": 1012}
            assert (health.status_code, health.text) == (503, "the database does not answer\n")
            assert (shown.status_code, shown.json()["code"]) == (503, "trouble")
        assert (await back_at(people[2], code)).number == number
        await go_on(server, people, code, question)
        assert (await http.get("/healthz")).text == "ok\n"

    drive(run)


def test_the_server_ends_cleanly_while_its_database_is_frozen(
    start_server: StartServer, postgres: str
) -> None:
    """SIGTERM is obeyed, though nothing can be stored or closed."""
    server = start_server(make_postgres_database(postgres, "frozen_end"), *QUICK)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        await full_table(people)
        with frozen(postgres):
            assert await asyncio.to_thread(server.stop) == 0

    drive(run)


def test_a_commit_of_which_nobody_knows_the_end_is_answered_from_the_log(
    start_server: StartServer, postgres: str, tmp_path: Path
) -> None:
    """The connection is lost after the commit: the retry is acknowledged and acts only once."""
    real = make_postgres_database(postgres, "unknown")
    through = real.replace(postgres, str(tmp_path))

    async def run() -> None:
        async with CutAfterCommit(postgres, tmp_path) as proxy:
            server = await asyncio.to_thread(start_server, through)
            people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
            code, (ada, bo) = await full_table(people)
            assert ada.ask is not None
            number, question = ada.number, ada.ask["question"]["number"]
            before = len(await log_of(real, code))
            proxy.is_armed = True
            told = await ada.say("act", id="lost", question=question, action="draw")
            assert refused(told) == "trouble"
            assert proxy.cuts == 1
            with pytest.raises(Closed):
                await bo.until_type("events")
            again = await back_at(people[0], code)
            assert again.number > number
            told = await again.say("act", id="lost", question=question, action="draw")
            assert (told["type"], told["number"]) == ("ack", again.number)
            log = await log_of(real, code)
            assert len(log) == before + 1
            assert (await again.act("stop"))["type"] in ("ack", "refused")
            await asyncio.to_thread(server.stop)

    drive(run)
