"""What was acknowledged is never lost: `kill -9` at random moments, restarts, backups."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from conftest import StartServer, make_postgres_database
from driving import PATIENCE, Closed, Person, Server, drive, full_table, play_on
from enduring import Player
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from quedlinburg import Game
from quedlinburg.cli.main import main
from quedlinburg.engine.notation.record import verify
from quedlinburg.server.storage.database import database_url

Stored = list[tuple[int, str | None, str]]


def stored_actions(database: str) -> dict[str, Stored]:
    """The logs of all tables of a database, by code."""
    query = text("SELECT code, seat, client, action FROM actions ORDER BY code, number")

    async def fetch() -> Sequence[Any]:
        engine = create_async_engine(database_url(database))
        try:
            async with engine.connect() as connection:
                return (await connection.execute(query)).all()
        finally:
            await engine.dispose()

    logs: dict[str, Stored] = {}
    for code, seat, client, action in asyncio.run(fetch()):
        logs.setdefault(code, []).append((seat, client, action))
    return logs


@dataclass
class Killer:
    """Ends the process as a crash would: at random moments, or the moment something is stored."""

    server: Server
    choose: random.Random
    lies_in_wait: bool = False
    count: int = 0
    done: asyncio.Event = field(default_factory=asyncio.Event)

    def hear_ack(self) -> None:
        """Kill in the very moment in which an acknowledgement arrives, if that is waited for."""
        if self.lies_in_wait:
            self.lies_in_wait = False
            self.server.kill()
            self.done.set()

    async def run(self, kills: int, games: asyncio.Task[None]) -> None:
        """Kill so many times, and start again each time, for as long as the games go on."""
        while self.count < kills and not games.done():
            await asyncio.sleep(0.15 + self.choose.random() * 0.6)
            if self.count % 2:
                self.done.clear()
                self.lies_in_wait = True
                killed = asyncio.create_task(self.done.wait())
                await asyncio.wait({killed, games}, return_when=asyncio.FIRST_COMPLETED)
                killed.cancel()
            elif not games.done():
                self.server.kill()
            if not self.server.is_running():
                await asyncio.to_thread(self.server.start, self.server.log)
                self.count += 1


@dataclass
class Survivor:
    """A game that was played to its end while the server was killed again and again."""

    code: str
    players: list[Player]
    record: str = ""


async def sit_down(server: Server, name: str) -> Survivor:
    """A game of four players who never give up."""
    people = [await Person.arrive(server, f"{name}x{n}") for n in range(4)]
    code, clients = await full_table(people)
    for client in clients:
        await client.close()
    players = [
        Player(person, code, random.Random(f"{name} {n}"), pause=0.03)
        for n, person in enumerate(people)
    ]
    return Survivor(code, players)


async def survive(server: Server, seed: int, *, games: int, kills: int) -> list[Survivor]:
    """Play some games at once while the server is killed; they must all end."""
    survivors = [await sit_down(server, f"P{seed}g{number}") for number in range(games)]

    async def play_all() -> None:
        players = [player for survivor in survivors for player in survivor.players]
        await asyncio.gather(*(player.play() for player in players))

    playing = asyncio.create_task(play_all())
    killer = Killer(server, random.Random(seed))
    for survivor in survivors:
        for player in survivor.players:
            player.on_ack = killer.hear_ack
    await killer.run(kills, playing)
    assert killer.count >= 2
    await playing
    for survivor in survivors:
        http = survivor.players[0].person.http
        survivor.record = (await http.get(f"/api/games/{survivor.code}/record")).text
    return survivors


def check_survivors(server: Server, seed: int, *, games: int, kills: int) -> None:
    """Every acknowledged action is in its record, exactly once, and every game ends."""
    survivors: list[Survivor] = []

    async def run() -> None:
        survivors.extend(await survive(server, seed, games=games, kills=kills))

    drive(run)
    stored = stored_actions(server.database)
    assert len(survivors) == games
    for survivor in survivors:
        check_game(survivor.record, survivor.players, stored[survivor.code])


def test_kill_9_loses_nothing_acknowledged_and_repeats_nothing(
    start_server: StartServer, database: str
) -> None:
    """Two games at once, so that commits hold actions of both."""
    check_survivors(start_server(database), seed=11, games=2, kills=4)


def check_game(record: str, players: list[Player], stored: Stored) -> None:
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
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", range(5))
def test_fifty_games_survive_kill_9(start_server: StartServer, sqlite: str, seed: int) -> None:
    """The same for fifty games, ten at a time, each of them through a dozen kills."""
    check_survivors(start_server(sqlite), seed, games=10, kills=12)


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


@contextmanager
def nothing_stored_for(database: str, code: str) -> Iterator[None]:
    """Let the database refuse every action of one table for a while."""
    connection = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
    connection.execute(
        f"CREATE TRIGGER full_{code} BEFORE INSERT ON actions WHEN NEW.code = '{code}' "
        "BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
    )
    try:
        yield
    finally:
        connection.execute(f"DROP TRIGGER full_{code}")
        connection.close()


def test_what_could_not_be_stored_has_not_happened(shared: Server) -> None:
    """It is refused, nobody hears of it, other tables go on, and the retry acts once."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people)
        _, (cy, _) = await full_table(people)
        assert ada.ask is not None
        number, question = bo.number, ada.ask["question"]["number"]
        with nothing_stored_for(shared.database, code):
            acts = asyncio.gather(
                ada.say("act", id="lost", question=question, action="draw"), cy.act("draw")
            )
            refused, stored = await acts
        assert (refused["type"], refused["code"]) == ("refused", "trouble")
        assert stored["type"] == "ack"
        with pytest.raises(Closed):
            await bo.until_type("events")
        assert bo.socket.close_code == 1012
        again = await people[0].at(code)
        assert (await again.hear())["number"] == number
        answer = await again.say("act", id="lost", question=question, action="draw")
        assert answer["type"] == "ack"
        assert again.number > number

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


def back_up(target: Path, database: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run `quacks backup`; the one line that it says if it fails, else nothing."""
    code = main(["backup", str(target), "--database", database])
    said = capsys.readouterr()
    assert said.err.count("\n") == code, said.err
    return said.err


def test_a_backup_of_a_running_database_is_a_whole_database(
    shared: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`quacks backup` while people play; the copy has the finished game."""
    copy = tmp_path / "copy.db"

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        record = (await people[0].http.get(f"/api/games/{code}/record")).text
        assert back_up(copy, shared.database, capsys) == ""
        engine = create_engine(f"sqlite:///{copy}")
        with engine.connect() as connection:
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
            query = text("SELECT record FROM games WHERE code = :code")
            assert connection.scalar(query, {"code": code}) == record
        engine.dispose()
        assert "exists already" in back_up(copy, shared.database, capsys)

    drive(run)


def test_a_backup_of_postgresql_is_an_archive_that_can_be_restored(
    start_server: StartServer, postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`quacks backup` lets pg_dump write it, while the server runs."""
    database = make_postgres_database(postgres, f"b{time.monotonic_ns()}")
    server = start_server(database)
    archive, other = tmp_path / "copy.dump", tmp_path / "other.dump"

    async def run() -> None:
        await Person.arrive(server, "Rumpelstilz")

    drive(run)
    assert back_up(archive, database, capsys) == ""
    command = ["pg_restore", "-f", "-", str(archive)]
    restored = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Rumpelstilz" in restored.stdout
    wrong = make_url(database).set(database="nowhere").render_as_string()
    assert "nowhere" in back_up(other, wrong, capsys)
    assert not other.exists()


def test_the_thinking_process_ends_with_a_killed_server(
    start_server: StartServer, sqlite: str
) -> None:
    """No process is left behind by `kill -9`."""
    server = start_server(sqlite)
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    end = time.monotonic() + PATIENCE
    while not children.read_text().split():
        assert time.monotonic() < end, "the thinking process starts with the server"
        time.sleep(0.05)
    numbers = children.read_text().split()
    server.kill()
    while any(Path(f"/proc/{number}").exists() for number in numbers):
        assert time.monotonic() < end, numbers
        time.sleep(0.05)
