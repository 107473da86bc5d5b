"""The world of a run: a database on a small disk, a server on it, and the shim between them.

Everything lies in one temporary folder; `close` ends every process and removes all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import power_loss
from postgres_process import PostgresProcess
from server_process import Launcher, ServerProcess
from shim import Shim, compiler
from small_disk import SmallDisk

SQLITE_MEGABYTES = 96
POSTGRES_MEGABYTES = 192
CHECKPOINT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=5)
connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
"""


class World:
    """A server and its database, and everything that can go wrong with them."""

    def __init__(self, database: str, choose: random.Random) -> None:
        """Prepare a world of a kind of database: `sqlite` or `postgresql`."""
        self.kind = database
        self.choose = choose
        self.folder = Path(tempfile.mkdtemp(prefix="quacks-faults-"))
        self.folder.chmod(0o755)
        is_sqlite = database == "sqlite"
        size = SQLITE_MEGABYTES if is_sqlite else POSTGRES_MEGABYTES
        self.disk = SmallDisk(self.folder / "disk", size)
        self.file = self.disk.folder / "quacks.db"
        data = self.disk.folder / "postgres" / "data"
        self.shim: Shim | None = None
        self.database_shim: Shim | None = None
        if compiler() is not None:
            self.shim = Shim(self._sub("shim"), self.file, journal=is_sqlite)
            # One shim of PostgreSQL's own, which leaves its clock alone.
            self.database_shim = (
                self.shim if is_sqlite else Shim(self._sub("pg-shim"), data, journal=False)
            )
        self.postgres: PostgresProcess | None = None
        if not is_sqlite:
            environment = self.database_shim.environment() if self.database_shim else {}
            self.postgres = PostgresProcess(self.folder / "socket", data, environment)
        self.address = f"sqlite:///{self.file}" if self.postgres is None else self.postgres.address
        self.launcher = Launcher(self.shim.environment() if self.shim else {})
        self.server = ServerProcess(self.launcher, self.address, self.folder)
        self._before: dict[str, bytes | None] = {}

    def _sub(self, name: str) -> Path:
        """A folder of this world that everybody may enter."""
        path = self.folder / name
        path.mkdir()
        path.chmod(0o755)
        return path

    async def open(self) -> None:
        """Start the database and the server."""
        if self.postgres is not None:
            await self.postgres.make()
        await self.start_server()

    async def start_server(self) -> None:
        """Start a life of the server; the shim's journal begins with it."""
        if self.shim is not None and self.shim.journal is not None:
            self._before = power_loss.contents_of(self.file)
            self.shim.journal.write_bytes(b"")
        await self.server.start()

    async def lose(self, *, torn: bool) -> power_loss.Loss:
        """Leave of the database's files what a power loss leaves; the server is dead by now."""
        assert self.shim is not None
        assert self.shim.journal is not None
        work = power_loss.tear_wal if torn else power_loss.lose_power
        return work(self._before, self.shim.journal, self.file, self.choose)

    async def empty_wal(self) -> None:
        """Let SQLite take its write-ahead log into the database, so that it must grow again."""
        assert self.shim is not None
        program = [sys.executable, "-S", "-E", "-c", CHECKPOINT, str(self.file)]
        process = await asyncio.create_subprocess_exec(
            *program, env=self.shim.environment(), stderr=subprocess.DEVNULL
        )
        await process.wait()

    def calm(self) -> None:
        """Let everything succeed again."""
        for shim in (self.shim, self.database_shim):
            if shim is not None:
                shim.calm()
        self.disk.free()

    async def close(self) -> None:
        """End everything and leave nothing behind."""
        self.calm()
        await self.server.kill()
        self.launcher.close()
        if self.postgres is not None:
            await self.postgres.stop()
        for shim in {self.shim, self.database_shim} - {None}:
            assert shim is not None
            shim.close()
        self.disk.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.asynccontextmanager
async def open_world(database: str, choose: random.Random) -> AsyncIterator[World]:
    """A world for as long as it is needed."""
    world = World(database, choose)
    try:
        await world.open()
        yield world
    finally:
        await world.close()
