"""A fair queue: whose turn it is when many wait for few workers.

Start-time fair queueing (Goyal, Vin and Cheng, 1996) on two levels: identities share the workers,
and the tables of an identity share its part. Of those who wait, whoever has used least goes first;
what an answer cost is charged when it is there. Whoever comes anew begins about where the one began
who was served last: nobody saves turns up, and nobody who asks seldom waits behind those who ask
all the time. Nothing here knows of clocks, tasks or processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

# What a turn costs at least, in seconds, so that equals take turns.
LEAST_COST = 0.001
# How many newcomers may go before each of those who wait, for every turn that these had.
NEWCOMERS = 4
# So many idle keys are remembered before those that owe nothing are forgotten.
MOST_IDLE = 100


class Share(NamedTuple):
    """On whose account something is worked out: an identity (or network), and one of its tables."""

    owner: str
    table: str


class Usage:
    """What each of some keys has used, and which of those who wait is next."""

    def __init__(self) -> None:
        """Nobody has used anything."""
        self._used: dict[str, float] = {}
        self._now = 0.0

    def __len__(self) -> int:
        return len(self._used)

    def enter(self, key: str) -> None:
        """Let a key wait: it begins no earlier than whoever was served last."""
        self._used[key] = max(self._used.get(key, 0.0), self._now)

    def next_of(self, waiting: Collection[str]) -> str:
        """The key that has used least; of several, the one that stands first."""
        return min(waiting, key=self._used.__getitem__)

    def serve(self, key: str) -> None:
        """Begin a turn of a key, which is charged the least cost."""
        self._now = max(self._now, self._used[key])
        self._used[key] += LEAST_COST

    def charge(self, key: str, cost: float, busy: int) -> None:
        """Charge what a turn cost beyond the least, while so many are waiting or served.

        The point where newcomers begin moves on with every turn, so that an endless row of them
        can't keep back those who have used more.
        """
        self._used[key] = self._used.get(key, self._now) + max(0.0, cost - LEAST_COST)
        self._now += max(cost, LEAST_COST) / (NEWCOMERS * max(busy, 1))

    def forget_but(self, busy: Collection[str]) -> None:
        """Forget the keys that are not busy and have used no more than those who are served."""
        kept = self._used.items()
        self._used = {key: used for key, used in kept if key in busy or used > self._now}


class _Owner(Generic[T]):
    """An identity's part: its waiting items by table, and how many are being worked out."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._usage = Usage()
        self._waiting: dict[str, deque[T]] = {}
        self._running = 0

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._waiting.values())

    @property
    def remembered(self) -> int:
        """How many tables are remembered, waiting or not."""
        return len(self._usage)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is being worked out."""
        return not self._waiting and not self._running

    def put(self, table: str, item: T) -> None:
        """Let an item of a table wait for its turn."""
        if table not in self._waiting:
            self._waiting[table] = deque()
            self._usage.enter(table)
        self._waiting[table].append(item)

    def take(self) -> tuple[str, T]:
        """Begin the next turn: its table and its item."""
        table = self._usage.next_of(self._waiting)
        item = self._waiting[table].popleft()
        if not self._waiting[table]:
            del self._waiting[table]
        self._running += 1
        self._usage.serve(table)
        return table, item

    def end(self, table: str, cost: float) -> None:
        """End a turn of a table and charge what it cost."""
        self._running -= 1
        self._usage.charge(table, cost, len(self._waiting))
        if len(self._usage) > 2 * len(self._waiting) + MOST_IDLE:
            self._usage.forget_but(self._waiting)

    def remove(self, table: str, item: T) -> bool:
        """Take an item out; False if it does not wait."""
        queue = self._waiting.get(table)
        if queue is None or item not in queue:
            return False
        queue.remove(item)
        if not queue:
            del self._waiting[table]
        return True


class FairQueue(Generic[T]):
    """Items that wait on the accounts of identities and tables, and are taken in a fair order."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._usage = Usage()
        self._owners: dict[str, _Owner[T]] = {}
        # The owners that wait, in the order in which they came.
        self._waiting: dict[str, None] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def remembered(self) -> int:
        """How many owners and tables are remembered, waiting or not."""
        return len(self._usage) + sum(owner.remembered for owner in self._owners.values())

    def waiting_of(self, owner: str) -> int:
        """How many items of an owner wait."""
        known = self._owners.get(owner)
        return 0 if known is None else len(known)

    def put(self, share: Share, item: T) -> None:
        """Let an item wait for its turn."""
        owner = self._owners.setdefault(share.owner, _Owner())
        if share.owner not in self._waiting:
            self._waiting[share.owner] = None
            self._usage.enter(share.owner)
        owner.put(share.table, item)
        self._count += 1

    def take(self) -> tuple[Share, T] | None:
        """Begin the next turn: its account and its item; None if nothing waits."""
        if not self._waiting:
            return None
        name = self._usage.next_of(self._waiting)
        table, item = self._owners[name].take()
        self._usage.serve(name)
        self._one_less(name)
        return Share(name, table), item

    def end(self, share: Share, cost: float) -> None:
        """End a turn and charge what it cost, in seconds of a worker."""
        self._usage.charge(share.owner, cost, len(self._owners))
        self._owners[share.owner].end(share.table, cost)
        self._forget_if_idle(share.owner)

    def remove(self, share: Share, item: T) -> bool:
        """Take an item out that waits no longer; False if its turn has begun."""
        owner = self._owners.get(share.owner)
        if owner is None or not owner.remove(share.table, item):
            return False
        self._one_less(share.owner)
        self._forget_if_idle(share.owner)
        return True

    def _one_less(self, name: str) -> None:
        """Note that an item of an owner waits no longer."""
        self._count -= 1
        if not self._owners[name]:
            del self._waiting[name]

    def _forget_if_idle(self, name: str) -> None:
        """Forget an owner that waits for nothing; everything, once nobody does."""
        if self._owners[name].is_idle:
            del self._owners[name]
        if not self._owners:
            self._usage = Usage()
        elif len(self._usage) > 2 * len(self._owners) + MOST_IDLE:
            self._usage.forget_but(self._owners)
