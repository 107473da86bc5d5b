"""A TCP proxy of our own: it cuts connections, delays what passes, and stops reading."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Self


class Proxy:
    """Passes bytes between clients and a server, badly on purpose."""

    def __init__(
        self, port: int, choose: random.Random, *, cut: float = 0.0, delay: float = 0.0
    ) -> None:
        """Pass on to a port; cut with a chance for each piece, delay up to so many seconds."""
        self.target = port
        self.port = 0
        self.cuts = 0
        self._choose = choose
        self._cut = cut
        self._delay = delay
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect a client with the server."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return

        def abort() -> None:
            writer.transport.abort()
            back.transport.abort()

        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, target, abort))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        abort: Callable[[], None],
    ) -> None:
        """Pass bytes on in small pieces, until the connection is cut."""
        with contextlib.suppress(OSError):
            while data := await source.read(64 + self._choose.randrange(4000)):
                if self._delay:
                    await asyncio.sleep(self._choose.random() * self._delay)
                if self._choose.random() < self._cut:
                    self.cuts += 1
                    target.write(data[: self._choose.randrange(len(data) + 1)])
                    break
                target.write(data)
                await target.drain()
        abort()


async def together(*work: Awaitable[None]) -> None:
    """Do several things at once."""
    await asyncio.gather(*work)
