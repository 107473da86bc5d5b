"""`quacks bench attack`: how honest tables fare while somebody attacks their server.

For each attack a fresh server with the usual limits holds honest tables. The same attacker talks in
turns to a port that swallows everything (the control) and to the server; compared are the times
from an action to all four clients of its table. Everything happens on loopback; the server has a
core of its own, tables and attackers share another.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from socket import socket
from typing import Any

import msgspec

from quedlinburg.bench.attackers import HOST, NAMES, Aims
from quedlinburg.bench.server_tables import (
    SEATS,
    BenchTable,
    Server,
    bound,
    cores,
    make_identity,
    make_table,
)

Tell = Callable[[str], None]

PERIOD_SECONDS = 0.25
# An action that nobody hears of counts as this long.
LOST_SECONDS = 30.0


@dataclass(frozen=True)
class AttackFigures:
    """What honest tables felt of one attack, and what it did to the server's memory."""

    attack: str
    actions: int
    lost: int
    control_p50_ms: float
    control_p99_ms: float
    p50_ms: float
    p99_ms: float
    memory_mb: float
    connections: int
    sent_mb: float

    @property
    def ratio(self) -> float:
        """How many times as long one action in a hundred takes under the attack."""
        return round(self.p99_ms / max(0.01, self.control_p99_ms), 2)


@dataclass
class AllFigures:
    """The figures of all attacks."""

    attacks: list[AttackFigures] = field(default_factory=list)

    def to_json(self) -> list[dict[str, Any]]:
        """The figures as plain dicts."""
        return [asdict(one) | {"ratio": one.ratio} for one in self.attacks]

    def rows(self) -> Sequence[tuple[str, ...]]:
        """The figures in words and numbers."""
        head = ("attack", "control p50/p99", "attacked p50/p99", "ratio", "lost", "memory")
        return [
            head,
            *(
                (
                    one.attack,
                    f"{one.control_p50_ms:.1f} / {one.control_p99_ms:.1f} ms",
                    f"{one.p50_ms:.1f} / {one.p99_ms:.1f} ms",
                    f"{one.ratio:.2f}",
                    str(one.lost),
                    f"{one.memory_mb:.0f} MB",
                )
                for one in self.attacks
            ),
        ]


class Swallower:
    """A port that accepts everything, reads it, and never answers."""

    def __init__(self) -> None:
        """Listen on any port."""
        self._listening = socket()
        self._listening.bind((HOST, 0))
        self._listening.listen(1024)
        self.port = int(self._listening.getsockname()[1])
        program = (
            "import selectors, socket, sys\n"
            "listening = socket.socket(fileno=int(sys.argv[1]))\n"
            "listening.setblocking(False)\n"
            "every = selectors.DefaultSelector()\n"
            "every.register(listening, selectors.EVENT_READ)\n"
            "while True:\n"
            "    for key, _ in every.select():\n"
            "        one = key.fileobj\n"
            "        try:\n"
            "            if one is listening:\n"
            "                every.register(one.accept()[0], selectors.EVENT_READ)\n"
            "            elif not one.recv(2**20):\n"
            "                raise OSError\n"
            "        except OSError:\n"
            "            if one is not listening:\n"
            "                every.unregister(one)\n"
            "                one.close()\n"
        )
        number = self._listening.fileno()
        command = [sys.executable, "-c", program, str(number)]
        self._process = subprocess.Popen(command, pass_fds=(number,))

    def close(self) -> None:
        """Stop it."""
        self._process.kill()
        self._process.wait()
        self._listening.close()


class AttackBench:
    """Honest tables at one server, and an attacker who talks to it or to nobody."""

    def __init__(self, server: Server, name: str, nobody: int) -> None:
        """Measure an attack by its name; `nobody` is the port that swallows everything."""
        self._server = server
        self._name = name
        self._ports = {"control": nobody, "attack": int(server.address.rsplit(":", 1)[1])}
        self._tables: list[BenchTable] = []
        self._listening: list[asyncio.Task[None]] = []
        self._aims = Aims()
        self._times: dict[str, list[float]] = {"control": [], "attack": []}
        self._lost = 0
        self._sent = 0
        self._connections = 0

    async def prepare(self, tables: int) -> None:
        """Seat the honest, and give the attackers a table of their own."""
        self._tables = [await make_table(self._server, number) for number in range(tables)]
        self._listening = [
            asyncio.create_task(table.listen(seat))
            for table in self._tables
            for seat in range(SEATS)
        ]
        token = await asyncio.to_thread(make_identity, self._server, "Eve")
        own = await make_table(self._server, tables, token)
        self._aims = Aims(self._tables[0].code, own.code, token)
        for one in own.sockets:
            await one.close()

    async def measure(self, part: str, seconds: float) -> None:
        """Let all tables act while the attacker is busy with a port."""
        for table in self._tables:
            table.forget()
        async with self._attacker(part, seconds):
            end = time.perf_counter() + seconds
            count = len(self._tables)
            acting = (
                _act(table, PERIOD_SECONDS * number / count, end)
                for number, table in enumerate(self._tables)
            )
            lost = await asyncio.gather(*acting)
        times = [one for table in self._tables for one in table.times]
        self._times[part] += times + [LOST_SECONDS] * sum(lost)
        if part == "attack":
            self._lost += sum(lost)

    @contextlib.asynccontextmanager
    async def _attacker(self, part: str, seconds: float) -> AsyncIterator[None]:
        """An attacker process that has begun, and is waited for at the end."""
        aims = msgspec.json.encode(self._aims).decode()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "quedlinburg.bench.attackers", self._name, str(self._ports[part])),
            *(str(seconds), aims),
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            await process.stdout.readline()
            yield
            done = msgspec.json.decode(await asyncio.wait_for(process.stdout.read(), seconds + 60))
            await process.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        if part == "attack":
            self._sent += done["sent"]
            self._connections += done["connections"]

    def figures(self) -> AttackFigures:
        """Put the figures together."""
        control, attack = (sorted(self._times[part]) or [0.0] for part in ("control", "attack"))
        return AttackFigures(
            attack=self._name,
            actions=len(attack),
            lost=self._lost,
            control_p50_ms=_part(control, 0.5),
            control_p99_ms=_part(control, 0.99),
            p50_ms=_part(attack, 0.5),
            p99_ms=_part(attack, 0.99),
            memory_mb=round(self._server.peak_memory() / 1e6, 1),
            connections=self._connections,
            sent_mb=round(self._sent / 1e6, 1),
        )

    async def close(self) -> None:
        """Close all sockets."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        every = [one for table in self._tables for one in table.sockets]
        await asyncio.gather(*(one.close() for one in every), return_exceptions=True)


async def _act(table: BenchTable, offset: float, end: float) -> int:
    """Act again and again until the time is over; how often nobody heard of it."""
    at = time.perf_counter() + offset
    while at < end:
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        try:
            await asyncio.wait_for(table.act(), LOST_SECONDS)
        except (TimeoutError, OSError, EOFError):
            return 1
        at = max(at + PERIOD_SECONDS, time.perf_counter())
    return 0


def _part(times: Sequence[float], part: float) -> float:
    """The time within which that part of all actions was heard, in milliseconds."""
    return round(times[min(len(times) - 1, int(len(times) * part))] * 1000, 2)


async def _measure_one(
    bench: AttackBench, tables: int, seconds: float, rounds: int
) -> AttackFigures:
    """Measure one attack and its control in turns."""
    await bench.prepare(tables)
    try:
        for _ in range(rounds):
            for part in ("control", "attack"):
                await bench.measure(part, seconds)
        return bench.figures()
    finally:
        await bench.close()


def measure(
    names: Sequence[str], tables: int, seconds: float, rounds: int, *, tell: Tell
) -> AllFigures:
    """Measure some attacks, or all of them; ValueError names one that there is not."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise ValueError(f"attack {unknown[0]!r} is not known; known: {', '.join(NAMES)}")
    report, own = AllFigures(), cores()
    with bound(own[-1:]), contextlib.closing(Swallower()) as nobody:
        for name in names or NAMES:
            with tempfile.TemporaryDirectory() as folder:
                server = Server(Path(folder), own[:1], test_mode=False)
                server.start()
                try:
                    bench = AttackBench(server, name, nobody.port)
                    found = asyncio.run(_measure_one(bench, tables, seconds, rounds))
                finally:
                    server.end(signal.SIGKILL)
            report.attacks.append(found)
            tell(f"{name}: {found.p99_ms} ms to {found.control_p99_ms} ms, {found.memory_mb} MB")
    return report
