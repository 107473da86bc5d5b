"""A PostgreSQL server of the harness's own: started, killed, stopped, started again."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PATIENCE = 60.0


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


class PostgresProcess:
    """PostgreSQL on a socket in a folder; small files, so that a small disk can hold them."""

    def __init__(self, folder: Path, data: Path, environment: Mapping[str, str]) -> None:
        """Use a folder for the socket, and one for the data, which `make` fills."""
        self._folder = folder
        self._data = data
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        root = os.getuid() == 0
        self._user = "postgres" if root else pwd.getpwuid(os.getuid()).pw_name
        self._as_user: dict[str, Any] = {"user": self._user, "group": self._user} if root else {}
        self.starts = 0

    @property
    def address(self) -> str:
        """The address of its database."""
        return f"postgresql://postgres@/quacks?host={self._folder}"

    def _program(self, name: str) -> str:
        """The path of one of PostgreSQL's programs."""
        found = programs()
        assert found is not None, "PostgreSQL is not installed: scripts/setup test installs it"
        return str(found / name)

    async def make(self) -> None:
        """Make the data, start the server and make the database."""
        for path in (self._folder, self._data.parent):
            path.mkdir(parents=True, exist_ok=True)
            if self._as_user:
                shutil.chown(path, self._user, self._user)
        options = ["-D", str(self._data), "-U", "postgres", "-A", "trust", "--no-sync"]
        command = [self._program("initdb"), *options, "--wal-segsize=1"]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder, **self._as_user
        )
        await self.start()
        created = [self._program("createdb"), "-h", str(self._folder), "-U", "postgres", "quacks"]
        subprocess.run(created, check=True)

    async def start(self) -> None:
        """Start the server, and wait until it answers; it may refuse until others have ended."""
        end = time.monotonic() + PATIENCE
        settings = ("listen_addresses=", "min_wal_size=2MB", "max_wal_size=8MB", "autovacuum=off")
        command = [self._program("postgres"), "-D", str(self._data), "-k", str(self._folder)]
        for setting in (*settings, "max_connections=40", "shared_buffers=8MB"):
            command += ["-c", setting]
        while True:
            if not self.is_running():
                with (self._folder / "postgres.log").open("ab") as log:
                    self._process = subprocess.Popen(
                        command,
                        stdout=subprocess.DEVNULL,
                        stderr=log,
                        cwd=self._folder,
                        env={**os.environ, **self._environment},
                        start_new_session=True,
                        **self._as_user,
                    )
            if await self._answers():
                self.starts += 1
                return
            assert time.monotonic() < end, "PostgreSQL does not start"
            await asyncio.sleep(0.05)

    async def _answers(self) -> bool:
        """Whether it takes connections."""
        ready = await asyncio.create_subprocess_exec(
            *(self._program("pg_isready"), "-h", str(self._folder), "-U", "postgres", "-q"),
        )
        return await ready.wait() == 0

    def is_running(self) -> bool:
        """Whether its first process is alive."""
        return self._process is not None and self._process.poll() is None

    def processes(self) -> list[int]:
        """The ids of all its processes, the first one first."""
        if self._process is None:
            return []
        first = self._process.pid
        children = Path(f"/proc/{first}/task/{first}/children")
        try:
            return [first, *(int(word) for word in children.read_text().split())]
        except OSError:
            return [first]

    def sessions(self) -> list[int]:
        """The ids of the processes that serve clients of our database."""
        found = []
        for process in self.processes()[1:]:
            try:
                line = Path(f"/proc/{process}/cmdline").read_bytes()
            except OSError:
                continue
            if b"postgres quacks " in line:
                found.append(process)
        return found

    def signal_all(self, processes: list[int], number: signal.Signals) -> None:
        """Send a signal to some of its processes; those that have ended are left out."""
        for process in processes:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                continue

    async def kill(self, *, whole: bool) -> None:
        """Kill its first process, or all of them, and wait for the first one's end."""
        assert self._process is not None
        ids = self.processes()
        self.signal_all(ids if whole else ids[:1], signal.SIGKILL)
        await asyncio.to_thread(self._process.wait)

    async def stop(self) -> None:
        """End it in order, whatever state it is in."""
        if self._process is None:
            return
        self.signal_all(self.processes()[::-1], signal.SIGCONT)
        if self.is_running():
            self._process.send_signal(signal.SIGINT)
            try:
                await asyncio.to_thread(self._process.wait, 10)
            except subprocess.TimeoutExpired:
                self.signal_all(self.processes(), signal.SIGKILL)
                await asyncio.to_thread(self._process.wait)
