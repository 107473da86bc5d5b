"""The hall: all rooms in memory, how tables are made, woken and put to rest, and the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time

from quedlinburg import Game, Pledge
from quedlinburg.server import keeping, metrics, seating
from quedlinburg.server.bodies import MakeTable, MakeTableFromPosition
from quedlinburg.server.connection import Connection
from quedlinburg.server.limits import Limits
from quedlinburg.server.logs import info, trouble
from quedlinburg.server.messages import (
    CLOSE_NO_IDENTITY,
    CLOSE_SERVER_STOPS,
    Lobby,
    LobbyChanged,
    LobbyGone,
)
from quedlinburg.server.options import check_options
from quedlinburg.server.people import Person, random_code
from quedlinburg.server.refusal import Refusal
from quedlinburg.server.room import Room, now_ms
from quedlinburg.server.shapes import LobbyTable
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.storage.store import Store, StoredTable
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.thinking import Thinking

CODE_LENGTH = 6
TICK_SECONDS = 1.0
FREEZE_TICKS, THAW_TICKS = 10, 3600
STALE_SECONDS = 24 * 60 * 60
# Tables in which somebody acted this lately are woken at start, so that bots go on.
LATELY_SECONDS = 15 * 60
# So many of them are read from the store together.
AT_ONCE = 50


class Hall:
    """Finds the room of a table, in memory or in the store."""

    def __init__(self, store: Store, thinking: Thinking, limits: Limits) -> None:
        """Keep rooms for the tables of this store."""
        self._store = store
        self._thinking = thinking
        self._limits = limits
        self.rooms: dict[str, Room] = {}
        self._coming: dict[str, asyncio.Task[Room | None]] = {}
        self._lobby: dict[str, LobbyTable] = {}
        self._watchers: set[Connection] = set()
        self._ticker: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None

    # --- rooms -----------------------------------------------------------------------------------

    async def room(self, code: str) -> Room | None:
        """The room of a table; a table at rest is woken. None if there is no such table."""
        room = self.rooms.get(code)
        if room is not None:
            return room
        coming = self._coming.get(code)
        if coming is None:
            coming = asyncio.create_task(self._wake(code))
            self._coming[code] = coming
            coming.add_done_callback(lambda _: self._coming.pop(code, None))
        return await asyncio.shield(coming)

    async def _wake(self, code: str) -> Room | None:
        """Bring a table from the store into memory."""
        found = await self._store.load_tables([code])
        if not found and await self._store.has_table(code):
            raise Refusal("trouble", "this table can't be read by this program", 409)
        return self._bring_back(found[0]) if found else None

    def _bring_back(self, stored: StoredTable) -> Room:
        """Hold a stored table in memory."""
        room = self._new_room(stored.document)
        room.bring_back(stored)
        self.rooms[room.code] = room
        metrics.ROOMS.set(len(self.rooms))
        return room

    def _new_room(self, document: TableDocument) -> Room:
        """A room for a table."""
        return Room(
            document,
            self._store,
            self._thinking,
            self._limits,
            on_change=self._note_change,
            on_broken=self._forget,
        )

    def _forget(self, room: Room) -> None:
        """Drop a room from memory."""
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
            metrics.ROOMS.set(len(self.rooms))

    # --- making tables ---------------------------------------------------------------------------

    async def make(self, person: Person, wanted: MakeTable) -> Room:
        """Make a table for a host."""
        check_options(wanted.options)
        players = wanted.options.players
        if len(wanted.bots) + wanted.sit > players:
            raise Refusal("no_seat", f"there are only {players} seats")
        document = self._new_document(person, wanted)
        if wanted.sit:
            seat = SeatDocument(kind="person", identity=person.id, name=person.name)
            document.seats[0] = seat
        for number, level in enumerate(wanted.bots, start=int(wanted.sit)):
            document.seats[number] = seating.bot_seat(document, number, level)
        return await self._add(document)

    def _new_document(self, person: Person, wanted: MakeTable) -> TableDocument:
        """The document of a new table, with a secret of its own."""
        pledge = Pledge.drawn()
        now = now_ms()
        return TableDocument(
            code=random_code(CODE_LENGTH),
            options=wanted.options,
            seats=[SeatDocument() for _ in range(wanted.options.players)],
            host=person.id,
            host_name=person.name,
            secret=pledge.secret,
            commit=pledge.commit,
            created=now,
            updated=now,
        )

    async def _add(self, document: TableDocument) -> Room:
        """Store a new table and hold it in memory."""
        await self._store.add_table(document)
        room = self._new_room(document)
        room.bring_back(StoredTable(document, [], []))
        self.rooms[document.code] = room
        metrics.ROOMS.set(len(self.rooms))
        info("table made", table=document.code, players=document.options.players)
        return room

    async def check_room_for_more(self, person: Person) -> None:
        """Refuse a further table to somebody who has too many."""
        most = self._limits.tables_an_identity
        if await self._store.count_unfinished(person.id) >= most:
            raise Refusal("too_many", f"you sit at {most} tables already", 429)

    async def make_from_position(self, person: Person, wanted: MakeTableFromPosition) -> Room:
        """Make a running table that stands as a text says, for tests."""
        try:
            game = Game.from_position(wanted.position)
        except ValueError as error:
            raise Refusal("position", str(error)) from None
        setup = game.setup
        options = wanted.options.__class__(
            players=setup.players,
            books=setup.book_numbers,  # type: ignore[arg-type]
            edition=dict(setup.switches),
            tubes=setup.tubes,
            overflow=setup.overflow,
            stir=setup.stir,  # type: ignore[arg-type]
            memory=wanted.options.memory,
            odds=wanted.options.odds,
            advice=wanted.options.advice,
            clock=wanted.options.clock,
            pace=wanted.options.pace,
        )
        document = self._new_document(person, MakeTable(options=options))
        document.position, document.seed = wanted.position, wanted.seed
        for number in range(setup.players):
            if number in wanted.seats:
                name = person.name
                document.seats[number] = SeatDocument(kind="person", identity=person.id, name=name)
            else:
                document.seats[number] = seating.bot_seat(document, number, wanted.level)
        seating.begin(document)
        room = await self._add(document)
        await room.end_if_over()
        return room

    async def rematch(self, room: Room) -> str:
        """Make another table with the same seats and options."""
        old = room.document
        host = Person(old.host or "", old.host_name)
        document = self._new_document(host, MakeTable(options=old.options))
        document.host = old.host
        document.seats = [
            SeatDocument(
                kind=seat.kind,
                identity=seat.identity,
                name=seat.name,
                level=seat.level,
                called=seat.called,
                colour=seat.colour,
                sign=seat.sign,
            )
            if seat.kind == "bot" or seat.identity is not None
            else SeatDocument()
            for seat in old.seats
        ]
        return (await self._add(document)).code

    # --- the lobby -------------------------------------------------------------------------------

    def lobby(self) -> list[LobbyTable]:
        """All public tables, the newest first."""
        return sorted(self._lobby.values(), key=lambda line: -line.created)

    def watch(self, watcher: Connection) -> None:
        """Tell a client of all public tables, and of every change."""
        self._watchers.add(watcher)
        watcher.send(Lobby(tables=self.lobby()))

    def unwatch(self, watcher: Connection) -> None:
        """Tell a client no more."""
        self._watchers.discard(watcher)

    def _note_change(self, room: Room) -> None:
        """Bring a table's line in the lobby up to date."""
        line = room.lobby_line()
        if line == self._lobby.get(room.code):
            return
        if line is None:
            del self._lobby[room.code]
            self._tell_watchers(LobbyGone(code=room.code))
        else:
            self._lobby[room.code] = line
            self._tell_watchers(LobbyChanged(table=line))

    def _tell_watchers(self, message: LobbyChanged | LobbyGone) -> None:
        """Tell everybody in the lobby."""
        for watcher in self._watchers:
            watcher.send(message)

    # --- people who go ---------------------------------------------------------------------------

    async def delete_person(self, person: Person) -> None:
        """Take somebody out of every table: seats, names in records, rights."""
        await self._store.delete_chat(person.id)
        for document in await self._store.tables_of(person.id, 100_000):
            try:
                room = await self.room(document.code)
            except Refusal:
                # A game that can't be brought back still holds the name.
                room = self._new_room(document)
            if room is not None:
                async with room.lock:
                    await self._remove(room, person)

    async def _remove(self, room: Room, person: Person) -> None:
        """Take somebody out of one table."""
        document = room.document
        for number in document.seats_of(person.id):
            seat = document.seats[number]
            if document.state == "open":
                document.free_seat(number)
            else:
                seat.identity, seat.name, seat.resigned = None, "", True
            await self._blank_name(room.code, number)
        document.banned = [other for other in document.banned if other != person.id]
        document.muted = [other for other in document.muted if other != person.id]
        if document.host == person.id:
            document.host, document.host_name = None, ""
            seating.hand_over(document)
        await room.save()
        for member in [m for m in room.members if m.identity == person.id]:
            member.close(CLOSE_NO_IDENTITY, "this identity was deleted")
        room.chat.clear()
        room.chat.extend((await self._store.load_chats([room.code])).get(room.code, []))
        room.tell_table()
        room.go_on()

    async def _blank_name(self, code: str, seat: int) -> None:
        """Take a name out of a finished game."""
        record = await self._store.load_record(code)
        replay = await self._store.load_replay(code)
        if record is not None and replay is not None:
            blanked = keeping.replay_without_name(replay, seat)
            await self._store.change_game(code, keeping.without_name(record, seat), blanked)

    # --- time ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to look after tables at rest; wake those that go on by themselves."""
        self._ticker = asyncio.create_task(self._tick())
        self._waking = asyncio.create_task(self._wake_unfinished())

    async def _wake_unfinished(self) -> None:
        """Wake the tables that have a clock, or at which somebody played lately."""
        begun = time.monotonic()
        codes = await self._store.unfinished_tables(now_ms() - LATELY_SECONDS * 1000)
        for first in range(0, len(codes), AT_ONCE):
            for stored in await self._store.load_tables(codes[first : first + AT_ONCE]):
                code = stored.document.code
                # Somebody may have come meanwhile, and played on.
                if code not in self.rooms and code not in self._coming:
                    self._bring_back(stored)
                await asyncio.sleep(0)
        if codes:
            seconds = round(time.monotonic() - begun, 3)
            info("tables brought back", tables=len(codes), seconds=seconds)

    async def _tick(self) -> None:
        """Look after tables at rest, for ever."""
        count = 0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            count += 1
            try:
                await self._wake_due()
                await self._put_to_rest()
                if count % 600 == 0:
                    await self._delete_stale()
                _spare_the_collector(count)
            except Exception as error:
                trouble("looking after tables failed", error)

    async def _wake_due(self) -> None:
        """Wake the tables at rest whose clock has run out."""
        for code in await self._store.due_tables(now_ms()):
            if code not in self.rooms:
                await self._store.set_wake_at(code, None)
                with contextlib.suppress(Refusal):
                    await self.room(code)

    async def _put_to_rest(self) -> None:
        """Let idle tables leave memory; their clock goes on in the store."""
        now = time.monotonic()
        for room in [room for room in self.rooms.values() if room.is_idle(now)]:
            await room.save_for_rest()
            if room.is_idle(now):
                room.close()
                self._forget(room)

    async def _delete_stale(self) -> None:
        """Delete tables that were never started and are forgotten."""
        for code in await self._store.stale_tables(now_ms() - STALE_SECONDS * 1000):
            if code not in self.rooms:
                await self._store.delete_table(code)

    async def stop(self) -> None:
        """Stop everything; all that was acknowledged is stored already."""
        for task in (self._ticker, self._waking):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        for room in self.rooms.values():
            room.close()
            for member in room.members:
                member.close(CLOSE_SERVER_STOPS, "the server stops")
        await self._store_views()
        for watcher in self._watchers:
            watcher.close(CLOSE_SERVER_STOPS, "the server stops")

    async def _store_views(self) -> None:
        """Store how every game stands that leaves memory, for programs to come."""
        rooms = list(self.rooms.values())
        for first in range(0, len(rooms), AT_ONCE):
            some = [room.view_statements() for room in rooms[first : first + AT_ONCE]]
            try:
                await self._store.writer.put(*(one for statements in some for one in statements))
            except StoreError as error:
                trouble("how tables stood was not stored", error)


def _spare_the_collector(count: int) -> None:
    """Let the collector pass over tables that stay; look through everything once an hour.

    Without this, each of its rounds holds all tables up for as long as it takes to visit them.
    """
    if count % THAW_TICKS == 0:
        gc.unfreeze()
        gc.collect()
    if count % FREEZE_TICKS == 0:
        gc.freeze()
