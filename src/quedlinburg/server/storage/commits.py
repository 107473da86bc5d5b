"""How jobs are committed: SQLite from a thread of its own, PostgreSQL on the event loop.

The rows of many jobs go into the database by one statement, so that a busy server gives its
lock up once for all of them, and not once for each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Connection, Executable, Insert, create_engine, event
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import NullPool

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Batch:
    """What goes into one commit: rows by the insert they belong to, then statements in order."""

    inserts: dict[Insert, list[Row]] = field(default_factory=dict)
    statements: list[Executable] = field(default_factory=list)

    def add(self, statements: Sequence[Executable], rows: Sequence[tuple[Insert, Row]]) -> None:
        """Add what one job stores."""
        for insert, row in rows:
            self.inserts.setdefault(insert, []).append(row)
        self.statements.extend(statements)


class Commits(Protocol):
    """Puts batches into a database, each of them whole or not at all."""

    async def commit(self, batch: Batch) -> None:
        """Return when a batch is stored; an error says that nothing of it is."""

    async def close(self) -> None:
        """Let the database go."""


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
        """Nothing is held."""


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
    """The columns of an insert, its words up to the values, and the slots of one row."""
    compiled = insert.compile(dialect=sqlite_dialect())
    head, word, slots = str(compiled).partition(" VALUES ")
    return tuple(compiled.positiontup or ()), head + word, slots


def set_pragmas(connection: Any, _record: object) -> None:  # noqa: ANN401
    """Set what every connection to SQLite needs."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def commits_for(engine: AsyncEngine) -> Commits:
    """The way to commit to an open database."""
    if engine.dialect.name == "sqlite":
        return ThreadCommits(engine.url)
    return LoopCommits(engine)
