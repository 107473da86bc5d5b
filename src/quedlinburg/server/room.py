"""A room: the server's place for one table, with its game, its clients and its clock.

Everything that changes a table happens while its lock is held, and is told to the clients only
after it is stored.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence

from sqlalchemy import Executable

from quedlinburg.server import games, metrics
from quedlinburg.server.autoplay import Autoplay
from quedlinburg.server.clock import Alarm, deadlines_of
from quedlinburg.server.connection import Connection
from quedlinburg.server.halted import pack_view, unpack_view
from quedlinburg.server.keeping import keep
from quedlinburg.server.limits import CHAT_TAIL, Limits
from quedlinburg.server.logs import info, trouble, warn
from quedlinburg.server.messages import (
    CLOSE_SERVER_STOPS,
    PROTOCOL,
    Ack,
    Outgoing,
    Resumed,
    Snapshot,
    TableChanged,
    encode_message,
)
from quedlinburg.server.play import Change, Play
from quedlinburg.server.shapes import ChatLine, LobbyTable, SeatInfo, TableInfo, You
from quedlinburg.server.showing import lobby_line, seat_infos, table_info
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store, StoredAction, StoredTable, StoredView
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.thinking import Thinking


def now_ms() -> int:
    """The server's clock, in milliseconds since 1970."""
    return int(time.time() * 1000)


class Room:
    """One table in memory."""

    def __init__(
        self,
        document: TableDocument,
        store: Store,
        thinking: Thinking,
        limits: Limits,
        *,
        on_change: Callable[[Room], None],
        on_broken: Callable[[Room], None],
    ) -> None:
        """Hold a table's document; `bring_back` brings its game back."""
        self.document = document
        self.store = store
        self.limits = limits
        self.lock = asyncio.Lock()
        self.play: Play | None = None
        self.members: set[Connection] = set()
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_TAIL)
        self.touched = time.monotonic()
        self.autoplay = Autoplay(self, thinking)
        self._alarm = Alarm(self._time_is_up)
        self._told_deadlines: list[int | None] = []
        self._on_change = on_change
        self._on_broken = on_broken
        self.is_broken = False
        # Why a running game can't be played on, and how a spectator last saw it.
        self.halted: str | None = None
        self._seen: StoredView | None = None

    @property
    def code(self) -> str:
        """The table's code."""
        return self.document.code

    def bring_back(self, stored: StoredTable) -> None:
        """Bring the chat and a game back as they were stored.

        A game that can't be brought back is kept: a finished one is shown from its stored events,
        a running one says why it is `halted`, and how it was last seen.
        """
        self.chat.extend(stored.chat)
        if self.document.started:
            try:
                self.play = Play(self.document, stored.actions)
            except games.LogError as error:
                self._halt(stored, str(error))
            except Exception as error:
                # Whatever it was: the table is there, and others are not held up.
                trouble("a game was not brought back", error, table=self.code)
                self._halt(stored, "this game can't be played on: something went wrong")
        self.go_on()

    def _halt(self, stored: StoredTable, why: str) -> None:
        """Hold a table without its game."""
        self._seen = stored.seen
        if self.document.state == "playing":
            self.halted = why
            warn("a game is halted", table=self.code, why=why)

    def go_on(self) -> None:
        """Let the clock and the bots do what is theirs."""
        self._alarm.set(self.deadlines())
        self.autoplay.wake()

    def deadlines(self) -> list[int | None]:
        """When each seat's time is up."""
        return deadlines_of(self.document, self.play)

    async def _time_is_up(self) -> None:
        """Give the seats whose time is up to the apprentice, until their owners are back."""
        async with self.lock:
            now = now_ms()
            late = [n for n, at in enumerate(self.deadlines()) if at is not None and at <= now]
            for number in late:
                self.document.seats[number].apprentice = True
            if late:
                info("time is up", table=self.code, seats=late)
                try:
                    await self.save()
                except StoreError as error:
                    trouble("the apprentice was not stored", error, table=self.code)
                self.tell_table()
            self.go_on()

    def close(self) -> None:
        """Stop the clock and the bots of a table that leaves memory."""
        self._alarm.stop()
        self.autoplay.stop()

    # --- what a table shows ----------------------------------------------------------------------

    @property
    def waiting(self) -> Sequence[int]:
        """The seats that have something to decide."""
        if self.play is None or self.document.state != "playing":
            return ()
        return self.play.game.waiting

    def present(self) -> set[str]:
        """The ids of those who are connected."""
        return {member.identity for member in self.members if member.identity is not None}

    def seat_infos(self) -> list[SeatInfo]:
        """Who sits where."""
        return seat_infos(self.document, self.present())

    def info(self) -> TableInfo:
        """The table as everybody at it sees it."""
        spectators = sum(member.seat is None for member in self.members)
        return table_info(self.document, self.seat_infos(), spectators, self.halted)

    def lobby_line(self) -> LobbyTable | None:
        """The table's line in the lobby; None if it does not belong there."""
        return lobby_line(self.document) if self.members and self.halted is None else None

    def you(self, member: Connection) -> You:
        """What a connection may do here."""
        identity = member.identity
        return You(
            seat=member.seat,
            seats=self.document.seats_of(identity),
            host=identity is not None and identity == self.document.host,
            name=member.person.name if member.person else "",
        )

    def snapshot(self, member: Connection) -> Snapshot:
        """Everything that a viewer may see now."""
        play = self.play
        return Snapshot(
            protocol=PROTOCOL,
            table=self.info(),
            you=self.you(member),
            number=play.count if play else 0,
            view=play.view(member.seat) if play else unpack_view(self._seen),
            deadlines=self.deadlines(),
            chat=list(self.chat),
            now=now_ms(),
        )

    def resumed(self, member: Connection, since: int) -> Outgoing:
        """The events a viewer missed; a snapshot if there are none like that."""
        play = self.play
        if play is None or since > play.count:
            return self.snapshot(member)
        return Resumed(
            protocol=PROTOCOL,
            table=self.info(),
            you=self.you(member),
            first=since,
            events=play.events_since(since, member.seat),
            waiting=list(play.game.waiting),
            seats=play.standing(),
            ask=play.ask(member.seat),
            deadlines=self.deadlines(),
            chat=list(self.chat),
            now=now_ms(),
        )

    # --- coming and going ------------------------------------------------------------------------

    async def join(self, member: Connection, since: int | None, seat: int | str | None) -> None:
        """Let a client in: it looks from its own seat and hears everything from now on.

        `seat` is the seat from which it looked before, "" if it does not matter.
        """
        async with self.lock:
            self.touched = time.monotonic()
            own = self.document.seats_of(member.identity)
            member.seat = own[0] if own else None
            if isinstance(seat, int) and seat in own:
                member.seat = seat
            self.members.add(member)
            if since is not None and seat in ("", member.seat):
                member.send(self.resumed(member, since))
            else:
                member.send(self.snapshot(member))
            self.tell_table(but=member)
            self.autoplay.wake()

    async def leave(self, member: Connection) -> None:
        """Let a client go."""
        async with self.lock:
            self.touched = time.monotonic()
            self.members.discard(member)
            self.tell_table()

    # --- telling ---------------------------------------------------------------------------------

    def tell(self, message: Outgoing) -> None:
        """Tell everybody."""
        data = encode_message(message)
        for member in self.members:
            member.send_bytes(data)

    def tell_table(self, but: Connection | None = None) -> None:
        """Tell everybody how the table stands."""
        info_ = self.info()
        for member in self.members:
            if member is not but:
                member.send(TableChanged(table=info_, you=self.you(member)))
        self._on_change(self)

    def tell_snapshots(self) -> None:
        """Tell everybody everything: the game has begun, or is over."""
        for member in self.members:
            member.send(self.snapshot(member))
        self._on_change(self)

    def tell_end(self) -> None:
        """Tell everybody that the game is over; where bags were hidden, with everything."""
        if self.document.options.memory:
            self.tell_snapshots()
        else:
            self.tell_table()

    def _tell_change(self, change: Change) -> None:
        """Tell each viewer what happened."""
        if self.play is None:
            return
        deadlines = self.deadlines()
        new = None if deadlines == self._told_deadlines else deadlines
        self._told_deadlines = deadlines
        tell = self.play.teller(change, new, now_ms())
        for member in self.members:
            member.send_bytes(tell(member.seat))

    # --- storing ---------------------------------------------------------------------------------

    async def save(self, *others: Executable) -> None:
        """Store the document; StoreError if that fails."""
        self.document.updated = now_ms()
        statements = self.store.save_statements(self.document, None)
        await self.store.writer.put(*statements, *others)

    async def save_for_rest(self) -> None:
        """Store what must be known of a table at rest: whose turn it is, when time is up, its view.

        One whose game is halted stays as it was stored.
        """
        if self.halted is not None:
            return
        moments = [at for at in self.deadlines() if at is not None]
        self.document.waiting = list(self.waiting)
        wake_at = min(moments, default=None)
        statements = self.store.save_statements(self.document, wake_at, seats=False)
        await self.store.writer.put(*statements, *self.view_statements())

    def view_statements(self) -> list[Executable]:
        """What stores how a spectator sees a game that is not over, for programs to come."""
        if self.play is None or self.document.state not in ("playing", "abandoned"):
            return []
        seen = pack_view(self.play.count, self.play.view(None))
        return self.store.view_statements(self.code, self.document.rules, seen)

    async def act(self, seat: int, action: str, *, client: str | None, played_by: str) -> int:
        """Carry out an action, store it, tell everybody; the count of events after it.

        IllegalAction changes nothing; after StoreError this room is given up (`is_broken`).
        """
        play = self.play
        if play is None or self.is_broken:
            raise StoreError("no game is running")
        self.touched = time.monotonic()
        stored, change = play.act(seat, action, client=client, played_by=played_by, now=now_ms())
        is_over = play.game.outcome is not None
        try:
            await self._store_action(play, stored, is_over)
        except StoreError:
            self._break()
            raise
        metrics.ACTIONS.labels(played_by).inc()
        self._alarm.set(self.deadlines())
        self._tell_change(change)
        if is_over:
            info("game over", table=self.code, actions=stored.number)
            self.tell_end()
        self.autoplay.wake()
        return play.count

    async def _store_action(self, play: Play, stored: StoredAction, is_over: bool) -> None:
        """Store an action; with the last one, the finished game."""
        statements = await self._finish(play, stored.at) if is_over else []
        await self.store.writer.put(*statements, rows=[stored.row(self.code)])

    async def _finish(self, play: Play, at: int) -> list[Executable]:
        """Note that the game is over; what keeps it."""
        document = self.document
        record, replay = await asyncio.to_thread(keep, document, play.game, self.seat_infos())
        document.state = "over"
        document.outcome = games.outcome_data(play.game)
        document.updated = at
        return [
            *self.store.save_statements(document, None, seats=False),
            *self.store.forget_view(self.code),
            self.store.game_statement(self.code, document.rules, record, replay, at),
        ]

    async def end_if_over(self) -> None:
        """Keep a game that was over before anybody acted, as one from a position can be."""
        if self.play is not None and self.play.game.outcome is not None:
            await self.store.writer.put(*await self._finish(self.play, now_ms()))

    def _break(self) -> None:
        """Leave memory: what is here was not stored, so the table is brought back from its log."""
        self.is_broken = True
        self.close()
        self._on_broken(self)
        # Whoever acted hears that it was refused before everybody is sent to connect again.
        asyncio.get_running_loop().call_soon(self._send_away)

    def _send_away(self) -> None:
        """Close all connections, so that they come back to the table as it is stored."""
        for member in self.members:
            member.close(CLOSE_SERVER_STOPS, "trouble with the store: connect again")

    def acknowledge(self, member: Connection, message_id: str, number: int) -> None:
        """Say that an action is stored."""
        member.send(Ack(id=message_id, number=number))

    def is_idle(self, now: float) -> bool:
        """Whether nobody is here, nothing happens, and that for long enough."""
        if self.members or self.autoplay.is_busy or self.lock.locked():
            return False
        return now - self.touched > self.limits.rest_seconds

    def owners(self) -> Sequence[str]:
        """The ids of the people who have a seat."""
        return [seat.identity for seat in self.document.seats if seat.identity is not None]
