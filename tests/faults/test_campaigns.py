"""A short campaign of every kind of fault, and some fuzzing: the long ones are `./scripts/faults`.

Nothing here depends on a time: every wait ends when its condition holds.
"""

from __future__ import annotations

import asyncio
import random

import pytest
from campaign import Campaign, Summary
from fault_kinds import kinds_for
from fuzz_run import FuzzRun, FuzzSummary
from world import open_world


def run_campaign(database: str, faults: int, seed: int) -> Summary:
    """Let some faults come while three tables are played."""

    async def run() -> Summary:
        async with open_world(database, random.Random(seed)) as world:
            campaign = Campaign(world, seed, places=3)
            return await campaign.run(kinds_for(world), faults)

    return asyncio.run(run())


@pytest.mark.parametrize(("database", "faults"), [("sqlite", 16), ("postgresql", 8)])
def test_faults_lose_nothing_double_nothing_and_show_nothing_unstored(
    database: str, faults: int
) -> None:
    """Every kind of fault that this machine can have on this database, at random moments."""
    summary = run_campaign(database, faults, seed=1)
    assert not summary.findings, "\n".join(summary.lines())
    assert summary.faults.total() == faults
    assert summary.acknowledged > 0


def test_fuzzed_messages_neither_kill_a_table_nor_leave_a_traceback() -> None:
    """Most of them are actions in running games; every table can be played to its end."""

    async def run() -> FuzzSummary:
        async with open_world("sqlite", random.Random(1)) as world:
            return await FuzzRun(world, 1, tables=2).run(4000)

    summary = asyncio.run(run())
    assert not summary.findings, "\n".join(summary.lines())
    assert summary.messages >= 4000
    assert summary.played * 2 >= summary.messages
    assert summary.answers["ack"] > 0
