"""The protocols of a connection: uvicorn's for HTTP and WebSocket, with budgets.

Heads, bodies and frames are bounded before they are taken apart. What is over its budget is
answered with a status or a close code, and nothing more of it is read.
"""

from __future__ import annotations

import asyncio
import json
import re
from http import HTTPStatus
from typing import Any, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from quedlinburg.server.http.door import Door
from quedlinburg.server.limits import BODY_BYTES, Limits
from quedlinburg.server.people.rate_limits import Allowance
from quedlinburg.server.protocol.server_messages import CLOSE_FLOOD

# How long, and how much, is read and thrown away so that a client can hear why it is closed.
LINGER_SECONDS = 1.0
LINGER_BYTES = 1024 * 1024
# So many bytes of frames are parsed before anybody else has a turn.
SLICE = 256
# What a client may send before its handshake is answered.
EARLY_BYTES = 64 * 1024
# Frames that may still be on their way when a socket is closed.
LATE_FRAMES = 500
END_OF_HEAD = re.compile(rb"\n\r?\n")


class EdgeConfig(uvicorn.Config):
    """uvicorn's configuration, and the door that all its connections go through."""

    def __init__(self, app: ASGIApp, door: Door, **settings: Any) -> None:  # noqa: ANN401
        """Serve an application behind a door, with further settings of uvicorn."""
        super().__init__(app, **settings)
        self.door = door


class BoundedRequests(h11.Connection):
    """Requests whose heads have an end, and whose bodies have a length that is said first."""

    def __init__(self, limits: Limits) -> None:
        """Parse requests within some limits."""
        super().__init__(h11.SERVER, max_incomplete_event_size=limits.head_bytes)
        self._limits = limits
        self.error: h11.RemoteProtocolError | None = None

    def next_event(self) -> Any:  # noqa: ANN401  h11's own type is private
        """The next event; `error` is set when a request is malformed or over a limit."""
        try:
            if self.their_state is h11.IDLE:
                self._check_head(self.trailing_data[0])
            event = super().next_event()
            if isinstance(event, h11.Request):
                self._check_length(event)
        except h11.RemoteProtocolError as error:
            self.error = error
            raise
        return event

    def _check_head(self, data: bytes) -> None:
        """Refuse a head of too many or too long lines before its lines are taken apart."""
        end = END_OF_HEAD.search(data)
        head = data[: end.start()] if end else data
        too_long = len(head) > self._limits.head_bytes
        if too_long or head.count(b"\n") > self._limits.head_lines:
            raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
        if any(len(line) > self._limits.line_bytes for line in head.split(b"\n")):
            raise h11.RemoteProtocolError("too long a header", error_status_hint=431)

    def _check_length(self, request: h11.Request) -> None:
        """Refuse a body of unknown or too great a length."""
        for name, value in request.headers:
            if name == b"transfer-encoding":
                raise h11.RemoteProtocolError("say content-length", error_status_hint=411)
            if name == b"content-length" and int(value) > BODY_BYTES:
                reason = f"at most {BODY_BYTES} bytes"
                raise h11.RemoteProtocolError(reason, error_status_hint=413)


class HttpConnection(H11Protocol):
    """A connection that speaks HTTP, within the limits of its door."""

    network = ""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, network: str) -> None:
        """Serve an accepted connection of a network."""
        super().__init__(config, server_state, {})
        self.network = network
        self._door = cast("EdgeConfig", config).door
        self.requests = BoundedRequests(self._door.limits)
        self.conn = self.requests
        self._phase: object = None
        self._discarded: int | None = None

    @property
    def is_closing(self) -> bool:
        """Whether it is being closed."""
        return self.transport.is_closing()

    def abort(self) -> None:
        """End it at once."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._door.enter(self)
        self._note_phase()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        super().connection_lost(exc)
        self._door.leave(self)
        self._door.release(self.network)

    def data_received(self, data: bytes) -> None:
        """Take bytes in; those of a refused connection are thrown away."""
        if self._discarded is None:
            super().data_received(data)
            return
        self._discarded += len(data)
        if self._discarded > LINGER_BYTES:
            self.transport.abort()

    def handle_events(self) -> None:
        """Handle what was received, and note what the connection waits for now."""
        if self._discarded is None:
            super().handle_events()
            self._note_phase()

    def _note_phase(self) -> None:
        """Tell the door what the connection waits for, if that is new."""
        if self._discarded is not None or self.is_closing:
            return
        phase = self.conn.their_state
        if phase is self._phase:
            return
        self._phase = phase
        if phase is h11.IDLE:
            self._door.wait_for_head(self)
        elif phase is h11.SEND_BODY:
            self._door.wait_for_body(self)
        else:
            self._door.wait_for_answer(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Give the transport to a WebSocket."""
        self._door.leave(self)
        self._discarded = 0
        super().handle_websocket_upgrade(event)
        # A transport that was closed meanwhile is released by the WebSocket, too.
        cast("SocketConnection", self.transport.get_protocol()).enter(self.network)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request: say why, and read no more."""
        error = self.requests.error
        status = HTTPStatus((error and error.error_status_hint) or 400)
        self._door.overruns.note(f"request {status.value}", self.network)
        self._discarded = 0
        if self.cycle is not None and not self.cycle.response_complete:
            # An earlier request is still being answered: nothing can be said.
            self.transport.abort()
            return
        reason = str(error) if error and status != HTTPStatus.BAD_REQUEST else "not HTTP"
        body = json.dumps({"code": "malformed", "reason": reason}).encode()
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        linger(self.transport)


class CountedFrames(ServerProtocol):
    """The frames of a WebSocket; those that bring no message have a budget."""

    def __init__(self, limits: Limits, max_size: int, **settings: Any) -> None:  # noqa: ANN401
        """Parse frames within some limits."""
        super().__init__(max_size=max_size, **settings)
        self._frames = Allowance(limits.frames_a_second, limits.frames_at_once)
        self._fragments_left = self._most_fragments = limits.fragments_a_message
        self._late_left = LATE_FRAMES
        self.is_flooded = False

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame in; fail the connection if there are too many of its kind."""
        if not self._has_budget(frame):
            self.is_flooded = True
            raise ProtocolError("too many frames")
        super().recv_frame(frame)

    def _has_budget(self, frame: Frame) -> bool:
        """Count a frame; False if it is one too many."""
        if self.state is not State.OPEN:
            self._late_left -= 1
            return self._late_left > 0
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._fragments_left = self._most_fragments
            return True
        if frame.opcode is Opcode.CONT:
            self._fragments_left -= 1
            if self._fragments_left < 0:
                return False
        return self._frames.take()

    def fail(self, code: int, reason: str = "") -> None:
        """Fail the connection; a flood has a code of its own."""
        if self.is_flooded:
            code, reason = CLOSE_FLOOD, "too many frames"
        super().fail(code, reason)


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that speaks WebSocket, a slice at a time."""

    network = ""

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        """Take over a transport from HTTP."""
        super().__init__(config, server_state, app_state)
        self._door = cast("EdgeConfig", config).door
        self.frames_in = CountedFrames(
            self._door.limits, config.ws_max_size, extensions=[], logger=self.logger
        )
        self.conn = self.frames_in
        self._unread = bytearray()
        self._discarded: int | None = None
        self._is_counted = False

    @property
    def is_closing(self) -> bool:
        """Whether it is being closed."""
        return self.transport.is_closing()

    def abort(self) -> None:
        """End it at once."""
        self.transport.abort()

    def enter(self, network: str) -> None:
        """Be counted for a network from now on."""
        self.network = network
        self._is_counted = True
        self._door.enter(self)
        if self.conn.handshake_exc is not None:
            # What HTTP takes for an upgrade is none: there was nobody to answer.
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n")
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        super().connection_lost(exc)
        self._unread.clear()
        if self._is_counted:
            self._is_counted = False
            self._door.leave(self)
            self._door.release(self.network)

    def data_received(self, data: bytes) -> None:
        """Take bytes in, and parse them as far as the application has time for them."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._discarded is not None:
            self._discarded += len(data)
            if self._discarded > LINGER_BYTES:
                self.transport.abort()
            return
        self._unread += data
        if self.handshake_complete:
            self._parse_slice()
        elif len(self._unread) > EARLY_BYTES:
            self.transport.abort()

    def _parse_slice(self) -> None:
        """Parse a slice; the rest follows when others have had their turn."""
        if self.read_paused or self._discarded is not None or self.transport.is_closing():
            return
        data = bytes(self._unread[:SLICE])
        del self._unread[:SLICE]
        if data:
            super().data_received(data)
        if not self._unread:
            return
        if not self.read_paused:
            self.transport.pause_reading()
            self.read_paused = True
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Parse the next slice, or read on."""
        if self.transport.is_closing() or not (self.queue.empty() or self.close_sent):
            return
        self.read_paused = False
        if self._unread:
            self._parse_slice()
        if not self._unread and not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:  # noqa: ANN401  uvicorn's own type is private
        """The next message; when the last one is taken, the next slice is parsed."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.loop.call_soon(self._go_on)
        return message

    async def send(self, message: Any) -> None:  # noqa: ANN401  uvicorn's own type is private
        """Send a message; what waits for an acceptance or a close is parsed then."""
        await super().send(message)
        if message["type"] != "websocket.send" and self._unread:
            self.loop.call_soon(self._go_on)

    def send_receive_event_to_app(self) -> None:
        """Give a whole message to the application; one that is not text closes the socket."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(1007, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Close after a malformed or a superfluous frame, so that the client hears why."""
        self._unread.clear()
        if self._discarded is not None:
            return
        self._discarded = 0
        if self.frames_in.is_flooded:
            self._door.overruns.note("frames", self.network)
        close = self.conn.close_sent
        code, reason = (close.code, close.reason) if close else (1006, "")
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = linger(self.transport)


def linger(transport: asyncio.Transport) -> asyncio.TimerHandle:
    """Say no more, and close a little later: a close with unread bytes would lose what was said."""
    transport.write_eof()
    return asyncio.get_running_loop().call_later(LINGER_SECONDS, transport.abort)
