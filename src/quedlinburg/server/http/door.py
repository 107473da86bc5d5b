"""The door: how many connections a network has open, who gives way, and who took too long."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from quedlinburg.server import metrics
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.networks import Proxies, network_of
from quedlinburg.server.people.overruns import OverrunLog
from quedlinburg.server.people.rate_limits import KeyedLimit

# Files that are not connections: database, log, pipes of bots.
RESERVED_FILES = 128
# No network has more than this part of all connections.
LARGEST_SHARE = 2
SWEEP_SECONDS = 1.0
# How long a closed connection may take to send what is left.
CLOSING_SECONDS = 10.0

Clock = Callable[[], float]


class Guest(Protocol):
    """A connection as the door knows it."""

    @property
    def network(self) -> str:
        """The network that it is counted for."""
        ...

    @property
    def is_closing(self) -> bool:
        """Whether it is being closed."""
        ...

    def abort(self) -> None:
        """End it at once."""
        ...


class Door:
    """Counts connections by network and in all, and ends those that wait too long.

    Where a network, or the server, has no room left, the connection that has waited longest for
    the head of a request gives way to the new one. So half requests keep nobody out.
    """

    def __init__(
        self,
        limits: Limits,
        room: int,
        proxies: Proxies,
        overruns: OverrunLog,
        clock: Clock = time.monotonic,
    ) -> None:
        """Let so many connections in; trusted proxies are counted in all, but not by network."""
        self.limits = limits
        self.overruns = overruns
        self._room = room
        self._share = min(limits.transports_a_network, max(1, room // LARGEST_SHARE))
        self._proxies = proxies
        self._connects = KeyedLimit(limits.connects_a_second, limits.connects_at_once)
        self._clock = clock
        self._count = 0
        self._open: Counter[str] = Counter()
        self._guests: set[Guest] = set()
        # Those that wait for the head of a request, longest first, by network; "" has all.
        self._waiting: dict[str, dict[Guest, None]] = {"": {}}
        self._deadlines: dict[Guest, tuple[float, str]] = {}

    def admit(self, address: str) -> str | None:
        """Count a new connection; its network, or None if it must be refused."""
        network = network_of(address)
        budget = self._refusal(network, is_proxy=self._proxies.trusts(address))
        if budget:
            self.overruns.note(budget, network)
            return None
        self._open[network] += 1
        self._count += 1
        metrics.TRANSPORTS.set(self._count)
        return network

    def _refusal(self, network: str, *, is_proxy: bool) -> str:
        """The budget that a new connection is refused for; empty if there is room, or is made."""
        if not is_proxy and not self._connects.take(network):
            return "connects"
        share = self._room if is_proxy else self._share
        if self._open[network] >= share and not self._make_room(network, network):
            return "open"
        if self._count >= self._room and not self._make_room("", network):
            return "open in all"
        return ""

    def _make_room(self, among: str, network: str) -> bool:
        """End the connection that has waited longest, of a network or ("") of all."""
        waiting = self._waiting.get(among)
        if not waiting:
            return False
        self.overruns.note("open" if among else "open in all", network)
        oldest = next(iter(waiting))
        self._forget(oldest)
        oldest.abort()
        return True

    def enter(self, guest: Guest) -> None:
        """Know an admitted connection."""
        self._guests.add(guest)

    def leave(self, guest: Guest) -> None:
        """Know a connection no more: it was lost, or another one has taken over its transport."""
        self._guests.discard(guest)
        self._forget(guest)

    def release(self, network: str) -> None:
        """Count a connection of a network no more."""
        self._count -= 1
        self._open[network] -= 1
        if self._open[network] <= 0:
            del self._open[network]
        metrics.TRANSPORTS.set(self._count)

    def wait_for_head(self, guest: Guest) -> None:
        """A connection waits for the head of a request from now on."""
        self._forget(guest)
        self._set_deadline(guest, self.limits.head_seconds, "head time")
        for key in ("", guest.network):
            self._waiting.setdefault(key, {})[guest] = None

    def wait_for_body(self, guest: Guest) -> None:
        """A connection waits for the body of a request from now on."""
        self._forget(guest)
        self._set_deadline(guest, self.limits.body_seconds, "body time")

    def wait_for_answer(self, guest: Guest) -> None:
        """A connection has asked and takes its answer from now on."""
        self._forget(guest)
        self._set_deadline(guest, self.limits.answer_seconds, "answer time")

    def _set_deadline(self, guest: Guest, seconds: float, budget: str) -> None:
        """Let a connection end after some seconds."""
        self._deadlines[guest] = (self._clock() + seconds, budget)

    def _forget(self, guest: Guest) -> None:
        """A connection waits for nothing."""
        self._deadlines.pop(guest, None)
        for key in ("", guest.network):
            waiting = self._waiting.get(key, {})
            waiting.pop(guest, None)
            if key and not waiting:
                self._waiting.pop(key, None)

    def sweep(self) -> None:
        """End the connections that took too long, and those that can't be closed."""
        now = self._clock()
        for guest in self._guests:
            if guest.is_closing and guest not in self._deadlines:
                self._set_deadline(guest, CLOSING_SECONDS, "closing time")
        late = [(guest, what) for guest, (at, what) in self._deadlines.items() if now > at]
        for guest, budget in late:
            self._forget(guest)
            self.overruns.note(budget, guest.network)
            guest.abort()

    async def keep_sweeping(self) -> None:
        """Sweep until this task is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()
