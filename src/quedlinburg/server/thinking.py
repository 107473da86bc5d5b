"""Bots think in processes of their own: off the event loop, each answer within its time.

One that takes too long is stopped, and the first legal action is taken in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys

from quedlinburg import Action, View
from quedlinburg.server import metrics
from quedlinburg.server.logs import warn
from quedlinburg.server.thinker import SIZE, pack

APPRENTICE = "cautious"


class _Thinker:
    """One thinking process; started when first needed, and again after it was stopped."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def _running(self) -> asyncio.subprocess.Process:
        """The process."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "quedlinburg.server.thinker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                # Signals from the terminal are for the server, which ends this process itself.
                start_new_session=True,
            )
        return self._process

    async def ask(self, packed: bytes) -> str:
        """Ask a packed question; the answer's text. EOFError or OSError if the process ended."""
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed)
        await process.stdin.drain()
        head = await process.stdout.readexactly(SIZE.size)
        return (await process.stdout.readexactly(SIZE.unpack(head)[0])).decode()

    async def warm_up(self) -> None:
        """Start the process before somebody waits for it."""
        with contextlib.suppress(OSError):
            await self._running()

    async def stop(self) -> None:
        """Stop the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Thinking:
    """Asks bots for their actions, each within its time."""

    def __init__(self, seconds: float, processes: int = 1) -> None:
        """Think for so many seconds at most, in so many processes."""
        self._seconds = seconds
        self._all = [_Thinker() for _ in range(processes)]
        self._free: asyncio.Queue[_Thinker] = asyncio.Queue()
        for thinker in self._all:
            self._free.put_nowait(thinker)

    async def warm_up(self) -> None:
        """Start the processes before somebody waits for them."""
        for thinker in self._all:
            await thinker.warm_up()

    async def decide(self, level: str, seed: str, view: View, legal: tuple[Action, ...]) -> Action:
        """A bot's answer, always legal, never later than its time allows."""
        packed = pack((level, seed, view, legal))
        thinker = await self._free.get()
        try:
            async with asyncio.timeout(self._seconds):
                text = await thinker.ask(packed)
        except TimeoutError:
            metrics.BOT_TIMEOUTS.inc()
            warn("a bot took too long", bot=level)
            await thinker.stop()
            return legal[0]
        except (OSError, EOFError) as error:
            warn("the thinking process ended", bot=level, error=type(error).__name__)
            await thinker.stop()
            return legal[0]
        except asyncio.CancelledError:
            # The answer would come to the next question.
            await thinker.stop()
            raise
        finally:
            self._free.put_nowait(thinker)
        for action in legal:
            if str(action) == text:
                return action
        warn("a bot's answer is not legal", bot=level, answer=text)
        return legal[0]

    async def close(self) -> None:
        """Stop all thinking."""
        for thinker in self._all:
            await thinker.stop()
