"""Opening the database: SQLite by default, PostgreSQL by its address; one server at a time.

SQLite runs in WAL mode with `synchronous=FULL`: a commit is on the disk before it is acknowledged,
so that neither `kill -9` nor a power cut loses it. One commit holds the actions of many tables
(`writer.py`), which pays for the wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quedlinburg.server.config import StartError
from quedlinburg.server.limits import DATABASE_SECONDS
from quedlinburg.server.logs import info
from quedlinburg.server.storage.commits import pragmas
from quedlinburg.server.storage.migrate import migrate
from quedlinburg.server.storage.private_files import (
    keep_database_private,
    make_folder,
    open_private,
)

if sys.platform == "win32":
    import msvcrt

    def _hold(file: TextIO) -> None:
        """Hold a file until it is closed; OSError if another process holds it."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(file: TextIO) -> None:
        """Hold a file until it is closed; OSError if another process holds it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


# The number by which servers on the same PostgreSQL database exclude each other.
_ADVISORY_LOCK = 8424_2018
_LOCK_TRIES = 10
# Settings by which PostgreSQL ends the statements and transactions of a client.
_TIMEOUTS = ("statement_timeout", "idle_in_transaction_session_timeout")
_LOCK_PAUSE = 0.2


def database_url(address: str) -> URL:
    """The address of a database with the driver that this program uses."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise StartError(
            f"database {address!r}: expected sqlite:///FILE or postgresql://…"
        ) from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    kind = url.drivername.split("+")[0]
    if kind not in drivers:
        raise StartError(f"database {kind!r}: expected sqlite or postgresql")
    if kind == "sqlite" and not url.database:
        raise StartError("database sqlite: expected a file, such as sqlite:///quacks.db")
    return url.set(drivername=drivers[kind])


class Database:
    """A database, held by a lock against other servers while it is open."""

    def __init__(self, address: str, seconds: float = DATABASE_SECONDS) -> None:
        """Parse the address; `open` opens the database, which has so many seconds to answer."""
        self._seconds = seconds
        self.url = database_url(address)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self._lock_file: TextIO | None = None
        self._tightened: list[Path] = []
        self._lock_connection: AsyncConnection | None = None
        self.engine: AsyncEngine

    async def open(self) -> None:
        """Take the lock, connect and migrate the schema; StartError if one of these fails."""
        shown = self.url.render_as_string(hide_password=True)
        if self.is_sqlite:
            self._lock_sqlite(Path(self.url.database or ""))
        try:
            self.engine = self._make_engine()
            if not self.is_sqlite:
                async with asyncio.timeout(self._seconds):
                    await self._lock_postgresql()
            async with self.engine.begin() as connection:
                for name in () if self.is_sqlite else _TIMEOUTS:
                    # A migration may take as long as it takes.
                    await connection.execute(text(f"SET LOCAL {name} = 0"))
                await connection.run_sync(migrate)
            for file in self._tightened:
                info("others could read a file of the database; now they can't", file=str(file))
        except TimeoutError:
            await self.close()
            why = f"no answer within {self._seconds:g} seconds"
            raise StartError(f"database {shown}: {why}") from None
        except (DBAPIError, OSError, sqlite3.Error) as error:
            await self.close()
            why = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StartError(f"database {shown}: {why}") from None
        except StartError:
            await self.close()
            raise

    def _make_engine(self) -> AsyncEngine:
        """Make the engine; StartError if the driver is not installed."""
        # Parameters are hidden, because errors are logged and documents hold secrets.
        settings: dict[str, Any] = {} if self.is_sqlite else self._postgresql_settings()
        try:
            engine = create_async_engine(
                self.url, pool_size=4, max_overflow=4, hide_parameters=True, **settings
            )
        except ModuleNotFoundError as error:
            raise StartError(
                f"{error.name} is missing: install quedlinburg[postgres] for PostgreSQL"
            ) from None
        if self.is_sqlite:
            event.listen(engine.sync_engine, "connect", pragmas(self._seconds))
        return engine

    def _postgresql_settings(self) -> dict[str, Any]:
        """Time-outs of connections to PostgreSQL; those that were lost are noticed before use.

        The server ends statements and transactions of a client that went away in their midst.
        """
        milliseconds = str(round(self._seconds * 1000))
        arguments = {
            "timeout": self._seconds,
            "server_settings": dict.fromkeys(_TIMEOUTS, milliseconds),
        }
        return {"pool_pre_ping": True, "connect_args": arguments}

    def _lock_sqlite(self, path: Path) -> None:
        """Hold a lock file beside the database for as long as the server runs."""
        try:
            make_folder(path.parent)
            lock = open(f"{path}.lock", "a+", encoding="utf-8", opener=open_private)  # noqa: SIM115
        except OSError as error:
            raise StartError(f"can't write in {path.parent}: {error.strerror}") from None
        try:
            _hold(lock)
        except OSError:
            lock.seek(0)
            where = lock.read().strip()
            lock.close()
            running = f" at {where}" if where else ""
            raise StartError(f"{path} is in use: a server is already running{running}") from None
        if path.exists() and not os.access(path, os.W_OK):
            lock.close()
            raise StartError(f"can't write {path}")
        self._lock_file = lock
        self._tightened = keep_database_private(path)

    async def _lock_postgresql(self) -> None:
        """Hold an advisory lock for as long as the server runs."""
        connection = await self.engine.connect()
        for _ in range(_LOCK_TRIES):
            taken = await connection.scalar(text(f"SELECT pg_try_advisory_lock({_ADVISORY_LOCK})"))
            await connection.commit()
            if taken:
                self._lock_connection = connection
                return
            # A server that was killed a moment ago may still be held for alive.
            await asyncio.sleep(_LOCK_PAUSE)
        await connection.close()
        raise StartError("the database is in use: a server is already running on it")

    def say_where(self, address: str) -> None:
        """Write the server's address into the lock file, for whoever finds it locked."""
        if self._lock_file is not None:
            self._lock_file.seek(0)
            self._lock_file.truncate()
            self._lock_file.write(address + "\n")
            self._lock_file.flush()

    async def close(self) -> None:
        """Close all connections and give up the lock; a database that hangs is not waited for."""
        with contextlib.suppress(TimeoutError, DBAPIError, OSError):
            async with asyncio.timeout(self._seconds):
                if self._lock_connection is not None:
                    await self._lock_connection.close()
                if hasattr(self, "engine"):
                    await self.engine.dispose()
        self._lock_connection = None
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None
