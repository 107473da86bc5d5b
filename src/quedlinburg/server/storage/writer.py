"""One writer for all tables: the jobs of many tables go into one commit.

A job is done when its commit is done; nobody hears of an action before that.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError, OperationalError, StatementError

from quedlinburg.server import metrics
from quedlinburg.server.logs import trouble
from quedlinburg.server.storage.commits import Batch, Commits, Rows

MOST_JOBS = 500
MERGE_SECONDS = 0.002
# For so long a commit shows that the database can store something.
PROOF_SECONDS = 10.0


class StoreError(Exception):
    """The database failed or did not answer; what was to be stored may be stored or not."""


@dataclass
class Job:
    """Statements and rows that are stored together or not at all."""

    statements: Sequence[Executable] = ()
    rows: Rows = ()
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)
    since: float = field(default_factory=time.monotonic)


class Writer:
    """Stores jobs in the order in which they came, as many as wait in one commit."""

    def __init__(self, commits: Commits, seconds: float) -> None:
        """Write by these commits, each of which may take so many seconds; `start` begins."""
        self._commits = commits
        self._seconds = seconds
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._stored_at = -PROOF_SECONDS

    def start(self) -> None:
        """Start the task that writes."""
        self._task = asyncio.create_task(self._run())

    @property
    def is_storing(self) -> bool:
        """Whether something was stored just now, and nothing has failed since."""
        return time.monotonic() - self._stored_at < PROOF_SECONDS

    async def put(self, *statements: Executable, rows: Rows = ()) -> None:
        """Store statements and rows; return once they are committed.

        After StoreError they may be stored or not: `settle` returns when that is decided.
        """
        if self._task is None or self._task.done():
            raise StoreError("the writer does not run")
        job = Job(statements, rows)
        self._queue.put_nowait(job)
        # A caller that goes away does not take back what it asked for.
        await asyncio.shield(job.done)
        metrics.COMMIT_SECONDS.observe(time.monotonic() - job.since)

    async def settle(self) -> None:
        """Return when all that was put before is stored or never will be; StoreError if unknown."""
        await self.put()

    async def stop(self) -> None:
        """Store all queued jobs, then stop."""
        await self._queue.join()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._commits.close()

    async def _run(self) -> None:
        """Store queued jobs for ever, as many as there are in one commit."""
        jobs: list[Job] = []
        while True:
            if len(jobs) > 1:
                # Many tables are busy: a moment more lets one commit hold more of them.
                await asyncio.sleep(MERGE_SECONDS)
            jobs = [await self._queue.get()]
            while not self._queue.empty() and len(jobs) < MOST_JOBS:
                jobs.append(self._queue.get_nowait())
            metrics.COMMIT_JOBS.observe(len(jobs))
            error: Exception | None = StoreError("the writer was stopped")
            try:
                error = await self._store(jobs)
                if error is not None and len(jobs) > 1 and _is_about_one_job(error):
                    await self._store_one_by_one(jobs)
            finally:
                for job in jobs:
                    _settle(job, error)
                    self._queue.task_done()

    async def _store(self, jobs: Sequence[Job]) -> Exception | None:
        """Store some jobs in one commit; the error if that fails, whatever it is.

        Equal inserts go together, before the statements.
        """
        batch = Batch()
        try:
            for job in jobs:
                batch.add(job.statements, job.rows)
            await self._commits.commit(batch)
        except Exception as error:
            # Those who wait must hear of it.
            trouble("a commit failed", error, jobs=len(jobs))
            self._stored_at = -PROOF_SECONDS
            return error
        if any(job.statements or job.rows for job in jobs):
            self._stored_at = time.monotonic()
        return None

    async def _store_one_by_one(self, jobs: Sequence[Job]) -> None:
        """Store jobs in commits of their own, so that only those fail that can't be stored.

        If the database itself fails meanwhile, or time is up, the others fail with it.
        """
        end, failed = time.monotonic() + self._seconds, None
        for job in jobs:
            error = failed or await self._store([job])
            _settle(job, error)
            if error is not None and (not _is_about_one_job(error) or time.monotonic() > end):
                failed = error


def _is_about_one_job(error: Exception) -> bool:
    """Whether a commit failed because of what was stored, and not because of the database."""
    if isinstance(error, OperationalError) or not isinstance(error, StatementError):
        return False
    return not (isinstance(error, DBAPIError) and error.connection_invalidated)


def _settle(job: Job, error: Exception | None) -> None:
    """Resolve a job's future, unless its waiter has gone."""
    if job.done.done():
        return
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(StoreError(type(error).__name__))
        # Nobody may be waiting any more; then nobody need hear of it.
        job.done.exception()
