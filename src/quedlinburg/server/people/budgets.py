"""Budgets of people at tables: lines of chat, and what they make the server tell others.

Counted for each identity over all its sockets and tables, and for each network over all its
identities, so that neither another socket nor another name brings more.
"""

from __future__ import annotations

from quedlinburg.server.limits import Limits
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.people.rate_limits import KeyedLimit
from quedlinburg.server.protocol.refusals import Refusal

# What a change at a table costs at least: it is stored, however few hear of it.
LEAST_TOLD = 10


class Budgets:
    """What identities and networks have used of their lines and tellings on one server."""

    def __init__(self, limits: Limits) -> None:
        """Nobody has used anything."""
        self._lines = _Pair(
            KeyedLimit(limits.chats_a_second, limits.chats_at_once),
            KeyedLimit(limits.chats_a_second_a_network, limits.chats_at_once_a_network),
        )
        self._tellings = _Pair(
            KeyedLimit(limits.tellings_a_second, limits.tellings_at_once),
            KeyedLimit(limits.tellings_a_second_a_network, limits.tellings_at_once_a_network),
        )
        self._renames = KeyedLimit(limits.renames_a_second, limits.renames_at_once)

    def check_line(self, member: Connection) -> None:
        """Count a line of chat or a reaction; refuse one too many."""
        if not self._lines.take(member, 1):
            raise Refusal("too_fast", "too many lines: wait a moment")

    def check_telling(self, member: Connection, told: int) -> None:
        """Count what is told to so many connections; refuse what is too much."""
        if not self.may_tell(member, told):
            raise Refusal("too_fast", "too many changes: wait a moment")

    def may_tell(self, member: Connection, told: int) -> bool:
        """Count what is told to so many connections; False if it is too much."""
        return self._tellings.take(member, max(told, LEAST_TOLD))

    def check_rename(self, identity: str) -> None:
        """Count another name of an identity; refuse one too many."""
        if not self._renames.take(identity):
            raise Refusal("too_fast", "too many names: wait a moment", 429)


class _Pair:
    """A limit by identity, and one by network for all identities of it."""

    def __init__(self, by_identity: KeyedLimit, by_network: KeyedLimit) -> None:
        """Count by both."""
        self._by_identity = by_identity
        self._by_network = by_network

    def take(self, member: Connection, count: int) -> bool:
        """Count so many uses by a connection's identity and network; False if one must wait."""
        if member.identity is not None and not self._by_identity.take(member.identity, count):
            return False
        return self._by_network.take(member.network, count)
