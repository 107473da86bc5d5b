"""Deleting a person: one operation over store, memory, sockets, tables, chats and records.

First the identity, its secrets and its codes are deleted in one commit, which also notes that a
deletion has begun; from then on nobody can act for it. Then every table that holds something of it
is changed, each in a commit of its own. When no table is left, the note is deleted. A server that
ends in between goes on with it before it listens again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine

from sqlalchemy.exc import SQLAlchemyError

from quedlinburg.server.logs import info, trouble
from quedlinburg.server.people.identities import Identities, Person
from quedlinburg.server.people.open_connections import OpenConnections
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables.registry import TableRegistry

# A table can come back from its log while it is changed; so often it is tried again.
ROUNDS = 5
RETRY_SECONDS = 5.0
_TROUBLE = StoreError, SQLAlchemyError, OSError


class Deletions:
    """Deletes people, and ends the deletions that something interrupted."""

    def __init__(
        self,
        store: Store,
        identities: Identities,
        connections: OpenConnections,
        registry: TableRegistry,
    ) -> None:
        """Delete from these services."""
        self._people = store.people
        self._identities = identities
        self._connections = connections
        self._registry = registry
        self._tasks: set[asyncio.Task[None]] = set()

    async def delete(self, person: Person) -> None:
        """Delete a person; StoreError if it is not ended yet. It goes on if the asker goes."""
        await asyncio.shield(self._begin(self._delete(person)))

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something in a task that outlives its caller."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _delete(self, person: Person) -> None:
        """Delete a person; what fails is tried again later."""
        try:
            await self._identities.depart(person.id)
            self._connections.revoke(person.id)
            await self._sweep(person.id)
        except _TROUBLE:
            self._begin(self._finish_later())
            raise

    async def finish(self) -> bool:
        """End the deletions that have begun and not ended; whether none is left."""
        is_done = True
        for identity in await self._people.unfinished_deletions():
            self._people.departed.add(identity)
            try:
                await self._sweep(identity)
            except _TROUBLE as error:
                is_done = False
                trouble("a deletion has to wait", error)
        return is_done

    async def _finish_later(self) -> None:
        """End interrupted deletions as soon as the store answers again."""
        is_done = False
        while not is_done:
            await asyncio.sleep(RETRY_SECONDS)
            with contextlib.suppress(*_TROUBLE):
                is_done = await self.finish()

    async def finish_at_start(self) -> None:
        """End interrupted deletions before anybody is served; what fails is tried again later."""
        if not await self.finish():
            self._begin(self._finish_later())

    async def _sweep(self, identity: str) -> None:
        """Take an identity out of every table that holds something of it, then forget it."""
        for _ in range(ROUNDS):
            codes = await self._people.traces(identity)
            if not codes:
                await self._people.end_deletion(identity)
                info("somebody was deleted")
                return
            for code in codes:
                await self._registry.remove_person(code, identity)
        raise StoreError("traces are left")

    async def stop(self) -> None:
        """Stop waiting for the store; what is left is ended by the next server."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
