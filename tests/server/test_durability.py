"""What was acknowledged is never lost: `kill -9` at random moments, restarts, backups."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import StartServer
from driving import Closed, Person, Server, drive, full_table, play_on
from enduring import Player
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from quedlinburg import Game
from quedlinburg.engine.record import verify

pytestmark = pytest.mark.timeout(240)


def stored_actions(database: str) -> list[tuple[int, str | None, str]]:
    """The log of the only table of a database."""
    url = make_url(database)
    if url.drivername == "sqlite":
        with sqlite3.connect(f"file:{url.database}?mode=ro", uri=True) as connection:
            query = "SELECT seat, client, action FROM actions ORDER BY code, number"
            return connection.execute(query).fetchall()
    script = (
        "import asyncio, asyncpg, json, sys\n"
        "async def main():\n"
        "    c = await asyncpg.connect(host=sys.argv[1], user='postgres', database=sys.argv[2])\n"
        "    q = 'SELECT seat, client, action FROM actions ORDER BY code, number'\n"
        "    print(json.dumps([tuple(r) for r in await c.fetch(q)]))\n"
        "asyncio.run(main())\n"
    )
    host, name = str(url.query["host"]), str(url.database)
    command = [sys.executable, "-c", script, host, name]
    return [tuple(row) for row in json.loads(subprocess.check_output(command, text=True))]


async def kill_now_and_then(
    server: Server, choose: random.Random, kills: int, games: asyncio.Task[None]
) -> int:
    """End the process as a crash would, at random moments, and start it again."""
    count = 0
    while count < kills and not games.done():
        await asyncio.sleep(0.15 + choose.random() * 0.6)
        if games.done():
            break
        server.kill()
        await asyncio.to_thread(server.start, server.log)
        count += 1
    return count


async def survive(server: Server, seed: int, kills: int) -> tuple[str, list[Player], int]:
    """Play one game while the server is killed; the code, the players and the count of kills."""
    people = [await Person.arrive(server, f"P{seed}x{n}") for n in range(4)]
    code, clients = await full_table(people)
    for client in clients:
        await client.close()
    players = [
        Player(person, code, random.Random(f"{seed} {n}"), pause=0.03)
        for n, person in enumerate(people)
    ]

    async def play_all() -> None:
        await asyncio.gather(*(player.play() for player in players))

    games = asyncio.create_task(play_all())
    killed = await kill_now_and_then(server, random.Random(seed), kills, games)
    async with asyncio.timeout(120):
        await games
    return code, players, killed


def test_kill_9_loses_nothing_acknowledged_and_repeats_nothing(
    start_server: StartServer, database: str
) -> None:
    """Every acknowledged action is in the record, exactly once, and the game ends."""
    server = start_server(database)

    async def run() -> None:
        code, players, killed = await survive(server, seed=11, kills=4)
        assert killed >= 2
        record = (await players[0].person.http.get(f"/api/games/{code}/record")).text
        check_game(record, players, stored_actions(database))

    drive(run)


def check_game(
    record: str, players: list[Player], stored: list[tuple[int, str | None, str]]
) -> None:
    """Compare what was acknowledged with what is stored, and that with the record."""
    game, told = verify(record, Game)
    assert "came from the seed" in told
    assert [(p.seat, str(p.action)) for p in game.history] == [(s, a) for s, _, a in stored]
    counts = Counter(client for _, client, _ in stored)
    assert max(counts.values()) == 1
    by_client = {client: (seat, action) for seat, client, action in stored}
    heard = {client for player in players for client in player.acknowledged}
    # The first card may have asked something: those answers came, and were acknowledged, before.
    first_card = {client for client in by_client if client is not None and client.startswith("c")}
    assert heard == set(by_client) - first_card, (
        "what is stored was acknowledged, at the latest when asked again"
    )
    for seat, player in enumerate(players):
        assert player.acknowledged, "everybody acted"
        for client, action in player.acknowledged.items():
            assert by_client[client] == (seat, action)
        assert player.number == len(game.events)
        seen = [event.seen_by(seat).to_json() for event in game.events]
        assert player.events == seen[len(seen) - len(player.events) :]


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_fifty_games_survive_kill_9(start_server: StartServer, tmp_path: Path) -> None:
    """The same for fifty games."""
    for seed in range(50):
        database = f"sqlite:///{tmp_path / f'soak{seed}.db'}"
        server = start_server(database)

        async def run(server: Server = server, seed: int = seed, database: str = database) -> None:
            code, players, _ = await survive(server, seed=seed, kills=5)
            record = (await players[0].person.http.get(f"/api/games/{code}/record")).text
            check_game(record, players, stored_actions(database))

        drive(run)
        server.kill()


def test_after_a_restart_a_table_stands_at_the_same_question(
    start_server: StartServer, database: str
) -> None:
    """View, question number, legal actions and chat are as they were."""
    server = start_server(database)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        for client in clients:
            await client.act("draw")
        await clients[0].say("chat", text="hello <b>you</b>")
        before = []
        for person in people:
            fresh = await person.at(code)
            before.append(await fresh.hear())
        server.kill()
        await asyncio.to_thread(server.start, server.log)
        for person, old in zip(people, before, strict=True):
            fresh = await person.at(code)
            new = await fresh.hear()
            assert new["view"] == old["view"]
            assert new["number"] == old["number"]
            assert new["chat"] == old["chat"]
            assert [line["text"] for line in new["chat"]] == ["hello <b>you</b>"]
            assert new["table"]["commit"] == old["table"]["commit"]
            assert new["table"]["secret"] is None

    drive(run)


def test_sigterm_closes_sockets_with_a_code_and_loses_nothing(
    start_server: StartServer, sqlite: str
) -> None:
    """Clients hear 1012, the process ends with 0, and the table is there afterwards."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        answer = await clients[0].act("draw")
        assert answer["type"] == "ack"
        assert await asyncio.to_thread(server.stop) == 0
        await clients[0].socket.wait_closed()
        assert clients[0].socket.close_code == 1012
        await asyncio.to_thread(server.start, server.log)
        again = await people[0].at(code)
        assert (await again.hear())["number"] == answer["number"]

    drive(run)


def test_a_backup_of_a_running_database_is_a_whole_database(
    start_server: StartServer, sqlite: str, tmp_path: Path
) -> None:
    """`quacks backup` while people play; the copy serves the finished game."""
    server = start_server(sqlite)
    copy = tmp_path / "copy.db"

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        record = (await people[0].http.get(f"/api/games/{code}/record")).text
        command = [sys.executable, "-m", "quedlinburg.cli.serve", "backup", str(copy)]
        done = await asyncio.to_thread(
            subprocess.run,
            [*command, "--database", sqlite],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        engine = create_engine(f"sqlite:///{copy}")
        with engine.connect() as connection:
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
            assert connection.scalar(text("SELECT record FROM games")) == record
        engine.dispose()
        again = await asyncio.to_thread(
            subprocess.run,
            [*command, "--database", sqlite],
            capture_output=True,
            text=True,
            check=False,
        )
        assert again.returncode == 1
        assert again.stderr.count("\n") == 1

    drive(run)


def change_rules(database: str, code: str) -> None:
    """Let a stored game have been begun under an earlier version of the rules."""
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    query = "SELECT document FROM tables WHERE code = ?"
    (document,) = connection.execute(query, (code,)).fetchone()
    earlier = document.replace('"rules":1', '"rules":0')
    assert earlier != document
    connection.execute("UPDATE tables SET document = ? WHERE code = ?", (earlier, code))
    connection.commit()
    connection.close()


def test_games_of_earlier_rules_still_replay_and_running_ones_are_refused_in_words(
    start_server: StartServer, sqlite: str
) -> None:
    """The events of a finished game are shown as they were; a running game is not guessed at."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        finished, clients = await full_table(people)
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        running, _ = await full_table(people)
        before = (await people[0].http.get(f"/api/games/{finished}/replay")).json()
        await asyncio.to_thread(server.stop)
        for code in (finished, running):
            change_rules(sqlite, code)
        await asyncio.to_thread(server.start, server.log)
        after = (await people[0].http.get(f"/api/games/{finished}/replay")).json()
        assert after == before
        shown = await people[0].at(finished)
        assert (await shown.hear())["table"]["outcome"] == before["outcome"]
        refused = await people[0].at(running)
        with pytest.raises(Closed):
            await refused.hear()
        assert refused.socket.close_code == 4010
        assert "rules 0" in (refused.socket.close_reason or "")
        assert (await people[0].http.delete("/api/identity")).status_code == 204

    drive(run)


def test_the_thinking_process_ends_with_a_killed_server(
    start_server: StartServer, sqlite: str
) -> None:
    """No process is left behind by `kill -9`."""
    server = start_server(sqlite)
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    end = time.monotonic() + 10
    while not children.read_text().split():
        assert time.monotonic() < end, "the thinking process starts with the server"
        time.sleep(0.05)
    numbers = children.read_text().split()
    server.kill()
    while any(Path(f"/proc/{number}").exists() for number in numbers):
        assert time.monotonic() < end + 10, numbers
        time.sleep(0.05)
