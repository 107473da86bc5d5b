"""Bad lines: cut, delayed, repeated and reordered messages; clients that do not read; fuzz."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import quote

import httpx
import pytest
from bad_lines import Proxy
from conftest import StartServer
from driving import PATIENCE, Client, Closed, Person, Server, drive, full_table, wait_until
from enduring import Player
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from quedlinburg import Game
from quedlinburg.engine.notation.record import verify
from quedlinburg.server.protocol import client_messages


def test_cut_and_delayed_lines_neither_lose_nor_repeat_an_action(shared: Server) -> None:
    """Four players through a proxy that cuts one piece in twenty; the game ends, each act once."""

    async def run() -> None:
        people = [await Person.arrive(shared, f"P{n}") for n in range(4)]
        code, clients = await full_table(people)
        for client in clients:
            await client.close()
        async with Proxy(shared.port, random.Random(3), cut=0.05, delay=0.004) as proxy:
            players = [
                Player(person, code, random.Random(n), port=proxy.port)
                for n, person in enumerate(people)
            ]
            await asyncio.gather(*(player.play() for player in players))
            assert proxy.cuts > 5
        record = (await people[0].http.get(f"/api/games/{code}/record")).text
        game, _ = verify(record, Game)
        acted = Counter((p.seat, str(p.action)) for p in game.history)
        for seat, player in enumerate(players):
            assert player.number == len(game.events)
            told = Counter((seat, action) for action in player.acknowledged.values())
            assert told <= acted
            seen = [event.seen_by(seat).to_json() for event in game.events]
            assert player.events == seen[len(seen) - len(player.events) :]

    drive(run)


def test_repeated_and_reordered_actions_act_once_and_in_order(shared: Server) -> None:
    """Every message twice and late ones in between: only the asked question is answered."""
    choose = random.Random(8)

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people)
        sent: list[dict[str, object]] = []
        acknowledged: set[str] = set()
        for turn in range(60):
            for client in clients:
                if client.ask is None:
                    continue
                # A stir would seal the draws, and may be gone before the second seat hears of it.
                legal = [action for action in client.legal if action != "stir"]
                message: dict[str, object] = {
                    "type": "act",
                    "id": f"{client.you['seat']}-{turn}",
                    "question": client.ask["question"]["number"],
                    "action": choose.choice(legal),
                }
                old = [m for m in sent if str(m["id"]).startswith(str(client.you["seat"]))]
                batch = [message, message, *choose.sample(old, min(3, len(old)))]
                choose.shuffle(batch)
                for one in batch:
                    await client.send(one)
                sent.append(message)
                answers = [
                    await client.until(lambda m: m["type"] in ("ack", "refused")) for _ in batch
                ]
                acknowledged |= {a["id"] for a in answers if a["type"] == "ack"}
            for client in clients:
                await client.say("ping")
        assert len(acknowledged) == len(sent)
        fresh = await people[0].at(code, "&since=0")
        told = await fresh.hear()
        drawn = [e for e in told["events"] if e["event"] == "chip_drawn"]
        draws = [m for m in sent if m["action"] == "draw"]
        assert len(drawn) == len(draws)

    drive(run)


def test_an_answer_that_overtakes_the_one_before_it_is_refused_and_can_be_sent_again(
    shared: Server,
) -> None:
    """The later action comes first: refused, unremembered, and done when its question is asked."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, _) = await full_table(people)
        for turn in range(3):
            assert ada.ask is not None
            number = ada.ask["question"]["number"]
            first = {"type": "act", "id": f"first{turn}", "question": number, "action": "draw"}
            later = {"type": "act", "id": f"later{turn}", "question": number + 1, "action": "draw"}
            for message in (later, {"type": "ping", "id": f"between{turn}"}, first):
                await ada.send(message)
            overtaken = await ada.answer_to(f"later{turn}")
            assert (overtaken["type"], overtaken["code"]) == ("refused", "past_question")
            assert (await ada.answer_to(f"first{turn}"))["type"] == "ack"
            if "draw" not in ada.legal:
                break
            count = ada.number
            await ada.send(later)
            await ada.send(later)
            again = [await ada.answer_to(f"later{turn}") for _ in range(2)]
            assert [answer["type"] for answer in again] == ["ack", "ack"]
            assert again[0] == again[1]
            assert ada.number == again[0]["number"] > count

    drive(run)


def p99(times: list[float]) -> float:
    """The time that one in a hundred takes."""
    return sorted(times)[int(len(times) * 0.99) - 1]


async def act_and_hear(acting: Client, hearing: Client) -> float:
    """The time from a change by one client to its being heard by another."""
    begun = time.monotonic()
    await acting.say("abandon", agree=not acting.table["abandon"])
    await hearing.until_type("table")
    return time.monotonic() - begun


async def deaf_client(person: Person, code: str) -> Client:
    """A client with little room for what it does not read."""
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    own.setblocking(False)
    await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", person.server.port))
    line = await connect(
        f"{person.server.sockets}/ws?table={code}",
        sock=own,
        additional_headers={"authorization": f"Bearer {person.token}"},
        compression=None,
        ping_interval=None,
    )
    line.transport.pause_reading()
    return Client(line)


async def closed_so_far(person: Person) -> int:
    """How many slow readers the server says it has closed."""
    figures = (await person.http.get("/metrics")).text
    _, _, rest = figures.partition("\nquacks_slow_readers_total ")
    return int(float(rest.split()[0]))


async def hear_all(client: Client) -> None:
    """Hear what was on its way, until the end."""
    while True:
        await client.socket.recv()


async def ask_for_much(client: Client) -> None:
    """Ask for everything twice, which a client that does not read will never get."""
    await client.send({"type": "resume", "since": 0})
    await client.send({"type": "look", "seat": 1})


async def hears_until_it_stops(ada: Client, bo: Client, slow: Client, count: int) -> list[float]:
    """The others' times while a client asks for much and reads all of it."""
    slow.socket.transport.resume_reading()
    reading = asyncio.create_task(hear_all(slow))
    times = []
    for _ in range(count):
        await ask_for_much(slow)
        times.append(await act_and_hear(ada, bo))
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    slow.socket.transport.pause_reading()
    return times


async def hears_no_more(ada: Client, bo: Client, slow: Client, person: Person) -> list[float]:
    """The others' times while it asks for as much and reads nothing, until it is closed."""
    before = await closed_so_far(person)
    times: list[float] = []
    while await closed_so_far(person) == before:
        for _ in range(BLOCK):
            await ask_for_much(slow)
            times.append(await act_and_hear(ada, bo))
        assert len(times) < 6000
    return times


# Blocks of measurements alternate, so that a busy machine is as busy for both sides.
ROUNDS, BLOCK = 6, 50


async def deafen(server: Server, rounds: int) -> tuple[list[float], list[float]]:
    """Let clients stop reading until they are closed; the others' times before and meanwhile.

    Every action of the others comes through, memory is bounded, the slow ones hear 4008.
    """
    people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
    code, (ada, bo) = await full_table(people)
    before: list[float] = []
    during: list[float] = []
    memory = 0
    for _ in range(rounds):
        slow = await deaf_client(people[1], code)
        before += await hears_until_it_stops(ada, bo, slow, BLOCK)
        memory = memory or server.memory()
        during += await hears_no_more(ada, bo, slow, people[0])
        slow.socket.transport.resume_reading()
        with pytest.raises(Closed):
            await hear_all(slow)
        assert slow.socket.close_code == 4008
    assert server.memory() - memory < 30_000_000
    assert (await ada.say("ping"))["type"] == "ack"
    return before, during


def test_a_client_that_does_not_read_is_closed_and_keeps_nobody_from_hearing(
    start_server: StartServer, sqlite: str
) -> None:
    """What the others do comes through all the while."""
    server = start_server(sqlite)

    async def run() -> None:
        await deafen(server, 2)

    drive(run)


@pytest.mark.soak
def test_a_client_that_does_not_read_slows_nobody(start_server: StartServer, sqlite: str) -> None:
    """The others' p99 stays under twice its value: a matter of time, and so of the long runs."""
    server = start_server(sqlite)

    async def run() -> None:
        before, during = await deafen(server, ROUNDS)
        assert p99(during) < 2 * p99(before), (p99(before), p99(during))

    drive(run)


# --- fuzz ----------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)
TYPES = st.sampled_from(
    [shape.__struct_config__.tag for shape in client_messages.FromClient.__args__]
)
FIELDS = st.fixed_dictionaries(
    {"type": TYPES},
    optional={
        "id": st.text(max_size=70) | JSON,
        "question": st.integers(-5, 50) | JSON,
        "action": st.sampled_from(["draw", "stop", "flask", "buy B1 R2", "choose P1"]) | JSON,
        "seat": st.integers(-1, 5) | JSON,
        "since": st.integers(-1, 10**20) | JSON,
        "text": st.text(max_size=320) | JSON,
        "options": JSON,
        "level": st.sampled_from(["random", "cautious"]) | JSON,
        "nonce": st.text(max_size=70) | JSON,
        "agree": JSON,
        "ready": JSON,
        "muted": JSON,
        "reaction": JSON,
        "name": JSON,
    },
)
MESSAGES = FIELDS.map(json.dumps) | JSON.map(json.dumps) | st.text() | st.binary()


def test_nothing_said_on_a_socket_harms_a_table(shared: Server) -> None:
    """Whatever a host, a guest or a stranger says, the table goes on and the log has no trace."""
    examples: list[list[str | bytes]] = []

    @settings(
        max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.lists(MESSAGES, min_size=1, max_size=8))
    def collect(batch: list[str | bytes]) -> None:
        examples.append(batch)

    collect()
    log = len(shared.log.read_text())

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo", "Eve")]
        code, _ = await full_table(people[:2])
        open_table = await people[0].make_table(options={"players": 2})
        for number, batch in enumerate(examples):
            person = people[number % 3]
            client = await person.at(code if number % 2 else open_table)
            for message in batch:
                await client.socket.send(message)
            await client.send({"type": "ping", "id": "still there"})
            async with asyncio.timeout(PATIENCE):
                while json.loads(await client.socket.recv()).get("id") != "still there":
                    pass
            await client.close()
        for table in (code, open_table):
            last = await people[0].at(table)
            assert (await last.hear())["type"] == "snapshot"
            assert (await last.say("ping"))["type"] == "ack"

    drive(run)
    assert "trace" not in shared.log.read_text()[log:]


def test_a_message_that_is_too_large_closes_with_1009(shared: Server) -> None:
    """And the others at the table go on."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, bo) = await full_table(people)
        await ada.socket.send("x" * 5000)
        with pytest.raises(Closed):
            await ada.until_type("never said")
        assert ada.socket.close_code == 1009
        assert (await bo.say("ping"))["type"] == "ack"

    drive(run)


PATHS = (
    "/api/identity",
    "/api/identity/code",
    "/api/identity/claim",
    "/api/tables",
    "/api/tables/{}",
    "/api/games",
    "/api/games/{}/record",
    "/api/games/{}/replay",
    "/api/games/{}/verify",
    "/api/test/tables",
    "/api/rules?language={}",
    "/t/{}",
)


@settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(
    method=st.sampled_from(["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"]),
    path=st.sampled_from(PATHS),
    word=st.text(max_size=12),
    body=st.binary(max_size=60)
    | FIELDS.map(json.dumps).map(str.encode)
    | JSON.map(json.dumps).map(str.encode),
    kind=st.sampled_from(["application/json", "text/plain", ""]),
)
def test_no_request_is_answered_with_a_500(
    asking: httpx.Client, method: str, path: str, word: str, body: bytes, kind: str
) -> None:
    """Whatever is asked, the answer is one of the promised ones, in words."""
    headers = {"content-type": kind}
    if method != "DELETE":
        headers["authorization"] = f"Bearer {asking.headers['x-token']}"
    url = path.format(quote(word, safe="", errors="replace"))
    answer = asking.request(method, url, content=body, headers=headers)
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text


@pytest.fixture(scope="module")
def asking(shared: Server) -> Iterator[httpx.Client]:
    """One client and one identity for all requests."""
    with httpx.Client(base_url=shared.address, timeout=PATIENCE) as client:
        made = client.post("/api/identity", json={"name": "Fuzz", "program": True})
        client.headers["x-token"] = made.json()["token"]
        yield client


def test_a_body_that_is_too_large_is_refused(shared: Server) -> None:
    """Before it is read to its end."""
    body = b'{"name": "' + b"x" * 100_000 + b'"}'
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{shared.address}/api/identity", content=body, headers=headers)
    assert answer.status_code == 413


def test_a_flood_is_slowed_and_then_closed(usual: Server) -> None:
    """With the usual limits: refusals first, then 4030; tables a second are limited too."""

    async def run() -> None:
        ada = await Person.arrive(usual, "Ada")
        code = await ada.make_table(options={"players": 2})
        client = await ada.at(code)
        # The server may close while there is still something to send.
        with suppress(Closed):
            for number in range(400):
                await client.send({"type": "ping", "id": str(number)})
        with pytest.raises(Closed):
            await client.until_type("never said")
        codes = [m["code"] for m in client.heard if m["type"] == "refused"]
        assert set(codes) == {"too_fast"}
        assert client.socket.close_code == 4030
        answers = [(await ada.http.post("/api/tables", json={})).status_code for _ in range(40)]
        assert 429 in answers
        sockets = [await ada.at(code) for _ in range(14)]
        await wait_until(lambda: sockets[0].socket.close_code == 4031)

    drive(run)
