"""Honest clients: players who never give up, and others who only look. All of it is noted.

A player connects again after every fault, resumes where it was, and asks again for what was not
answered, with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from dataclasses import dataclass, field

import history
import httpx
from history import Json, Request, Sight, TableHistory
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from world import World

LOST = (OSError, WebSocketException, TimeoutError, EOFError, httpx.HTTPError)
# How long nothing may be heard before a client connects again.
SILENCE_SECONDS = 4.0


@dataclass(frozen=True)
class Identity:
    """Somebody who may take seats."""

    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """What identifies them."""
        return {"authorization": f"Bearer {self.token}"}


class Company:
    """The identities of a run, and their requests to the server."""

    def __init__(self, world: World) -> None:
        """Nobody is there yet."""
        self.world = world
        # No certificates are loaded: everything stays on this machine.
        self.http = httpx.AsyncClient(verify=False, timeout=20.0)
        self.people: list[Identity] = []

    async def gather(self, count: int) -> None:
        """Let so many people arrive."""
        for number in range(count):
            body = {"name": f"P{number}", "program": True}
            made = await self.http.post(f"{self.world.server.http}/api/identity", json=body)
            assert made.status_code == 201, made.text
            self.people.append(Identity(f"P{number}", made.json()["token"]))

    async def make_table(self, host: Identity, options: Json) -> str:
        """Make a table; its code."""
        made = await self.http.post(
            f"{self.world.server.http}/api/tables", json={"options": options}, headers=host.headers
        )
        if made.status_code != 201:
            raise OSError(made.text)
        return str(made.json()["code"])

    async def connect(
        self, code: str, person: Identity | None, since: int | None = None
    ) -> ClientConnection:
        """Open a socket at a table."""
        more = "" if since is None else f"&since={since}"
        return await connect(
            f"{self.world.server.sockets}/ws?table={code}{more}",
            additional_headers={} if person is None else person.headers,
            max_size=2**22,
            compression=None,
            max_queue=None,
            open_timeout=15,
            close_timeout=0.5,
            ping_interval=None,
        )

    async def close(self) -> None:
        """Close what is open."""
        await self.http.aclose()


async def hear(line: ClientConnection, sight: Sight, seconds: float = SILENCE_SECONDS) -> Json:
    """The next message on a line, noted."""
    async with asyncio.timeout(seconds):
        message: Json = json.loads(await line.recv())
    sight.hear(message)
    return message


@dataclass
class Player:
    """Plays one seat of a table to the end of its game."""

    company: Company
    history: TableHistory
    person: Identity
    seat: int
    choose: random.Random
    pause: float
    number: int | None = None
    ask: Json | None = None
    is_over: bool = False
    halted: str | None = None
    pending: Request | None = None
    acks: int = 0
    ids: int = 0
    on_ack: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.is_over:
            with contextlib.suppress(*LOST):
                await self._play_once()
            await asyncio.sleep(0.02 + self.choose.random() * 0.05)

    async def _play_once(self) -> None:
        """Play over one connection, until it is lost or the game is over."""
        sight = self.history.look(self.seat, "player")
        line = await self.company.connect(self.history.code, self.person, self.number)
        try:
            self.take(await hear(line, sight))
            while not self.is_over or self.pending is not None:
                if self.pending is not None:
                    await self._send(line, sight, self.pending)
                elif self.ask is not None:
                    await asyncio.sleep(self.choose.random() * self.pause)
                    if self.ask is not None:
                        self._decide()
                else:
                    self.take(await hear(line, sight))
        finally:
            await line.close()

    def _decide(self) -> None:
        """Choose an action for the own question."""
        assert self.ask is not None
        self.ids += 1
        client = f"{self.person.name}-{self.seat}-{self.ids}"
        action = self.choose.choice([option["action"] for option in self.ask["legal"]])
        number = self.ask["question"]["number"]
        self.pending = Request(self.seat, client, number, action)

    async def _send(self, line: ClientConnection, sight: Sight, wanted: Request) -> None:
        """Ask for an action, perhaps again, and wait for the answer."""
        request = self.history.send(wanted.seat, wanted.client, wanted.question, wanted.action)
        said = {"type": "act", "id": request.client, "question": request.question}
        try:
            await line.send(json.dumps({**said, "action": request.action}))
            while True:
                message = await hear(line, sight)
                self.take(message)
                if message["type"] in ("ack", "refused") and message["id"] == request.client:
                    break
        except BaseException:
            history.lose(request)
            raise
        told = history.answer(request, message)
        if told.kind == "ack":
            self.acks += 1
            self.on_ack.set()
        if told.kind == "ack" or told.code not in history.UNKNOWN_CODES:
            self.pending = None
            # A question that is past is asked no more; another one may be heard of already.
            if told.code and self.ask and self.ask["question"]["number"] == request.question:
                self.ask = None if told.code in ("past_question", "not_running") else self.ask
        else:
            # The server says so: connect again.
            raise OSError(told.code)

    def take(self, message: Json) -> None:
        """Take a message in."""
        match message["type"]:
            case "snapshot":
                self._take_table(message["table"])
                view = message["view"]
                self.number = message["number"] if view is not None else None
                self.ask = None
                if view is not None and view["question"] is not None:
                    self.ask = {"question": view["question"], "legal": view["legal"]}
            case "resumed" | "events":
                self.number = message["first"] + len(message["events"])
                if "ask" in message:
                    self.ask = message["ask"]
                if message["type"] == "resumed":
                    self._take_table(message["table"])
            case "table":
                self._take_table(message["table"])

    def _take_table(self, table: Json) -> None:
        """Take in how the table stands."""
        self.is_over = table["state"] in ("over", "abandoned")
        self.halted = table["halted"]


@dataclass
class Watcher:
    """Comes and goes at a table: as a spectator, as a seat's second device, resuming or not."""

    company: Company
    history: TableHistory
    owners: list[Identity]
    choose: random.Random

    async def watch(self) -> None:
        """Look again and again, for as long as somebody lets it."""
        while True:
            with contextlib.suppress(*LOST):
                await self.look_once(self.choose.random() * 1.5)
            await asyncio.sleep(self.choose.random() * 0.4)

    async def look_once(self, seconds: float) -> None:
        """Look for some seconds at most."""
        person = self.choose.choice([None, *self.owners])
        since = self.choose.choice([None, None, 0])
        sight = self.history.look(None, "spectator" if person is None else "second device")
        line = await self.company.connect(self.history.code, person, since)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while True:
                        await hear(line, sight, 60.0)
        finally:
            await line.close()
