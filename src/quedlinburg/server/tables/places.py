"""Places at a table: who keeps one when more come than there is room for.

Whoever has a seat, or hosts, has places of an own, which nobody who watches can take. Those who
watch share a number of places, of which one network or one identity gets a part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quedlinburg.server.limits import Limits
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.people.open_connections import REPLACED
from quedlinburg.server.protocol.server_messages import CLOSE_REPLACED, CLOSE_TOO_MANY
from quedlinburg.server.storage.documents import TableDocument

# Why a connection has no place: the code and the reason with which it is closed.
Closing = tuple[int, str]


def has_own_place(document: TableDocument, identity: str | None) -> bool:
    """Whether an identity has a seat at a table, or hosts it."""
    if identity is None:
        return False
    return identity == document.host or bool(document.seats_of(identity))


def without_place(
    members: Sequence[Connection], document: TableDocument, limits: Limits
) -> dict[Connection, Closing]:
    """The connections that have no place, with the reason; members are in the order they came.

    An identity keeps its newest connections, since older ones may be dead. Of those who watch,
    whoever came first keeps the place.
    """
    alive = [member for member in members if not member.is_closing]
    replaced = _replaced(alive, document, limits)
    closing: dict[Connection, Closing] = dict.fromkeys(replaced, (CLOSE_REPLACED, REPLACED))
    networks: Counter[str] = Counter()
    for member in alive:
        if member in replaced or has_own_place(document, member.identity):
            continue
        is_full = networks.total() >= limits.members_a_table
        if is_full or networks[member.network] >= limits.spectators_a_network:
            closing[member] = (CLOSE_TOO_MANY, "too many watch at this table")
        else:
            networks[member.network] += 1
    return closing


def _replaced(
    members: Sequence[Connection], document: TableDocument, limits: Limits
) -> set[Connection]:
    """The connections whose identity has opened as many others since as it may have."""
    newer: Counter[str] = Counter()
    found = set()
    for member in reversed(members):
        if member.identity is None:
            continue
        is_own = has_own_place(document, member.identity)
        most = limits.seated_an_identity if is_own else limits.spectators_an_identity
        if newer[member.identity] >= most:
            found.add(member)
        newer[member.identity] += 1
    return found
