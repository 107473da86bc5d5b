"""The bot pool: asks bots in worker processes, in a fair order and each answer within its time.

A worker that takes too long is stopped, and the first legal action is taken in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable

import msgspec

from quedlinburg import Action, View
from quedlinburg.server import metrics
from quedlinburg.server.bots.fair_queue import FairQueue, Share
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
        self._spent = 0.0

    @property
    def spent(self) -> float:
        """How many seconds it has worked on answers, given or not."""
        return self._spent

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
        begun = time.monotonic()
        try:
            process.stdin.write(packed)
            await process.stdin.drain()
            head = await process.stdout.readexactly(SIZE.size)
            return (await process.stdout.readexactly(SIZE.unpack(head)[0])).decode()
        finally:
            self._spent += time.monotonic() - begun

    async def stop(self) -> None:
        """Stop the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


# The account of those who need no other: tests, and programs that ask for themselves alone.
NOBODY = Share("", "")


class BotPool:
    """Asks bots for actions, advice and odds: in a fair order, each within its time."""

    def __init__(self, seconds: float, processes: int = 1, name: str = "bots") -> None:
        """Allow an answer so many seconds, and run so many processes; metrics say the name."""
        self._seconds = seconds
        self._name = name
        self._all = [_Worker() for _ in range(processes)]
        self._free = list(self._all)
        self._queue: FairQueue[asyncio.Future[_Worker]] = FairQueue()

    # --- turns -----------------------------------------------------------------------------------

    def waiting_of(self, owner: str) -> int:
        """How many questions of an identity wait for their turn."""
        return self._queue.waiting_of(owner)

    async def _begin_turn(self, share: Share) -> _Worker:
        """Wait until it is the turn of an account; the worker for it."""
        begun = time.monotonic()
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._queue.put(share, turn)
        self._hand_out()
        try:
            worker = await turn
        except asyncio.CancelledError:
            if not self._queue.remove(share, turn) and not turn.cancelled():
                self._end_turn(share, turn.result(), 0.0)
            self._count_waiting()
            raise
        metrics.BOT_WAIT_SECONDS.labels(self._name).observe(time.monotonic() - begun)
        return worker

    def _end_turn(self, share: Share, worker: _Worker, seconds: float) -> None:
        """Charge an account for the seconds of a worker, and give the worker to the next one."""
        self._queue.end(share, seconds)
        self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give free workers to those whose turn it is."""
        while self._free and (taken := self._queue.take()) is not None:
            share, turn = taken
            if turn.cancelled():
                self._queue.end(share, 0.0)
            else:
                turn.set_result(self._free.pop())
        self._count_waiting()

    def _count_waiting(self) -> None:
        """Say in the metrics how many wait."""
        metrics.BOT_WAITING.labels(self._name).set(len(self._queue))

    # --- questions -------------------------------------------------------------------------------

    async def warm_up(self) -> None:
        """Start a process before an answer is needed."""
        worker = await self._begin_turn(NOBODY)
        try:
            await worker.start()
        except (OSError, EOFError) as error:
            warn("a bot worker does not start", error=type(error).__name__)
        finally:
            self._end_turn(NOBODY, worker, 0.0)

    async def ask(self, make: Callable[[], Question], share: Share = NOBODY) -> str | None:
        """The answer to a question that is made when its turn comes.

        None if the answer took too long or went wrong. What `make` raises is raised here, and no
        worker is asked.
        """
        worker = await self._begin_turn(share)
        before = worker.spent
        try:
            return await self._answer(worker, make())
        finally:
            self._end_turn(share, worker, worker.spent - before)

    async def _answer(self, worker: _Worker, question: Question) -> str | None:
        """A worker's answer; None if it took too long or went wrong."""
        about = {"task": question.task, "bot": question.level}
        try:
            await worker.start()
            async with asyncio.timeout(self._seconds):
                text = await worker.ask(pack_question(question))
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
        if text.startswith(FAILED):
            warn("a bot failed", **about, answer=text)
            return None
        return text

    async def decide(
        self,
        level: str,
        seed: str,
        view: View,
        legal: tuple[Action, ...],
        share: Share = NOBODY,
    ) -> Action:
        """A bot's action; the first legal one if it has no legal answer in its time."""
        text = await self.ask(lambda: Question("decide", level, seed, view, legal), share)
        for action in legal:
            if str(action) == text:
                return action
        if text is not None:
            warn("a bot's answer is not legal", bot=level, answer=text)
        return legal[0]

    async def advise(self, make: Callable[[], Question], share: Share) -> list[Advised]:
        """Every legal action as an adviser judges it, best first; [] without an answer in time."""
        text = await self.ask(make, share)
        return [] if text is None else _read_advice(text)

    async def odds(self, make: Callable[[], Question], share: Share) -> Odds | None:
        """The chances of a viewer's next draw; None if there is nothing to draw."""
        text = await self.ask(make, share)
        return None if text is None else _read_odds(text)

    async def close(self) -> None:
        """Stop all processes."""
        for worker in self._all:
            await worker.stop()
