"""Bots think in a process of their own: off the event loop, with a time limit.

A bot gets a view and the legal actions, never the game. One that takes too long is stopped, and
the cautious answer (or the first legal one) is taken in its place.
"""

from __future__ import annotations

import asyncio
import copyreg
import multiprocessing
import os
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from quedlinburg import Action, View
from quedlinburg.bots import Bot, make_bot
from quedlinburg.server import metrics
from quedlinburg.server.logs import trouble, warn

APPRENTICE = "cautious"


def _copy_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    """How the counts of a view travel to another process."""
    return MappingProxyType, (dict(mapping),)


copyreg.pickle(MappingProxyType, _copy_mapping)


@lru_cache(maxsize=4096)
def _bot(level: str, seed: str) -> Bot:
    """A bot of a level; the same seed makes the same bot."""
    return make_bot(level, seed)


def _watch_parent() -> None:
    """End this process when the server ends, however it ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _begin_thinking() -> None:
    """What a thinking process does first."""
    threading.Thread(target=_watch_parent, daemon=True).start()


def _decide(level: str, seed: str, view: View, legal: tuple[Action, ...]) -> Action:
    """Think, in the other process."""
    return _bot(level, seed).decide(view, legal)


def _ready() -> bool:
    """Answer that the other process is there."""
    return True


class Thinking:
    """Asks bots for their actions, each within its time."""

    def __init__(self, seconds: float, processes: int = 1) -> None:
        """Think for so many seconds at most, in so many processes."""
        self._seconds = seconds
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def _running(self) -> ProcessPoolExecutor:
        """The processes; started when first needed, and again after one was stopped."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin_thinking,
            )
        return self._pool

    def warm_up(self) -> None:
        """Start the processes before somebody waits for them."""
        self._running().submit(_ready)

    async def decide(self, level: str, seed: str, view: View, legal: tuple[Action, ...]) -> Action:
        """A bot's answer, always legal, never later than its time allows."""
        pool = self._running()
        loop = asyncio.get_running_loop()
        try:
            answer = loop.run_in_executor(pool, _decide, level, seed, view, legal)
            action = await asyncio.wait_for(answer, self._seconds)
        except TimeoutError:
            metrics.BOT_TIMEOUTS.inc()
            warn("a bot took too long", level=level)
            self._stop(pool)
        except BrokenExecutor:
            if self._pool is pool:
                self._pool = None
            warn("the thinking process ended", level=level)
        except Exception as error:
            trouble("a bot made a mistake", error, level=level)
        else:
            if action in legal:
                return action
            warn("a bot chose what is not legal", level=level)
        return legal[0]

    def _stop(self, pool: ProcessPoolExecutor) -> None:
        """Stop processes that think too long; the next question starts new ones."""
        if self._pool is pool:
            self._pool = None
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def close(self) -> None:
        """Stop all thinking."""
        if self._pool is not None:
            self._stop(self._pool)
