"""A client's connection: messages wait in a bounded queue, so that a slow client slows nobody."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Generator

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from quedlinburg.server import metrics
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.identities import Person
from quedlinburg.server.people.rate_limits import Allowance
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import (
    CLOSE_TOO_SLOW,
    Ack,
    Outgoing,
    Refused,
    encode_message,
)

# How long a client that does not read may take to hear why it is closed.
LAST_WORDS_SECONDS = 10.0


class Connection:
    """A client's socket: its person and network, its seat, and the messages not sent yet."""

    def __init__(
        self, socket: WebSocket, person: Person | None, limits: Limits, network: str = ""
    ) -> None:
        """Wrap a socket; `person` is None for a client without an identity.

        `owner` is the identity under which the socket is counted, also after it was revoked, and
        `network` the network.
        """
        self.person = person
        self.owner = person.id if person else None
        self.network = network
        self.seat: int | None = None
        self._messages = Allowance(limits.messages_a_second, limits.messages_at_once)
        self.refused_in_a_row = 0
        self._socket = socket
        self._limits = limits
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._close: tuple[int, str] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._is_handling = False
        self.is_gone = False

    @property
    def identity(self) -> str | None:
        """The id of the person; None for a client without an identity."""
        return self.person.id if self.person else None

    @property
    def somebody(self) -> Person:
        """The person; refuse a connection without an identity."""
        if self.person is None:
            raise Refusal("no_identity", "say who you are first")
        return self.person

    def check_not_revoked(self) -> None:
        """Refuse a connection whose identity or device has gone while it waited."""
        if self.owner is not None and self.person is None:
            raise Refusal("no_identity", "this identity or device has gone")

    @property
    def is_closing(self) -> bool:
        """Whether the connection is closed or about to be."""
        return self._close is not None or self.is_gone

    @property
    def unread_bytes(self) -> int:
        """How many bytes wait in the queue for the client to read."""
        return self._bytes

    def may_speak(self) -> bool:
        """Count a message; False if the connection must wait."""
        return self._messages.take()

    def send(self, message: Outgoing) -> None:
        """Queue a message."""
        self.send_bytes(encode_message(message))

    def send_bytes(self, data: bytes) -> None:
        """Queue an encoded message; close a client whose queue is full."""
        if self._close is not None or self.is_gone:
            return
        self._queue.append(data)
        self._bytes += len(data)
        limits = self._limits
        if self._bytes > limits.queue_bytes or len(self._queue) > limits.queue_messages:
            metrics.SLOW.inc()
            self.close(CLOSE_TOO_SLOW, "too slow: connect again")
        self._wake.set()

    def ack(self, message_id: str | None) -> None:
        """Acknowledge a message, if it has an id."""
        if message_id is not None:
            self.send(Ack(id=message_id))

    def refuse(self, message_id: str | None, code: str, reason: str) -> None:
        """Refuse a message with a code for programs and a reason for people."""
        metrics.REFUSALS.labels(code).inc()
        self.send(Refused(id=message_id, code=code, reason=reason))

    def close(self, code: int, reason: str) -> None:
        """Close the connection after the queued messages; those for a slow client are dropped."""
        if self._close is not None:
            return
        self._close = (code, reason)
        if code == CLOSE_TOO_SLOW:
            self._queue.clear()
        self._wake.set()
        asyncio.get_running_loop().call_later(LAST_WORDS_SECONDS, self._cut)

    def rename(self, name: str) -> None:
        """Speak under another name from now on."""
        if self.person is not None:
            self.person = Person(self.person.id, name, self.person.device)

    def revoke(self, code: int, reason: str) -> None:
        """Close a connection that belongs to nobody from now on, also while it waits to act."""
        self.person = None
        self._queue.clear()
        self._bytes = 0
        self.close(code, reason)

    def _cut(self) -> None:
        """Cancel the reading from a client that does not take the close message."""
        if self._reader is not None and not self._is_handling:
            self._reader.cancel()

    @contextlib.contextmanager
    def handling(self) -> Generator[None, None, None]:
        """Keep the reading task alive while it handles a message, even if the client goes.

        An action that is stored must also be told to everybody else.
        """
        self._is_handling = True
        try:
            yield
        finally:
            self._is_handling = False

    async def run(self, reader: asyncio.Task[None]) -> None:
        """Send the queue until the reading task ends or the connection closes; then stop both."""
        self._reader = reader
        writer = asyncio.create_task(self._write())
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if self._close is not None and not writer.done():
                await asyncio.wait({writer}, timeout=LAST_WORDS_SECONDS)
        finally:
            self.is_gone = True
            writer.cancel()
            if not self._is_handling:
                reader.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _write(self) -> None:
        """Send the queued messages in order, as fast as the client reads."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                while self._queue:
                    data = self._queue.popleft()
                    self._bytes -= len(data)
                    await self._socket.send({"type": "websocket.send", "text": data.decode()})
                if self._close is not None:
                    code, reason = self._close
                    if self._socket.application_state is WebSocketState.CONNECTED:
                        await self._socket.close(code, reason)
                    return
                self._wake.clear()
                await self._wake.wait()
