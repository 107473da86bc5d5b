"""What is kept: finished games, games of earlier rules, and what a replay tells."""

from __future__ import annotations

import asyncio
import random
import sqlite3

from conftest import StartServer
from driving import Person, Server, drive, full_table, play_on

from quedlinburg.engine.version import RULES_VERSION


def change_stored(database: str, code: str, *statements: str) -> None:
    """Let a stored game have been begun under an earlier version of the rules."""
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    query = "SELECT document FROM tables WHERE code = ?"
    (document,) = connection.execute(query, (code,)).fetchone()
    earlier = document.replace(f'"rules":{RULES_VERSION}', '"rules":0')
    assert earlier != document
    connection.execute("UPDATE tables SET document = ? WHERE code = ?", (earlier, code))
    for statement in statements:
        connection.execute(statement, (code,))
    connection.commit()
    connection.close()


def test_finished_games_of_earlier_rules_still_replay(
    start_server: StartServer, sqlite: str
) -> None:
    """Their events are shown as they were stored, even if these rules would say otherwise."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        finished, clients = await full_table(people)
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        before = (await people[0].http.get(f"/api/games/{finished}/replay")).json()
        await asyncio.to_thread(server.stop)
        other_luck = "UPDATE actions SET luck = 'K1' WHERE code = ? AND number = 1"
        change_stored(sqlite, finished, other_luck)
        await asyncio.to_thread(server.start, server.log)
        after = (await people[0].http.get(f"/api/games/{finished}/replay")).json()
        assert after == before
        shown = await people[0].at(finished)
        assert (await shown.hear())["table"]["outcome"] == before["outcome"]

    drive(run)


def test_running_games_of_other_rules_are_kept_and_not_played_on(
    start_server: StartServer, sqlite: str
) -> None:
    """Also where these rules would have said the same so far; and they can be deleted."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, (ada, _) = await full_table(people)
        await ada.act("draw")
        await asyncio.to_thread(server.stop)
        change_stored(sqlite, code)
        await asyncio.to_thread(server.start, server.log)
        again = await people[1].at(code)
        told = await again.hear()
        assert told["table"]["halted"] == f"rules 0: this program plays rules {RULES_VERSION}"
        assert again.ask is None
        assert (await people[0].http.delete("/api/identity")).status_code == 204
        await again.until(lambda m: m["type"] == "table")
        assert [seat["name"] for seat in again.table["seats"]] == ["", "Bo"]

    drive(run)


def test_a_running_game_whose_log_can_not_be_played_again_is_kept_and_says_why(
    start_server: StartServer, sqlite: str
) -> None:
    """Other tables go on; the broken one names the action that does not fit."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        codes = []
        for _ in range(2):
            code, (ada, _) = await full_table(people)
            await ada.act("draw")
            codes.append(code)
        broken, sound = codes
        await asyncio.to_thread(server.stop)
        connection = sqlite3.connect(sqlite.removeprefix("sqlite:///"))
        connection.execute("UPDATE actions SET luck = 'K1' WHERE code = ?", (broken,))
        connection.commit()
        connection.close()
        await asyncio.to_thread(server.start, server.log)
        halted, going = await people[0].at(broken), await people[0].at(sound)
        why = (await halted.hear())["table"]["halted"]
        assert why.startswith("this game can't be played on: action 1: ")
        answer = await halted.say("act", question=1, action="draw")
        assert (answer["code"], answer["reason"]) == ("halted", why)
        await going.hear()
        assert (await going.act(going.legal[0]))["type"] == "ack"

    drive(run)


def test_a_game_from_a_position_is_kept_when_it_ends(shared: Server) -> None:
    """Also one that is over before anybody acts."""
    last = "players 2  books 1  round 9  card donations\nseat 1  stopped  pot O1@1\n"
    for seat in ("seat 0  bag O1\n", "seat 0  stopped  pot O1@1\n"):

        async def run(seat: str = seat) -> None:
            ada = await Person.arrive(shared, "Ada")
            wanted = {"position": last + seat}
            code = (await ada.http.post("/api/test/tables", json=wanted)).json()["code"]
            client = await ada.at(code)
            await client.hear()
            await play_on(client, random.Random(1))
            replay = await ada.http.get(f"/api/games/{code}/replay")
            assert replay.status_code == 200
            assert replay.json()["outcome"] == client.table["outcome"]
            assert (await ada.http.get(f"/api/games/{code}/record")).status_code == 200

        drive(run)


def test_what_a_replay_puts_over_the_seats_is_what_was_told_at_the_table(shared: Server) -> None:
    """Limit, white sum, scoring space and points after each action, so that no rules are needed."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        watcher = await (await Person.arrive(shared, "Eve")).at(code)
        begun = await watcher.hear()
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        await watcher.until(lambda m: m["type"] == "table" and m["table"]["state"] == "over")
        replay = (await people[0].http.get(f"/api/games/{code}/replay")).json()
        assert set(replay["changes"][0]["seats"]) == {"0", "1"}
        told = {
            m["first"] + len(m["events"]): m["seats"]
            for m in watcher.heard
            if m["type"] == "events" and "seats" in m
        }
        later = {c["event"]: c["seats"] for c in replay["changes"] if c["event"] > begun["number"]}
        assert later == told

    drive(run)
