"""What is stored: the logs of tables, read from the database past the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, select
from sqlalchemy.ext.asyncio import create_async_engine

from quedlinburg.server.storage import schema
from quedlinburg.server.storage.database import database_url
from quedlinburg.server.storage.documents import TableDocument, read_document
from quedlinburg.server.storage.store import StoredAction


@dataclass(frozen=True)
class StoredLog:
    """A table as the database has it: its document, its actions in order, its record if over."""

    document: TableDocument
    actions: tuple[StoredAction, ...]
    record: str | None = None


async def read_logs(address: str, codes: Sequence[str]) -> dict[str, StoredLog]:
    """The stored logs of some tables, by code."""
    tables, actions, games = schema.tables, schema.actions, schema.games
    columns = [actions.c[name] for name in StoredAction.__dataclass_fields__]
    engine = create_async_engine(database_url(address))
    try:
        async with engine.connect() as connection:

            async def rows(query: Executable) -> Sequence[Any]:
                return (await connection.execute(query)).all()

            documents = await rows(
                select(tables.c.code, tables.c.document).where(tables.c.code.in_(codes))
            )
            played = await rows(
                select(actions.c.code, *columns)
                .where(actions.c.code.in_(codes))
                .order_by(actions.c.code, actions.c.number)
            )
            records = await rows(
                select(games.c.code, games.c.record).where(games.c.code.in_(codes))
            )
    finally:
        await engine.dispose()
    logs: dict[str, list[StoredAction]] = {}
    for code, *values in played:
        logs.setdefault(code, []).append(StoredAction(*values))
    over = dict(tuple(row) for row in records)
    return {
        code: StoredLog(read_document(text), tuple(logs.get(code, ())), over.get(code))
        for code, text in documents
    }


def read_logs_now(address: str, codes: Sequence[str]) -> dict[str, StoredLog]:
    """The same, outside of an event loop."""
    return asyncio.run(read_logs(address, codes))
