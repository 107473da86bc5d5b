"""Bots think in processes of their own: off the event loop, each answer within its time.

One that takes too long is stopped, and the first legal action is taken in its place. Advice for
people comes from another process, so that nobody waits for a bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys

import msgspec

from quedlinburg import Action, View
from quedlinburg.server import metrics
from quedlinburg.server.logs import warn
from quedlinburg.server.messages import Advised, Odds
from quedlinburg.server.thinker import READY, SIZE, Question, pack

# How long a process may take to load everything.
START_SECONDS = 30.0

_read_advice = msgspec.json.Decoder(list[Advised]).decode
_read_odds = msgspec.json.Decoder(Odds | None).decode


class _Thinker:
    """One thinking process; started when first needed, and again after it was stopped."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        """The process, once it is ready; loading does not count as thinking. OSError, EOFError."""
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
            await self._wait_until_ready(self._process)
        return self._process

    async def _wait_until_ready(self, process: asyncio.subprocess.Process) -> None:
        """Wait for a new process to load everything; one that is not waited for is stopped."""
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                await process.stdout.readexactly(len(READY))
        except BaseException:
            await self.stop()
            raise

    async def ask(self, packed: bytes) -> str:
        """Ask a packed question; the answer's text. EOFError or OSError if the process ended."""
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed)
        await process.stdin.drain()
        head = await process.stdout.readexactly(SIZE.size)
        return (await process.stdout.readexactly(SIZE.unpack(head)[0])).decode()

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
        """Start a process before somebody waits for it."""
        thinker = await self._free.get()
        try:
            await thinker.start()
        except (OSError, EOFError) as error:
            warn("the thinking process does not start", error=type(error).__name__)
        finally:
            self._free.put_nowait(thinker)

    async def ask(self, question: Question) -> str | None:
        """The answer to a question; None if it took too long or went wrong."""
        packed = pack(question)
        task, level = question[:2]
        thinker = await self._free.get()
        try:
            await thinker.start()
            async with asyncio.timeout(self._seconds):
                text = await thinker.ask(packed)
        except TimeoutError:
            metrics.BOT_TIMEOUTS.inc()
            warn("thinking took too long", task=task, bot=level)
            await thinker.stop()
            return None
        except (OSError, EOFError) as error:
            warn("the thinking process ended", task=task, bot=level, error=type(error).__name__)
            await thinker.stop()
            return None
        except asyncio.CancelledError:
            # The answer would come to the next question.
            await thinker.stop()
            raise
        finally:
            self._free.put_nowait(thinker)
        if text.startswith("!"):
            warn("thinking went wrong", task=task, bot=level, answer=text)
            return None
        return text

    async def decide(self, level: str, seed: str, view: View, legal: tuple[Action, ...]) -> Action:
        """A bot's answer, always legal, never later than its time allows."""
        text = await self.ask(("decide", level, seed, view, legal))
        for action in legal:
            if str(action) == text:
                return action
        if text is not None:
            warn("a bot's answer is not legal", bot=level, answer=text)
        return legal[0]

    async def advise(
        self, level: str, seed: str, view: View, legal: tuple[Action, ...]
    ) -> list[Advised]:
        """All legal actions as an adviser judges them, the best first; none if it has no answer."""
        text = await self.ask(("advise", level, seed, view, legal))
        return [] if text is None else _read_advice(text)

    async def odds(self, view: View) -> Odds | None:
        """The chances of a viewer's next draw; None if there is nothing to draw."""
        text = await self.ask(("odds", "", "", view, ()))
        return None if text is None else _read_odds(text)

    async def close(self) -> None:
        """Stop all thinking."""
        for thinker in self._all:
            await thinker.stop()
