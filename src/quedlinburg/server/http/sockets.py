"""WebSocket endpoints: a client at a table, and a client in the lobby."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from quedlinburg.server import metrics
from quedlinburg.server.http.security import client_network, is_same_origin
from quedlinburg.server.logs import info, trouble
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol import grammar
from quedlinburg.server.protocol.client_messages import ClientId, decode_message
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import (
    CLOSE_FLOOD,
    CLOSE_FORBIDDEN,
    CLOSE_SERVER_STOPS,
    CLOSE_TABLE_GONE,
    CLOSE_TOO_MANY,
    CLOSE_UNKNOWN_TABLE,
)
from quedlinburg.server.protocol.table_options import malformed
from quedlinburg.server.services import Services
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables.lobby import read_cursor
from quedlinburg.server.tables.places import has_own_place
from quedlinburg.server.tables.table import Table

# What those hear for whom nothing could be read.
NO_DATABASE = "the database does not answer: connect again"
# So many refused messages one after the other are a flood.
FLOOD = 100


async def table_socket(socket: WebSocket) -> None:
    """Serve a client at a table: `/ws?table=CODE[&since=NUMBER][&seat=SEAT]`."""
    services: Services = socket.app.state.services
    connection = await _accept(services, socket, _code(socket))
    if connection is None:
        return
    try:
        table = await _find_table(services, socket, connection)
        if table is None or not await _serve_table(services, socket, connection, table):
            await connection.run(asyncio.create_task(_ignore(services, socket, connection)))
    except Exception as error:
        # Only the log says what it was; the client connects again.
        trouble("a socket failed", error)
        await _close_at_once(socket, "something went wrong: connect again")
    finally:
        _release(services, connection)


def _code(socket: WebSocket) -> str:
    """The code of the table that a client asks for."""
    return grammar.table_code(socket.query_params.get("table", ""))


async def _accept(services: Services, socket: WebSocket, code: str = "") -> Connection | None:
    """Accept a socket; None if another site's page opened it or the client has too many."""
    if not is_same_origin(socket, services.config):
        await socket.close(CLOSE_FORBIDDEN)
        return None
    try:
        person = await services.identities.who(socket)
    except StoreError as error:
        trouble("a socket was not let in", error)
        await socket.accept()
        await _close_at_once(socket, NO_DATABASE)
        return None
    connection = Connection(socket, person, services.config.limits, client_network(socket))
    services.connections.add(connection)
    try:
        await socket.accept()
        most = await _most_sockets(services, connection, code)
    except BaseException:
        services.connections.discard(connection)
        raise
    if not most:
        services.connections.discard(connection)
        services.overruns.note("connections", connection.network)
        await socket.close(CLOSE_TOO_MANY, "too many connections")
        return None
    services.connections.keep_newest(connection, most)
    metrics.CONNECTIONS.inc()
    return connection


async def _most_sockets(services: Services, connection: Connection, code: str) -> int:
    """Count a socket of a network; how many its identity may have then, 0: not even this one.

    Whoever has a seat at the table, or hosts it, may use the reserve of a network that is full.
    """
    limits, rate_limits = services.config.limits, services.rate_limits
    if rate_limits.add_socket(connection.network):
        return limits.connections_an_identity
    identity = connection.identity
    if identity is None or not await services.registry.has_own_place(code, identity):
        return 0
    is_let_in = rate_limits.add_socket(connection.network, reserved=True)
    return limits.connections_reserved_an_identity if is_let_in else 0


def _release(services: Services, connection: Connection) -> None:
    """Count a socket no more."""
    services.rate_limits.remove_socket(connection.network)
    services.connections.discard(connection)
    metrics.CONNECTIONS.dec()


async def _find_table(
    services: Services, socket: WebSocket, connection: Connection
) -> Table | None:
    """The table that a client asks for; close the connection with the reason if there is none."""
    code = _code(socket)
    try:
        table = await services.registry.find(code)
        if table is None:
            services.rate_limits.check_make(connection.network)
    except Refusal as refusal:
        connection.close(CLOSE_TABLE_GONE, refusal.reason[:100])
        return None
    except StoreError as error:
        trouble("a table was not found", error, table=code)
        connection.close(CLOSE_SERVER_STOPS, NO_DATABASE)
        return None
    if table is None:
        connection.close(CLOSE_UNKNOWN_TABLE, "there is no such table")
        return None
    # Everybody at the table is told of coming and going.
    may_come = services.budgets.may_tell(connection, 2 * table.member_count)
    if not may_come and not has_own_place(table.document, connection.identity):
        services.overruns.note("tellings", connection.network)
        connection.close(CLOSE_TOO_MANY, "too much coming and going: wait a moment")
        return None
    return table


async def _serve_table(
    services: Services, socket: WebSocket, connection: Connection, table: Table
) -> bool:
    """Let a client take part at a table until it goes; False if the table is being restored."""
    asked = socket.query_params.get("seat")
    seat: int | str | None = "" if asked is None else grammar.number(asked)
    try:
        await table.join(connection, grammar.number(socket.query_params.get("since")), seat)
    except Refusal as refusal:
        connection.close(CLOSE_SERVER_STOPS, refusal.reason)
        return False
    services.handlers.warm_up()
    info("joined", table=table.code, seat=connection.seat)
    try:
        await connection.run(asyncio.create_task(_listen(services, socket, connection, table)))
    finally:
        with contextlib.suppress(Refusal):
            await asyncio.shield(table.leave(connection))
        info("left", table=table.code, seat=connection.seat)
    return True


async def _listen(
    services: Services, socket: WebSocket, connection: Connection, table: Table
) -> None:
    """Handle a client's messages one after the other; close a flood of refused ones."""
    while not connection.is_closing:
        said = await socket.receive()
        if said["type"] == "websocket.disconnect":
            return
        metrics.MESSAGES.inc()
        before = connection.refused_in_a_row
        await _handle(services, connection, table, said.get("text") or said.get("bytes") or "")
        if connection.refused_in_a_row == before:
            connection.refused_in_a_row = 0
        else:
            _close_flood(services, connection)


def _may_speak(services: Services, connection: Connection) -> bool:
    """Count a message by its socket, its identity and its network; False if one must wait."""
    shared = services.rate_limits
    if connection.may_speak() and shared.may_speak(connection.network, connection.identity):
        return True
    services.overruns.note("messages", connection.network)
    return False


def _close_flood(services: Services, connection: Connection) -> None:
    """Close a socket, or one of a network, that goes on after refusals."""
    is_heard = services.rate_limits.may_be_refused(connection.network)
    if not is_heard or connection.refused_in_a_row >= FLOOD:
        services.overruns.note("flood", connection.network)
        connection.close(CLOSE_FLOOD, "too many messages")


async def _handle(
    services: Services, connection: Connection, table: Table, text: str | bytes
) -> None:
    """Decode and handle one message, or refuse it."""
    if not _may_speak(services, connection):
        connection.refused_in_a_row += 1
        connection.refuse(_id_of(text), "too_fast", "too many messages: wait a moment")
        return
    try:
        message = decode_message(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        connection.refused_in_a_row += 1
        refusal = malformed(text, error)
        connection.refuse(_id_of(text), refusal.code, refusal.reason)
        return
    await services.handlers.handle(table, connection, message)


async def _close_at_once(socket: WebSocket, reason: str) -> None:
    """Send a client away to connect again, if it is still there."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(CLOSE_SERVER_STOPS, reason)


class _HasId(msgspec.Struct):
    """The only field that is read of a message that can't be decoded."""

    id: ClientId | None = None


def _id_of(text: str | bytes) -> str | None:
    """The id of a message that can't be decoded, if it has one."""
    try:
        return msgspec.json.decode(text, type=_HasId).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def _ignore(services: Services, socket: WebSocket, connection: Connection) -> None:
    """Read and ignore a client's messages until it goes; close a flood."""
    while not connection.is_closing:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if not _may_speak(services, connection):
            connection.refused_in_a_row += 1
            _close_flood(services, connection)


async def lobby_socket(socket: WebSocket) -> None:
    """Serve a client that watches a page of the lobby: `/ws/lobby[?before=CURSOR]`."""
    services: Services = socket.app.state.services
    connection = await _accept(services, socket)
    if connection is None:
        return
    try:
        _watch_lobby(services, socket, connection)
        await connection.run(asyncio.create_task(_ignore(services, socket, connection)))
    finally:
        services.registry.lobby.unwatch(connection)
        _release(services, connection)


def _watch_lobby(services: Services, socket: WebSocket, connection: Connection) -> None:
    """Send a client the page of the lobby that it asks for; close one that asks for none."""
    try:
        after = read_cursor(socket.query_params.get("before"))
    except Refusal as refusal:
        connection.close(CLOSE_UNKNOWN_TABLE, refusal.reason)
        return
    services.registry.lobby.watch(connection, after)
