"""The server's clock, and the alarm of a table: it calls when the time of a decision is up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from quedlinburg.server.logs import trouble
from quedlinburg.server.protocol.refusals import Refusal

# A timer of the event loop is not set further ahead than this.
LONGEST_WAIT = 3600.0


def now_ms() -> int:
    """The server's clock, in milliseconds since 1970."""
    return int(time.time() * 1000)


class Alarm:
    """Calls a function when the first of some deadlines has passed."""

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        """Call this function when it is time."""
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def set(self, deadlines: Sequence[int | None]) -> None:
        """Ring at the first of some deadlines, in place of those set before.

        Deadlines are in milliseconds since 1970.
        """
        self.stop()
        moments = [deadline for deadline in deadlines if deadline is not None]
        if moments:
            wait = max(0.0, min(moments) / 1000 - time.time())
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(min(wait, LONGEST_WAIT), self._begin)

    def stop(self) -> None:
        """Forget the deadlines."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _begin(self) -> None:
        """Run the function as a task."""
        task = asyncio.create_task(self._run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        """Call the function; nobody waits for it, so that an error only goes to the log."""
        try:
            await self._ring()
        except Refusal:
            # The table is being restored, with a clock of its own.
            return
        except Exception as error:
            trouble("the clock failed", error)
