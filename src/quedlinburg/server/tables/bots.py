"""Bots at one table: on seats of their own, and the apprentice for owners who are away."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import Protocol

from quedlinburg.server.bots.fair_queue import Share
from quedlinburg.server.bots.levels import APPRENTICE, for_bots
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.limits import PACES, Limits
from quedlinburg.server.logs import trouble
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.tables.contents import Contents

# Seconds that a bot waits before it tries again what was refused.
RETRY_SECONDS = 1.0


def bot_seed(document: TableDocument, seat: int) -> str:
    """The seed of a seat's bot: nobody can foresee it, and restarts agree on it."""
    text = f"{document.secret} bot {seat}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def bot_share(document: TableDocument) -> Share:
    """On whose account the bots of a table think: its host's, or else the table's own."""
    return Share(document.host or f"table {document.code}", document.code)


def is_due(contents: Contents, seat: int, question: int | None = None) -> bool:
    """Whether a bot has to decide for a seat now, about any question or one of a number."""
    game = contents.running_game
    asked = None if game is None else game.asked[seat]
    if asked is None or question not in (None, asked):
        return False
    return contents.document.seats[seat].is_played_by_bot


class BotTable(Protocol):
    """What bots need of a table."""

    @property
    def contents(self) -> Contents:
        """What the table holds now."""
        ...

    async def act_for_bot(self, seat: int, question: int, action: str) -> None:
        """Carry out a bot's action if the question is still asked."""
        ...


class SeatBots:
    """Lets a bot decide for every seat that waits for one, each seat in a task of its own."""

    def __init__(self, table: BotTable, pool: BotPool, limits: Limits) -> None:
        """Play at a table with the bots of a pool."""
        self._table = table
        self._pool = pool
        self._pace = limits.pace
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether a bot is about to act."""
        return any(not task.done() for task in self._tasks.values())

    def wake(self) -> None:
        """Start a task for every seat that waits for a bot and has none."""
        contents = self._table.contents
        for seat in range(len(contents.document.seats)):
            task = self._tasks.get(seat)
            if is_due(contents, seat) and (task is None or task.done()):
                self._tasks[seat] = asyncio.create_task(self._play(seat))

    def stop(self) -> None:
        """Stop all tasks."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    async def _play(self, seat: int) -> None:
        """Play a seat for as long as a bot has to decide for it."""
        while is_due(self._table.contents, seat):
            await asyncio.sleep(self._pause())
            code = self._table.contents.document.code
            try:
                await self._decide(seat)
            except Exception as error:
                # Nobody waits for this task. A table that must be restored cancels it.
                trouble("a bot's action failed", error, table=code)
                await asyncio.sleep(RETRY_SECONDS)

    def _pause(self) -> float:
        """Seconds to wait before the next decision, varied a little as people do."""
        seconds = PACES[self._table.contents.document.options.pace] * self._pace
        return seconds * random.uniform(0.6, 1.4)

    async def _decide(self, seat: int) -> None:
        """Ask a bot without holding the table, and act if its question is still asked then."""
        contents = self._table.contents
        document, game = contents.document, contents.game
        if game is None or not is_due(contents, seat):
            return
        question = game.asked[seat]
        assert question is not None
        level = document.seats[seat].level or APPRENTICE
        action = await self._pool.decide(
            level,
            bot_seed(document, seat),
            game.game.view(seat),
            for_bots(game.game.legal_actions(seat)),
            bot_share(document),
        )
        await self._table.act_for_bot(seat, question, str(action))
