"""One writer for all tables: what many tables have to store goes into one commit.

A job is done when its commit is done; nobody hears of an action before that.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Executable, Insert

from quedlinburg.server import metrics
from quedlinburg.server.logs import trouble
from quedlinburg.server.storage.commits import Batch, Commits, Row

MOST_JOBS = 500
MERGE_SECONDS = 0.002


class StoreError(Exception):
    """What should have been stored was not."""


@dataclass
class Job:
    """Some statements that are stored together or not at all, and rows for tables."""

    statements: Sequence[Executable] = ()
    rows: Sequence[tuple[Insert, Row]] = ()
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)
    since: float = field(default_factory=time.monotonic)


class Writer:
    """Stores jobs in the order in which they came, as many as wait in one commit."""

    def __init__(self, commits: Commits) -> None:
        """Write to a database by committing to it."""
        self._commits = commits
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def put(self, *statements: Executable, rows: Sequence[tuple[Insert, Row]] = ()) -> None:
        """Store something; return when it is stored, raise StoreError if it is not."""
        job = Job(statements, rows)
        self._queue.put_nowait(job)
        # A caller that goes away does not take back what it asked for.
        await asyncio.shield(job.done)
        metrics.COMMIT_SECONDS.observe(time.monotonic() - job.since)

    async def stop(self) -> None:
        """Store what waits, then stop."""
        await self._queue.join()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._commits.close()

    async def _run(self) -> None:
        """Take what waits and store it."""
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
        """Find the job that can't be stored; the others are."""
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
    """Tell whoever waits for a job, if anybody still does."""
    if job.done.done():
        return
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)
