"""The sockets: a client at a table, and one in the lobby."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket

from quedlinburg.server import metrics
from quedlinburg.server.connection import Connection
from quedlinburg.server.house import House
from quedlinburg.server.logs import info
from quedlinburg.server.messages import (
    CLOSE_FLOOD,
    CLOSE_FORBIDDEN,
    CLOSE_TABLE_GONE,
    CLOSE_TOO_MANY,
    CLOSE_UNKNOWN_TABLE,
)
from quedlinburg.server.options import malformed
from quedlinburg.server.refusal import Refusal
from quedlinburg.server.room import Room
from quedlinburg.server.said import decode_message

# So many refused messages one after the other are a flood.
FLOOD = 100


async def table_socket(socket: WebSocket) -> None:
    """A client at a table: `/ws?table=CODE[&since=NUMBER][&seat=SEAT]`."""
    house: House = socket.app.state.house
    connection = await _welcome(house, socket)
    if connection is None:
        return
    address = house.gate.address(socket)
    try:
        room = await _find_room(house, socket, connection)
        if room is not None:
            await _sit_in(house, socket, connection, room)
        else:
            await connection.run(asyncio.create_task(_listen_to_nothing(socket)))
    finally:
        house.gate.go(address, connection.identity)
        metrics.CONNECTIONS.dec()


async def _welcome(house: House, socket: WebSocket) -> Connection | None:
    """Accept a socket from an own page, of somebody who has not too many."""
    if not house.gate.is_same_origin(socket):
        await socket.close(CLOSE_FORBIDDEN)
        return None
    person = await house.people.who(socket)
    await socket.accept()
    connection = Connection(socket, person, house.config.limits)
    if not house.gate.enter(house.gate.address(socket), connection.identity):
        await socket.close(CLOSE_TOO_MANY, "too many connections")
        return None
    metrics.CONNECTIONS.inc()
    return connection


async def _find_room(house: House, socket: WebSocket, connection: Connection) -> Room | None:
    """The room that a client asks for; without one it is closed with the reason."""
    code = socket.query_params.get("table", "").upper()
    try:
        room = await house.hall.room(code)
        if room is None:
            house.gate.check_make(socket)
    except Refusal as refusal:
        connection.close(CLOSE_TABLE_GONE, refusal.reason[:100])
        return None
    if room is None:
        connection.close(CLOSE_UNKNOWN_TABLE, "there is no such table")
    elif len(room.members) >= house.config.limits.members_a_table:
        connection.close(CLOSE_TOO_MANY, "too many at this table")
        room = None
    return room


def _number(text: str | None) -> int | None:
    """A number from the address; None if it is none."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 8 else None


async def _sit_in(house: House, socket: WebSocket, connection: Connection, room: Room) -> None:
    """Let a client take part until it goes."""
    asked = socket.query_params.get("seat")
    seat: int | str | None = "" if asked is None else _number(asked)
    await room.join(connection, _number(socket.query_params.get("since")), seat)
    house.desk.expect_questions()
    info("joined", table=room.code, seat=connection.seat)
    try:
        await connection.run(asyncio.create_task(_listen(house, socket, connection, room)))
    finally:
        await asyncio.shield(room.leave(connection))
        info("left", table=room.code, seat=connection.seat)


async def _listen(house: House, socket: WebSocket, connection: Connection, room: Room) -> None:
    """Hear a client's messages, one after the other."""
    while not connection.is_closing:
        said = await socket.receive()
        if said["type"] == "websocket.disconnect":
            return
        metrics.MESSAGES.inc()
        before = connection.refused_in_a_row
        await _hear(house, connection, room, said.get("text") or said.get("bytes") or "")
        if connection.refused_in_a_row == before:
            connection.refused_in_a_row = 0
        elif connection.refused_in_a_row >= FLOOD:
            connection.close(CLOSE_FLOOD, "too many messages")


async def _hear(house: House, connection: Connection, room: Room, text: str | bytes) -> None:
    """Take one message; whatever it is, the table goes on."""
    if not connection.messages.take(time.monotonic()):
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
    await house.desk.handle(room, connection, message)


class _HasId(msgspec.Struct):
    """The one thing that is read of a message that is refused unread."""

    id: str | None = None


def _id_of(text: str | bytes) -> str | None:
    """The id of a message that can't be taken, if it has one."""
    try:
        return msgspec.json.decode(text, type=_HasId).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def _listen_to_nothing(socket: WebSocket) -> None:
    """Wait until a client goes; what it says does not matter."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return


async def lobby_socket(socket: WebSocket) -> None:
    """A client in the lobby: `/ws/lobby`."""
    house: House = socket.app.state.house
    connection = await _welcome(house, socket)
    if connection is None:
        return
    try:
        house.hall.watch(connection)
        await connection.run(asyncio.create_task(_listen_to_nothing(socket)))
    finally:
        house.hall.unwatch(connection)
        house.gate.go(house.gate.address(socket), connection.identity)
        metrics.CONNECTIONS.dec()
