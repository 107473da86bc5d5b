"""All open connections of people, wherever they are: at tables, as spectators, in the lobby.

A device that lost its network leaves a socket behind that nobody has closed yet. Whoever comes back
must not be refused because of it: the newest connections of an identity stay.
"""

from __future__ import annotations

from collections.abc import Collection

from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol.server_messages import CLOSE_NO_IDENTITY, CLOSE_REPLACED

REPLACED = "you have opened too many others since"


class OpenConnections:
    """The connections of each identity, in the order in which they were opened.

    A connection is added in the same step in which its identity is looked up, so that none is
    missed when the identity or the device goes.
    """

    def __init__(self) -> None:
        """Nobody is connected."""
        self._by_person: dict[str, list[Connection]] = {}

    def add(self, connection: Connection) -> None:
        """Note a connection until it is discarded."""
        if connection.owner is not None:
            self._by_person.setdefault(connection.owner, []).append(connection)

    def keep_newest(self, connection: Connection, most: int) -> None:
        """Close the oldest connections of somebody who has more than so many."""
        own = self._by_person.get(connection.owner or "", [])
        alive = [other for other in own if not other.is_closing]
        for oldest in alive[: max(0, len(alive) - most)]:
            oldest.close(CLOSE_REPLACED, REPLACED)

    def discard(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        own = self._by_person.get(connection.owner or "", [])
        if connection in own:
            own.remove(connection)
        if not own:
            self._by_person.pop(connection.owner or "", None)

    def revoke(self, identity: str, devices: Collection[str] | None = None) -> None:
        """Close all connections of an identity, or those of some devices; they act no more."""
        reason = "this identity was deleted" if devices is None else "this device was signed out"
        for connection in self._by_person.get(identity, []):
            person = connection.person
            if devices is None or (person is not None and person.device in devices):
                connection.revoke(CLOSE_NO_IDENTITY, reason)

    def rename(self, identity: str, name: str) -> None:
        """Let the connections of an identity speak under its new name."""
        for connection in self._by_person.get(identity, []):
            connection.rename(name)
