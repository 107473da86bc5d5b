"""Structured logs: one line of JSON for each event, without secrets, seeds and tokens."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

LOGGER = logging.getLogger("quedlinburg.server")


class JsonLines(logging.Formatter):
    """A formatter that writes a log entry as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Format an entry: time, level, what happened, and its fields."""
        entry: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        entry.update(getattr(record, "about", {}))
        if record.exc_info and record.exc_info[1] is not None:
            entry["error"] = type(record.exc_info[1]).__name__
            entry["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry, enc_hook=str).decode()


def log(level: int, what: str, /, **about: object) -> None:
    """Write one entry."""
    LOGGER.log(level, what, extra={"about": about})


def info(what: str, /, **about: object) -> None:
    """Log an event at level INFO."""
    log(logging.INFO, what, **about)


def warn(what: str, /, **about: object) -> None:
    """Log a fault that the server can go on with, at level WARNING."""
    log(logging.WARNING, what, **about)


def trouble(what: str, error: BaseException, /, **about: object) -> None:
    """Log an exception with its traceback, at level ERROR."""
    LOGGER.error(what, exc_info=error, extra={"about": about})


def set_up_logs(level: str) -> None:
    """Write the server's logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("quedlinburg.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    # Uvicorn's own lines about sockets and malformed requests would only repeat ours, one for each.
    logging.getLogger("uvicorn.error").setLevel("ERROR")
