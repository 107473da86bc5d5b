"""Real servers and real clients for the tests: a process, sockets, and people who play."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol, Self

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
# A wait ends as soon as its condition holds; only one that never holds takes so many seconds.
PATIENCE = 120.0


class Server:
    """A server process of its own, on its own database."""

    def __init__(self, database: str, *options: str, test_mode: bool = True) -> None:
        """Name the database and further options; `start` starts it."""
        self.database = database
        self.options = (*options, "--test-mode") if test_mode else options
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.port = 0
        self.log = Path(os.devnull)

    def start(self, log: Path) -> Self:
        """Start the process and wait until it says where it listens."""
        self.log = log
        command = [sys.executable, "-m", "quedlinburg.cli.serve", "serve"]
        command += ["--database", self.database, "--port", str(self.port), *self.options]
        with log.open("a") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("listening at "), (line, log.read_text())
        self.address = line.removeprefix("listening at ").strip().rstrip("/")
        self.port = int(self.address.split(":")[2].split("/")[0])
        return self

    @property
    def sockets(self) -> str:
        """The address of its sockets."""
        return self.address.replace("http://", "ws://")

    def kill(self) -> None:
        """End the process at once, as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self._close_pipe()

    def stop(self) -> int:
        """Ask the process to end; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=PATIENCE)
        self._close_pipe()
        return code

    def _close_pipe(self) -> None:
        """Close our end of the process's output."""
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()

    def is_running(self) -> bool:
        """Whether the process is alive."""
        return self.process is not None and self.process.poll() is None

    def memory(self) -> int:
        """The process's memory in bytes."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024


class Closable(Protocol):
    """What a test opens and `drive` closes."""

    async def close(self) -> None:
        """Close it."""
        ...


_open: list[Closable] = []


def close_later(opened: Closable) -> None:
    """Let something be closed when the work of the test is over."""
    _open.append(opened)


def drive(work: Callable[[], Awaitable[None]]) -> None:
    """Run the work of a test, then close whatever it opened."""

    async def run() -> None:
        try:
            await work()
        finally:
            while _open:
                await _open.pop().close()

    asyncio.run(run())


class Person:
    """Somebody with an identity: a program with a token, or a browser with a cookie."""

    def __init__(self, server: Server, http: httpx.AsyncClient, token: str, name: str) -> None:
        """Keep what identifies somebody."""
        self.server = server
        self.http = http
        self.token = token
        self.name = name
        close_later(self)

    @classmethod
    async def arrive(cls, server: Server, name: str) -> Person:
        """Become somebody, as a program."""
        http = httpx.AsyncClient(base_url=server.address, timeout=PATIENCE)
        made = await http.post("/api/identity", json={"name": name, "program": True})
        assert made.status_code == 201, made.text
        token = made.json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        return cls(server, http, token, name)

    async def make_table(self, **wanted: Any) -> str:  # noqa: ANN401
        """Make a table; its code."""
        made = await self.http.post("/api/tables", json=wanted)
        assert made.status_code == 201, made.text
        return str(made.json()["code"])

    async def at(self, code: str, query: str = "", port: int | None = None) -> Client:
        """Open a socket at a table."""
        address = self.server.sockets
        if port is not None:
            address = address.replace(str(self.server.port), str(port))
        socket = await connect(
            f"{address}/ws?table={code}{query}",
            additional_headers={"authorization": f"Bearer {self.token}"},
            max_size=2**22,
            compression=None,
            max_queue=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        return Client(socket)

    async def close(self) -> None:
        """Close everything."""
        await self.http.aclose()


def browser(server: Server) -> httpx.Client:
    """A browser with an empty jar of cookies."""
    return httpx.Client(base_url=server.address, timeout=PATIENCE)


class Client:
    """A client at a table that folds what it hears: the number of events and the own question."""

    _ids = itertools.count(1)

    def __init__(self, socket: ClientConnection) -> None:
        """Use an open socket."""
        self.socket = socket
        self.table: Json = {}
        self.you: Json = {}
        self.view: Json | None = None
        self.number = 0
        self.events: list[Json] = []
        self.ask: Json | None = None
        self.waiting: list[int] = []
        self.deadlines: list[int | None] = []
        self.seats: dict[str, Json] = {}
        self.heard: list[Json] = []
        self.nonces: dict[int, str] = {}
        close_later(self)

    async def hear(self, seconds: float = PATIENCE) -> Json:
        """The next message, folded."""
        async with asyncio.timeout(seconds):
            message: Json = json.loads(await self.socket.recv())
        self.fold(message)
        self.heard.append(message)
        if message["type"] in ("table", "snapshot") and self.table["state"] == "starting":
            await self.show_nonces()
        return message

    def fold(self, message: Json) -> None:
        """Take a message in; events must follow on each other without a gap."""
        match message["type"]:
            case "snapshot":
                self.table, self.you = message["table"], message["you"]
                self.view, self.number = message["view"], message["number"]
                self.deadlines = message["deadlines"]
                view = message["view"]
                self.ask = None
                if view is not None and view["question"] is not None:
                    self.ask = {"question": view["question"], "legal": view["legal"]}
                self.waiting = view["waiting"] if view is not None else []
            case "resumed" | "events":
                assert message["first"] == self.number, (message["first"], self.number)
                self.number += len(message["events"])
                self.events += message["events"]
                self.waiting = message["waiting"]
                if "ask" in message:
                    self.ask = message["ask"]
                if "deadlines" in message:
                    self.deadlines = message["deadlines"]
                if message["type"] == "resumed":
                    self.table, self.you = message["table"], message["you"]
            case "table":
                self.table, self.you = message["table"], message["you"]

    async def until(self, wanted: Callable[[Json], bool], seconds: float = PATIENCE) -> Json:
        """Hear until a message is the wanted one."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.hear(seconds)
                if wanted(message):
                    return message

    async def until_type(self, name: str) -> Json:
        """Hear until a message of a type comes."""
        return await self.until(lambda message: message["type"] == name)

    async def say(self, kind: str, **fields: Any) -> Json:  # noqa: ANN401
        """Say something and hear its answer: `ack`, `refused` or what was asked for."""
        own = fields.pop("id", None) or f"c{next(self._ids)}"
        await self.send({"type": kind, "id": own, **fields})
        return await self.answer_to(own)

    async def answer_to(self, own: str) -> Json:
        """Hear until something that was said is answered."""
        return await self.until(lambda message: message.get("id") == own)

    async def send(self, message: Json) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def seal(self, seat: int, nonce: str) -> Json:
        """Seal a nonce, and keep it until the seals are closed."""
        self.nonces[seat] = nonce
        sealed = hashlib.sha256(nonce.encode()).hexdigest()
        return await self.say("seal", seal=sealed, seat=seat)

    async def show_nonces(self) -> None:
        """Show every nonce that was sealed, once, now that nobody can change a seal."""
        for seat, nonce in self.nonces.items():
            await self.send({"type": "nonce", "nonce": nonce, "seat": seat})
        self.nonces.clear()

    async def act(self, action: str, *, message_id: str | None = None) -> Json:
        """Answer the own question."""
        assert self.ask is not None
        question = self.ask["question"]["number"]
        return await self.say("act", id=message_id, question=question, action=action)

    @property
    def legal(self) -> list[str]:
        """The legal actions of the own seat."""
        return [] if self.ask is None else [option["action"] for option in self.ask["legal"]]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.table.get("state") in ("over", "abandoned"))

    async def close(self) -> None:
        """Close the socket."""
        await self.socket.close()


async def play_on(client: Client, choose: random.Random) -> None:
    """Play a seat at random, but sensibly long, until the game is over."""
    while not client.is_over:
        if client.ask is None:
            await client.hear()
            continue
        action = pick(client.legal, choose)
        answer = await client.act(action)
        # Somebody else may have drawn, or called for the stir, a moment before.
        late = ("past_question", "not_running") + ("illegal",) * (action == "stir")
        assert answer["type"] == "ack" or answer["code"] in late, answer


def pick(legal: list[str], choose: random.Random) -> str:
    """One of the legal actions."""
    return choose.choice(legal)


async def full_table(people: list[Person], **options: Any) -> tuple[str, list[Client]]:  # noqa: ANN401
    """A table with everybody seated and the game begun; the clients have the first view."""
    host, *others = people
    code = await host.make_table(options={"players": len(people), **options})
    clients = [await person.at(code) for person in people]
    for client in clients:
        await client.until_type("snapshot")
    for seat, client in enumerate(clients):
        if seat:
            assert (await client.say("sit", seat=seat))["type"] == "ack"
            assert (await client.say("ready"))["type"] == "ack"
        assert (await client.seal(seat, f"nonce{seat}"))["type"] == "ack"
    started = await clients[0].say("start")
    assert started["type"] == "ack", started
    await asyncio.gather(*(begun(client) for client in clients))
    assert len(others) == len(people) - 1
    await answer_the_card(clients)
    return code, clients


async def begun(client: Client) -> None:
    """Wait until a game has begun; a client that hears shows its nonces meanwhile."""
    while client.view is None:
        await client.hear()


async def answer_the_card(clients: list[Client]) -> None:
    """Answer what the first card asks, so that everybody stands before an empty pot."""
    while not all(c.ask is not None and c.ask["question"]["id"] == "brew" for c in clients):
        for client in clients:
            if client.ask is not None and client.ask["question"]["id"] != "brew":
                await client.act(client.legal[0])
        for client in clients:
            await client.say("ping")


async def wait_until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something outside holds, and fail if it never does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        await asyncio.sleep(0.02)


def refused(answer: Json) -> str:
    """The code of a refusal."""
    assert answer["type"] == "refused", answer
    return str(answer["code"])


Closed = websockets.exceptions.ConnectionClosed
