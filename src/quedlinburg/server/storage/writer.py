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

from quedlinburg.server import metrics
from quedlinburg.server.logs import trouble
from quedlinburg.server.storage.commits import Batch, Commits, Rows

MOST_JOBS = 500
MERGE_SECONDS = 0.002


class StoreError(Exception):
    """A job could not be stored."""


@dataclass
class Job:
    """Statements and rows that are stored together or not at all."""

    statements: Sequence[Executable] = ()
    rows: Rows = ()
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)
    since: float = field(default_factory=time.monotonic)


class Writer:
    """Stores jobs in the order in which they came, as many as wait in one commit."""

    def __init__(self, commits: Commits) -> None:
        """Write by these commits; `start` begins."""
        self._commits = commits
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task that writes."""
        self._task = asyncio.create_task(self._run())

    async def put(self, *statements: Executable, rows: Rows = ()) -> None:
        """Store statements and rows; return once they are committed. StoreError if that fails."""
        job = Job(statements, rows)
        self._queue.put_nowait(job)
        # A caller that goes away does not take back what it asked for.
        await asyncio.shield(job.done)
        metrics.COMMIT_SECONDS.observe(time.monotonic() - job.since)

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
            try:
                await self._store(jobs)
            except Exception as error:
                # Whatever it was, those who wait must hear of it.
                await self._store_one_by_one(jobs, error)
            else:
                for job in jobs:
                    _settle(job)
            for _ in jobs:
                self._queue.task_done()

    async def _store(self, jobs: Sequence[Job]) -> None:
        """Store some jobs in one commit; equal inserts go together, before the statements."""
        batch = Batch()
        for job in jobs:
            batch.add(job.statements, job.rows)
        await self._commits.commit(batch)

    async def _store_one_by_one(self, jobs: Sequence[Job], error: Exception) -> None:
        """Store jobs in commits of their own, so that only those fail that can't be stored."""
        if len(jobs) == 1:
            trouble("a job could not be stored", error)
            _settle(jobs[0], StoreError(type(error).__name__))
            return
        for job in jobs:
            try:
                await self._store([job])
            except Exception as own_error:
                trouble("a job could not be stored", own_error)
                _settle(job, StoreError(type(own_error).__name__))
            else:
                _settle(job)


def _settle(job: Job, error: StoreError | None = None) -> None:
    """Resolve a job's future, unless its waiter has gone."""
    if job.done.done():
        return
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)
