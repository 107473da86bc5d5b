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

from quedlinburg import IllegalAction
from quedlinburg.server import metrics
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.limits import Limits
from quedlinburg.server.logs import info
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.client_messages import Act
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import (
    CLOSE_SERVER_STOPS,
    CLOSE_TABLE_GONE,
    ChatGone,
    ChatSaid,
    Outgoing,
    RematchMade,
)
from quedlinburg.server.protocol.shapes import TableInfo
from quedlinburg.server.storage.commits import Rows
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store, StoredTable
from quedlinburg.server.tables import archive, seats, starting
from quedlinburg.server.tables.audience import Audience
from quedlinburg.server.tables.bots import SeatBots, is_due
from quedlinburg.server.tables.clock import Alarm, now_ms
from quedlinburg.server.tables.contents import (
    Contents,
    check_may_act,
    check_may_rematch,
    own_seat,
    restore,
)
from quedlinburg.server.tables.halted import at_rest
from quedlinburg.server.tables.removal import remove_person

# What those hear whose table must be restored from its log.
BROUGHT_BACK = "the table is being brought back: connect again"


class Table:
    """One table in memory: its contents, its connections, its clock and its bots."""

    def __init__(
        self,
        stored: StoredTable,
        store: Store,
        pool: BotPool,
        limits: Limits,
        *,
        on_change: Callable[[Table, str | None], None],
        on_broken: Callable[[Table], None],
    ) -> None:
        """Hold a stored table; `go_on` starts its clock and its bots.

        `on_change` is called with the network of somebody at it when its line in the lobby may have
        changed, `on_broken` when it must be restored from the store.
        """
        self._contents = restore(stored)
        self._store = store
        self._limits = limits
        self._lock = asyncio.Lock()
        self._audience = Audience(limits)
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
        is_starting = self.document.state == "starting"
        if is_starting or len(self._audience) or self._bots.is_busy or self._lock.locked():
            return False
        return now - self._touched > self._limits.rest_seconds

    # --- changing: everything below holds the lock -----------------------------------------------

    @contextlib.asynccontextmanager
    async def _changing(
        self, by: Connection | None = None, *, is_rest: bool = False
    ) -> AsyncGenerator[None, None]:
        """Hold the lock; refuse if the table must be restored first, or who asks has gone.

        A Refusal and IllegalAction change nothing. After anything else, a cancelled task included,
        nobody knows what is stored and who was told, so that the table is restored from its log.
        """
        if not is_rest:
            self._touched = time.monotonic()
        async with self._lock:
            if self._is_broken:
                raise Refusal("trouble", BROUGHT_BACK, 503)
            if by is not None:
                by.check_not_revoked()
            try:
                yield
            except (Refusal, IllegalAction):
                raise
            except BaseException:
                self._break()
                raise

    async def _commit(self, contents: Contents, *statements: Executable, rows: Rows = ()) -> None:
        """Store what leads to new contents, then let them be seen.

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

    async def change(self, rule: seats.Rule, by: Connection | None = None) -> None:
        """Change the document by a rule, store it and tell everybody; a Refusal changes nothing."""
        async with self._changing(by):
            await self._change(rule(self.document))

    async def start(self, identity: str | None, by: Connection | None = None) -> None:
        """Let the host close the seals; the game begins at once where no nonce is awaited."""
        async with self._changing(by):
            seconds = self._limits.nonce_seconds
            await self._change(starting.close_seals(self.document, identity, now_ms(), seconds))

    async def _change(self, document: TableDocument) -> None:
        """Store another document and tell everybody; a starting game begins with it if it is time.

        Then the document and the game are one commit.
        """
        before = self.document
        await self._save(self._contents.with_start(document, now_ms()))
        if self.document.owners != before.owners:
            self._audience.look_from_own_seats(self.document)
        if self.document.started != before.started:
            info("game begun", table=self.code, players=self.document.options.players)
            self._tell_everything()
        elif self.document.is_over and not before.is_over:
            info("game abandoned", table=self.code)
            self._tell_end()
        else:
            self._tell_table()
        self.go_on()

    async def rematch(
        self, member: Connection, make: Callable[[TableDocument], Awaitable[str]]
    ) -> None:
        """Make another table with the same seats, once, and tell everybody its code."""
        async with self._changing(member):
            check_may_rematch(self._contents, member.identity)
            code = self.document.rematch
            if code is None:
                code = await make(self.document)
                await self._save_document(self.document.with_changes(rematch=code))
            self._audience.tell(RematchMade(code=code))
            self._tell_table()

    async def say(self, person: Person, text: str, by: Connection | None = None) -> None:
        """Add a line to the chat and tell everybody."""
        async with self._changing(by):
            contents = self._contents.with_line(person, text, now_ms())
            line = contents.chat[-1]
            await self._commit(contents, rows=[self._store.chat_row(self.code, person.id, line)])
            self._audience.tell(ChatSaid(line=line))

    async def remove_person(self, identity: str) -> None:
        """Take a deleted person out of all that is stored of the table; close an empty one."""
        async with self._changing():
            removal = await remove_person(self._store, self._contents, identity)
            await self._commit(removal.contents, *removal.statements)
            if removal.is_empty:
                self._break(CLOSE_TABLE_GONE, "nobody is left at this table")
                return
            self._audience.tell(ChatGone(lines=list(removal.lines)))
            self._tell_end() if removal.has_ended else self._tell_table()
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
        async with self._changing():
            if is_due(self._contents, seat, question):
                by = "bot" if self.document.seats[seat].kind == "bot" else "apprentice"
                await self._act(seat, question, action, client=None, played_by=by)

    async def take_over(self, member: Connection) -> None:
        """Take the own seats back from the apprentice."""
        async with self._changing(member):
            await self._take_over(seats.own_playing_seats(self.document, member.identity))

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
        """Carry out an action, store it, tell everybody; return the count of events after it."""
        game = self._contents.running_game
        if game is None or game.asked[seat] != question:
            raise Refusal("past_question", f"question {question} is not what is asked now")
        after, stored, change = game.act(
            seat, action, client=client, played_by=played_by, now=now_ms()
        )
        contents, statements = replace(self._contents, game=after), list[Executable]()
        if after.is_over:
            told = self._audience.info(contents).seats
            contents, statements = await archive.finish(self._store, contents, told, stored.at)
        await self._commit(contents, *statements, rows=[stored.row(self.code)])
        metrics.ACTIONS.labels(played_by).inc()
        self._alarm.set(contents.deadlines())
        self._audience.tell_change(contents, after, change, now_ms())
        if after.is_over:
            info("game over", table=self.code, actions=stored.number)
            self._tell_end()
        self._bots.wake()
        return after.count

    async def end_if_over(self) -> None:
        """Archive a game that was over before anybody acted, as one from a position can be."""
        async with self._changing():
            game = self._contents.running_game
            if game is not None and game.is_over:
                told, now = self.info().seats, now_ms()
                finished = await archive.finish(self._store, self._contents, told, now)
                await self._commit(finished[0], *finished[1])

    def _break(self, code: int = CLOSE_SERVER_STOPS, why: str = BROUGHT_BACK) -> None:
        """Leave memory, so that the table is restored from its log, if it is still there."""
        self._is_broken = True
        self.close()
        self._on_broken(self)
        # Whoever acted hears the answer before everybody is sent away.
        asyncio.get_running_loop().call_soon(self._audience.close, code, why)

    # --- the clock and the bots ------------------------------------------------------------------

    def go_on(self) -> None:
        """Set the clock, and let the bots decide that are due."""
        self._alarm.set(self._contents.alarms())
        self._bots.wake()

    async def _time_is_up(self) -> None:
        """Begin a starting game; leave seats whose time is up to the apprentice for a while."""
        async with self._changing():
            late = self._contents.late_seats(now_ms())
            if late or starting.may_begin(self.document, now_ms()):
                await self._change(seats.leave_to_apprentice(self.document, late))
            if late:
                info("time is up", table=self.code, seats=late)
            self.go_on()

    # --- coming and going ------------------------------------------------------------------------

    async def join(self, member: Connection, since: int | None, seat: int | str | None) -> None:
        """Let a connection in: it looks from its own seat and hears everything from now on.

        `since` is the count of events that it has. `seat` is the seat from which it looked before,
        "" if that does not matter.
        """
        async with self._changing():
            if not self._audience.add(member, self.document, seat):
                return
            if since is not None and seat in ("", member.seat):
                self.resume(member, since)
            else:
                self._audience.send_snapshot(member, self._contents, now_ms())
            self._tell_table(but=member)
            self._bots.wake()

    async def leave(self, member: Connection) -> None:
        """Let a connection go."""
        async with self._changing():
            if self._audience.discard(member):
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
        self._on_change(self, self._audience.network)

    def _tell_everything(self) -> None:
        """Send everybody all that they may see, and tell the lobby how the table stands."""
        self._audience.tell_snapshots(self._contents, now_ms())
        self._on_change(self, self._audience.network)

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
        async with self._changing(is_rest=True):
            if self._contents.halted is None:
                contents, statements = at_rest(self._store, self._contents)
                await self._commit(contents, *statements)

    def close(self, reason: str = "") -> None:
        """Stop the clock and the bots; with a reason, close all connections too."""
        self._alarm.stop()
        self._bots.stop()
        if reason:
            self._audience.close(CLOSE_SERVER_STOPS, reason)
