"""The acceptor: takes new connections one after the other, and never spins or stays silent."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from quedlinburg.server.http.door import Door
from quedlinburg.server.people.rate_limits import Allowance

# More open files than this are not asked for.
MOST_FILES = 65_536
# New connections in all: accepting is quick, but must leave time for those who play.
ACCEPTS_A_SECOND = 1000.0
ACCEPTS_AT_ONCE = 1000
PACE_SECONDS = 0.01
# How long to wait when the system gives no more files or memory.
EXHAUSTED_SECONDS = 0.5

MakeProtocol = Callable[[str], asyncio.Protocol]


def raise_file_limit() -> int:
    """Let this process open as many files as it may; how many that are."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        # A system without such limits.
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Acceptor:
    """Accepts connections for an event loop, as far as the door lets them in."""

    def __init__(self, listening: socket.socket, make: MakeProtocol, door: Door) -> None:
        """Accept from a listening socket; `make` makes the protocol for a network."""
        self._listening = listening
        self._make = make
        self._door = door
        self._pace = Allowance(ACCEPTS_A_SECOND, ACCEPTS_AT_ONCE)
        self._opening: set[asyncio.Task[None]] = set()
        self._tasks = [
            asyncio.create_task(self._accept_all()),
            asyncio.create_task(door.keep_sweeping()),
        ]

    async def _accept_all(self) -> None:
        """Accept until this task is cancelled."""
        loop = asyncio.get_running_loop()
        self._listening.setblocking(False)
        while True:
            while not self._pace.take():
                await asyncio.sleep(PACE_SECONDS)
            try:
                accepted, address = await loop.sock_accept(self._listening)
            except ConnectionError:
                continue
            except OSError:
                # No file or no memory is left: what waits in the system's queue waits on.
                self._door.overruns.note("files", "all")
                await asyncio.sleep(EXHAUSTED_SECONDS)
                continue
            self._let_in(accepted, str(address[0]))
            # Others are served between two new connections, however many there are.
            await asyncio.sleep(0)

    def _let_in(self, accepted: socket.socket, address: str) -> None:
        """Serve a new connection, or close it at once."""
        network = self._door.admit(address)
        if network is None:
            accepted.close()
            return
        opening = asyncio.create_task(self._open(accepted, network))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)

    async def _open(self, accepted: socket.socket, network: str) -> None:
        """Give an accepted connection to a protocol of its own."""
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: self._make(network), accepted)
        except OSError:
            accepted.close()
            self._door.release(network)

    def close(self) -> None:
        """Accept no more."""
        for task in self._tasks:
            task.cancel()

    async def wait_closed(self) -> None:
        """Wait until nothing is accepted any more."""
        await asyncio.gather(*self._tasks, *self._opening, return_exceptions=True)
