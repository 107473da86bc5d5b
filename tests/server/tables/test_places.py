"""Places at a table: whoever has a seat gets in, whatever those who watch do."""

from __future__ import annotations

import pytest
from conftest import StartServer
from driving import Client, Person, Server, drive, full_table
from strangers import arrive_from, close_code, first, knock, watch
from websockets.exceptions import InvalidStatus

# More networks than it takes to fill a table with people who watch.
NETWORKS = [f"127.0.1.{number}" for number in range(1, 6)]


async def crowd(server: Server, code: str, a_network: int) -> list[str]:
    """Let so many nameless people of every network come to watch; what each of them hears first."""
    everybody = [network for network in NETWORKS for _ in range(a_network)]
    return [(await watch(server, code, network=network))["type"] for network in everybody]


async def open_for_ever(server: Server, path: str, network: str) -> None:
    """Open sockets one after the other."""
    while True:
        await (await knock(server, path, network=network)).close()


def test_people_who_watch_cannot_lock_out_those_who_have_a_seat(usual: Server) -> None:
    """With all places of spectators taken, owner and host come back, and a guest does not."""

    async def run() -> None:
        people = [await arrive_from(usual, name, "127.0.2.1") for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        for client in clients:
            await client.close()
        assert "closed" in await crowd(usual, code, 20)
        for person in people:
            assert (await watch(usual, code, token=person.token))["type"] == "snapshot"
        assert (await watch(usual, code, network="127.0.2.9"))["code"] == 4029

    drive(run)


def test_a_host_without_a_seat_gets_in_too(usual: Server) -> None:
    """Who has to begin the game is not kept out of it."""

    async def run() -> None:
        host = await arrive_from(usual, "Host", "127.0.2.2")
        code = await host.make_table(options={"players": 2}, sit=False)
        assert "closed" in await crowd(usual, code, 20)
        assert (await watch(usual, code, token=host.token))["type"] == "snapshot"

    drive(run)


def test_one_network_cannot_take_all_places_of_those_who_watch(usual: Server) -> None:
    """A third of them, and people of other networks still come in."""

    async def run() -> None:
        host = await arrive_from(usual, "Host", "127.0.2.3")
        code = await host.make_table(options={"players": 2})
        heard = [(await watch(usual, code, network="127.0.3.1"))["type"] for _ in range(25)]
        assert heard == ["snapshot"] * 20 + ["closed"] * 5
        assert (await watch(usual, code, network="127.0.3.2"))["type"] == "snapshot"

    drive(run)


def test_nobody_is_locked_out_by_own_dead_sockets(usual: Server) -> None:
    """The oldest of an identity's sockets at a table makes room for the newest, and says why."""

    async def run() -> None:
        people = [await arrive_from(usual, name, "127.0.2.4") for name in ("Ada", "Bo")]
        code, (ada, _) = await full_table(people)
        more = [await people[0].at(code) for _ in range(6)]
        for client in more:
            assert (await first(client))["type"] == "snapshot"
        assert await close_code(ada) == 4031
        assert (await more[-1].say("ping"))["type"] == "ack"

    drive(run)


def test_an_identitys_oldest_socket_makes_room_for_its_newest(usual: Server) -> None:
    """Also across tables and the lobby: twelve in all, and the thirteenth closes the first."""

    async def run() -> None:
        ada = await arrive_from(usual, "Ada", "127.0.2.5")
        lobby = await knock(usual, "/ws/lobby", token=ada.token)
        assert (await first(lobby))["type"] == "lobby"
        clients: list[Client] = []
        for _ in range(4):
            code = await ada.make_table(options={"players": 2})
            for _ in range(3):
                clients.append(await ada.at(code))
                assert (await first(clients[-1]))["type"] == "snapshot"
        assert await close_code(lobby) == 4031
        for client in clients:
            assert (await client.say("ping"))["type"] == "ack"

    drive(run)


def test_a_crowd_behind_one_address_does_not_lock_out_whoever_has_a_seat(
    sqlite: str, start_server: StartServer
) -> None:
    """A network has a number of sockets, and a reserve for those whose seat waits for them."""

    async def run() -> None:
        server = start_server(sqlite, "--connections", "20", test_mode=False)
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        for client in clients:
            await client.close()
        crowd = [(await first(await knock(server, "/ws/lobby")))["type"] for _ in range(25)]
        assert crowd.count("closed") >= 5
        stranger = await Person.arrive(server, "Eve")
        assert (await watch(server, code, token=stranger.token))["code"] == 4029
        for person in people:
            assert (await watch(server, code, token=person.token))["type"] == "snapshot"

    drive(run)


def test_somebody_with_a_seat_comes_in_though_others_open_too_many_sockets(usual: Server) -> None:
    """Openings are counted by network, too; a crowd that uses them up keeps no owner out."""

    async def run() -> None:
        network = "127.0.7.1"
        people = [await arrive_from(usual, name, network) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        for client in clients:
            await client.close()
        with pytest.raises(InvalidStatus, match="429"):
            await open_for_ever(usual, "/ws/lobby", network)
        with pytest.raises(InvalidStatus, match="429"):
            await open_for_ever(usual, f"/ws?table={code}", network)
        for person in people:
            heard = await watch(usual, code, token=person.token, network=network)
            assert heard["type"] == "snapshot"

    drive(run)
