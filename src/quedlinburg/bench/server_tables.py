"""The server process and the tables of four clients that `quacks bench server` measures."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def cores() -> list[int]:
    """The numbers of the cores that this process may use; none where the system can't say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def bind(numbers: Iterable[int]) -> None:
    """Bind this process to some cores; nothing happens without one, or where none can be named."""
    if chosen := set(numbers):
        os.sched_setaffinity(0, chosen)


@contextmanager
def bound(numbers: Iterable[int]) -> Iterator[None]:
    """Bind this process to some cores for a while."""
    before = cores()
    bind(numbers)
    try:
        yield
    finally:
        bind(before)


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
    """A server process on a fresh database, on cores of its own."""

    def __init__(self, folder: Path, numbers: list[int], *, test_mode: bool = True) -> None:
        """Keep its database and log in a folder, and bind it to some cores."""
        self._cores = numbers
        self._options = ["--test-mode"] if test_mode else []
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        """Start it and wait until it listens."""
        program = (
            f"from quedlinburg.bench.server_tables import bind; bind({self._cores})\n"
            "from quedlinburg.cli.serve import app; app()"
        )
        command = [sys.executable, "-c", program, "serve", *self._options, "--port", "0"]
        command += ["--database", f"sqlite:///{self._folder / 'bench.db'}"]
        with (self._folder / "server.log").open("w") as errors:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        line = self._process.stdout.readline() if self._process.stdout else ""
        self.address = line.removeprefix("listening at ").strip().rstrip("/")
        if not self.address:
            raise OSError(f"the server does not start: {self._log()[-300:]}")

    def _log(self) -> str:
        """What it wrote since it was started."""
        return (self._folder / "server.log").read_text()

    @property
    def _pid(self) -> int:
        """The number of the process."""
        return self._process.pid if self._process else 0

    def cpu_seconds(self) -> float:
        """The processor time that it has used."""
        parts = Path(f"/proc/{self._pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def memory(self) -> int:
        """Its memory in bytes."""
        return self._memory("VmRSS")

    def peak_memory(self) -> int:
        """The most memory that it ever had, in bytes."""
        return self._memory("VmHWM")

    def _memory(self, name: str) -> int:
        """A figure of its memory in bytes."""
        status = Path(f"/proc/{self._pid}/status").read_text()
        found = re.search(rf"{name}:\s+(\d+)", status)
        return int(found[1]) * 1024 if found else 0

    def restore(self) -> tuple[int, float]:
        """Kill it and start it again: how many tables it brought back, and in which time."""
        self.end(signal.SIGKILL)
        self.start()
        end = time.monotonic() + 300
        said = r'"tables brought back".*?"tables":(\d+).*?"seconds":([\d.]+)'
        while (found := re.search(said, self._log())) is None:
            if time.monotonic() > end:
                raise OSError("the server does not bring its tables back")
            time.sleep(0.1)
        return int(found[1]), float(found[2])

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
    code: str
    numbers: list[int] = field(default_factory=lambda: [0] * SEATS)
    asks: list[dict[str, Any] | None] = field(default_factory=lambda: [None] * SEATS)
    times: list[float] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    own_draws: list[int] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    count: int = 0

    def forget(self) -> None:
        """Begin to measure anew."""
        for figures in (self.times, self.draws, self.own_draws):
            figures.clear()

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
        self.count += 1
        message = {
            "type": "act",
            "id": f"a{self.count}",
            "question": ask["question"]["number"],
            "action": ask["legal"][0]["action"],
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


def make_identity(server: Server, name: str) -> str:
    """Become somebody: the token."""
    body = {"name": name, "program": True}
    return str(_post(f"{server.address}/api/identity", body, {})["token"])


async def make_table(server: Server, number: int, token: str = "") -> BenchTable:
    """A running table: one identity that owns four seats, and a socket for each."""
    token = token or await asyncio.to_thread(make_identity, server, f"B{number}")
    headers = {"authorization": f"Bearer {token}"}
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
    await first.send('{"type":"look","seat":0}')
    return BenchTable([first, *rest], code)


async def _open(address: str, headers: dict[str, str]) -> ClientConnection:
    """A socket without compression."""
    return await connect(
        address, additional_headers=headers, compression=None, ping_interval=None, max_size=2**20
    )
