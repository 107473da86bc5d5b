"""Tables that must be restored from the store, and when that is tried next."""

from __future__ import annotations

import time

# Seconds until a table is restored unless somebody comes before; twice as long each time that it
# is lost again, so that one that fails each time costs little.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
# A table that was not lost for so many seconds begins with the first wait again.
FORGIVEN_SECONDS = 600.0


class LostTables:
    """The codes of tables that left memory because something failed."""

    def __init__(self) -> None:
        """No table is lost."""
        self._next_try: dict[str, float] = {}
        self._waits: dict[str, tuple[float, float]] = {}

    def __contains__(self, code: str) -> bool:
        return code in self._next_try

    def add(self, code: str) -> None:
        """Note that a table was lost, or could not be restored."""
        now = time.monotonic()
        wait, _ = self._waits.get(code, (FIRST_WAIT / 2, now))
        wait = min(wait * 2, LONGEST_WAIT)
        self._waits[code] = wait, now
        self._next_try[code] = now + wait

    def discard(self, code: str) -> None:
        """Note that a table was restored."""
        self._next_try.pop(code, None)

    def due(self) -> list[str]:
        """The tables to restore now; each of them is tried again later if that fails."""
        now = time.monotonic()
        due = [code for code, at in self._next_try.items() if at <= now]
        for code in due:
            self.add(code)
        self._waits = {
            code: (wait, since)
            for code, (wait, since) in self._waits.items()
            if now - since <= FORGIVEN_SECONDS
        }
        return due
