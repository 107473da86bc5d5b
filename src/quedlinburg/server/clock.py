"""The clock: a time for each decision, after which the apprentice plays for an absent owner."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from quedlinburg.server.play import Play
from quedlinburg.server.storage.documents import SeatDocument, TableDocument

# A timer of the event loop is not set further ahead than this.
LONGEST_WAIT = 3600.0


def is_played_by_bot(seat: SeatDocument) -> bool:
    """Whether a bot decides for a seat now: its own, or the apprentice for an owner."""
    return seat.kind == "bot" or seat.apprentice or seat.resigned


def deadlines_of(document: TableDocument, play: Play | None) -> list[int | None]:
    """When each seat's time is up, in milliseconds since 1970; None where no clock runs."""
    deadlines: list[int | None] = [None] * document.options.players
    if play is None or document.state != "playing" or not document.options.clock:
        return deadlines
    for number, seat in enumerate(document.seats):
        if play.asked[number] is not None and not is_played_by_bot(seat):
            deadlines[number] = play.opened[number] + document.options.clock * 1000
    return deadlines


class Alarm:
    """Calls once when a moment has come; setting it again forgets the moment before."""

    def __init__(self, ring: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Ring by running this."""
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def set(self, deadlines: list[int | None]) -> None:
        """Ring at the first of some deadlines."""
        self.stop()
        moments = [deadline for deadline in deadlines if deadline is not None]
        if moments:
            wait = min(max(0.0, min(moments) / 1000 - time.time()), LONGEST_WAIT)
            self._handle = asyncio.get_running_loop().call_later(wait, self._begin)

    def stop(self) -> None:
        """Ring no more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _begin(self) -> None:
        """Start what ringing does."""
        task = asyncio.create_task(self._ring())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
