"""Whole games by four clients, on each database."""

from __future__ import annotations

import asyncio
import random

import msgspec
from conftest import StartServer
from driving import Client, Person, Server, drive, full_table, play_on

from quedlinburg import Game
from quedlinburg.engine.notation.record import verify
from quedlinburg.server.protocol.shapes import EventData, ViewData


def test_four_clients_play_a_whole_game_and_its_record_verifies(
    start_server: StartServer, database: str
) -> None:
    """From the first seat to the last point; every draw comes from the promised secret."""
    server = start_server(database)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo", "Cy", "Di")]
        code, clients = await full_table(people)
        commit = clients[0].table["commit"]
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        ended = clients[0].table
        assert ended["state"] == "over"
        assert ended["outcome"]["points"]
        answer = await people[0].http.get(f"/api/games/{code}/record")
        game, told = verify(answer.text, Game)
        assert "came from the seed" in told
        assert game.heading.commit == commit
        assert game.heading.names == ("Ada", "Bo", "Cy", "Di")
        assert game.heading.nonces == {n: f"nonce{n}" for n in range(4)}
        assert list(game.outcome.points if game.outcome else ()) == ended["outcome"]["points"]
        checked = (await people[1].http.get(f"/api/games/{code}/verify")).json()
        assert checked["ok"], checked
        for client in clients:
            assert client.number == len(game.events)
            assert_saw_what_it_may(client, game)

    drive(run)


def assert_saw_what_it_may(client: Client, game: Game) -> None:
    """Every event a client heard is that event's face for its seat, and no other."""
    since = client.number - len(client.events)
    seat = client.you["seat"]
    faces = [event.seen_by(seat).to_json() for event in game.events[since:]]
    assert client.events == faces


def test_a_snapshot_taken_at_any_moment_equals_the_engines_own_view(shared: Server) -> None:
    """The events heard so far and the view of a newcomer tell the same story."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people, books=1)
        choose = random.Random(5)
        watcher = await Person.arrive(shared, "Watcher")
        for _ in range(25):
            for client in clients:
                if client.ask is not None:
                    await client.act(choose.choice(client.legal))
            fresh = await watcher.at(code)
            told = await fresh.hear()
            msgspec.convert(told["view"], ViewData)
            assert told["you"]["seat"] is None
            assert told["view"]["legal"] == []
            await fresh.close()
        for client in clients:
            for event in client.events:
                msgspec.convert(event, EventData)

    drive(run)
