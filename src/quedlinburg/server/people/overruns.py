"""Overruns: what is refused or closed for a budget is counted, and logged at a bounded rate."""

from __future__ import annotations

from quedlinburg.server import metrics
from quedlinburg.server.logs import warn
from quedlinburg.server.people.rate_limits import Allowance, KeyedLimit

LINES_A_MINUTE_AND_NETWORK = 1
LINES_A_SECOND_IN_ALL = 1.0
LINES_AT_ONCE_IN_ALL = 60


class OverrunLog:
    """Writes one line for each budget, network and minute, and not many of them in all."""

    def __init__(self) -> None:
        """Nothing was written yet."""
        self._lines = KeyedLimit(LINES_A_MINUTE_AND_NETWORK / 60, LINES_A_MINUTE_AND_NETWORK)
        self._all = Allowance(LINES_A_SECOND_IN_ALL, LINES_AT_ONCE_IN_ALL)

    def note(self, budget: str, network: str) -> None:
        """Count that a network went over a budget; log it if there was no such line lately."""
        metrics.OVERRUNS.labels(budget).inc()
        if self._lines.take(f"{budget} {network}") and self._all.take():
            warn("over a budget", budget=budget, network=network)
