"""Server processes for the harness: started by a launcher, killed, stopped and continued."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

LAUNCHER = Path(__file__).with_name("launcher.py")
# A wait ends as soon as its condition holds; only one that never holds takes so many seconds.
PATIENCE = 60.0


class StartFailed(Exception):
    """The server did not start; the message says why."""


class Launcher:
    """A process that forks servers."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Start it; servers have its environment."""
        self._process = subprocess.Popen(
            [sys.executable, str(LAUNCHER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
            start_new_session=True,
        )

    def launch(self, options: list[str], output: Path, log: Path) -> int:
        """Fork a server; the id of its process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted = {"options": options, "output": str(output), "log": str(log)}
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it; servers are ended by who started them."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


class ServerProcess:
    """The server of a run: the same address and database in every life."""

    def __init__(self, launcher: Launcher, database: str, folder: Path) -> None:
        """Name the database; logs are written into the folder."""
        self._launcher = launcher
        self._database = database
        self._output = folder / "output"
        self.log = folder / "server.log"
        self.port = 0
        self.lives = 0
        self._id = 0
        self._handle = -1

    async def start(self) -> None:
        """Start a life and wait until it listens; StartFailed if it ends instead."""
        self._output.write_text("")
        options = ["--database", self._database, "--port", str(self.port), "--test-mode"]
        self._id = self._launcher.launch(options, self._output, self.log)
        self._handle = os.pidfd_open(self._id)
        end = time.monotonic() + PATIENCE
        while "listening at" not in (said := self._output.read_text()):
            if not self.is_running():
                raise StartFailed(self.log.read_text()[-1000:])
            assert time.monotonic() < end, "the server does not start"
            await asyncio.sleep(0.01)
        self.port = int(said.rsplit(":", 1)[1].split("/")[0])
        self.lives += 1

    @property
    def http(self) -> str:
        """The address of its requests."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def sockets(self) -> str:
        """The address of its sockets."""
        return f"ws://127.0.0.1:{self.port}"

    def is_running(self) -> bool:
        """Whether the process is alive."""
        return self._handle >= 0 and not select.select([self._handle], [], [], 0)[0]

    def send(self, number: signal.Signals) -> None:
        """Send the process a signal, if it is alive."""
        if self.is_running():
            signal.pidfd_send_signal(self._handle, number)

    async def wait(self) -> None:
        """Wait until the process has ended."""
        end = time.monotonic() + PATIENCE
        while self.is_running():
            assert time.monotonic() < end, "the server does not end"
            await asyncio.sleep(0.005)
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    async def kill(self) -> None:
        """End the process at once, as a crash would."""
        self.send(signal.SIGKILL)
        await self.wait()

    async def stop(self) -> None:
        """Ask the process to end, and wait for it."""
        self.send(signal.SIGTERM)
        await self.wait()
