"""Rate limits: how often a network, identity or connection may do something, and its sockets.

Counted in memory by token buckets of `pyrate-limiter`. A network is what `networks.py` says.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from pyrate_limiter import MonotonicClock, Rate, RateItem, StateBucket, TokenBucket

from quedlinburg.server.limits import Limits
from quedlinburg.server.protocol.refusals import Refusal

# So many keys of a limit are counted, in some 10 MB; the one unused for longest is forgotten first.
MOST_KEYS = 10_000
# At most so many keys that owe nothing are forgotten in one go, so that nobody waits for it.
SWEPT_AT_ONCE = 100
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

    def take(self, count: int = 1) -> bool:
        """Count so many uses; False, and nothing is counted, if there are not so many left now."""
        return self._bucket.put(RateItem("", CLOCK.now(), weight=count)) is True

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

    def take(self, key: str, count: int = 1) -> bool:
        """Count so many uses by a key; False if the key must wait."""
        allowance = self._allowances.pop(key, None)
        if allowance is None:
            self._sweep()
            allowance = Allowance(*self._rate)
        # The last one in the dict is the one used last.
        self._allowances[key] = allowance
        return allowance.take(count)

    def _sweep(self) -> None:
        """Make room for a key: forget the oldest ones that owe nothing, and one if all owe."""
        for key in list(islice(self._allowances, SWEPT_AT_ONCE)):
            if not self._allowances[key].is_full():
                break
            del self._allowances[key]
        if len(self._allowances) >= MOST_KEYS:
            del self._allowances[next(iter(self._allowances))]


class RateLimits:
    """What the networks and identities of one server have used of their limits."""

    def __init__(self, limits: Limits) -> None:
        """Nobody has used anything."""
        one = limits
        self._limits = limits
        self._requests = KeyedLimit(one.requests_a_second, one.requests_at_once)
        self._files = KeyedLimit(one.files_a_second, one.files_at_once)
        self._own_requests = KeyedLimit(
            one.identity_requests_a_second, one.identity_requests_at_once
        )
        self._makes = KeyedLimit(one.makes_a_second, one.makes_at_once)
        self._opened = KeyedLimit(one.sockets_a_second, one.sockets_at_once)
        self._said = KeyedLimit(one.network_messages_a_second, one.network_messages_at_once)
        self._own_said = KeyedLimit(one.identity_messages_a_second, one.identity_messages_at_once)
        self._refused = KeyedLimit(one.refused_a_second, one.refused_at_once)
        self._sockets: Counter[str] = Counter()

    def check_request(self, network: str) -> None:
        """Count a request; refuse a network that asks too often."""
        if not self._requests.take(network):
            raise Refusal("too_fast", "too many requests: wait a moment", 429)

    def may_fetch(self, network: str) -> bool:
        """Count a request for a file of the page; False if the network asks too often."""
        return self._files.take(network)

    def check_identity(self, identity: str) -> None:
        """Count a request by an identity; refuse one that asks too often."""
        if not self._own_requests.take(identity):
            raise Refusal("too_fast", "too many requests: wait a moment", 429)

    def check_make(self, network: str) -> None:
        """Count a new identity, table or guess; refuse a network that does this too often."""
        if not self._makes.take(network):
            raise Refusal("too_fast", "too many of these: wait a moment", 429)

    def may_open(self, network: str) -> bool:
        """Count the opening of a socket; False if the network opens too many, one after another."""
        return self._opened.take(network)

    def may_speak(self, network: str, identity: str | None) -> bool:
        """Count a message; False if all sockets of its identity or network say too much."""
        if identity is not None and not self._own_said.take(identity):
            return False
        return self._said.take(network)

    def may_be_refused(self, network: str) -> bool:
        """Count a message refused for a budget; False if the network had so many that it floods."""
        return self._refused.take(network)

    def add_socket(self, network: str, *, reserved: bool = False) -> bool:
        """Count a new socket; False if its network has too many, with or without the reserve."""
        limits = self._limits
        most = limits.connections_an_address + reserved * limits.connections_reserved
        if self._sockets[network] >= most:
            return False
        self._sockets[network] += 1
        return True

    def remove_socket(self, network: str) -> None:
        """Count a socket no more."""
        self._sockets[network] -= 1
        if self._sockets[network] <= 0:
            del self._sockets[network]
