"""WebSocket endpoints: a client at a table, and a client in the lobby."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.websockets import WebSocket

from quedlinburg.server import metrics
from quedlinburg.server.http.security import client_address, is_same_origin
from quedlinburg.server.logs import info
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol.client_messages import decode_message
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import (
    CLOSE_FLOOD,
    CLOSE_FORBIDDEN,
    CLOSE_TABLE_GONE,
    CLOSE_TOO_MANY,
    CLOSE_UNKNOWN_TABLE,
)
from quedlinburg.server.protocol.table_options import malformed
from quedlinburg.server.services import Services
from quedlinburg.server.tables.table import Table

# So many refused messages one after the other are a flood.
FLOOD = 100


async def table_socket(socket: WebSocket) -> None:
    """Serve a client at a table: `/ws?table=CODE[&since=NUMBER][&seat=SEAT]`."""
    services: Services = socket.app.state.services
    connection = await _accept(services, socket)
    if connection is None:
        return
    try:
        table = await _find_table(services, socket, connection)
        if table is not None:
            await _serve_table(services, socket, connection, table)
        else:
            await connection.run(asyncio.create_task(_ignore(socket)))
    finally:
        _release(services, socket, connection)


async def _accept(services: Services, socket: WebSocket) -> Connection | None:
    """Accept a socket; None if another site's page opened it or the client has too many."""
    if not is_same_origin(socket, services.config):
        await socket.close(CLOSE_FORBIDDEN)
        return None
    person = await services.identities.who(socket)
    await socket.accept()
    connection = Connection(socket, person, services.config.limits)
    address = client_address(socket, services.config)
    if not services.rate_limits.add_socket(address, connection.identity):
        await socket.close(CLOSE_TOO_MANY, "too many connections")
        return None
    metrics.CONNECTIONS.inc()
    return connection


def _release(services: Services, socket: WebSocket, connection: Connection) -> None:
    """Count a socket no more."""
    address = client_address(socket, services.config)
    services.rate_limits.remove_socket(address, connection.identity)
    metrics.CONNECTIONS.dec()


async def _find_table(
    services: Services, socket: WebSocket, connection: Connection
) -> Table | None:
    """The table that a client asks for; close the connection with the reason if there is none."""
    code = socket.query_params.get("table", "").upper()
    try:
        table = await services.registry.find(code)
        if table is None:
            services.rate_limits.check_make(client_address(socket, services.config))
    except Refusal as refusal:
        connection.close(CLOSE_TABLE_GONE, refusal.reason[:100])
        return None
    if table is None:
        connection.close(CLOSE_UNKNOWN_TABLE, "there is no such table")
    elif table.member_count >= services.config.limits.members_a_table:
        connection.close(CLOSE_TOO_MANY, "too many at this table")
        table = None
    return table


def _number(text: str | None) -> int | None:
    """A number in the query; None if it is missing or not a number."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 8 else None


async def _serve_table(
    services: Services, socket: WebSocket, connection: Connection, table: Table
) -> None:
    """Let a client take part at a table until it goes."""
    asked = socket.query_params.get("seat")
    seat: int | str | None = "" if asked is None else _number(asked)
    await table.join(connection, _number(socket.query_params.get("since")), seat)
    services.handlers.warm_up()
    info("joined", table=table.code, seat=connection.seat)
    try:
        await connection.run(asyncio.create_task(_listen(services, socket, connection, table)))
    finally:
        await asyncio.shield(table.leave(connection))
        info("left", table=table.code, seat=connection.seat)


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
        elif connection.refused_in_a_row >= FLOOD:
            connection.close(CLOSE_FLOOD, "too many messages")


async def _handle(
    services: Services, connection: Connection, table: Table, text: str | bytes
) -> None:
    """Decode and handle one message, or refuse it."""
    if not connection.may_speak():
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


class _HasId(msgspec.Struct):
    """The only field that is read of a message that can't be decoded."""

    id: str | None = None


def _id_of(text: str | bytes) -> str | None:
    """The id of a message that can't be decoded, if it has one."""
    try:
        return msgspec.json.decode(text, type=_HasId).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def _ignore(socket: WebSocket) -> None:
    """Read and ignore a client's messages until it goes."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return


async def lobby_socket(socket: WebSocket) -> None:
    """Serve a client in the lobby: `/ws/lobby`."""
    services: Services = socket.app.state.services
    connection = await _accept(services, socket)
    if connection is None:
        return
    try:
        services.registry.lobby.watch(connection)
        await connection.run(asyncio.create_task(_ignore(socket)))
    finally:
        services.registry.lobby.unwatch(connection)
        _release(services, socket, connection)
