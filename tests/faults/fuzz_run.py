"""A fuzzing run: fuzzed messages at running games, over real sockets, then the question who lives.

At the end every table that is still played must answer and can be played to its end, also after a
restart; every table's log is replayed; and the server's log has no traceback.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import history
from checker import Finding, check_table
from fuzzing import Fuzzer, is_well_formed
from games import begin_game, draw_options
from history import Request, TableHistory
from honest import LOST, Company, Identity, Player, hear
from server_log import ServerLog
from stored_log import read_logs
from websockets.asyncio.client import ClientConnection
from world import World

BATCH, STRANGERS_BATCH = 30, 6
# Of all messages so many are actions at the table's question, and so many more are well-formed.
ACTIONS, OTHERS = 0.8, 0.1
END_SECONDS = 120.0


@dataclass
class FuzzSummary:
    """What a fuzzing run did and found."""

    database: str
    seed: int
    seconds: float = 0.0
    messages: int = 0
    well_formed: int = 0
    played: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    games_over: int = 0
    findings: list[Finding] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The summary as plain dicts and lists."""
        return {
            **{name: getattr(self, name) for name in self.__dataclass_fields__},
            "seconds": round(self.seconds, 1),
            "answers": dict(self.answers),
            "findings": [str(finding) for finding in self.findings],
        }

    def lines(self) -> Iterator[str]:
        """The summary in words."""
        rate = self.messages / max(self.seconds, 0.001)
        yield (
            f"{self.messages} fuzzed messages in {self.seconds:.0f} s ({rate:.0f} a second): "
            f"{self.well_formed} well-formed, {self.played} of them actions in a running game"
        )
        told = ", ".join(f"{name} {count}" for name, count in self.answers.most_common())
        yield f"answers: {told}"
        yield f"{self.tables} tables, {self.games_over} games over"
        yield f"{len(self.findings)} findings (seed {self.seed})"
        yield from (f"  {finding}"[:300] for finding in self.findings[:20])


class FuzzedTable:
    """A place where fuzzed games are played by two people and looked at by a stranger."""

    def __init__(
        self, company: Company, people: Sequence[Identity], seed: str, summary: FuzzSummary
    ) -> None:
        """Play with these people; the last one is the stranger."""
        self.company = company
        self.people = people
        self.choose = random.Random(seed)
        self.fuzzer = Fuzzer(self.choose)
        self.summary = summary
        self.told: TableHistory | None = None
        self.finished: list[TableHistory] = []
        self.is_over = False

    async def run(self, enough: Callable[[], bool]) -> None:
        """Send fuzzed messages at one game after the other, until it is enough."""
        while not enough():
            options = draw_options(2, self.choose, 0)
            try:
                told, is_begun = await begin_game(self.company, self.people[:2], options)
            except LOST:
                continue
            if not is_begun:
                self.finished.append(told)
                continue
            self.told, self.is_over = told, False
            async with asyncio.TaskGroup() as group:
                for seat, person in enumerate(self.people):
                    own = seat if seat < 2 else None
                    group.create_task(self._fuzz(told, person, own, enough))
            if self.is_over:
                self.finished.append(told)
                self.told = None

    async def _fuzz(
        self, told: TableHistory, person: Identity, seat: int | None, enough: Callable[[], bool]
    ) -> None:
        """Send batches in somebody's name, until the game is over."""
        while not self.is_over and not enough():
            player = Player(self.company, told, person, seat or 0, self.choose, 0.0)
            sight = told.look(seat, "fuzzer")
            with contextlib.suppress(*LOST):
                line = await self.company.connect(told.code, person)
                try:
                    player.take(await hear(line, sight, 30.0))
                    while not (player.is_over or enough()):
                        await self._batch(line, sight, player, seat)
                    self.is_over = self.is_over or player.is_over
                finally:
                    await line.close()

    async def _batch(
        self, line: ClientConnection, sight: history.Sight, player: Player, seat: int | None
    ) -> None:
        """Send a batch and hear what comes of it."""
        pending: dict[str, Request] = {}
        assert self.told is not None
        ahead = 0
        if seat is not None and sight.viewer != seat:
            # A fuzzed message made it look from elsewhere.
            await line.send(json.dumps({"type": "look", "seat": seat}))
        for _ in range(STRANGERS_BATCH if seat is None else BATCH):
            kind = self.choose.random()
            message: str | bytes
            if kind < ACTIONS:
                action = self.fuzzer.action(player.ask, ahead)
                message = json.dumps(action)
                if seat is not None and is_well_formed(message):
                    request = self.told.send(
                        seat, action["id"], action["question"], action["action"]
                    )
                    pending[request.client] = request
                    self.summary.played += 1
                    ahead += action["action"] in ("draw", "stop")
            elif kind < ACTIONS + OTHERS:
                message = json.dumps(self.fuzzer.any_message())
            else:
                message = self.fuzzer.damaged()
            self.summary.messages += 1
            self.summary.well_formed += is_well_formed(message)
            await line.send(message)
        mark = self.fuzzer.next_id()
        await line.send(json.dumps({"type": "ping", "id": mark}))
        try:
            while (heard := await hear(line, sight, 60.0)).get("id") != mark:
                player.take(heard)
                self.summary.answers[heard.get("code") or heard["type"]] += 1
                if heard["type"] in ("ack", "refused") and heard.get("id") in pending:
                    history.answer(pending.pop(heard["id"]), heard)
        finally:
            for request in pending.values():
                history.lose(request)


class FuzzRun:
    """Fuzzes several tables at once, then asks who lives."""

    def __init__(
        self,
        world: World,
        seed: int,
        *,
        tables: int = 4,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Fuzz so many tables at once."""
        self.world = world
        self.summary = FuzzSummary(world.kind, seed)
        self.is_stopping = False
        self._count = tables
        self._say = say
        self._log = ServerLog(world.server.log)
        self._company = Company(world)
        self._tables: list[FuzzedTable] = []

    def stop(self) -> None:
        """Send no further batch."""
        self.is_stopping = True

    async def run(self, messages: int) -> FuzzSummary:
        """Send so many messages; what was found."""
        begun = time.monotonic()
        await self._company.gather(self._count * 3)
        people = self._company.people
        for number in range(self._count):
            own = people[number * 3 : number * 3 + 3]
            seed = f"{self.summary.seed} {number}"
            self._tables.append(FuzzedTable(self._company, own, seed, self.summary))

        def enough() -> bool:
            return self.is_stopping or self.summary.messages >= messages

        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(table.run(enough)) for table in self._tables]
                while not all(task.done() for task in tasks):
                    await asyncio.wait(tasks, timeout=5)
                    await self._check()
                    self._say(f"{self.summary.messages} messages, {self.summary.tables} tables")
            self.summary.seconds = time.monotonic() - begun
            await self._finish_games()
            await self._check()
        finally:
            await self._company.close()
        return self.summary

    async def _finish_games(self) -> None:
        """Let honest players end the games that are still played, also after a restart."""
        left = [table for table in self._tables if table.told is not None]
        await self.world.server.kill()
        await self.world.start_server()
        for table in left:
            told = table.told
            assert told is not None
            players = [
                Player(self._company, told, person, seat, table.choose, 0.0)
                for seat, person in enumerate(table.people[:2])
            ]
            try:
                async with asyncio.timeout(END_SECONDS):
                    await asyncio.gather(*(player.play() for player in players))
            except TimeoutError:
                self.summary.findings.append(
                    Finding("dead", told.code, "its game can't be played to the end")
                )
            table.finished.append(told)
            table.told = None

    async def _check(self) -> None:
        """Check the tables whose games are over, and the server's log."""
        done: list[TableHistory] = []
        for table in self._tables:
            done += table.finished
            table.finished = []
        logs = await read_logs(self.world.address, [told.code for told in done])
        for told in done:
            log = logs.get(told.code)
            self.summary.tables += 1
            self.summary.games_over += log is not None and log.document.state == "over"
            self.summary.findings += check_table(told, log)
            await asyncio.sleep(0)
        for line, times in self._log.new_tracebacks(strict=True).items():
            self.summary.findings.append(Finding("traceback", "-", f"{times} times {line}"))
