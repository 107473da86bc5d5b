"""Commits of batches: SQLite from a thread of its own, PostgreSQL on the event loop.

The rows of many jobs go into the database by one statement, so that a busy server gives its
lock up once for all of them, and not once for each.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Connection, Executable, Insert, create_engine, event, text
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import NullPool

# The values of a row by column.
Values = Mapping[str, str | int | bytes | None]
# Rows to insert, each with its statement.
Rows = Sequence[tuple[Insert, Values]]
# The number of the lock that the connection to PostgreSQL holds over which commits are made.
_COMMIT_LOCK = 8424_2019
_LOCK_PAUSE = 0.05
_TAKE_LOCK = text(f"SELECT pg_try_advisory_lock({_COMMIT_LOCK})")
_END_EARLIER = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks "
    f"WHERE locktype = 'advisory' AND objid = {_COMMIT_LOCK} AND pid = :process"
)
_OWN_PROCESS = text("SELECT pg_backend_pid()")
# What the thread may take beyond the time that SQLite waits for another process.
_GRACE_SECONDS = 2.0


@dataclass(frozen=True)
class Batch:
    """The content of one commit: rows by their insert statements, then statements in order."""

    inserts: dict[Insert, list[Values]] = field(default_factory=dict)
    statements: list[Executable] = field(default_factory=list)

    def add(self, statements: Sequence[Executable], rows: Rows) -> None:
        """Add the statements and rows of one job."""
        for insert, row in rows:
            self.inserts.setdefault(insert, []).append(row)
        self.statements.extend(statements)


class Commits(Protocol):
    """Commits batches to a database, each of them whole or not at all."""

    async def commit(self, batch: Batch) -> None:
        """Commit a batch in a limited time.

        After an exception it may be stored or not; that is decided at the latest when the next
        batch, perhaps an empty one, is committed.
        """

    async def close(self) -> None:
        """Release the database."""


class LoopCommits:
    """Commits on the event loop, over one connection to PostgreSQL that holds a lock.

    A connection that was given up may still have a commit on its way. So the next one goes on only
    when it has the lock, which is when PostgreSQL has ended the earlier connection.
    """

    def __init__(self, engine: AsyncEngine, seconds: float) -> None:
        """Use an open database; a commit may take so many seconds."""
        self._engine = engine
        self._seconds = seconds
        self._connection: AsyncConnection | None = None
        self._process = 0

    async def commit(self, batch: Batch) -> None:
        """Store a batch in one transaction."""
        try:
            async with asyncio.timeout(self._seconds):
                connection = await self._connected()
                async with connection.begin():
                    for insert, rows in batch.inserts.items():
                        await connection.execute(insert, rows)
                    for statement in batch.statements:
                        await connection.execute(statement)
        except BaseException as error:
            if not isinstance(error, DBAPIError) or error.connection_invalidated:
                await self._give_up()
            raise

    async def _connected(self) -> AsyncConnection:
        """The connection; a new one, with the lock, if there is none that works."""
        if self._connection is not None:
            raw = await self._connection.get_raw_connection()
            driver: Any = raw.driver_connection
            if not driver.is_closed():
                return self._connection
            await self._give_up()
        self._connection = await self._engine.connect()
        while not await self._connection.scalar(_TAKE_LOCK):
            await self._connection.execute(_END_EARLIER, {"process": self._process})
            await asyncio.sleep(_LOCK_PAUSE)
        self._process = await self._connection.scalar(_OWN_PROCESS)
        await self._connection.commit()
        return self._connection

    async def _give_up(self) -> None:
        """Drop the connection without waiting for the database."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()

    async def close(self) -> None:
        """Give the connection, and with it the lock, up."""
        await self._give_up()


class ThreadCommits:
    """Commits from one thread over one connection to SQLite, which nobody else uses.

    A commit that took too long goes on in the thread; the next one waits for its end.
    """

    def __init__(self, url: URL, seconds: float) -> None:
        """Use a SQLite file, opened with the first batch; a commit may take so many seconds."""
        self._engine = create_engine(
            url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True
        )
        event.listen(self._engine, "connect", pragmas(seconds))
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "commits")
        self._connection: Connection | None = None

    async def commit(self, batch: Batch) -> None:
        """Store a batch in one transaction; the event loop goes on meanwhile."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(self._seconds + _GRACE_SECONDS):
            await loop.run_in_executor(self._thread, self._commit, batch)

    def _commit(self, batch: Batch) -> None:
        """Store a batch, in the thread."""
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        try:
            with connection.begin():
                for insert, rows in batch.inserts.items():
                    names, head, slots = _parts(insert)
                    values = tuple(row[name] for row in rows for name in names)
                    connection.exec_driver_sql(head + ", ".join([slots] * len(rows)), values)
                for statement in batch.statements:
                    connection.execute(statement)
        except BaseException:
            # Whatever it was, the next batch begins anew.
            self._connection = None
            connection.close()
            raise

    async def close(self) -> None:
        """Close the connection, in its thread."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._seconds + _GRACE_SECONDS):
                await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._engine.dispose()


@cache
def _parts(insert: Insert) -> tuple[tuple[str, ...], str, str]:
    """The columns of an insert, its SQL up to the values, and the placeholders of a row."""
    compiled = insert.compile(dialect=sqlite_dialect())
    head, word, slots = str(compiled).partition(" VALUES ")
    return tuple(compiled.positiontup or ()), head + word, slots


def pragmas(seconds: float) -> Callable[[DBAPIConnection, object], None]:
    """A function that sets the pragmas of a new SQLite connection.

    It waits so many seconds for another process that holds the database.
    """

    def set_pragmas(connection: DBAPIConnection, _record: object) -> None:
        """Set the pragmas."""
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        # What is deleted is overwritten, also in pages that nothing uses any more.
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.close()

    return set_pragmas


def commits_for(engine: AsyncEngine, seconds: float) -> Commits:
    """The commits that suit the kind of an open database; each may take so many seconds."""
    if engine.dialect.name == "sqlite":
        return ThreadCommits(engine.url, seconds)
    return LoopCommits(engine, seconds)
