"""Rate limits: how often an address or a connection may do something, and how many sockets it has.

Counted in memory by token buckets of `pyrate-limiter`.
"""

from __future__ import annotations

from collections import Counter

from pyrate_limiter import MonotonicClock, Rate, RateItem, StateBucket, TokenBucket

from quedlinburg.server.limits import Limits
from quedlinburg.server.protocol.refusals import Refusal

# So many addresses are counted before those that owe nothing are forgotten.
MOST_KEYS = 50_000
# Rates are whole numbers to the library, so that they are given for a long interval.
INTERVAL_SECONDS = 1000
CLOCK = MonotonicClock()


class Allowance:
    """A token bucket: so many uses at once, refilled at a steady rate."""

    __slots__ = ("_bucket",)

    def __init__(self, a_second: float, at_once: int) -> None:
        """Begin with all uses there."""
        rate = Rate(round(a_second * INTERVAL_SECONDS), INTERVAL_SECONDS * 1000, burst=at_once)
        self._bucket = StateBucket([rate], algorithm=TokenBucket(), clock=CLOCK)

    def take(self) -> bool:
        """Count one use; False if there is none left now."""
        return self._bucket.put(RateItem("", CLOCK.now())) is True

    def is_full(self) -> bool:
        """Whether all uses are there again."""
        return self._bucket.count() == 0


class KeyedLimit:
    """A rate limit that is counted for each key by itself."""

    def __init__(self, a_second: float, at_once: int) -> None:
        """Allow each key so many uses at once, refilled at a steady rate."""
        self._rate = a_second, at_once
        self._allowances: dict[str, Allowance] = {}

    def __len__(self) -> int:
        return len(self._allowances)

    def take(self, key: str) -> bool:
        """Count one use by a key; False if the key must wait."""
        if len(self._allowances) > MOST_KEYS:
            self._allowances = {k: a for k, a in self._allowances.items() if not a.is_full()}
        allowance = self._allowances.get(key)
        if allowance is None:
            allowance = self._allowances[key] = Allowance(*self._rate)
        return allowance.take()


class RateLimits:
    """What the addresses and identities of one server have used of their limits."""

    def __init__(self, limits: Limits) -> None:
        """Nobody has used anything."""
        self._limits = limits
        self._requests = KeyedLimit(limits.requests_a_second, limits.requests_at_once)
        self._makes = KeyedLimit(limits.makes_a_second, limits.makes_at_once)
        self._sockets: Counter[str] = Counter()

    def check_request(self, address: str) -> None:
        """Count a request; refuse an address that asks too often."""
        if not self._requests.take(address):
            raise Refusal("too_fast", "too many requests: wait a moment", 429)

    def check_make(self, address: str) -> None:
        """Count a new identity, table or guess; refuse an address that does this too often."""
        if not self._makes.take(address):
            raise Refusal("too_fast", "too many of these: wait a moment", 429)

    def add_socket(self, address: str, identity: str | None) -> bool:
        """Count a new socket; False if its address or identity has too many."""
        limits = self._limits
        if self._sockets[f"@{address}"] >= limits.connections_an_address:
            return False
        if identity and self._sockets[identity] >= limits.connections_an_identity:
            return False
        self._sockets.update(self._keys(address, identity))
        return True

    def remove_socket(self, address: str, identity: str | None) -> None:
        """Count a socket no more."""
        for key in self._keys(address, identity):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]

    def _keys(self, address: str, identity: str | None) -> list[str]:
        """The keys under which a socket is counted."""
        return [f"@{address}", identity] if identity else [f"@{address}"]
