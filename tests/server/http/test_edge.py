"""The edge: what strangers send is bounded before it costs anything, and others are served."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from attacking import CONTINUED, PING, TEXT, Raw, close_code, frame, frames_in
from driving import PATIENCE, Person, Server, drive, full_table

GET = b"GET /healthz HTTP/1.1\r\nhost: here\r\n"


def overruns(server: Server, budget: str) -> int:
    """How often the server says that somebody went over a budget."""
    figures = httpx.get(f"{server.address}/metrics", timeout=PATIENCE).text
    _, _, rest = figures.partition(f'quacks_overruns_total{{budget="{budget}"}} ')
    return int(float(rest.split()[0])) if rest else 0


def logged(server: Server, budget: str) -> int:
    """How many lines of the log speak of a budget."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return sum(line.get("budget") == budget for line in lines)


@pytest.fixture(scope="module")
def edge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits that the attacks of this module meet."""
    folder = tmp_path_factory.mktemp("edge")
    server = Server(f"sqlite:///{folder / 'quacks.db'}", test_mode=False)
    yield server.start(folder / "server.log")
    server.kill()
    assert "trace" not in server.log.read_text()


async def plays_on(server: Server) -> None:
    """Two people begin a game and act."""
    people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
    _, (ada, bo) = await full_table(people)
    assert (await ada.act(ada.legal[0]))["type"] == "ack"
    await bo.until_type("events")


def test_a_flood_of_pings_is_closed_with_4030_after_a_few_answers(edge: Server) -> None:
    """Pings are counted like messages: 20,000 in a row get no more pongs than the budget has."""

    async def run() -> None:
        raw = await Raw.to(edge)
        assert await raw.upgrade("/ws/lobby") == 101
        before = overruns(edge, "frames")
        await raw.say(frame(PING, b"x") * 20_000)
        heard = await raw.hear()
        assert close_code(heard) == 4030
        assert sum(opcode == 10 for opcode, _ in frames_in(heard)) <= 40
        assert overruns(edge, "frames") == before + 1
        assert logged(edge, "frames") == 1
        await plays_on(edge)

    drive(run)


def test_a_message_in_endless_fragments_is_closed_with_4030(edge: Server) -> None:
    """Empty pieces don't add up for ever."""

    async def run() -> None:
        raw = await Raw.to(edge)
        assert await raw.upgrade("/ws/lobby") == 101
        await raw.say(frame(TEXT, last=False) + frame(CONTINUED, last=False) * 5000)
        assert close_code(await raw.hear()) == 4030

    drive(run)


def test_a_flood_of_messages_in_the_lobby_is_closed_with_4030(edge: Server) -> None:
    """Nobody need listen to them, but reading them is counted."""

    async def run() -> None:
        raw = await Raw.to(edge)
        assert await raw.upgrade("/ws/lobby") == 101
        await raw.say(frame(TEXT, b"{}") * 20_000)
        assert close_code(await raw.hear()) == 4030

    drive(run)


def test_bytes_that_are_no_text_are_closed_with_1007(edge: Server) -> None:
    """And the log has no trace of an error."""

    async def run() -> None:
        raw = await Raw.to(edge)
        assert await raw.upgrade("/ws/lobby") == 101
        await raw.say(frame(TEXT, b"\xff\xfe") * 3)
        assert close_code(await raw.hear()) == 1007

    drive(run)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (GET + b"x-long: " + b"a" * 60_000, 431),
        (GET + b"a:\r\n" * 5000, 431),
        (GET + b"a:\r\n" * 200 + b"\r\n", 431),
        (GET + b"x-long: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"GET /" + b"a" * 60_000, 431),
        (GET + b"no colon here\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00" * 50 + b"\r\n\r\n", 400),
        (b"POST /api/identity HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000\r\n\r\n", 413),
        (b"POST /api/identity HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n", 411),
    ],
    ids=[
        "endless",
        "many",
        "many-and-whole",
        "long",
        "path",
        "malformed",
        "tls",
        "body",
        "chunked",
    ],
)
def test_a_head_over_its_budget_is_answered_and_closed(
    edge: Server, head: bytes, status: int
) -> None:
    """Whether or not it ever ends; nothing that follows is read as a request."""

    async def run() -> None:
        raw = await Raw.to(edge)
        assert await raw.ask(head) == status
        await raw.say(GET + b"\r\n")
        assert b"HTTP/1.1" not in await raw.hear()

    drive(run)


def test_a_head_without_end_takes_a_bounded_part_of_memory(edge: Server) -> None:
    """The server stops reading long before 64 MB of tiny headers are sent."""

    async def run() -> None:
        before = edge.memory()
        raw = await Raw.to(edge)
        await raw.say(GET)
        sent = 0
        while sent < 64_000_000 and await raw.say(b"a:b\r\n" * 20_000):
            sent += 100_000
        assert sent < 32_000_000
        assert edge.memory() - before < 16_000_000

    drive(run)


def test_an_upgrade_that_is_no_handshake_is_closed(edge: Server) -> None:
    """With a body, without a key, with frames before the answer: an answer or an end comes."""

    async def run() -> None:
        for headers in (["content-length: 5"], ["transfer-encoding: chunked"]):
            raw = await Raw.to(edge)
            assert await raw.upgrade("/ws/lobby", *headers) in (400, 411)
            await raw.hear()
        raw = await Raw.to(edge)
        upgrade = b"connection: Upgrade\r\nupgrade: websocket\r\n\r\n"
        assert await raw.ask(b"GET /ws/lobby HTTP/1.1\r\nhost: a\r\n" + upgrade) in (400, 426)
        await raw.hear()

    drive(run)


def test_pipelined_requests_are_answered_until_the_budget_is_used_and_then_closed(
    edge: Server,
) -> None:
    """A network that asks too often hears 429 once on each connection."""

    async def run() -> None:
        raw = await Raw.to(edge, "127.0.0.3")
        await raw.say((GET.replace(b"healthz", b"api/nothing") + b"\r\n") * 2000)
        heard = await raw.hear()
        assert heard.count(b"HTTP/1.1 429") == 1
        assert 600 <= heard.count(b"HTTP/1.1 404") < 2000
        async with httpx.AsyncClient(base_url=edge.address) as other:
            assert (await other.get("/healthz")).status_code == 200

    drive(run)


PROGRAM = """
import resource, sys
files, database, changes = int(sys.argv[1]), sys.argv[2], eval(sys.argv[3])
resource.setrlimit(resource.RLIMIT_NOFILE, (files // 2, files))
from quedlinburg.server.config import Config
from quedlinburg.server.limits import Limits
from quedlinburg.server.serve import serve
serve(Config(port=0, database=database, limits=Limits(**changes)),
      lambda address: print("listening at", address, flush=True))
"""


@pytest.fixture
def small(tmp_path: Path, sqlite: str) -> Iterator[Server]:
    """A server that may open few files and is impatient with heads and bodies."""
    server = Server(sqlite, test_mode=False)
    server.log = tmp_path / "server.log"
    changes = repr({"head_seconds": 1.0, "body_seconds": 1.0})
    with server.log.open("w") as errors:
        server.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "256", sqlite, changes],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert server.process.stdout is not None
    server.address = server.process.stdout.readline().split()[-1].rstrip("/")
    server.port = int(server.address.rsplit(":", 1)[1])
    yield server
    server.kill()


def test_half_requests_hold_no_place_that_others_need(small: Server) -> None:
    """Four hundred of them at a server with 256 files: others are served, and the log says so."""

    async def run() -> None:
        halves = []
        for _ in range(400):
            try:
                raw = await Raw.to(small)
                await raw.say(b"GET / HTTP/1.1\r\nhost: h")
                halves.append(raw)
            except OSError:
                pass
        for _ in range(20):
            async with httpx.AsyncClient(base_url=small.address, timeout=PATIENCE) as other:
                assert (await other.get("/healthz")).status_code == 200
        await plays_on(small)
        assert overruns(small, "open") >= 200
        assert logged(small, "open") == 1
        for raw in halves:
            await raw.close()

    drive(run)


def test_a_head_or_body_that_does_not_become_whole_is_closed(small: Server) -> None:
    """Also if a byte comes now and then; an idle connection that was answered is closed too."""

    async def run() -> None:
        post = b"POST /api/identity HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"
        for begun in (b"", b"GET / HT", GET, post, GET + b"\r\n"):
            raw = await Raw.to(small)
            await raw.say(begun)
            dripping = asyncio.create_task(_drip(raw)) if begun == GET else None
            await raw.hear()
            if dripping is not None:
                dripping.cancel()
        assert overruns(small, "head time") >= 2
        assert overruns(small, "body time") >= 1

    drive(run)


async def _drip(raw: Raw) -> None:
    """Send a byte of a header now and then."""
    while await raw.say(b"a"):
        await asyncio.sleep(0.05)


def test_the_limit_of_files_is_raised_as_far_as_it_may_be(small: Server) -> None:
    """The process was started with fewer files than it may have."""
    assert small.process is not None
    limits = Path(f"/proc/{small.process.pid}/limits").read_text()
    line = next(line for line in limits.splitlines() if line.startswith("Max open files"))
    assert line.split()[3:5] == ["256", "256"]


def test_sockets_of_one_identity_share_what_they_may_say(edge: Server) -> None:
    """Four sockets at once: no more is taken than an identity may say, the rest is refused."""

    async def run() -> None:
        ada = await Person.arrive(edge, "Ada")
        code = await ada.make_table(options={"players": 2})
        clients = [await ada.at(code) for _ in range(4)]
        for number in range(35):
            for client in clients:
                await client.send({"type": "ping", "id": f"n{number}"})
        answers = []
        for client in clients:
            answers += [await client.answer_to(f"n{number}") for number in range(35)]
        kinds = [answer["type"] for answer in answers]
        assert kinds.count("ack") >= 80
        assert kinds.count("refused") > 0
        assert {a["code"] for a in answers if a["type"] == "refused"} == {"too_fast"}

    drive(run)


def test_an_address_that_opens_many_connections_is_refused_and_others_are_not(
    edge: Server,
) -> None:
    """Opening and closing is counted too; one line in the log, not one for each."""

    async def run() -> None:
        for _ in range(1200):
            try:
                raw = await Raw.to(edge, "127.0.0.4")
                await raw.close()
            except OSError:
                pass
        async with httpx.AsyncClient(base_url=edge.address) as other:
            assert (await other.get("/healthz")).status_code == 200
        assert overruns(edge, "connects") > 100
        assert logged(edge, "connects") == 1

    drive(run)
