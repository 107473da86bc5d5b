"""Databases that fail by real means: held by another, full, frozen, cut off after a commit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from driving import Server
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from quedlinburg.server.storage.database import database_url


async def query(database: str, sql: str, **values: object) -> Sequence[Any]:
    """Run one statement in a database, beside its server; the rows that it gives."""
    engine = create_async_engine(database_url(database))
    try:
        async with engine.begin() as connection:
            done = await connection.execute(text(sql), values)
            return done.all() if done.returns_rows else []
    finally:
        await engine.dispose()


@contextlib.asynccontextmanager
async def held(database: str) -> AsyncIterator[None]:
    """Let nobody else store an action for a while: another connection holds the database."""
    is_sqlite = database.startswith("sqlite")
    engine = create_async_engine(database_url(database))
    try:
        async with engine.connect() as connection:
            hold = "BEGIN IMMEDIATE" if is_sqlite else "LOCK TABLE actions IN SHARE MODE"
            await connection.exec_driver_sql(hold)
            yield
            await connection.rollback()
    finally:
        await engine.dispose()


@contextlib.contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Let every write of the server to a file fail, as on a full disk."""
    assert server.process is not None
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


def hold_sqlite(database: str) -> sqlite3.Connection:
    """A connection that holds a SQLite database until it is rolled back."""
    path = database.removeprefix("sqlite:///")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


@contextlib.contextmanager
def frozen(folder: str) -> Iterator[None]:
    """Stop every process of a PostgreSQL server, as a machine that hangs would."""
    first = int((Path(folder) / "data" / "postmaster.pid").read_text().split()[0])
    # The first process is stopped before the others, so that it starts no new ones.
    stopped = [first]
    os.kill(first, signal.SIGSTOP)
    for child in Path(f"/proc/{first}/task/{first}/children").read_text().split():
        os.kill(int(child), signal.SIGSTOP)
        stopped.append(int(child))
    try:
        yield
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)


class CutAfterCommit:
    """Passes bytes to a PostgreSQL server; when armed, no answer to a commit comes back."""

    def __init__(self, folder: str, own_folder: Path) -> None:
        """Pass on to the socket of a server; clients use a socket in another folder."""
        self._target = f"{folder}/.s.PGSQL.5432"
        self._own = own_folder / ".s.PGSQL.5432"
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_armed = False
        self.cuts = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._accept, self._own)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect a client with the server."""
        there, back = await asyncio.open_unix_connection(self._target)
        sent: list[bytes] = [b""]
        for work in (self._ask(reader, back, sent), self._answer(there, writer, sent)):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ask(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, sent: list[bytes]
    ) -> None:
        """Pass on what a client asks."""
        while data := await source.read(65536):
            sent[0] = data
            target.write(data)
        target.close()

    async def _answer(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, sent: list[bytes]
    ) -> None:
        """Pass the answers back, but the one to a commit."""
        while data := await source.read(65536):
            if self.is_armed and b"COMMIT" in sent[0]:
                self.is_armed = False
                self.cuts += 1
                target.transport.abort()
                return
            target.write(data)
        target.close()
