"""Reading from the database in a limited time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quedlinburg.server.storage.writer import StoreError


class Reader:
    """Runs queries; each of them may take so many seconds."""

    def __init__(self, engine: AsyncEngine, seconds: float) -> None:
        """Use an open database."""
        self._engine = engine
        self._seconds = seconds

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        """A connection for a limited time; StoreError if the database fails or does not answer."""
        try:
            async with asyncio.timeout(self._seconds), self._engine.connect() as connection:
                yield connection
        except Exception as error:
            raise StoreError(type(error).__name__) from error

    async def _rows(self, query: Executable) -> Sequence[Any]:
        """The rows that a query finds; the types of their columns are known to the schema alone."""
        async with self._connected() as connection:
            return (await connection.execute(query)).all()
