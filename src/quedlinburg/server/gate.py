"""The gate: counts and rates for each identity and address, and the pages that may ask."""

from __future__ import annotations

import time
from collections import Counter
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from quedlinburg.server.config import Config
from quedlinburg.server.limits import Bucket
from quedlinburg.server.refusal import Refusal

MOST_BUCKETS = 50_000


class Gate:
    """Decides who may come in, and how often."""

    def __init__(self, config: Config) -> None:
        """Guard a server that was started like this."""
        self._config = config
        self._limits = config.limits
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._connections: Counter[str] = Counter()

    def address(self, connection: HTTPConnection) -> str:
        """The address of a client; a proxy's word counts only if the server trusts it."""
        if self._config.trust_proxy:
            forwarded = connection.headers.get("x-forwarded-for", "")
            if forwarded:
                return forwarded.split(",")[-1].strip()
        return connection.client.host if connection.client else "unknown"

    def is_same_origin(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from an own page, an allowed one, or from no page at all."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self._config.origins:
            return True
        parts = urlsplit(origin)
        return bool(parts.netloc) and parts.netloc == connection.headers.get("host")

    def check_origin(self, connection: HTTPConnection) -> None:
        """Refuse requests from other people's pages."""
        if not self.is_same_origin(connection):
            raise Refusal("origin", "this page may not ask here", 403)

    def _take(self, what: str, who: str, rate: float, most: int) -> bool:
        """Take one from somebody's bucket."""
        now = time.monotonic()
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
        bucket = self._buckets.get((what, who))
        if bucket is None:
            bucket = self._buckets[what, who] = Bucket(rate, most, now)
        return bucket.take(now)

    def check_request(self, connection: HTTPConnection) -> None:
        """Refuse an address that asks too often."""
        limits = self._limits
        address = self.address(connection)
        if not self._take("request", address, limits.requests_a_second, limits.requests_at_once):
            raise Refusal("too_fast", "too many requests: wait a moment", 429)

    def check_make(self, connection: HTTPConnection) -> None:
        """Refuse an address that makes identities, tables or guesses too often."""
        limits = self._limits
        address = self.address(connection)
        if not self._take("make", address, limits.makes_a_second, limits.makes_at_once):
            raise Refusal("too_fast", "too many of these: wait a moment", 429)

    def enter(self, address: str, identity: str | None) -> bool:
        """Count a new socket; whether it may stay."""
        limits = self._limits
        if self._connections[f"@{address}"] >= limits.connections_an_address:
            return False
        if identity and self._connections[identity] >= limits.connections_an_identity:
            return False
        for key in (f"@{address}", identity):
            if key:
                self._connections[key] += 1
        return True

    def go(self, address: str, identity: str | None) -> None:
        """Count a socket no more."""
        for key in (f"@{address}", identity):
            if key:
                self._connections[key] -= 1
                if self._connections[key] <= 0:
                    del self._connections[key]
