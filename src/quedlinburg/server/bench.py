"""`quacks bench server`: how many tables a server holds, how quickly, and how it comes back.

Server and clients are processes of their own, each on its own core. Each table has four clients
and acts once a second, durably, on SQLite; what is measured is the time from sending an action to
the last of the four having heard of it.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from quedlinburg.server.bench_tables import SEATS, BenchTable, Server, keep_to, make_table

AT_ONCE = 50
HELD_MS = 100.0
STEP = 200


@dataclass(frozen=True)
class Figures:
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
class Report:
    """Everything that was measured."""

    steps: list[Figures] = field(default_factory=list)
    most_held: int = 0
    restored_tables: int = 0
    restored_actions: int = 0
    restore_seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


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

    async def measure(self) -> Figures:
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


def _figures(made: Sequence[BenchTable], cpu: float, took: float, memory: int) -> Figures:
    """Put the figures together."""
    times = sorted(time_ for table in made for time_ in table.times)
    draws = [size for table in made for size in table.draws]
    own = [size for table in made for size in table.own_draws]
    return Figures(
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


async def _measure(server: Server, steps: Sequence[int], seconds: float, restore: int) -> Report:
    """Grow through the steps for as long as the tables are held, then up to those to restore."""
    bench, report = Bench(server, seconds), Report()
    for tables in steps:
        await bench.grow(tables)
        figures = await bench.measure()
        report.steps.append(figures)
        typer.echo(_line(figures), err=True)
        if not figures.is_held:
            break
        report.most_held = tables
    await bench.grow(max(restore, report.steps[-1].tables))
    report.restored_actions = bench.actions
    await bench.close()
    return report


def measure(steps: Sequence[int], seconds: float, restore: int) -> Report:
    """Measure a server with growing numbers of tables, then kill it and bring them back."""
    keep_to(1)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            report = asyncio.run(_measure(server, steps, seconds, restore))
            report.restored_tables, report.restore_seconds = server.restore()
        finally:
            server.end(signal.SIGKILL)
    return report


def _line(figures: Figures) -> str:
    """One number of tables, for people."""
    held = "held" if figures.is_held else "not held"
    return (
        f"{figures.tables} tables: p50 {figures.p50_ms} ms, p99 {figures.p99_ms} ms, {held}; "
        f"processor {figures.server_cpu_percent} % ({figures.cpu_ms_an_action} ms an action), "
        f"{figures.memory_kb_a_table} kB a table, "
        f"{figures.bytes_a_draw}–{figures.bytes_a_draw_own} bytes a draw"
    )


app = typer.Typer(add_completion=False)


@app.command()
def server_bench(
    tables: Annotated[
        list[int] | None, typer.Option(help="How many tables; repeat it. Else 200, 400, …", min=1)
    ] = None,
    most: Annotated[int, typer.Option(help="Try no more tables than this.", min=1)] = 1400,
    seconds: Annotated[float, typer.Option(help="How long with each number.", min=2)] = 15.0,
    restore: Annotated[int, typer.Option(help="How many to bring back.", min=1)] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure how many tables of four clients a server on this machine holds."""
    steps = sorted(tables) if tables else list(range(STEP, most + 1, STEP)) or [most]
    report = measure(steps, seconds, restore)
    if as_json:
        typer.echo(msgspec.json.encode(report.to_json()).decode())
        return
    typer.echo(f"most tables held with p99 under {HELD_MS:g} ms: {report.most_held}")
    typer.echo(
        f"{report.restored_tables} tables with {report.restored_actions} actions "
        f"brought back in {report.restore_seconds:.2f} s"
    )
