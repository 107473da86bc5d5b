"""Strangers for the tests: sockets from other networks, many at once, with or without a name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from driving import PATIENCE, Client, Closed, Json, Person, Server
from starlette.types import Message
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from quedlinburg.server.limits import Limits
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.people.identities import Person as Identity


async def knock(
    server: Server, path: str, *, token: str = "", network: str = "127.0.0.1"
) -> Client:
    """Open a socket from a network, which is an address of this machine to the server."""
    socket = await connect(
        f"{server.sockets}{path}",
        additional_headers={"authorization": f"Bearer {token}"} if token else {},
        max_size=2**22,
        compression=None,
        max_queue=None,
        open_timeout=PATIENCE,
        ping_interval=None,
        local_addr=(network, 0),
    )
    return Client(socket)


async def watch(server: Server, code: str, *, token: str = "", network: str = "127.0.0.1") -> Json:
    """Come to a table as somebody who only watches; the first message, or why it was closed."""
    return await first(await knock(server, f"/ws?table={code}", token=token, network=network))


async def first(client: Client) -> Json:
    """The first message that a client hears, or the code with which it was closed."""
    try:
        return await client.hear()
    except Closed:
        return {"type": "closed", "code": client.socket.close_code}


async def close_code(client: Client) -> int | None:
    """Hear everything until the server closes a client; the code of it."""
    async with asyncio.timeout(PATIENCE):
        await client.socket.wait_closed()
    return client.socket.close_code


async def arrive_from(server: Server, name: str, network: str) -> Person:
    """Become somebody, as a program of another network."""
    transport = httpx.AsyncHTTPTransport(local_address=network)
    http = httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, transport=transport)
    made = await http.post("/api/identity", json={"name": name, "program": True})
    assert made.status_code == 201, made.text
    token = made.json()["token"]
    http.headers["authorization"] = f"Bearer {token}"
    return Person(server, http, token, name)


async def actions_of_bots(person: Person) -> int:
    """How many actions of bots the server has stored, as its metrics say."""
    text = (await person.http.get("/metrics")).text
    lines = [line for line in text.splitlines() if line.startswith("quacks_actions_total")]
    return sum(int(float(line.split()[-1])) for line in lines if '"bot"' in line)


class Ear:
    """A connection inside this process, and what has come out of it so far."""

    def __init__(self, identity: str | None = None, network: str = "here") -> None:
        """Nothing is heard before `listening`."""
        self._sent: list[Message] = []
        self.socket = WebSocket({"type": "websocket"}, self._receive, self._send)
        person = None if identity is None else Identity(identity, identity.title())
        self.connection = Connection(self.socket, person, Limits(), network)

    async def _receive(self) -> Message:
        """A client that has come, and says nothing."""
        return {"type": "websocket.connect"}

    async def _send(self, message: Message) -> None:
        """Keep what is sent."""
        self._sent.append(message)

    @property
    def heard(self) -> list[Json]:
        """The messages that were sent."""
        return [json.loads(one["text"]) for one in self._sent if one["type"] == "websocket.send"]

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Ear]:
        """Let the connection send what waits, and what comes meanwhile."""
        await self.socket.accept()
        reader = asyncio.create_task(asyncio.Event().wait())
        running = asyncio.create_task(self.connection.run(reader))  # type: ignore[arg-type]
        try:
            yield self
        finally:
            reader.cancel()
            await running
