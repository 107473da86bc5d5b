"""Bots at the table: for seats that are theirs, and the apprentice for owners who are away."""

from __future__ import annotations

import asyncio
import random
from typing import Protocol

from quedlinburg import IllegalAction
from quedlinburg.server.clock import is_played_by_bot
from quedlinburg.server.games import bot_seed
from quedlinburg.server.levels import APPRENTICE
from quedlinburg.server.limits import PACES, Limits
from quedlinburg.server.logs import trouble
from quedlinburg.server.play import STIR, Play
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.thinking import Thinking

# How long a bot waits after the store failed, before it tries again.
RETRY_SECONDS = 1.0


class Playable(Protocol):
    """What bots need of a room."""

    document: TableDocument
    play: Play | None
    lock: asyncio.Lock
    limits: Limits

    async def act(self, seat: int, action: str, *, client: str | None, played_by: str) -> int:
        """Carry out an action, store it and tell everybody."""


class Autoplay:
    """Lets bots decide wherever one is waiting, each seat by itself."""

    def __init__(self, room: Playable, thinking: Thinking) -> None:
        """Play at this table."""
        self._room = room
        self._thinking = thinking
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether a bot is about to act."""
        return any(not task.done() for task in self._tasks.values())

    def wake(self) -> None:
        """Let every bot that is waiting for nothing but itself begin to think."""
        for seat in range(len(self._room.document.seats)):
            task = self._tasks.get(seat)
            if self._is_due(seat) and (task is None or task.done()):
                self._tasks[seat] = asyncio.create_task(self._play_seat(seat))

    def stop(self) -> None:
        """Stop all bots of this table."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _is_due(self, seat: int) -> bool:
        """Whether a bot has to decide for a seat now."""
        document, play = self._room.document, self._room.play
        if play is None or document.state != "playing" or play.asked[seat] is None:
            return False
        return is_played_by_bot(document.seats[seat])

    async def _play_seat(self, seat: int) -> None:
        """Play a seat for as long as a bot has to decide for it."""
        while self._is_due(seat):
            await asyncio.sleep(self._pause())
            try:
                await self._decide(seat)
            except StoreError as error:
                trouble("a bot's action was not stored", error, table=self._room.document.code)
                await asyncio.sleep(RETRY_SECONDS)
            except IllegalAction as error:
                trouble("a bot's action was refused", error, table=self._room.document.code)
                await asyncio.sleep(RETRY_SECONDS)

    def _pause(self) -> float:
        """How long to wait before the next decision, a little more or less like people do."""
        seconds = PACES[self._room.document.options.pace] * self._room.limits.pace
        return seconds * random.uniform(0.6, 1.4)

    async def _decide(self, seat: int) -> None:
        """Let a bot think without holding the table, then act if the question is still the same."""
        room = self._room
        document, play = room.document, room.play
        if play is None or not self._is_due(seat):
            return
        question = play.asked[seat]
        level = document.seats[seat].level or APPRENTICE
        # Calling for a stir is a right of people: neither a bot nor the clock does it (R7.4).
        legal = tuple(a for a in play.game.legal_actions(seat) if str(a) != STIR)
        action = await self._thinking.decide(
            level, bot_seed(document, seat), play.game.view(seat), legal
        )
        async with room.lock:
            if room.play is play and play.asked[seat] == question and self._is_due(seat):
                by = "bot" if document.seats[seat].kind == "bot" else "apprentice"
                await room.act(seat, str(action), client=None, played_by=by)
