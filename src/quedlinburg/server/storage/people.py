"""What is stored of people: identities, their devices, one-time codes, and deletions under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Executable, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from quedlinburg.server.storage import schema
from quedlinburg.server.storage.reader import Reader
from quedlinburg.server.storage.writer import Writer


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """An identity, found by one of its secrets: its id, its name, and the device of the secret."""

    id: str
    name: str
    device: str
    used: str


@dataclass(frozen=True, slots=True)
class StoredDevice:
    """A device or program of an identity; `created` and `used` are days, empty if unknown."""

    id: str
    kind: str
    label: str
    created: str
    used: str


class PeopleStore(Reader):
    """Reads and writes identities.

    `departed` are the identities whose deletion has begun since the server started: nothing of them
    may be stored any more. An id is added before the deletion is stored, so that whoever asks
    without waiting in between knows on which side of it they are.
    """

    def __init__(self, engine: AsyncEngine, seconds: float, writer: Writer) -> None:
        """Use an open database, which may take so many seconds to answer, and its writer."""
        super().__init__(engine, seconds)
        self._writer = writer
        self.departed: set[str] = set()

    # --- identities and devices ------------------------------------------------------------------

    async def find(self, secret_hash: str) -> StoredPerson | None:
        """An identity by the hash of one of its secrets."""
        people, credentials = schema.identities, schema.credentials
        query = (
            select(people.c.id, people.c.name, credentials.c.id, credentials.c.used)
            .join(credentials, credentials.c.identity == people.c.id)
            .where(credentials.c.secret_hash == secret_hash)
        )
        rows = await self._rows(query)
        return StoredPerson(*rows[0]) if rows else None

    async def add(
        self, identity: str, name: str, now: int, secret_hash: str, device: StoredDevice
    ) -> None:
        """Store a new identity with its first device."""
        await self._writer.put(
            insert(schema.identities).values(id=identity, name=name, created=now),
            _device_statement(identity, secret_hash, device),
        )

    async def add_device(self, identity: str, secret_hash: str, device: StoredDevice) -> None:
        """Give an identity a secret for a further device or program."""
        await self._writer.put(_device_statement(identity, secret_hash, device))

    async def devices(self, identity: str) -> list[StoredDevice]:
        """The devices and programs of an identity, the latest used first."""
        table = schema.credentials
        columns = [table.c[name] for name in StoredDevice.__slots__]
        query = select(*columns).where(table.c.identity == identity)
        rows = await self._rows(query.order_by(table.c.used.desc(), table.c.id))
        return [StoredDevice(*row) for row in rows]

    async def remove_devices(self, identity: str, devices: Sequence[str]) -> None:
        """Delete some devices of an identity, and its one-time codes."""
        table, codes = schema.credentials, schema.moving_codes
        mine = (table.c.identity == identity) & table.c.id.in_(devices)
        await self._writer.put(
            delete(table).where(mine), delete(codes).where(codes.c.identity == identity)
        )

    async def note_use(self, device: str, day: str) -> None:
        """Store the day on which a device was last used."""
        table = schema.credentials
        await self._writer.put(update(table).where(table.c.id == device).values(used=day))

    async def rename(self, identity: str, name: str) -> None:
        """Change the name of an identity."""
        table = schema.identities
        await self._writer.put(update(table).where(table.c.id == identity).values(name=name))

    async def add_moving_code(self, code_hash: str, identity: str, expires: int) -> None:
        """Store a one-time code in place of the identity's earlier ones."""
        table = schema.moving_codes
        await self._writer.put(
            delete(table).where(table.c.identity == identity),
            insert(table).values(code_hash=code_hash, identity=identity, expires=expires),
        )

    async def take_moving_code(self, code_hash: str, now: int) -> tuple[str, str] | None:
        """Use a one-time code up; the id and name of its identity, if it still holds."""
        codes, people = schema.moving_codes, schema.identities
        async with self._connected() as connection, connection.begin():
            taken = await connection.execute(
                delete(codes)
                .where(codes.c.code_hash == code_hash)
                .returning(codes.c.identity, codes.c.expires)
            )
            row = taken.first()
            if row is None or row.expires < now:
                return None
            query = select(people.c.id, people.c.name).where(people.c.id == row.identity)
            found = (await connection.execute(query)).first()
        return (found.id, found.name) if found else None

    # --- deletion --------------------------------------------------------------------------------

    async def begin_deletion(self, identity: str, now: int) -> None:
        """Delete an identity with its secrets and codes, and note that its traces must follow."""
        departed = schema.deletions
        every = (schema.credentials, schema.moving_codes)
        await self._writer.put(
            delete(departed).where(departed.c.identity == identity),
            insert(departed).values(identity=identity, begun=now),
            delete(schema.identities).where(schema.identities.c.id == identity),
            *(delete(table).where(table.c.identity == identity) for table in every),
        )

    async def unfinished_deletions(self) -> list[str]:
        """The identities whose deletion has begun and not ended."""
        return [row[0] for row in await self._rows(select(schema.deletions.c.identity))]

    async def end_deletion(self, identity: str) -> None:
        """Note that nothing of an identity is left, by forgetting it."""
        table = schema.deletions
        await self._writer.put(delete(table).where(table.c.identity == identity))
        await self._tidy()

    async def traces(self, identity: str) -> list[str]:
        """The codes of the tables that hold something of an identity: seat, right, ban or line."""
        tables, members, chat = schema.tables, schema.members, schema.chat
        queries = (
            select(members.c.code).where(members.c.identity == identity),
            select(chat.c.code).where(chat.c.identity == identity),
            select(tables.c.code).where(tables.c.document.contains(identity)),
        )
        return sorted({row[0] for query in queries for row in await self._rows(query)})

    async def _tidy(self) -> None:
        """Empty SQLite's log of changes, which still has the pages as they were before.

        While somebody reads, that is left to the next deletion or to the end of the server.
        """
        if self._engine.dialect.name == "sqlite":
            async with self._engine.connect() as connection:
                await connection.execute(text("PRAGMA busy_timeout=1000"))
                await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
                await connection.execute(text("PRAGMA busy_timeout=5000"))


def _device_statement(identity: str, secret_hash: str, device: StoredDevice) -> Executable:
    """The statement that stores a device or program of an identity."""
    described = {name: getattr(device, name) for name in StoredDevice.__slots__}
    values = {"secret_hash": secret_hash, "identity": identity, **described}
    return insert(schema.credentials).values(values)
