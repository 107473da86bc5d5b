"""A Ray cluster as workers (the extra `cluster`): the same chunks, the same result."""

from __future__ import annotations

import importlib
import os
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.sheets import Sheet
from quedlinburg.arena.workers import Chunks, needs, play_chunk

# The word for a cluster of this machine alone, which ends with the contest.
LOCAL = "local"


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster, by its address: `auto`, `ray://HOST:PORT`, or `local` for this machine."""

    address: str

    def _join(self, ray: Any) -> None:  # noqa: ANN401  the library has no types
        """Join the cluster, or say in one line why that can't be."""
        options: dict[str, object] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address == LOCAL:
            options |= {"include_dashboard": False}
        else:
            options |= {"address": self.address}
        try:
            ray.init(**options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            first = str(error).strip().partition("\n")[0]
            raise ValueError(f"cluster: {self.address!r} can't be joined: {first}") from None

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Sheet, None, None]:
        """Keep every core of the cluster busy; a chunk whose machine is lost is played again."""
        needs("ray", "cluster")
        # Started by `uv run`, Ray would copy the current folder and build an environment from it
        # for every worker; they have this package already.
        os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        ray: Any = importlib.import_module("ray")
        self._join(ray)
        try:
            errand = ray.remote(num_cpus=1, max_retries=3)(play_chunk)
            cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
            running: list[Any] = []
            while True:
                while len(running) <= cores and (numbers := chunks.next()):
                    running.append(errand.remote(contest, numbers))
                if not running:
                    return
                finished, running = ray.wait(running, num_returns=1)
                done = ray.get(finished[0])
                chunks.learn(done)
                yield done.sheet
        finally:
            ray.shutdown()
