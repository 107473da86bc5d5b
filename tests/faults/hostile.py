"""Hostile clients: what strangers, and players with bad intent, do beside honest tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
from collections.abc import Awaitable, Callable

import history
from games import Place
from history import Json
from honest import LOST, Company, Identity, Watcher, hear

# Ids that a database, a log or a terminal might choke on.
BAD_IDS = (
    "\0",
    "a\0b",
    "line\nline",
    "\x1b[2J",
    "\u202eabc",
    "\U0001f986" * 64,
    "x" * 65,
    "'; DROP TABLE actions; --",
    "\ud800",
    "",
)
GARBAGE: tuple[str | bytes, ...] = (
    "",
    "null",
    "[" * 2000,
    '{"type":"act"',
    '{"type":"act","id":1,"question":"x","action":[]}',
    '{"type":"mute","line":' + "9" * 30 + "}",
    '{"type":"resume","since":' + "9" * 19 + "}",
    '{"type":"look","seat":-1}',
    '{"type":"chat","text":"\\u0000\\ud800"}',
    '{"type":"nothing"}',
    b"\xff\xfe\x00",
    "x" * 5000,
)


class Hostile:
    """The hostile clients of a run."""

    def __init__(self, company: Company, stranger: Identity, choose: random.Random) -> None:
        """Attack in the name of a stranger, and of players whose device was taken over."""
        self._company = company
        self._stranger = stranger
        self._choose = choose
        self.attacks: dict[str, Callable[[Place], Awaitable[None]]] = {
            "bad id": self._act_with_bad_id,
            "garbage": self._say_garbage,
            "flood": self._flood,
            "half a message": self._send_half_a_message,
            "half a header": self._send_half_a_header,
            "joins": self._join_at_once,
            "other seat": self._act_for_another,
        }

    async def attack(self, place: Place) -> str:
        """Attack a place in one of the ways; its name."""
        name = self._choose.choice(sorted(self.attacks))
        with contextlib.suppress(*LOST):
            await self.attacks[name](place)
        return name

    def _watcher(self, place: Place) -> Watcher | None:
        """Somebody who looks at the game of a place; None between games."""
        if place.history is None:
            return None
        people = [player.person for player in place.players]
        return Watcher(self._company, place.history, people, self._choose)

    async def _look_at_once(self, place: Place, count: int) -> None:
        """Let some clients join a game at the same time, and see what they see."""
        watcher = self._watcher(place)
        if watcher is not None:
            looks = [watcher.look_once(0.1 + self._choose.random() * 0.3) for _ in range(count)]
            await asyncio.gather(*looks, return_exceptions=True)

    async def _join_at_once(self, place: Place) -> None:
        """Join with many clients at once."""
        await self._look_at_once(place, 12)

    async def _act_with_bad_id(self, place: Place) -> None:
        """Answer a player's question from a second device, with a bad id, while others join."""
        if place.history is None or not place.players:
            return
        told, player = place.history, self._choose.choice(place.players)
        sight = told.look(player.seat, "hostile device")
        line = await self._company.connect(told.code, player.person)
        try:
            view = (await hear(line, sight))["view"]
            if view is None or view["question"] is None:
                return
            looking = asyncio.create_task(self._look_at_once(place, 5))
            await asyncio.sleep(self._choose.random() * 0.01)
            client = self._choose.choice(BAD_IDS)
            action = self._choose.choice([option["action"] for option in view["legal"]])
            # The same bad id may come twice in a game; the first one counts, as for everybody.
            if (player.seat, client) not in told.requests:
                request = told.send(player.seat, client, view["question"]["number"], action)
                await line.send(_act(request.client, request.question, request.action))
                try:
                    while True:
                        message = await hear(line, sight, 2.0)
                        if message["type"] in ("ack", "refused"):
                            history.answer(request, message)
                            break
                except LOST:
                    history.lose(request)
            await looking
        finally:
            await line.close()

    async def _say_garbage(self, place: Place) -> None:
        """Say what is no message, as a stranger and in a player's name."""
        if place.history is None:
            return
        person = self._choose.choice([None, self._stranger, *place.people])
        line = await self._company.connect(place.history.code, person)
        try:
            for _ in range(20):
                await line.send(self._choose.choice(GARBAGE))
                await asyncio.sleep(0)
        finally:
            await line.close()

    async def _flood(self, place: Place) -> None:
        """Say a great deal without listening."""
        if place.history is None:
            return
        line = await self._company.connect(place.history.code, self._stranger)
        line.transport.pause_reading()
        try:
            async with asyncio.timeout(1.0):
                for number in range(600):
                    await line.send(json.dumps({"type": "ping", "id": str(number)}))
        finally:
            line.transport.abort()

    async def _act_for_another(self, place: Place) -> None:
        """Act in a game in which one has no seat."""
        if place.history is None:
            return
        sight = place.history.look(None, "stranger")
        line = await self._company.connect(place.history.code, self._stranger)
        try:
            await hear(line, sight)
            for question in range(1, 8):
                await line.send(_act(f"stranger-{question}", question, "draw"))
                await hear(line, sight)
        finally:
            await line.close()

    async def _send_half_a_message(self, place: Place) -> None:
        """Begin a message and go."""
        if place.history is None:
            return
        line = await self._company.connect(place.history.code, self._choose.choice(place.people))
        # A masked text frame of 100 bytes, of which ten come.
        line.transport.write(b"\x81\xe4" + os.urandom(4) + os.urandom(10))
        await asyncio.sleep(self._choose.random() * 0.05)
        line.transport.abort()

    async def _send_half_a_header(self, _place: Place) -> None:
        """Begin requests and leave them half said."""
        port = self._company.world.server.port
        writers = []
        try:
            for _ in range(10):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writers.append(writer)
                writer.write(b"GET /ws?table=" + os.urandom(8) + b" HTTP/1.1\r\nHost: x\r\nX-")
            await asyncio.sleep(self._choose.random() * 0.2)
        finally:
            for writer in writers:
                writer.transport.abort()


def _act(client: str, question: int, action: str) -> str:
    """An action as a message."""
    said: Json = {"type": "act", "id": client, "question": question, "action": action}
    return json.dumps(said)
