"""`quacks bench server`: how many tables a server holds, how quickly, and how it comes back.

Server and clients are processes of their own, each on its own core. Each table has four clients
and acts once a second, durably, on SQLite. The time of an action is measured from sending it
until all four clients have received its events.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from quedlinburg.bench.server_tables import SEATS, BenchTable, Server, bound, cores, make_table

Tell = Callable[[str], None]

AT_ONCE = 50
HELD_MS = 100.0
STEP = 200


@dataclass(frozen=True)
class StepFigures:
    """What was measured with so many tables."""

    tables: int
    actions: int
    p50_ms: float
    p99_ms: float
    server_cpu_percent: float
    cpu_ms_an_action: float
    memory_kb_a_table: float
    bytes_a_draw: float
    bytes_a_draw_own: float

    @property
    def is_held(self) -> bool:
        """Whether the tables were held: p99 under a tenth of a second."""
        return self.p99_ms < HELD_MS


@dataclass
class ServerFigures:
    """The figures of all numbers of tables, and of bringing the tables back after a kill."""

    steps: list[StepFigures] = field(default_factory=list)
    most_held: int = 0
    restored_tables: int = 0
    restored_actions: int = 0
    restore_seconds: float = 0.0

    def to_json(self) -> dict[str, object]:
        """The figures as a plain dict."""
        return asdict(self)

    def rows(self) -> list[tuple[str, str]]:
        """The figures in words and numbers."""
        back = (
            f"{self.restored_tables} tables with {self.restored_actions} actions "
            f"in {self.restore_seconds:.2f} s"
        )
        return [
            (f"most tables held with p99 under {HELD_MS:g} ms", str(self.most_held)),
            ("brought back after a kill", back),
        ]


class Bench:
    """A growing number of tables at one server."""

    def __init__(self, server: Server, seconds: float) -> None:
        """Measure a running server, for so long with each number of tables."""
        self._server = server
        self._seconds = seconds
        self._idle = server.memory()
        self._tables: list[BenchTable] = []
        self._listening: list[asyncio.Task[None]] = []

    @property
    def actions(self) -> int:
        """How many actions were carried out at all tables so far."""
        return sum(table.count for table in self._tables)

    async def grow(self, tables: int) -> None:
        """Make more tables, not too many at once."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def make(number: int) -> BenchTable:
            """One table."""
            async with gate:
                return await make_table(self._server, number)

        numbers = range(len(self._tables), tables)
        made = await asyncio.gather(*(make(number) for number in numbers))
        self._tables += made
        self._listening += [
            asyncio.create_task(table.listen(seat)) for table in made for seat in range(SEATS)
        ]
        # The measuring itself must not stand still while garbage is looked for.
        gc.collect()
        gc.freeze()
        gc.disable()
        # Let the snapshots come in.
        await asyncio.sleep(1.0)

    async def measure(self) -> StepFigures:
        """Let all tables act once a second, and put the figures together."""
        for table in self._tables:
            table.forget()
        memory = self._server.memory() - self._idle
        cpu, begun = self._server.cpu_seconds(), time.perf_counter()
        end, count = begun + self._seconds, len(self._tables)
        acting = (t.act_every_second(n / count, end) for n, t in enumerate(self._tables))
        await asyncio.gather(*acting)
        cpu = self._server.cpu_seconds() - cpu
        return _figures(self._tables, cpu, time.perf_counter() - begun, memory)

    async def close(self) -> None:
        """Close all sockets."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        sockets = [socket for table in self._tables for socket in table.sockets]
        await asyncio.gather(*(s.close() for s in sockets), return_exceptions=True)


def _figures(made: Sequence[BenchTable], cpu: float, took: float, memory: int) -> StepFigures:
    """Put the figures together."""
    times = sorted(time_ for table in made for time_ in table.times)
    draws = [size for table in made for size in table.draws]
    own = [size for table in made for size in table.own_draws]
    return StepFigures(
        tables=len(made),
        actions=len(times),
        p50_ms=round(times[len(times) // 2] * 1000, 2),
        p99_ms=round(times[int(len(times) * 0.99)] * 1000, 2),
        server_cpu_percent=round(100 * cpu / took, 1),
        cpu_ms_an_action=round(1000 * cpu / max(1, len(times)), 3),
        memory_kb_a_table=round(memory / 1024 / len(made), 1),
        bytes_a_draw=round(sum(draws) / max(1, len(draws)), 1),
        bytes_a_draw_own=round(sum(own) / max(1, len(own)), 1),
    )


async def _measure(
    server: Server, steps: Sequence[int], seconds: float, restore: int, tell: Tell
) -> ServerFigures:
    """Measure each number of tables until one is not held, then grow to those to restore."""
    bench, report = Bench(server, seconds), ServerFigures()
    for tables in steps:
        await bench.grow(tables)
        figures = await bench.measure()
        report.steps.append(figures)
        tell(_line(figures))
        if not figures.is_held:
            break
        report.most_held = tables
    await bench.grow(max(restore, report.steps[-1].tables))
    report.restored_actions = bench.actions
    await bench.close()
    return report


def measure(
    tables: Sequence[int] | None, most: int, seconds: float, restore: int, *, tell: Tell
) -> ServerFigures:
    """Measure a server with growing numbers of tables, then kill it and bring them back.

    Without numbers of tables these are 200, 400 and so on, up to `most`; each is measured for so
    many seconds. `tell` is called with a line for each.
    """
    steps = sorted(tables) if tables else list(range(STEP, most + 1, STEP)) or [most]
    own = cores()
    with bound(own[-1:]), tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), own[:1])
        server.start()
        try:
            report = asyncio.run(_measure(server, steps, seconds, restore, tell))
            report.restored_tables, report.restore_seconds = server.restore()
        finally:
            server.end(signal.SIGKILL)
    return report


def _line(figures: StepFigures) -> str:
    """One number of tables, for people."""
    held = "held" if figures.is_held else "not held"
    return (
        f"{figures.tables} tables: p50 {figures.p50_ms} ms, p99 {figures.p99_ms} ms, {held}; "
        f"processor {figures.server_cpu_percent} % ({figures.cpu_ms_an_action} ms an action), "
        f"{figures.memory_kb_a_table} kB a table, "
        f"{figures.bytes_a_draw}–{figures.bytes_a_draw_own} bytes a draw"
    )
