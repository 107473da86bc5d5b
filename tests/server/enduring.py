"""Players who never give up: they reconnect, resume, and send again what was not answered."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from driving import Client, Closed, Json, Person
from websockets.exceptions import WebSocketException

GIVE_UP_SECONDS = 25.0


@dataclass
class Player:
    """Plays one seat to the end of the game, whatever happens to the connection."""

    person: Person
    code: str
    choose: random.Random
    port: int | None = None
    pause: float = 0.0
    number: int = 0
    events: list[Json] = field(default_factory=list)
    acknowledged: dict[str, str] = field(default_factory=dict)
    reconnects: int = 0
    pending: tuple[str, int, str] | None = None
    is_over: bool = False
    on_ack: Callable[[], None] = lambda: None

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.is_over:
            with contextlib.suppress(Closed, OSError, TimeoutError, EOFError):
                client = await self._connect()
                try:
                    await self._play_on(client)
                finally:
                    self.number = client.number
                    self.events += client.events
                    with contextlib.suppress(Closed, OSError):
                        await client.close()
            self.reconnects += 1

    async def _connect(self) -> Client:
        """Connect, as often as it takes, and resume where the connection was lost."""
        async with asyncio.timeout(GIVE_UP_SECONDS):
            while True:
                try:
                    since = f"&since={self.number}" if self.number else ""
                    client = await self.person.at(self.code, since, self.port)
                except (OSError, WebSocketException, TimeoutError, EOFError):
                    await asyncio.sleep(0.05)
                    continue
                client.number = self.number
                await client.hear(5)
                return client

    async def _play_on(self, client: Client) -> None:
        """Act until the game is over or the connection is lost."""
        while True:
            self.is_over = client.is_over
            if self.pending is not None:
                await self._send_again(client)
            elif self.is_over:
                return
            elif client.ask is not None:
                question = client.ask["question"]["number"]
                message_id = f"{self.person.name}-{self.choose.getrandbits(64):x}"
                self.pending = (message_id, question, self.choose.choice(client.legal))
                if self.pause:
                    await asyncio.sleep(self.choose.random() * self.pause)
            else:
                await client.hear(5)

    async def _send_again(self, client: Client) -> None:
        """Send what was not answered; the same id, so that it acts once at most."""
        assert self.pending is not None
        message_id, question, action = self.pending
        answer = await client.say("act", id=message_id, question=question, action=action)
        if answer["type"] == "ack":
            self.on_ack()
            self.acknowledged[message_id] = action
        else:
            # Somebody else may have drawn, or called for the stir, a moment before.
            late = ("past_question", "not_running", "trouble") + ("illegal",) * (action == "stir")
            assert answer["code"] in late, answer
        self.pending = None
