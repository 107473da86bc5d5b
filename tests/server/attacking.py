"""Clients that keep to no rule: raw bytes to a server, from any address of this machine."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
from typing import Self

from driving import PATIENCE, Server, close_later

STRANGER = "127.0.0.2"
CLOSE, PING, TEXT, CONTINUED = 8, 9, 1, 0


def frame(opcode: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    assert len(data) < 126
    return bytes([opcode | 0x80 * last, 0x80 | len(data), 0, 0, 0, 0]) + data


class Raw:
    """A connection whose every byte is ours."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Use an open connection."""
        self.reader = reader
        self.writer = writer
        close_later(self)

    @classmethod
    async def to(cls, server: Server, address: str = STRANGER) -> Self:
        """Connect from an address of this machine."""
        return cls(
            *await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=(address, 0), limit=2**22
            )
        )

    async def say(self, data: bytes) -> bool:
        """Send bytes; False if the server has closed."""
        try:
            self.writer.write(data)
            await self.writer.drain()
        except OSError:
            return False
        return True

    async def hear(self) -> bytes:
        """All that comes until the server closes."""
        heard = b""
        async with asyncio.timeout(PATIENCE):
            try:
                while data := await self.reader.read(2**16):
                    heard += data
            except OSError:
                pass
        return heard

    async def hear_head(self) -> bytes:
        """The head of an answer."""
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readuntil(b"\r\n\r\n")

    async def ask(self, data: bytes) -> int:
        """Send a request; the status of its answer."""
        assert await self.say(data)
        return int((await self.hear_head()).split()[1])

    async def upgrade(self, path: str, *headers: str) -> int:
        """Ask for a WebSocket; the status of the answer."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", "host: here", "connection: Upgrade", "upgrade: websocket"]
        lines += [f"sec-websocket-key: {key}", "sec-websocket-version: 13", *headers, "", ""]
        return await self.ask("\r\n".join(lines).encode())

    async def close(self) -> None:
        """Close it."""
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()


def frames_in(data: bytes) -> list[tuple[int, bytes]]:
    """The frames that a server sent: opcode and data of each."""
    found = []
    while len(data) >= 2:
        opcode, size, start = data[0] & 15, data[1], 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(data[2:10], "big"), 10
        found.append((opcode, data[start : start + size]))
        data = data[start + size :]
    return found


def close_code(data: bytes) -> int | None:
    """The code of the close frame among what a server sent."""
    codes = [int.from_bytes(d[:2], "big") for opcode, d in frames_in(data) if opcode == CLOSE]
    return codes[0] if codes else None
