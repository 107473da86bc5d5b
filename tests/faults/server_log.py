"""The server's log: every traceback in it is a finding, but for what a broken disk explains."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

# Errors of the database, and of a server that waits for it in vain. The server logs them with their
# traceback where it could not store or read something; that is what a broken disk explains.
DATABASE_ERRORS = frozenset(
    {
        *("StoreError", "OperationalError", "InterfaceError", "InternalError", "DBAPIError"),
        *("ConnectionRefusedError", "ConnectionResetError", "CannotConnectNowError"),
        # The socket of PostgreSQL is gone while it starts.
        *("ConnectionDoesNotExistError", "TimeoutError", "FileNotFoundError"),
    }
)
# Nobody caught it: these words are those of the library that did in the end.
UNCAUGHT = re.compile(r"^(Exception in|Task exception|Future exception|Unhandled|Unclosed)")


class ServerLog:
    """Reads a log as it grows."""

    def __init__(self, path: Path) -> None:
        """Begin at the start of a log."""
        self._path = path
        self._at = 0
        self.not_stored = 0

    def new_tracebacks(self, *, strict: bool = False) -> Counter[str]:
        """The tracebacks that came since the last time, in a line each, with how often they came.

        If it is strict, also those of a broken database: nobody broke it.
        """
        found: Counter[str] = Counter()
        if not self._path.exists():
            return found
        with self._path.open("rb") as file:
            file.seek(self._at)
            data = file.read()
        whole = data.rfind(b"\n") + 1
        self._at += whole
        lines = data[:whole].decode(errors="replace").splitlines()
        for number, line in enumerate(lines):
            if "Traceback (most recent call last)" not in line:
                continue
            entry = _entry_of(line)
            if entry is None:
                found[_plain_error(lines[number + 1 :])] += 1
            elif strict or not _is_expected(entry):
                last = str(entry.get("trace", "")).strip().splitlines()[-1:]
                found[f"{entry.get('what', '').strip()}: {entry.get('error')}: {last}"] += 1
            else:
                self.not_stored += 1
        return found


def _entry_of(line: str) -> dict[str, Any] | None:
    """An entry of the log; None for a line that is none, such as one of a worker's traceback."""
    try:
        entry: dict[str, Any] = json.loads(line)
    except ValueError:
        return None
    return entry


def _plain_error(lines: list[str]) -> str:
    """The line with which a traceback that is no entry ends."""
    return next((line for line in lines if not line.startswith(" ")), "a traceback without end")


def _is_expected(entry: dict[str, Any]) -> bool:
    """Whether an entry tells of a database that failed, and of a server that noticed."""
    known = entry.get("error") in DATABASE_ERRORS
    return known and UNCAUGHT.search(entry.get("what", "")) is None
