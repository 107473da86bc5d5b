"""The kinds of faults, one function each: at a random moment it breaks something, then mends it.

A function returns in a few words what it did. What has to be started again is running when it
returns; that games go on afterwards is checked by the campaign.
"""

from __future__ import annotations

import asyncio
import errno
import random
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from games import Place
from hostile import Hostile
from shim import Shim
from world import World

HOUR = 3600
# How long a fault of the disk waits to be noticed: nobody may have anything to store.
NOTICE_SECONDS = 2.0


@dataclass
class Scene:
    """What a fault can get at: the world, the games, and a random choice."""

    world: World
    places: list[Place]
    hostile: Hostile
    choose: random.Random
    on_ack: asyncio.Event

    async def moment(self) -> None:
        """Wait for a random moment: after some time, or the arrival of an acknowledgement."""
        await asyncio.sleep(self.choose.random() * 0.2)
        if self.choose.random() < 0.5:
            self.on_ack.clear()
            try:
                async with asyncio.timeout(1.0):
                    await self.on_ack.wait()
            except TimeoutError:
                return

    async def noticed(self, shim: Shim | None, since: int, times: int) -> int:
        """Wait until so many calls failed since then, for a while at most; how many did."""
        end = time.monotonic() + NOTICE_SECONDS
        while time.monotonic() < end:
            if shim is not None and shim.control.failures - since >= times:
                break
            await asyncio.sleep(0.005)
        return 0 if shim is None else shim.control.failures - since


Fault = Callable[[Scene], Awaitable[str]]


# --- the server ----------------------------------------------------------------------------------


async def _crash(scene: Scene, within: float = 0.5) -> str:
    """Kill the server from outside, or with a chance from within, at one of its next writes."""
    world, choose = scene.world, scene.choose
    await scene.moment()
    how = "killed"
    if world.kind == "sqlite" and world.shim is not None and choose.random() < within:
        world.shim.control.half = choose.randrange(2)
        world.shim.control.countdown = number = choose.randint(1, 12)
        end = time.monotonic() + NOTICE_SECONDS
        while world.server.is_running() and time.monotonic() < end:
            await asyncio.sleep(0.005)
        how = f"killed at write {number}" if not world.server.is_running() else how
        world.shim.calm()
    await world.server.kill()
    return how


async def kill_server(scene: Scene) -> str:
    """`kill -9` of the server."""
    how = await _crash(scene)
    await scene.world.start_server()
    return how


async def stop_server(scene: Scene) -> str:
    """SIGSTOP of the server, and SIGCONT after a while."""
    await scene.moment()
    seconds = scene.choose.choice((0.05, 0.2, 0.6))
    scene.world.server.send(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    scene.world.server.send(signal.SIGCONT)
    return f"stopped for {seconds} s"


async def jump_clock(scene: Scene) -> str:
    """The clock of the server jumps by up to half a day, forward or back."""
    await scene.moment()
    shim = scene.world.shim
    assert shim is not None
    seconds = scene.choose.randint(-12 * HOUR, 12 * HOUR)
    shim.control.clock_shift = seconds * 10**9
    return f"the clock is {seconds} s off"


async def attack(scene: Scene) -> str:
    """Hostile clients at an honest table."""
    await scene.moment()
    return await scene.hostile.attack(scene.choose.choice(scene.places))


# --- the disk ------------------------------------------------------------------------------------


async def lose_power(scene: Scene) -> str:
    """A power loss: what was not synced is lost, kept or torn."""
    how = await _crash(scene, 0.9)
    loss = await scene.world.lose(torn=False)
    await scene.world.start_server()
    return f"{how}; of {loss.pending} pending writes {loss.kept} kept, {loss.torn} of them torn"


async def tear_wal(scene: Scene) -> str:
    """A crash that leaves a torn end of SQLite's write-ahead log."""
    how = await _crash(scene, 0.9)
    loss = await scene.world.lose(torn=True)
    await scene.world.start_server()
    return f"{how}; of {loss.pending} pending writes {loss.kept} kept, {loss.torn} torn"


async def fill_disk(scene: Scene) -> str:
    """The disk of the database is full for a while."""
    world, shim = scene.world, scene.world.database_shim
    if world.kind == "sqlite" and shim is not None:
        await world.empty_wal()
    await scene.moment()
    since = 0 if shim is None else shim.control.failures
    if world.disk.is_mounted:
        world.disk.fill()
    elif shim is not None:
        shim.control.write_error = errno.ENOSPC
    failed = await scene.noticed(shim, since, scene.choose.randint(1, 4))
    world.calm()
    await _mend_database(scene)
    return f"{failed} calls failed"


async def fail_writes(scene: Scene) -> str:
    """Writes, syncs or both of the database fail with EIO for a while."""
    shim = scene.world.database_shim
    assert shim is not None
    await scene.moment()
    since = shim.control.failures
    what = scene.choose.choice(("writes", "syncs", "both"))
    if what != "syncs":
        shim.control.write_error = errno.EIO
    if what != "writes":
        shim.control.sync_error = errno.EIO
    failed = await scene.noticed(shim, since, scene.choose.randint(1, 4))
    scene.world.calm()
    await _mend_database(scene)
    return f"{what}: {failed} calls failed"


# --- the database server -------------------------------------------------------------------------


async def _mend_database(scene: Scene) -> None:
    """Start PostgreSQL again if it ended, and wait until it answers."""
    if scene.world.postgres is not None:
        await scene.world.postgres.start()


async def kill_database(scene: Scene) -> str:
    """`kill -9` of a session of PostgreSQL's, of its first process, or of all processes."""
    postgres = scene.world.postgres
    assert postgres is not None
    await scene.moment()
    what = scene.choose.choice(("session", "first process", "all processes"))
    if what == "session":
        sessions = postgres.sessions()
        postgres.signal_all(sessions[:1], signal.SIGKILL)
        what = what if sessions else "no session"
    else:
        await postgres.kill(whole=what == "all processes")
    await _mend_database(scene)
    return what


async def stop_database(scene: Scene) -> str:
    """SIGSTOP of a session of PostgreSQL's or of all its processes, and SIGCONT after a while."""
    postgres = scene.world.postgres
    assert postgres is not None
    await scene.moment()
    seconds = scene.choose.choice((0.05, 0.3, 1.0))
    stopped = postgres.sessions() if scene.choose.random() < 0.5 else postgres.processes()
    postgres.signal_all(stopped, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    postgres.signal_all(stopped[::-1], signal.SIGCONT)
    return f"{len(stopped)} processes for {seconds} s"


# --- which there are -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of fault: its function, the databases it suits, and whether it needs the shim."""

    fault: Fault
    databases: tuple[str, ...] = ("sqlite", "postgresql")
    needs_shim: bool = False


KINDS = {
    "kill": Kind(kill_server),
    "stop": Kind(stop_server),
    "clock": Kind(jump_clock, needs_shim=True),
    "hostile": Kind(attack),
    "full-disk": Kind(fill_disk),
    "write-error": Kind(fail_writes, needs_shim=True),
    "power-loss": Kind(lose_power, ("sqlite",), needs_shim=True),
    "torn-wal": Kind(tear_wal, ("sqlite",), needs_shim=True),
    "database-kill": Kind(kill_database, ("postgresql",)),
    "database-stop": Kind(stop_database, ("postgresql",)),
}


def kinds_for(world: World) -> list[str]:
    """The kinds of faults that a world can have."""
    return [
        name
        for name, kind in KINDS.items()
        if world.kind in kind.databases and (world.shim is not None or not kind.needs_shim)
        if name != "full-disk" or world.disk.is_mounted or world.shim is not None
    ]
