"""Commits of batches: SQLite from a thread of its own, PostgreSQL on the event loop.

The rows of many jobs go into the database by one statement, so that a busy server gives its
lock up once for all of them, and not once for each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from sqlalchemy import Connection, Executable, Insert, create_engine, event
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import NullPool

# The values of a row by column.
Values = Mapping[str, str | int | bytes | None]
# Rows to insert, each with its statement.
Rows = Sequence[tuple[Insert, Values]]


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
        """Commit a batch; an exception means that nothing of it is stored."""

    async def close(self) -> None:
        """Release the database."""


class LoopCommits:
    """Commits on the event loop, over the connections of an engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Use an open database."""
        self._engine = engine

    async def commit(self, batch: Batch) -> None:
        """Store a batch in one transaction."""
        async with self._engine.begin() as connection:
            for insert, rows in batch.inserts.items():
                await connection.execute(insert, rows)
            for statement in batch.statements:
                await connection.execute(statement)

    async def close(self) -> None:
        """Do nothing: connections belong to the engine."""


class ThreadCommits:
    """Commits from one thread over one connection, which nobody else uses."""

    def __init__(self, url: URL) -> None:
        """Use a SQLite file; it is opened with the first batch."""
        self._engine = create_engine(
            url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True
        )
        event.listen(self._engine, "connect", set_pragmas)
        self._thread = ThreadPoolExecutor(1, "commits")
        self._connection: Connection | None = None

    async def commit(self, batch: Batch) -> None:
        """Store a batch in one transaction; the event loop goes on meanwhile."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._commit, batch)

    def _commit(self, batch: Batch) -> None:
        """Store a batch, in the thread."""
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            for insert, rows in batch.inserts.items():
                names, head, slots = _parts(insert)
                values = tuple(row[name] for row in rows for name in names)
                connection.exec_driver_sql(head + ", ".join([slots] * len(rows)), values)
            for statement in batch.statements:
                connection.execute(statement)

    async def close(self) -> None:
        """Close the connection, in its thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

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


def set_pragmas(connection: DBAPIConnection, _record: object) -> None:
    """Set the pragmas of a new SQLite connection."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def commits_for(engine: AsyncEngine) -> Commits:
    """The commits that suit the kind of an open database."""
    if engine.dialect.name == "sqlite":
        return ThreadCommits(engine.url)
    return LoopCommits(engine)
