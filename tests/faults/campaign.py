"""A campaign: games are played, faults come at random moments, and everything is checked."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import fault_kinds
from checker import Finding, check_table
from fault_kinds import Scene
from games import Place
from history import TableHistory
from honest import Company
from hostile import Hostile
from server_log import ServerLog
from server_process import StartFailed
from stored_log import StoredLog, read_logs
from world import World

# A place where nothing is acknowledged for so long after a fault is dead.
DEAD_SECONDS = 60.0
SEATS = 4
# So many faults between two checks of the games that have ended.
CHECK_EVERY = 10
AT_ONCE = 100


@dataclass
class Summary:
    """What a campaign did and found."""

    database: str
    seed: int
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    lives: int = 0
    tables: int = 0
    games_over: int = 0
    requests: int = 0
    acknowledged: int = 0
    unknown: int = 0
    connections: int = 0
    rows_seen: int = 0
    not_stored: int = 0
    findings: list[Finding] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The summary as plain dicts and lists."""
        found = Counter(finding.kind for finding in self.findings)
        return {
            **asdict(self),
            "seconds": round(self.seconds, 1),
            "faults": dict(self.faults),
            "found": dict(found),
            "findings": [str(finding) for finding in self.findings],
        }

    def lines(self) -> Iterator[str]:
        """The summary in words."""
        by_kind = ", ".join(f"{kind} {count}" for kind, count in sorted(self.faults.items()))
        yield f"{self.faults.total()} faults on {self.database} in {self.seconds:.0f} s: {by_kind}"
        yield (
            f"{self.lives} lives of the server; {self.tables} tables, {self.games_over} of them "
            f"played to the end; {self.requests} actions asked for, "
            f"{self.acknowledged} acknowledged, {self.unknown} of unknown outcome; "
            f"{self.connections} connections saw {self.rows_seen} messages of the game"
        )
        yield f"{len(self.findings)} findings (seed {self.seed})"
        yield from (f"  {finding}"[:300] for finding in self.findings[:20])


class Campaign:
    """Plays games in a world and lets faults come."""

    def __init__(
        self,
        world: World,
        seed: int,
        *,
        places: int = 6,
        pause: float = 0.03,
        keep: Path | None = None,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Play at so many places; histories with findings are written into the folder `keep`."""
        self.world = world
        self.choose = random.Random(seed)
        self.summary = Summary(world.kind, seed)
        self.company = Company(world)
        self.on_ack = asyncio.Event()
        self.places: list[Place] = []
        self.is_stopping = False
        self._count = places
        self._pause = pause
        self._keep = keep
        self._say = say
        self._log = ServerLog(world.server.log)
        self._tasks: list[asyncio.Task[None]] = []
        self._stored: dict[str, tuple[Any, ...]] = {}

    def stop(self) -> None:
        """Let the running fault be the last one."""
        self.is_stopping = True

    async def run(self, kinds: Sequence[str], faults: int, seconds: float | None = None) -> Summary:
        """Let so many faults of some kinds come, in so many seconds at most; what was found."""
        begun = time.monotonic()
        end = None if seconds is None else begun + seconds
        async with self._playing() as scene:
            for number, kind in enumerate(self._order(kinds, faults)):
                if self.is_stopping or (end is not None and time.monotonic() > end):
                    break
                if any(task.done() for task in self._tasks):
                    break
                try:
                    did = await fault_kinds.KINDS[kind].fault(scene)
                except StartFailed as error:
                    what = f"the server does not start after {kind}: {error}"
                    self._find("-", [Finding("dead", "-", what)])
                    return self._summed_up(begun)
                self.summary.faults[kind] += 1
                self._say(f"{number + 1}/{faults} {kind}: {did}")
                await self._wait_for_progress(kind)
                if number % CHECK_EVERY == CHECK_EVERY - 1:
                    await self._check()
        await self._check()
        await self._check_again()
        return self._summed_up(begun)

    def _summed_up(self, begun: float) -> Summary:
        """The summary of a campaign that began then."""
        self.summary.seconds = time.monotonic() - begun
        self.summary.lives = self.world.server.lives
        self.summary.not_stored = self._log.not_stored
        return self.summary

    def _order(self, kinds: Sequence[str], faults: int) -> Iterator[str]:
        """The kinds of all faults: each as often as the others, in a random order."""
        order: list[str] = []
        for _ in range(faults):
            if not order:
                order = list(kinds)
                self.choose.shuffle(order)
            yield order.pop()

    @contextlib.asynccontextmanager
    async def _playing(self) -> AsyncIterator[Scene]:
        """Let games be played at all places for as long as this lasts."""
        await self.company.gather(self._count * SEATS + 1)
        *people, stranger = self.company.people
        for number in range(self._count):
            own = people[number * SEATS : (number + 1) * SEATS]
            # One place has a clock, so that jumps of the clock bring the apprentice in.
            clock = 15 if number == 0 and self._count > 1 else 0
            seed = str(self.choose.getrandbits(64))
            self.places.append(
                Place(self.company, own, seed, self.on_ack, clock=clock, pause=self._pause)
            )
        hostile = Hostile(self.company, stranger, random.Random(self.choose.getrandbits(64)))
        tasks = [asyncio.create_task(place.run()) for place in self.places]
        self._tasks = tasks
        try:
            yield Scene(self.world, self.places, hostile, self.choose, self.on_ack)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            await self.company.close()
        for error in ended:
            if isinstance(error, Exception):
                # A client that meets what it does not understand is a finding, too.
                what = "".join(traceback.format_exception(error))
                self._find("-", [Finding("client", "-", what)])

    async def _wait_for_progress(self, after: str) -> None:
        """Wait until an action is acknowledged at every place; a place where none is, is dead."""
        before = [place.progress for place in self.places]
        end = time.monotonic() + DEAD_SECONDS
        left = set(range(len(self.places)))
        while left and time.monotonic() < end and not any(task.done() for task in self._tasks):
            left = {n for n in left if self.places[n].progress == before[n]}
            await asyncio.sleep(0.01)
        for number in left if time.monotonic() >= end else ():
            place = self.places[number]
            code = place.history.code if place.history is not None else "-"
            halted = [player.halted for player in place.players if player.halted]
            what = f"nothing was acknowledged for {DEAD_SECONDS:.0f} s after {after} {halted}"
            self.summary.findings.append(Finding("dead", code, what))
            self.is_stopping = True

    # --- checking --------------------------------------------------------------------------------

    async def _check(self) -> None:
        """Check the tables whose games have ended, and the log."""
        done: list[TableHistory] = []
        for place in self.places:
            done += place.finished
            place.finished = []
        for first in range(0, len(done), AT_ONCE):
            some = done[first : first + AT_ONCE]
            logs = await read_logs(self.world.address, [told.code for told in some])
            for told in some:
                # The games go on meanwhile.
                await asyncio.sleep(0)
                self._check_table(told, logs.get(told.code))
        for line, times in self._log.new_tracebacks().items():
            self._find("-", [Finding("traceback", "-", f"{times} times {line}")])

    def _check_table(self, told: TableHistory, log: StoredLog | None) -> None:
        """Check a table, count what was done at it, and remember its log."""
        summary = self.summary
        summary.tables += 1
        summary.games_over += log is not None and log.document.state == "over"
        summary.requests += len(told.requests)
        for request in told.requests.values():
            summary.acknowledged += bool(request.acks)
            summary.unknown += not request.acks and not request.is_refused
        summary.connections += sum(bool(sight.rows) for sight in told.sights)
        summary.rows_seen += sum(len(sight.rows) for sight in told.sights)
        found = check_table(told, log)
        self._find(told.code, found, told.to_json)
        if log is not None:
            self._stored[told.code] = log.actions

    async def _check_again(self) -> None:
        """What was stored of every table at its end is still stored, and nothing else is."""
        codes = list(self._stored)
        for first in range(0, len(codes), AT_ONCE):
            some = codes[first : first + AT_ONCE]
            logs = await read_logs(self.world.address, some)
            for code in some:
                log = logs.get(code)
                if log is None or log.actions[: len(self._stored[code])] != self._stored[code]:
                    what = "what was stored when its game had ended is no longer stored"
                    self._find(code, [Finding("lost", code, what)])

    def _find(
        self, code: str, found: Sequence[Finding], text: Callable[[], str] | None = None
    ) -> None:
        """Note findings, and keep the history that they come from."""
        self.summary.findings += found
        if found and self._keep is not None:
            self._keep.mkdir(parents=True, exist_ok=True)
            if text is not None:
                (self._keep / f"{code}.json").write_text(text())
            log = self.world.server.log.read_bytes()
            (self._keep / "server.log").write_bytes(log)
        for finding in found:
            self._say(str(finding)[:300])
