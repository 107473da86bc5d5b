"""Fair shares: nobody takes bots, advice or everybody's ears from others."""

from __future__ import annotations

import asyncio
import time

from conftest import StartServer
from driving import Client, Person, Server, drive, refused
from strangers import actions_of_bots, arrive_from, first

from quedlinburg.server.limits import Limits
from quedlinburg.server.people.budgets import LEAST_TOLD

# Everybody is at an empty pot, with the most there is to reckon.
LATE = (
    "players 4  books 1  round 8  card alms\n"
    "seat 0  droplet 5  bag W1x4 W2x2 W3 O1x4 G1x3 G2x2 B1x3 B2x2 R1x3 R2 Y1x2 P1x2 K1x2 "
    "pot W1@6 O1@7\n"
)
EARLY = "players 2  books 1  round 3  card donations\n"


async def table_at(person: Person, position: str, **wanted: object) -> str:
    """A table that stands as a text says; its code."""
    made = await person.http.post("/api/test/tables", json={"position": position, **wanted})
    assert made.status_code == 201, made.text
    return str(made.json()["code"])


def test_tables_of_masters_do_not_starve_another_hosts_bot(
    sqlite: str, start_server: StartServer
) -> None:
    """Thirty tables of four masters wait; another host's bot does not wait for them all."""

    async def run() -> None:
        server = start_server(sqlite)
        eve, ada = [await Person.arrive(server, name) for name in ("Eve", "Ada")]
        for _ in range(30):
            await table_at(eve, LATE, seats=[], level="master")
        code = await table_at(ada, EARLY, seats=[0], level="apprentice")
        before = await actions_of_bots(ada)
        client = await ada.at(code)
        snapshot = await first(client)
        if snapshot["number"] == len(client.events):
            await client.until_type("events")
        meanwhile = await actions_of_bots(ada) - before
        assert meanwhile < 20, "others' bots went first"

    drive(run)


def test_a_flood_of_hints_does_not_starve_others_odds(attacked: Server) -> None:
    """Whoever asks for many hints waits for them; others' odds come after one answer."""

    async def run() -> None:
        eve, ada = [await Person.arrive(attacked, name) for name in ("Eve", "Ada")]
        own = await ada.at(await table_at(ada, LATE))
        await own.hear()
        await own.say("odds")
        clients: list[Client] = []
        for _ in range(6):
            client = await eve.at(await table_at(eve, LATE))
            await client.hear()
            clients.append(client)
        for number in range(8):
            for client in clients:
                await client.send({"type": "hint", "id": f"h{number}"})
        for client in clients:
            await client.say("ping")
        assert (await own.say("odds"))["type"] == "odds_told"
        for client in clients:
            await client.say("ping")
        heard = [message for client in clients for message in client.heard]
        assert sum(m["type"] == "hint_told" for m in heard) < 12, "odds waited for others' hints"
        refusals = {m["code"] for m in heard if m["type"] == "refused"}
        assert refusals == {"too_fast", "replaced"}

    drive(run)


def test_lines_of_chat_are_counted_by_identity_across_sockets_and_tables(usual: Server) -> None:
    """Many sockets and tables speak no more than one does, and coming back changes nothing."""

    async def run() -> None:
        eve = await arrive_from(usual, "Eve", "127.0.5.1")
        codes = [await eve.make_table(options={"players": 2}) for _ in range(3)]
        begun, said = time.monotonic(), 0
        for _ in range(3):
            clients = [await eve.at(code) for code in codes for _ in range(2)]
            for client in clients:
                answers = [await client.say("chat", text="hello") for _ in range(4)]
                answers += [await client.say("reaction", reaction="cheer") for _ in range(4)]
                said += sum(answer["type"] == "ack" for answer in answers)
                assert all(a["type"] == "ack" or refused(a) == "too_fast" for a in answers)
            for client in clients:
                await client.close()
        limits, seconds = Limits(), time.monotonic() - begun
        assert said <= limits.chats_at_once + limits.chats_a_second * seconds + 1

    drive(run)


def test_many_identities_of_one_network_share_a_budget_of_lines(usual: Server) -> None:
    """More names speak more, up to what one network may."""

    async def run() -> None:
        people = [await arrive_from(usual, f"Eve {n}", "127.0.5.2") for n in range(12)]
        code = await people[0].make_table(options={"players": 2})
        begun = time.monotonic()
        clients = [await person.at(code) for person in people]

        async def speak(client: Client) -> int:
            """Say as much as one may at once; how much of it was said."""
            answers = [await client.say("chat", text="hello") for _ in range(6)]
            return sum(answer["type"] == "ack" for answer in answers)

        said = sum(await asyncio.gather(*(speak(client) for client in clients)))
        limits, seconds = Limits(), time.monotonic() - begun
        refilled = limits.chats_a_second_a_network * seconds
        assert said <= limits.chats_at_once_a_network + refilled + 1

    drive(run)


def test_the_newest_question_of_a_connection_is_answered_and_older_ones_are_not(
    shared: Server,
) -> None:
    """Each is answered in one way: the last by a hint, those it replaced by a refusal."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        client = await ada.at(await table_at(ada, LATE))
        await client.hear()
        names = [f"h{number}" for number in range(10)]
        for name in names:
            await client.send({"type": "hint", "id": name})
        last = await client.answer_to(names[-1])
        assert last["type"] == "hint_told"
        answers = {m["id"]: m for m in client.heard if m.get("id") in names}
        assert set(answers) == set(names)
        replaced = [m for m in answers.values() if m["type"] == "refused"]
        assert {m["code"] for m in replaced} == {"replaced"}
        assert len(replaced) >= len(names) - 2

    drive(run)


def test_changes_at_tables_have_a_budget_by_identity(usual: Server) -> None:
    """Options, readiness and seats, over all sockets: everybody at the table hears each of them."""

    async def run() -> None:
        eve = await arrive_from(usual, "Eve", "127.0.5.3")
        code = await eve.make_table(options={"players": 2})
        begun = time.monotonic()
        clients = [await eve.at(code) for _ in range(5)]

        async def change(client: Client) -> int:
            """Change the options and the readiness as often as a socket may; what was done."""
            done = 0
            for number in range(15):
                answers = [
                    await client.say("set_options", options={"players": 2, "title": str(number)}),
                    await client.say("ready", ready=bool(number % 2)),
                ]
                assert {a["type"] if a["type"] == "ack" else refused(a) for a in answers} <= {
                    "ack",
                    "too_fast",
                }
                done += sum(answer["type"] == "ack" for answer in answers)
            return done

        done = sum(await asyncio.gather(*(change(client) for client in clients)))
        limits, seconds = Limits(), time.monotonic() - begun
        most = (limits.tellings_at_once + limits.tellings_a_second * seconds) / LEAST_TOLD
        assert 0 < done <= most + 1

    drive(run)


def test_names_are_changed_so_often_and_no_more(usual: Server) -> None:
    """The own name again is no change."""

    async def run() -> None:
        eve = await arrive_from(usual, "Eve", "127.0.5.4")
        begun, limits = time.monotonic(), Limits()
        for _ in range(20):
            assert (await eve.http.post("/api/identity", json={"name": "Eve"})).status_code == 200
        answers = [
            (await eve.http.post("/api/identity", json={"name": f"Eve {number}"})).status_code
            for number in range(20)
        ]
        seconds = time.monotonic() - begun
        assert set(answers) == {200, 429}
        assert answers.count(200) <= limits.renames_at_once + limits.renames_a_second * seconds + 1

    drive(run)
