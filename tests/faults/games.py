"""Games that are played while things go wrong: one table after the other at each place."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence

import history
from history import Json, TableHistory
from honest import LOST, Company, Identity, Player, Watcher, hear
from websockets.asyncio.client import ClientConnection


def draw_options(players: int, choose: random.Random, clock: int) -> Json:
    """Options for a table: every book, switch and variant comes up in the long run."""
    colours = ("green", "blue", "red", "yellow", "purple")
    return {
        "players": players,
        "books": {colour: choose.randint(1, 4) for colour in colours},
        "tubes": choose.random() < 0.3,
        "overflow": choose.random() < 0.3,
        "stir": choose.choice(["last", "last", "always", "never"]),
        "clock": clock,
        "pace": "instant",
    }


async def _say(line: ClientConnection, sight: history.Sight, kind: str, **fields: object) -> Json:
    """Say something that is no action, and hear its answer; OSError if it is refused."""
    await line.send(json.dumps({"type": kind, "id": kind, **fields}))
    while True:
        message = await hear(line, sight, 15.0)
        if message["type"] in ("ack", "refused") and message["id"] == kind:
            if message["type"] == "refused":
                raise OSError(str(message))
            return message


async def begin_game(
    company: Company, people: Sequence[Identity], options: Json
) -> tuple[TableHistory, bool]:
    """Make a table, seat everybody and start; whether that was heard to succeed."""
    code = await company.make_table(people[0], options)
    told = TableHistory(code)
    lines: list[ClientConnection] = []
    try:
        sights = []
        for seat, person in enumerate(people):
            sights.append(told.look(None, "guest"))
            lines.append(await company.connect(code, person))
            await hear(lines[-1], sights[-1], 15.0)
            if seat:
                await _say(lines[-1], sights[-1], "sit", seat=seat)
                await _say(lines[-1], sights[-1], "ready")
        await _say(lines[0], sights[0], "start")
    except LOST:
        return told, False
    finally:
        for line in lines:
            with contextlib.suppress(*LOST):
                await line.close()
    return told, True


class Place:
    """A place where game after game is played."""

    def __init__(
        self,
        company: Company,
        people: Sequence[Identity],
        seed: str,
        on_ack: asyncio.Event,
        *,
        clock: int,
        pause: float,
    ) -> None:
        """Play with these people, at this clock; `pause` is the longest time of a decision.

        `on_ack` is set whenever an action is acknowledged.
        """
        self.on_ack = on_ack
        self.company = company
        self.people = people
        self.choose = random.Random(seed)
        self.clock = clock
        self.pause = pause
        self.history: TableHistory | None = None
        self.players: list[Player] = []
        self.finished: list[TableHistory] = []
        self.acks = 0
        self.games = 0
        self.is_stopping = False

    @property
    def progress(self) -> int:
        """A number that grows with every acknowledgement."""
        return self.acks + sum(player.acks for player in self.players)

    async def run(self) -> None:
        """Play games until it is stopped, then the last one to wherever it is."""
        while not self.is_stopping:
            count = self.choose.randint(2, len(self.people))
            options = draw_options(count, self.choose, self.clock)
            try:
                told, is_begun = await begin_game(self.company, self.people[:count], options)
            except LOST:
                await asyncio.sleep(0.1)
                continue
            if not is_begun:
                self.finished.append(told)
                continue
            await self._play(told, self.people[:count])

    async def _play(self, told: TableHistory, people: Sequence[Identity]) -> None:
        """Play a game to its end."""
        self.history = told
        self.players = [
            Player(
                self.company,
                told,
                person,
                seat,
                random.Random(f"{self.choose.getrandbits(64)} {seat}"),
                self.pause,
                on_ack=self.on_ack,
            )
            for seat, person in enumerate(people)
        ]
        seed = random.Random(self.choose.getrandbits(64))
        watcher = asyncio.create_task(Watcher(self.company, told, list(people), seed).watch())
        try:
            async with asyncio.TaskGroup() as group:
                for player in self.players:
                    group.create_task(player.play())
        finally:
            watcher.cancel()
            await asyncio.gather(watcher, return_exceptions=True)
            self.acks += sum(player.acks for player in self.players)
            self.games += all(player.is_over for player in self.players)
            self.players, self.history = [], None
            self.finished.append(told)
