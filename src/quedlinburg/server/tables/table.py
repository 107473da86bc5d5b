"""The table: the one class that changes what a table holds, under its lock.

What it holds is an immutable value (`Contents`). A change is worked out on another value, stored,
and only then put in its place (`_commit`), so that nobody ever sees what is not stored. Others read
`contents` and call the methods here.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import replace

from sqlalchemy import Executable

from quedlinburg.server import metrics
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.limits import Limits
from quedlinburg.server.logs import info, trouble
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.client_messages import Act
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import (
    CLOSE_NO_IDENTITY,
    CLOSE_SERVER_STOPS,
    ChatSaid,
    Outgoing,
    RematchMade,
)
from quedlinburg.server.protocol.shapes import TableInfo
from quedlinburg.server.storage.commits import Rows
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store, StoredTable
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables import archive, seats
from quedlinburg.server.tables.audience import Audience
from quedlinburg.server.tables.bots import RETRY_SECONDS, SeatBots, is_due
from quedlinburg.server.tables.clock import Alarm, now_ms
from quedlinburg.server.tables.contents import (
    Contents,
    check_may_act,
    check_may_rematch,
    own_seat,
    restore,
)
from quedlinburg.server.tables.halted import view_statements
from quedlinburg.server.tables.live_game import LiveGame


class Table:
    """One table in memory: its contents, its connections, its clock and its bots."""

    def __init__(
        self,
        stored: StoredTable,
        store: Store,
        pool: BotPool,
        limits: Limits,
        *,
        on_change: Callable[[Table], None],
        on_broken: Callable[[Table], None],
    ) -> None:
        """Hold a stored table; `go_on` starts its clock and its bots.

        `on_change` is called when its line in the lobby may have changed, `on_broken` when it must
        be restored from the store.
        """
        self._contents = restore(stored)
        self._store = store
        self._limits = limits
        self._lock = asyncio.Lock()
        self._audience = Audience()
        self._alarm = Alarm(self._time_is_up)
        self._bots = SeatBots(self, pool, limits)
        self._touched = time.monotonic()
        self._is_broken = False
        self._on_change = on_change
        self._on_broken = on_broken

    # --- reading ---------------------------------------------------------------------------------

    @property
    def contents(self) -> Contents:
        """What the table holds now: an immutable value, all of it stored."""
        return self._contents

    @property
    def document(self) -> TableDocument:
        """The table's document now."""
        return self._contents.document

    @property
    def code(self) -> str:
        """The table's code."""
        return self._contents.document.code

    @property
    def member_count(self) -> int:
        """How many connections are at the table."""
        return len(self._audience)

    def info(self) -> TableInfo:
        """The table as everybody at it sees it."""
        return self._audience.info(self._contents)

    def is_idle(self, now: float) -> bool:
        """Whether nobody has been here and nothing has happened for long enough."""
        if len(self._audience) or self._bots.is_busy or self._lock.locked():
            return False
        return now - self._touched > self._limits.rest_seconds

    # --- changing: everything below holds the lock -----------------------------------------------

    @contextlib.asynccontextmanager
    async def _changing(self) -> AsyncGenerator[None, None]:
        """Hold the lock; refuse if the table must be restored first."""
        self._touched = time.monotonic()
        async with self._lock:
            if self._is_broken:
                raise Refusal("trouble", "the table is being brought back; connect again")
            yield

    async def _commit(self, contents: Contents, *statements: Executable, rows: Rows = ()) -> None:
        """Store what leads to new contents, then let them be seen; StoreError changes nothing.

        The only place that changes what a table holds.
        """
        await self._store.writer.put(*statements, rows=rows)
        self._contents = contents

    async def _save(self, contents: Contents) -> None:
        """Commit contents with a changed document."""
        document = contents.document.with_changes(updated=now_ms())
        statements = self._store.save_statements(document, None)
        await self._commit(replace(contents, document=document), *statements)

    async def _save_document(self, document: TableDocument) -> None:
        """Commit a changed document."""
        await self._save(replace(self._contents, document=document))

    async def change(self, rule: seats.Rule) -> None:
        """Change the document by a rule, store it and tell everybody; a Refusal changes nothing."""
        async with self._changing():
            before = self.document
            await self._save_document(rule(before))
            if self.document.owners != before.owners:
                self._audience.look_from_own_seats(self.document)
            if self.document.is_over and not before.is_over:
                info("game abandoned", table=self.code)
                self._tell_end()
            else:
                self._tell_table()
            self.go_on()

    async def start(self, identity: str | None) -> None:
        """Let the host begin the game: the seed is that of the secret and the nonces there now."""
        async with self._changing():
            document = seats.start(self.document, identity, now_ms())
            game = LiveGame.restore(document, [])
            await self._save(replace(self._contents, document=document, game=game))
            info("game begun", table=self.code, players=document.options.players)
            self._tell_everything()
            self.go_on()

    async def rematch(
        self, identity: str | None, make: Callable[[TableDocument], Awaitable[str]]
    ) -> None:
        """Make another table with the same seats, once, and tell everybody its code."""
        async with self._changing():
            check_may_rematch(self._contents, identity)
            code = self.document.rematch
            if code is None:
                code = await make(self.document)
                await self._save_document(self.document.with_changes(rematch=code))
            self._audience.tell(RematchMade(code=code))
            self._tell_table()

    async def say(self, person: Person, text: str) -> None:
        """Add a line to the chat and tell everybody."""
        async with self._changing():
            contents = self._contents.with_line(person.id, person.name, text, now_ms())
            line = contents.chat[-1]
            await self._commit(contents, rows=[self._store.chat_row(self.code, person.id, line)])
            self._audience.tell(ChatSaid(line=line))

    async def remove_person(self, identity: str) -> None:
        """Take an identity out of the document, the chat and the finished game."""
        async with self._lock:
            for number in self.document.seats_of(identity):
                await archive.blank_name(self._store, self.code, number)
            document = seats.without_person(self.document, identity)
            chat = (await self._store.load_chats([self.code])).get(self.code, [])
            await self._save(replace(self._contents, document=document, chat=tuple(chat)))
            self._audience.close(CLOSE_NO_IDENTITY, "this identity was deleted", identity)
            self._tell_table()
            self.go_on()

    # --- acting ----------------------------------------------------------------------------------

    async def act(self, member: Connection, message: Act) -> int:
        """Carry out an action of the seat that a connection looks from, exactly once.

        Returns the count of events after it, also if it was carried out before.
        """
        async with self._changing():
            seat = own_seat(self._contents, member.identity, member.seat)
            game = self._contents.game
            if game is not None and (seat, message.id) in game.known:
                return game.known[seat, message.id]
            check_may_act(self._contents, seat)
            await self._take_over([seat])
            return await self._act(
                seat, message.question, message.action, client=message.id, played_by="owner"
            )

    async def act_for_bot(self, seat: int, question: int, action: str) -> None:
        """Carry out a bot's action if its question is still asked and its seat still a bot's."""
        async with self._lock:
            if not self._is_broken and is_due(self._contents, seat, question):
                by = "bot" if self.document.seats[seat].kind == "bot" else "apprentice"
                await self._act(seat, question, action, client=None, played_by=by)

    async def take_over(self, identity: str | None) -> None:
        """Take the own seats back from the apprentice."""
        async with self._changing():
            await self._take_over(seats.own_playing_seats(self.document, identity))

    async def _take_over(self, numbers: Sequence[int]) -> None:
        """Give those of some seats that the apprentice plays back to their owners."""
        contents = self._contents.taken_over(numbers, now_ms())
        if contents is not self._contents:
            await self._save(contents)
            self._tell_table()
            self.go_on()

    async def _act(
        self, seat: int, question: int, action: str, *, client: str | None, played_by: str
    ) -> int:
        """Carry out an action, store it, tell everybody; return the count of events after it.

        IllegalAction and Refusal change nothing. After StoreError nobody knows whether it is
        stored, so that this table is given up and restored from its log.
        """
        game = self._contents.running_game
        if game is None or game.asked[seat] != question:
            raise Refusal("past_question", f"question {question} is not what is asked now")
        after, stored, change = game.act(
            seat, action, client=client, played_by=played_by, now=now_ms()
        )
        contents, statements = replace(self._contents, game=after), list[Executable]()
        if after.is_over:
            contents, statements = await self._finish(contents, stored.at)
        try:
            await self._commit(contents, *statements, rows=[stored.row(self.code)])
        except StoreError:
            self._break()
            raise
        metrics.ACTIONS.labels(played_by).inc()
        self._alarm.set(contents.deadlines())
        self._audience.tell_change(contents, after, change, now_ms())
        if after.is_over:
            info("game over", table=self.code, actions=stored.number)
            self._tell_end()
        self._bots.wake()
        return after.count

    async def _finish(self, contents: Contents, at: int) -> tuple[Contents, list[Executable]]:
        """The contents with a game that has ended noted as over, and what archives it."""
        seat_infos = self._audience.info(contents).seats
        return await archive.finish(self._store, contents, seat_infos, at)

    async def end_if_over(self) -> None:
        """Archive a game that was over before anybody acted, as one from a position can be."""
        async with self._changing():
            game = self._contents.running_game
            if game is not None and game.is_over:
                contents, statements = await self._finish(self._contents, now_ms())
                await self._commit(contents, *statements)

    def _break(self) -> None:
        """Leave memory, so that the table is restored from its log."""
        self._is_broken = True
        self.close()
        self._on_broken(self)
        # Whoever acted hears that it was refused before everybody is sent to connect again.
        reason = "trouble with the store: connect again"
        asyncio.get_running_loop().call_soon(self._audience.close, CLOSE_SERVER_STOPS, reason)

    # --- the clock and the bots ------------------------------------------------------------------

    def go_on(self) -> None:
        """Set the clock, and let the bots decide that are due."""
        self._alarm.set(self._contents.deadlines())
        self._bots.wake()

    async def _time_is_up(self) -> None:
        """Give the seats whose time is up to the apprentice, until their owners are back."""
        async with self._lock:
            now = now_ms()
            deadlines = self._contents.deadlines()
            late = [seat for seat, at in enumerate(deadlines) if at is not None and at <= now]
            if late:
                try:
                    await self._save_document(seats.leave_to_apprentice(self.document, late))
                except StoreError as error:
                    trouble("the apprentice was not stored", error, table=self.code)
                    self._alarm.set(deadlines, least_wait=RETRY_SECONDS)
                    return
                info("time is up", table=self.code, seats=late)
                self._tell_table()
            self.go_on()

    # --- coming and going ------------------------------------------------------------------------

    async def join(self, member: Connection, since: int | None, seat: int | str | None) -> None:
        """Let a connection in: it looks from its own seat and hears everything from now on.

        `since` is the count of events that it has. `seat` is the seat from which it looked before,
        "" if that does not matter.
        """
        self._touched = time.monotonic()
        async with self._lock:
            self._audience.add(member, self.document.seats_of(member.identity), seat)
            if since is not None and seat in ("", member.seat):
                self.resume(member, since)
            else:
                self._audience.send_snapshot(member, self._contents, now_ms())
            self._tell_table(but=member)
            self._bots.wake()

    async def leave(self, member: Connection) -> None:
        """Let a connection go."""
        async with self._lock:
            self._touched = time.monotonic()
            self._audience.discard(member)
            self._tell_table()

    async def look(self, member: Connection, seat: int | None) -> None:
        """Let a connection look from another of its own seats, or as a spectator."""
        async with self._changing():
            if seat is not None and seat not in self.document.seats_of(member.identity):
                raise Refusal("not_your_seat", "that is not your seat")
            self._audience.look(member, seat)
            self._audience.send_snapshot(member, self._contents, now_ms())

    # --- telling ---------------------------------------------------------------------------------

    def tell(self, message: Outgoing) -> None:
        """Send a message to everybody at the table."""
        self._audience.tell(message)

    def resume(self, member: Connection, since: int) -> None:
        """Send a connection the events from a number on."""
        self._audience.send_since(member, self._contents, since, now_ms())

    def _tell_table(self, but: Connection | None = None) -> None:
        """Tell everybody, but perhaps one, and the lobby how the table stands besides its game."""
        self._audience.tell_table(self._contents, but)
        self._on_change(self)

    def _tell_everything(self) -> None:
        """Send everybody all that they may see, and tell the lobby how the table stands."""
        self._audience.tell_snapshots(self._contents, now_ms())
        self._on_change(self)

    def _tell_end(self) -> None:
        """Tell everybody that the game is over; where bags were hidden, with everything."""
        if self.document.options.memory:
            self._tell_everything()
        else:
            self._tell_table()

    # --- leaving memory --------------------------------------------------------------------------

    async def save_for_rest(self) -> None:
        """Store what must be known of a table at rest: who is asked, the next deadline, its view.

        A table whose game is halted stays as it was stored.
        """
        async with self._lock:
            contents = self._contents
            if contents.halted is not None:
                return
            document = contents.document.with_changes(waiting=tuple(contents.waiting))
            wake_at = min((at for at in contents.deadlines() if at is not None), default=None)
            statements = self._store.save_statements(document, wake_at, seats=False)
            statements += view_statements(self._store, contents)
            await self._commit(replace(contents, document=document), *statements)

    def close(self, reason: str = "") -> None:
        """Stop the clock and the bots; with a reason, close all connections too."""
        self._alarm.stop()
        self._bots.stop()
        if reason:
            self._audience.close(CLOSE_SERVER_STOPS, reason)
