"""Databases of earlier rules: finished games are shown, running ones are kept and say why not.

`older/rules_1.json` holds the rows that the last program of rules version 1 stored.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from pathlib import Path

import pytest
from conftest import StartServer
from driving import (
    Json,
    Person,
    Server,
    drive,
    full_table,
    play_on,
    refused,
    wait_until,
)
from older import FOLDER, lay, person_of
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from quedlinburg import Game
from quedlinburg.cli.main import main
from quedlinburg.engine.version import RULES_VERSION, other_rules
from quedlinburg.server.config import Config
from quedlinburg.server.limits import Limits
from quedlinburg.server.protocol.bodies import MakeTable
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.services import close_services, open_services
from quedlinburg.server.storage.database import Database, database_url
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.halted import unpack_view

LINE = f"rules 1: this program plays rules {RULES_VERSION}"
KNOWN: Json = json.loads((FOLDER / "rules_1.json").read_text("utf-8"))
CODES: dict[str, str] = KNOWN["codes"]


def stored(table: str, code: str) -> list[Json]:
    """The rows of a table of the database as they were written."""
    return [row for row in KNOWN["rows"][table] if row["code"] == code]


def document(code: str) -> Json:
    """A table's document as it was written."""
    found: Json = json.loads(stored("tables", code)[0]["document"])
    return found


@pytest.fixture
def older(database: str, start_server: StartServer) -> Server:
    """A server of this program on such a database, of each kind."""
    lay(database, KNOWN)
    return start_server(database)


@pytest.fixture
def older_file(tmp_path: Path, start_server: StartServer) -> Server:
    """The same on SQLite alone."""
    database = f"sqlite:///{tmp_path / 'quacks.db'}"
    lay(database, KNOWN)
    return start_server(database)


def test_the_line_names_both_versions() -> None:
    """One line, wherever a game of other rules is refused."""
    assert other_rules(1) == LINE
    assert RULES_VERSION > 1


def test_a_finished_game_of_earlier_rules_can_be_shown_and_stepped_through(older: Server) -> None:
    """Its events were stored beside the record; that is given as it was written."""
    code = CODES["finished"]

    async def run() -> None:
        ada = person_of(older, KNOWN, "Ada")
        replay = (await ada.http.get(f"/api/games/{code}/replay")).json()
        assert replay["rules"] == 1
        assert len(replay["events"]) > 100
        assert len(replay["steps"]) == len(stored("actions", code))
        assert replay["outcome"] == document(code)["outcome"]
        record = (await ada.http.get(f"/api/games/{code}/record")).text
        assert record == stored("games", code)[0]["record"]
        verified = (await ada.http.get(f"/api/games/{code}/verify")).json()
        assert verified == {"ok": False, "text": f"line 1: {LINE}"}
        client = await ada.at(code)
        told = await client.hear()
        assert (told["table"]["state"], told["table"]["halted"]) == ("over", None)
        assert told["table"]["outcome"] == replay["outcome"]
        assert told["view"] is None
        assert (await client.say("rematch"))["type"] == "ack"

    drive(run)


def test_a_record_of_earlier_rules_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not replayed by rules that it was not played by, neither here nor by a command."""
    record = stored("games", CODES["finished"])[0]["record"]
    with pytest.raises(ValueError, match=f"^line 1: {re.escape(LINE)}$"):
        Game.from_record(record)
    path = tmp_path / "record.txt"
    path.write_text(record, "utf-8")
    for command in ("replay", "verify"):
        assert main([command, str(path)]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert LINE in said.err


def test_a_game_that_was_running_under_earlier_rules_is_kept_and_can_not_be_played_on(
    older: Server,
) -> None:
    """It says why, has its names, options and chat, and whoever sat there may talk on."""
    code = CODES["running"]
    before = document(code)

    async def run() -> None:
        ada, ben = (person_of(older, KNOWN, name) for name in ("Ada", "Ben"))
        client = await ada.at(code)
        told = await client.hear()
        table = told["table"]
        assert (table["state"], table["halted"], told["view"]) == ("playing", LINE, None)
        assert [seat["name"] for seat in table["seats"]] == [s["name"] for s in before["seats"]]
        assert {**before["options"], "memory": False} == table["options"]
        assert [line["text"] for line in told["chat"]] == ["whose turn is it?", "yours"]
        assert (table["secret"], told["you"]["seat"], told["deadlines"]) == (None, 0, [None] * 3)
        for kind, fields in (
            ("act", {"question": 1, "action": "draw"}),
            ("back", {}),
            ("resign", {}),
            ("abandon", {}),
            ("kick", {"seat": 2}),
            ("odds", {}),
            ("hint", {}),
        ):
            answer = await client.say(kind, **fields)
            assert (refused(answer), answer["reason"]) == ("halted", LINE), kind
        assert told["number"] == 0
        other = await ben.at(code, "&since=30")
        assert (await other.hear())["type"] == "snapshot"
        assert (await client.say("chat", text="what now?"))["type"] == "ack"
        assert (await other.until_type("chat"))["line"]["text"] == "what now?"
        games = {g["code"]: g for g in (await ada.http.get("/api/games")).json()["games"]}
        assert set(games) == set(CODES.values())
        halted = {name for name, its in CODES.items() if games[its]["halted"]}
        assert halted == {"running", "clock"}
        assert not games[code]["your_turn"]

    drive(run)


def test_the_log_of_a_game_of_earlier_rules_is_given_as_text(older_file: Server) -> None:
    """Every action with its luck, below what was chosen; the secret is not in it."""
    code = CODES["running"]
    before = document(code)

    async def run() -> None:
        ada = person_of(older_file, KNOWN, "Ada")
        answer = await ada.http.get(f"/api/tables/{code}/log")
        assert answer.status_code == 200
        lines = answer.text.splitlines()
        assert lines[:2] == [f"# table {code}: {LINE}", "rules 1"]
        books = "books " + " ".join(f"{name}={n}" for name, n in before["books"].items())
        assert f"players 3  {books}  edition schmidt  stir last" in lines
        assert 'name 1 "Dandelion"' in lines
        assert 'nonce 2 "other"' in lines
        actions = [
            f"{row['seat']} {row['action']}" + (f"  luck {row['luck']}" if row["luck"] else "")
            for row in sorted(stored("actions", code), key=lambda row: int(row["number"]))
        ]
        assert len(actions) > 40
        assert lines[-len(actions) - 1 :] == [*actions, "unfinished"]
        assert before["secret"] not in answer.text
        abandoned = await ada.http.get(f"/api/tables/{CODES['abandoned']}/log")
        assert abandoned.text.splitlines()[0] == f"# table {CODES['abandoned']}"
        for name in ("finished", "open"):
            answer = await ada.http.get(f"/api/tables/{CODES[name]}/log")
            assert (answer.status_code, answer.json()["code"]) == (404, "no_log")

    drive(run)


def test_its_people_begin_a_new_game_with_the_same_seats(older: Server) -> None:
    """The new table has their names, the bot and the options, and is played by these rules."""
    code = CODES["running"]

    async def run() -> None:
        ada, ben = (person_of(older, KNOWN, name) for name in ("Ada", "Ben"))
        client = await ada.at(code)
        await client.hear()
        assert (await client.say("rematch"))["type"] == "ack"
        again = client.table["rematch"]
        assert client.table["halted"] == LINE
        here, there = await ada.at(again), await ben.at(again)
        for one in (here, there):
            await one.until_type("snapshot")
        assert [seat["kind"] for seat in here.table["seats"]] == ["person", "bot", "person"]
        assert here.table["options"] == client.table["options"]
        assert (await there.say("ready"))["type"] == "ack"
        assert (await here.say("start"))["type"] == "ack"
        assert here.view is not None
        assert here.table["halted"] is None

    drive(run)


def test_an_open_table_of_earlier_times_is_played_by_these_rules(older: Server) -> None:
    """Nothing was played at it yet."""

    async def run() -> None:
        ada, ben = (person_of(older, KNOWN, name) for name in ("Ada", "Ben"))
        here, there = await ada.at(CODES["open"]), await ben.at(CODES["open"])
        for one in (here, there):
            await one.until_type("snapshot")
        assert here.table["options"]["tubes"] is True
        assert [seat["colour"] for seat in here.table["seats"]] == ["yellow", "blue", "red"]
        assert (await there.say("ready"))["type"] == "ack"
        assert (await here.say("start"))["type"] == "ack"
        assert here.view is not None
        assert here.table["halted"] is None

    drive(run)


def test_tables_of_other_rules_are_not_woken_and_use_up_no_places(
    tmp_path: Path, start_server: StartServer
) -> None:
    """A clock that runs out does nothing to them, and everybody may make as many as before."""
    database = f"sqlite:///{tmp_path / 'quacks.db'}"
    lay(database, KNOWN)
    server = start_server(database, test_mode=False)

    async def run() -> None:
        ada = person_of(server, KNOWN, "Ada")
        await asyncio.sleep(1.5)
        figures = (await ada.http.get("/metrics")).text
        assert "quacks_tables 0.0" in figures
        client = await ada.at(CODES["clock"])
        told = await client.hear()
        assert (told["table"]["halted"], told["deadlines"]) == (LINE, [None, None])
        assert not any(seat["apprentice"] for seat in told["table"]["seats"])
        # Two of her unfinished tables can't be played on: there is room for nineteen beside one.
        for _ in range(19):
            await ada.make_table()
        full = await ada.http.post("/api/tables", json={})
        assert full.status_code == 429

    drive(run)


def test_a_table_that_can_not_be_read_holds_no_other_up(
    tmp_path: Path, start_server: StartServer
) -> None:
    """It is refused in words; the list of one's games and all other tables are there."""
    database = f"sqlite:///{tmp_path / 'quacks.db'}"
    lay(database, KNOWN)
    connection = sqlite3.connect(tmp_path / "quacks.db")
    bad = (("{", CODES["clock"]), ('{"code": 3}', CODES["abandoned"]))
    connection.executemany("UPDATE tables SET document = ? WHERE code = ?", bad)
    connection.commit()
    connection.close()
    server = start_server(database)

    async def run() -> None:
        ada = person_of(server, KNOWN, "Ada")
        for _, code in bad:
            answer = await ada.http.get(f"/api/tables/{code}")
            assert (answer.status_code, answer.json()["code"]) == (409, "trouble")
        listed = (await ada.http.get("/api/games")).json()["games"]
        assert {game["code"] for game in listed} == {
            CODES[name] for name in ("finished", "running", "open")
        }
        client = await ada.at(CODES["open"])
        assert (await client.hear())["table"]["state"] == "open"

    drive(run)


# --- how a game stood ----------------------------------------------------------------------------


def change(database: str, statement: str, **values: object) -> list[tuple[object, ...]]:
    """Carry out a statement on a stored database; the rows that it gives, if any."""

    async def run() -> list[tuple[object, ...]]:
        engine = create_async_engine(database_url(database))
        async with engine.begin() as connection:
            done = await connection.execute(text(statement), values)
            rows = [tuple(row) for row in done] if done.returns_rows else []
        await engine.dispose()
        return rows

    return asyncio.run(run())


def let_rules_change(database: str, code: str) -> None:
    """Let a stored game have been begun under the rules before these."""
    ((found,),) = change(database, "SELECT document FROM tables WHERE code = :code", code=code)
    earlier = str(found).replace(f'"rules":{RULES_VERSION}', '"rules":1')
    assert earlier != found
    update = "UPDATE tables SET document = :document, rules = 1 WHERE code = :code"
    change(database, update, document=earlier, code=code)


def seen_rows(database: str) -> list[tuple[object, ...]]:
    """Which games have a stored view, of which rules, after how many events."""
    return change(database, "SELECT code, rules, number FROM snapshots")


async def a_game(server: Server, **options: object) -> tuple[str, list[Person], Json]:
    """A game in which somebody has drawn, who plays it, and how a spectator sees it."""
    people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
    code, clients = await full_table(people, **options)
    assert (await clients[0].act("draw"))["type"] == "ack"
    watcher = await (await Person.arrive(server, "Eve")).at(code)
    return code, people, await watcher.hear()


@pytest.mark.parametrize("memory", [False, True])
def test_how_a_game_stood_is_stored_when_the_server_stops_and_shown_under_later_rules(
    start_server: StartServer, database: str, memory: bool
) -> None:
    """As a spectator saw it; a table that plays by memory shows no bag even then."""
    server = start_server(database)
    known: Json = {}

    async def play() -> None:
        known["code"], _, known["told"] = await a_game(server, memory=memory)

    drive(play)
    assert server.stop() == 0
    code, told = known["code"], known["told"]
    assert seen_rows(database) == [(code, RULES_VERSION, told["number"])]
    let_rules_change(database, code)
    server.start(server.log)

    async def look() -> None:
        for name in ("Eve", "Fay"):
            again = await (await Person.arrive(server, name)).at(code)
            shown = await again.hear()
            assert shown["table"]["halted"] == LINE
            assert shown["view"] == told["view"]
            assert shown["number"] == 0
            bags = [seat["bag"] for seat in shown["view"]["seats"]]
            assert (bags == [None, None]) == memory
            # What can't be resumed is shown again.
            await again.send({"type": "resume", "since": 5})
            assert (await again.hear())["view"] == told["view"]

    drive(look)


def test_a_stored_view_that_can_not_be_read_is_left_out(
    start_server: StartServer, sqlite: str
) -> None:
    """The rest of the table is there."""
    server = start_server(sqlite)
    codes: list[str] = []

    async def play() -> None:
        codes.append((await a_game(server))[0])

    drive(play)
    assert server.stop() == 0
    let_rules_change(sqlite, codes[0])
    change(sqlite, "UPDATE snapshots SET view = :view", view=b"\x1f\x8b broken")
    server.start(server.log)

    async def look() -> None:
        again = await (await Person.arrive(server, "Eve")).at(codes[0])
        shown = await again.hear()
        assert (shown["table"]["halted"], shown["view"]) == (LINE, None)

    drive(look)


def test_a_game_that_is_over_needs_no_stored_view(start_server: StartServer, sqlite: str) -> None:
    """It goes on after a stop, ends, and what was stored of it on the way is gone."""
    server = start_server(sqlite)

    async def run() -> None:
        code, people, _ = await a_game(server)
        await asyncio.to_thread(server.stop)
        assert len(await asyncio.to_thread(seen_rows, sqlite)) == 1
        await asyncio.to_thread(server.start, server.log)
        again = [await person.at(code) for person in people]
        for client in again:
            await client.until_type("snapshot")
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(again)))
        assert await asyncio.to_thread(seen_rows, sqlite) == []

    drive(run)


def test_how_a_game_stood_is_stored_when_its_table_is_put_to_rest(sqlite: str) -> None:
    """Whenever it leaves memory, also while the server runs on; an open table has no view."""

    async def run() -> None:
        database = Database(sqlite)
        await database.open()
        services = await open_services(
            Config(limits=Limits(rest_seconds=0.3)), Store(database.engine)
        )
        try:
            ada, _ = await services.identities.make("Ada")
            wanted = MakeTable(options=TableOptions(players=2), bots=["random"])
            idle, table = [await services.registry.make(ada, wanted) for _ in range(2)]
            await table.start(ada.id)
            services.registry.start()
            await wait_until(lambda: not len(services.registry))
            found = {
                table.document.code: table
                for table in await services.store.load_tables([idle.code, table.code])
            }
            assert found[idle.code].seen is None
            game = table.contents.game
            assert game is not None
            seen = unpack_view(found[table.code].seen)
            assert seen == json.loads(json.dumps(game.view(None, bags=True)))
        finally:
            await close_services(services)
            await database.close()

    drive(run)
