"""The lobby: the lines of public tables, and the connections that watch them."""

from __future__ import annotations

from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol import server_messages
from quedlinburg.server.protocol.server_messages import LobbyChanged, LobbyGone
from quedlinburg.server.protocol.shapes import LobbyTable
from quedlinburg.server.tables.contents import Contents


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


class Lobby:
    """Tells everybody in it of public tables and of every change."""

    def __init__(self) -> None:
        """No table is public yet."""
        self._lines: dict[str, LobbyTable] = {}
        self._watchers: set[Connection] = set()

    def lines(self) -> list[LobbyTable]:
        """All public tables, the newest first."""
        return sorted(self._lines.values(), key=lambda line: -line.created)

    def watch(self, watcher: Connection) -> None:
        """Send a connection all public tables, and every change from now on."""
        self._watchers.add(watcher)
        watcher.send(server_messages.Lobby(tables=self.lines()))

    def unwatch(self, watcher: Connection) -> None:
        """Send a connection nothing more."""
        self._watchers.discard(watcher)

    def update(self, contents: Contents, *, is_empty: bool) -> None:
        """Set the line of a table and tell everybody of a change; an empty table has none."""
        code = contents.document.code
        line = None if is_empty else lobby_line(contents)
        if line == self._lines.get(code):
            return
        if line is None:
            del self._lines[code]
            self._tell(LobbyGone(code=code))
        else:
            self._lines[code] = line
            self._tell(LobbyChanged(table=line))

    def close(self, code: int, reason: str) -> None:
        """Close all connections."""
        for watcher in self._watchers:
            watcher.close(code, reason)

    def _tell(self, message: LobbyChanged | LobbyGone) -> None:
        """Send everybody a message."""
        for watcher in self._watchers:
            watcher.send(message)
