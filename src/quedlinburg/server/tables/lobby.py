"""The lobby in pages: the lines of public tables, and the connections that watch a page of them.

However many tables there are, a page has a bounded number of lines, and watchers are told what
changed on their page a few times a second at most.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from quedlinburg.server.limits import Limits
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol import grammar, server_messages
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import (
    LobbyChanged,
    LobbyGone,
    LobbyTotal,
    Outgoing,
    encode_message,
)
from quedlinburg.server.protocol.shapes import LobbyTable
from quedlinburg.server.tables.contents import Contents

PAGE = 50
# A watcher with so many bytes unread is told nothing more before it has read them.
BEHIND_BYTES = 32 * 1024
# A place in the order of the lobby: the newest first, then by code.
Place = tuple[int, str]


def lobby_line(contents: Contents) -> LobbyTable | None:
    """A table's line in the lobby; None if it is not public, over or halted."""
    document = contents.document
    if not document.options.public or document.is_over or contents.halted is not None:
        return None
    return LobbyTable(
        code=document.code,
        title=document.options.title,
        state=document.state,
        players=document.options.players,
        open_seats=sum(seat.kind == "open" for seat in document.seats),
        names=[seat.name for seat in document.seats if seat.kind != "open"],
        options=document.options,
        created=document.created,
    )


def _place(line: LobbyTable) -> Place:
    """The place of a line in the order of the lobby."""
    return -line.created, line.code


def read_cursor(cursor: str | None) -> Place | None:
    """The place after which a page begins; None for the first page. Refuse what is no cursor."""
    if not cursor:
        return None
    if not grammar.matches(grammar.LOBBY_CURSOR, cursor):
        raise Refusal("malformed", "before: take `next` of the page before")
    created, _, code = cursor.partition("-")
    return -int(created), code


class LobbyPage(NamedTuple):
    """Some lines of the lobby, how many there are in all, and where the next page begins."""

    lines: tuple[LobbyTable, ...]
    total: int
    next: str | None

    def changes_since(self, told: LobbyPage) -> Iterator[Outgoing]:
        """The messages that bring those who were told an earlier state up to this one."""
        before = {line.code: line for line in told.lines}
        now = {line.code for line in self.lines}
        yield from (LobbyGone(code=code) for code in before if code not in now)
        yield from (LobbyChanged(table=x) for x in self.lines if before.get(x.code) != x)
        if self[1:] != told[1:]:
            yield LobbyTotal(total=self.total, next=self.next)

    def message(self) -> server_messages.Lobby:
        """The whole page as one message."""
        return server_messages.Lobby(tables=list(self.lines), total=self.total, next=self.next)


class _Watch:
    """Those who watch a page, and what they were told of it last."""

    def __init__(self, told: LobbyPage) -> None:
        """Nobody watches yet."""
        self._told = told
        # Whether each of them has missed something, because it had not read what came before.
        self._watchers: dict[Connection, bool] = {}

    def __len__(self) -> int:
        return len(self._watchers)

    def add(self, watcher: Connection) -> None:
        """Send a connection the page as the others know it."""
        self._watchers[watcher] = False
        watcher.send(self._told.message())

    def discard(self, watcher: Connection) -> None:
        """Send a connection nothing more."""
        self._watchers.pop(watcher, None)

    def close(self, code: int, reason: str) -> None:
        """Close all connections."""
        for watcher in self._watchers:
            watcher.close(code, reason)

    def tell(self, page: LobbyPage) -> bool:
        """Tell everybody what is new; whether some are behind and have to be told later."""
        changes = [encode_message(one) for one in page.changes_since(self._told)]
        self._told = page
        for watcher, missed in self._watchers.items():
            if watcher.unread_bytes > BEHIND_BYTES:
                self._watchers[watcher] = missed or bool(changes)
            elif missed:
                self._watchers[watcher] = False
                watcher.send(page.message())
            else:
                for data in changes:
                    watcher.send_bytes(data)
        return any(self._watchers.values())


class Lobby:
    """The public tables at which somebody is, and the pages of them that are watched.

    It lists so many tables of one host and of one network; a further one waits for room.
    """

    def __init__(self, limits: Limits) -> None:
        """No table is public yet."""
        self._limits = limits
        self._lines: dict[str, LobbyTable] = {}
        self._order: list[Place] = []
        # Who brought each listed table: its host, and the network of somebody at it.
        self._sources: dict[str, tuple[str, str]] = {}
        self._counts: Counter[str] = Counter()
        self._watches: dict[Place | None, _Watch] = {}
        self._places: dict[Connection, Place | None] = {}
        self._timer: asyncio.TimerHandle | None = None

    # --- pages -----------------------------------------------------------------------------------

    def page(self, after: Place | None = None) -> LobbyPage:
        """The lines after a place, the newest first."""
        begin = 0 if after is None else bisect_right(self._order, after)
        places = self._order[begin : begin + PAGE]
        lines = tuple(self._lines[code] for _, code in places)
        has_more = begin + PAGE < len(self._order)
        cursor = f"{-places[-1][0]}-{places[-1][1]}" if has_more else None
        return LobbyPage(lines, len(self._order), cursor)

    def watch(self, watcher: Connection, after: Place | None = None) -> None:
        """Send a connection a page, and what changes on it from now on."""
        watch = self._watches.get(after)
        if watch is None:
            watch = self._watches[after] = _Watch(self.page(after))
        self._places[watcher] = after
        watch.add(watcher)

    def unwatch(self, watcher: Connection) -> None:
        """Send a connection nothing more."""
        if watcher not in self._places:
            return
        after = self._places.pop(watcher)
        self._watches[after].discard(watcher)
        if not self._watches[after]:
            del self._watches[after]

    def close(self, code: int, reason: str) -> None:
        """Close all connections."""
        if self._timer is not None:
            self._timer.cancel()
        for watch in self._watches.values():
            watch.close(code, reason)

    # --- lines -----------------------------------------------------------------------------------

    def update(self, contents: Contents, network: str | None) -> None:
        """Set the line of a table, at which somebody of a network is; None: nobody is there."""
        code = contents.document.code
        line = None if network is None else lobby_line(contents)
        listed = self._lines.get(code)
        if line == listed:
            return
        if listed is None and line is not None:
            self._list(line, (contents.document.host or code, f"@{network}"))
        elif line is None:
            self._strike(code)
        else:
            self._lines[code] = line
        self._tell_soon()

    def _list(self, line: LobbyTable, source: tuple[str, str]) -> None:
        """List a table, unless its host or network has as many in the lobby as it may."""
        host, network = source
        if self._counts[host] >= self._limits.public_tables_an_identity:
            return
        if self._counts[network] >= self._limits.public_tables_a_network:
            return
        self._lines[line.code] = line
        self._sources[line.code] = source
        self._counts.update(source)
        insort(self._order, _place(line))

    def _strike(self, code: str) -> None:
        """Strike a table off the list."""
        place = _place(self._lines.pop(code))
        del self._order[bisect_right(self._order, place) - 1]
        for key in self._sources.pop(code):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    # --- telling ---------------------------------------------------------------------------------

    def _tell_soon(self) -> None:
        """Tell watchers of changes in a moment, together with those that come meanwhile."""
        if self._timer is None and self._watches:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._limits.lobby_seconds, self._tell)

    def _tell(self) -> None:
        """Tell everybody what changed on their page; those who are behind are told later."""
        self._timer = None
        behind = [watch.tell(self.page(after)) for after, watch in self._watches.items()]
        if any(behind):
            self._tell_soon()
