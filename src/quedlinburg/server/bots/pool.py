"""The bot pool: asks bots in worker processes, each answer within its time.

A worker that takes too long is stopped, and the first legal action is taken in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys

import msgspec

from quedlinburg import Action, View
from quedlinburg.server import metrics
from quedlinburg.server.bots.pipe import FAILED, READY, SIZE, Question, pack_question
from quedlinburg.server.logs import warn
from quedlinburg.server.protocol.server_messages import Advised, Odds

# Seconds that a worker may take to load everything.
START_SECONDS = 30.0

_read_advice = msgspec.json.Decoder(list[Advised]).decode
_read_odds = msgspec.json.Decoder(Odds | None).decode


class _Worker:
    """One worker process; started when first needed, and again after it was stopped."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        """Start the process unless it runs, and wait until it is ready; OSError or EOFError."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "quedlinburg.server.bots.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                # Signals from the terminal are for the server, which ends this process itself.
                start_new_session=True,
            )
            await self._wait_until_ready(self._process)
        return self._process

    async def _wait_until_ready(self, process: asyncio.subprocess.Process) -> None:
        """Wait for a new process to load everything; stop it if that fails or is cancelled."""
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                await process.stdout.readexactly(len(READY))
        except BaseException:
            await self.stop()
            raise

    async def ask(self, packed: bytes) -> str:
        """Send a packed question; the answer's text. EOFError or OSError if the process ended."""
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


class BotPool:
    """Asks bots for actions, advice and odds, each within its time."""

    def __init__(self, seconds: float, processes: int = 1) -> None:
        """Allow an answer so many seconds, and run so many processes."""
        self._seconds = seconds
        self._all = [_Worker() for _ in range(processes)]
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in self._all:
            self._free.put_nowait(worker)

    async def warm_up(self) -> None:
        """Start a process before an answer is needed."""
        worker = await self._free.get()
        try:
            await worker.start()
        except (OSError, EOFError) as error:
            warn("a bot worker does not start", error=type(error).__name__)
        finally:
            self._free.put_nowait(worker)

    async def ask(self, question: Question) -> str | None:
        """The answer to a question; None if it took too long or went wrong."""
        packed = pack_question(question)
        about = {"task": question.task, "bot": question.level}
        worker = await self._free.get()
        try:
            await worker.start()
            async with asyncio.timeout(self._seconds):
                text = await worker.ask(packed)
        except TimeoutError:
            metrics.BOT_TIMEOUTS.inc()
            warn("a bot took too long", **about)
            await worker.stop()
            return None
        except (OSError, EOFError) as error:
            warn("a bot worker ended", **about, error=type(error).__name__)
            await worker.stop()
            return None
        except asyncio.CancelledError:
            # The answer would come to the next question.
            await worker.stop()
            raise
        finally:
            self._free.put_nowait(worker)
        if text.startswith(FAILED):
            warn("a bot failed", **about, answer=text)
            return None
        return text

    async def decide(self, level: str, seed: str, view: View, legal: tuple[Action, ...]) -> Action:
        """A bot's action; the first legal one if it has no legal answer in its time."""
        text = await self.ask(Question("decide", level, seed, view, legal))
        for action in legal:
            if str(action) == text:
                return action
        if text is not None:
            warn("a bot's answer is not legal", bot=level, answer=text)
        return legal[0]

    async def advise(
        self, level: str, seed: str, view: View, legal: tuple[Action, ...]
    ) -> list[Advised]:
        """Every legal action as an adviser judges it, best first; [] without an answer in time."""
        text = await self.ask(Question("advise", level, seed, view, legal))
        return [] if text is None else _read_advice(text)

    async def odds(self, view: View) -> Odds | None:
        """The chances of a viewer's next draw; None if there is nothing to draw."""
        text = await self.ask(Question("odds", "", "", view, ()))
        return None if text is None else _read_odds(text)

    async def close(self) -> None:
        """Stop all processes."""
        for worker in self._all:
            await worker.stop()
