"""Starts servers quickly: loads the program once, then forks a process for each server.

Run as a program. It reads requests from its standard input, a line of JSON each, and answers with
the process's id on its standard output. What it starts is `quacks serve` as everybody runs it,
except that worker processes for bots are started when they are first needed, not before.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from typing import Any

from quedlinburg.cli import serve
from quedlinburg.server.bots.pool import BotPool

PR_SET_PDEATHSIG = 1


async def _start_later(_pool: BotPool) -> None:
    """Start no process before it is needed."""


def _become_server(wanted: dict[str, Any]) -> None:
    """Serve in this process: standard output and errors go to files."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    # No server outlives its launcher, whatever ends that.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for name, number in (("output", 1), ("log", 2)):
        file = os.open(wanted[name], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.dup2(file, number)
        os.close(file)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    serve.app(["serve", *wanted["options"]], standalone_mode=True)


def main() -> None:
    """Fork a server for each line that comes, until there are no more."""
    BotPool.warm_up = _start_later  # type: ignore[assignment, method-assign]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                _become_server(json.loads(line))
            finally:
                os._exit(1)
        print(process, flush=True)


if __name__ == "__main__":
    main()
