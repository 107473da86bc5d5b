"""`quacks bench server`: how many tables a server holds, how quickly, and how it comes back.

Server and clients are processes of their own. Each table has four clients and acts once a second;
what is measured is the time from sending an action to the last of the four having heard of it.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
AT_ONCE = 50
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Figures:
    """What was measured with so many tables."""

    tables: int
    clients: int
    actions: int
    p50_ms: float
    p99_ms: float
    server_cpu_percent: float
    cpu_ms_an_action: float
    memory_kb_a_table: float
    bytes_a_draw: float
    bytes_a_draw_own: float
    restore_seconds: float


class _Heard(msgspec.Struct):
    """What a measuring client reads of a message."""

    type: str
    first: int = 0
    events: list[Any] = []
    view: dict[str, Any] | None = None
    ask: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    id: str | None = None


_decode = msgspec.json.Decoder(_Heard).decode


class Server:
    """A server process on a fresh database."""

    def __init__(self, folder: Path) -> None:
        """Keep its database and log in a folder."""
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        """Start it and wait until it listens."""
        command = [sys.executable, "-m", "quedlinburg.cli.serve", "serve", "--test-mode"]
        command += ["--port", "0", "--log-level", "info"]
        command += ["--database", f"sqlite:///{self._folder / 'bench.db'}"]
        with (self._folder / "server.log").open("a") as errors:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        line = self._process.stdout.readline() if self._process.stdout else ""
        self.address = line.removeprefix("listening at ").strip().rstrip("/")

    def cpu_seconds(self) -> float:
        """The processor time that it has used."""
        parts = Path(f"/proc/{self._pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def memory(self) -> int:
        """Its memory in bytes."""
        status = Path(f"/proc/{self._pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) * 1024 if found else 0

    @property
    def _pid(self) -> int:
        """The number of the process."""
        return self._process.pid if self._process else 0

    def restored(self) -> float | None:
        """How long it took to bring tables back, if it says so."""
        found = re.findall(
            r'"tables brought back".*?"seconds":([\d.]+)',
            (self._folder / "server.log").read_text(),
        )
        return float(found[-1]) if found else None

    def end(self, how: signal.Signals) -> None:
        """End it."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=60)
            if self._process.stdout:
                self._process.stdout.close()


@dataclass
class BenchTable:
    """A table with four clients, all of them ours."""

    sockets: list[ClientConnection]
    numbers: list[int] = field(default_factory=lambda: [0] * SEATS)
    asks: list[dict[str, Any] | None] = field(default_factory=lambda: [None] * SEATS)
    times: list[float] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    own_draws: list[int] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    count: int = 0

    async def listen(self, seat: int) -> None:
        """Hear what one client hears."""
        async for data in self.sockets[seat]:
            message = _decode(data)
            if message.type == "snapshot" and message.view:
                self.asks[seat] = message.view if message.view["question"] else None
            elif message.type == "events":
                self._note(seat, message, len(data))
            self.changed.set()

    def _note(self, seat: int, message: _Heard, size: int) -> None:
        """Take events in."""
        self.numbers[seat] = message.first + len(message.events)
        is_own = message.ask is not msgspec.UNSET
        if is_own:
            self.asks[seat] = message.ask  # type: ignore[assignment]
        kinds = [event["event"] for event in message.events]
        if kinds == ["chip_drawn", "chip_placed"]:
            (self.own_draws if is_own else self.draws).append(size)

    async def act(self) -> None:
        """Let one seat act, and wait until all four have heard of it."""
        asked = [seat for seat in range(SEATS) if self.asks[seat] is not None]
        if not asked:
            return
        seat = asked[self.count % len(asked)]
        ask = self.asks[seat] or {}
        legal = [option["action"] for option in ask["legal"]]
        self.count += 1
        message = {
            "type": "act",
            "id": f"a{self.count}",
            "question": ask["question"]["number"],
            "action": legal[0],
        }
        before = max(self.numbers)
        self.asks[seat] = None
        begun = time.perf_counter()
        await self.sockets[seat].send(msgspec.json.encode(message).decode())
        while min(self.numbers) <= before:
            self.changed.clear()
            await self.changed.wait()
        self.times.append(time.perf_counter() - begun)

    async def act_every_second(self, offset: float, end: float) -> None:
        """Act once a second, each table at a moment of its own."""
        at = time.perf_counter() + offset
        while at < end:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            await self.act()
            at += 1.0


def _post(address: str, body: object, headers: dict[str, str]) -> Any:  # noqa: ANN401
    """Post JSON and read the answer."""
    request = urllib.request.Request(
        address, msgspec.json.encode(body), headers | {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return msgspec.json.decode(answer.read())


async def _make_table(server: Server, number: int) -> BenchTable:
    """A running table: one identity that owns four seats, and a socket for each."""
    body = {"name": f"B{number}", "program": True}
    become = await asyncio.to_thread(_post, f"{server.address}/api/identity", body, {})
    headers = {"authorization": f"Bearer {become['token']}"}
    wanted = {"options": {"players": SEATS, "pass_around": True}}
    made = await asyncio.to_thread(_post, f"{server.address}/api/tables", wanted, headers)
    code = made["code"]
    address = server.address.replace("http", "ws", 1)
    first = await _open(f"{address}/ws?table={code}", headers)
    for seat in range(1, SEATS):
        await first.send(msgspec.json.encode({"type": "sit", "seat": seat}).decode())
    await first.send('{"type":"start","id":"start"}')
    async for data in first:
        if _decode(data).id == "start":
            break
    rest = [await _open(f"{address}/ws?table={code}&seat={n}", headers) for n in range(1, SEATS)]
    table = BenchTable([first, *rest])
    await first.send('{"type":"look","seat":0}')
    return table


async def _open(address: str, headers: dict[str, str]) -> ClientConnection:
    """A socket without compression."""
    return await connect(
        address, additional_headers=headers, compression=None, ping_interval=None, max_size=2**20
    )


async def _measure(server: Server, tables: int, seconds: float) -> Figures:
    """Make tables, let them play, and put the figures together."""
    idle = server.memory()
    gate = asyncio.Semaphore(AT_ONCE)

    async def make(number: int) -> BenchTable:
        """One table, while not too many are being made."""
        async with gate:
            return await _make_table(server, number)

    made = await asyncio.gather(*(make(number) for number in range(tables)))
    listening = [asyncio.create_task(table.listen(seat)) for table in made for seat in range(SEATS)]
    await asyncio.sleep(1.0)
    memory = server.memory() - idle
    cpu, begun = server.cpu_seconds(), time.perf_counter()
    end = begun + seconds
    await asyncio.gather(*(table.act_every_second(n / tables, end) for n, table in enumerate(made)))
    cpu = server.cpu_seconds() - cpu
    took = time.perf_counter() - begun
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    figures = _figures(made, cpu, took, memory)
    await asyncio.gather(*(s.close() for t in made for s in t.sockets), return_exceptions=True)
    return figures


def _figures(made: Sequence[BenchTable], cpu: float, took: float, memory: int) -> Figures:
    """Put the figures together."""
    times = sorted(time_ for table in made for time_ in table.times)
    draws = [size for table in made for size in table.draws]
    own = [size for table in made for size in table.own_draws]
    return Figures(
        tables=len(made),
        clients=len(made) * SEATS,
        actions=len(times),
        p50_ms=round(times[len(times) // 2] * 1000, 2),
        p99_ms=round(times[int(len(times) * 0.99)] * 1000, 2),
        server_cpu_percent=round(100 * cpu / took, 1),
        cpu_ms_an_action=round(1000 * cpu / max(1, len(times)), 3),
        memory_kb_a_table=round(memory / 1024 / len(made), 1),
        bytes_a_draw=round(sum(draws) / max(1, len(draws)), 1),
        bytes_a_draw_own=round(sum(own) / max(1, len(own)), 1),
        restore_seconds=0.0,
    )


def _restore(server: Server) -> float:
    """Kill the server, start it again, and take the time until all tables are back."""
    server.end(signal.SIGKILL)
    server.start()
    end = time.monotonic() + 120
    while (seconds := server.restored()) is None and time.monotonic() < end:
        time.sleep(0.1)
    return seconds or 0.0


def measure(tables: int, seconds: float) -> Figures:
    """Measure a server with so many tables, for so long."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            figures = asyncio.run(_measure(server, tables, seconds))
            restored = _restore(server)
        finally:
            server.end(signal.SIGKILL)
    return Figures(**{**asdict(figures), "restore_seconds": restored})


def server_bench(
    tables: Annotated[list[int] | None, typer.Option(help="How many tables; repeat it.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to play with each number.")] = 15.0,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure how many tables of four clients a server on this machine holds."""
    for number in tables or [200, 500, 1000]:
        figures = measure(number, seconds)
        if json:
            typer.echo(msgspec.json.encode(asdict(figures)).decode())
        else:
            typer.echo("  ".join(f"{name} {value}" for name, value in asdict(figures).items()))


if __name__ == "__main__":
    typer.run(server_bench)
