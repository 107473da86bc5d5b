"""A server of its own for the page's tests and figures: its own process, database and port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

# What is served is the page in a given folder, not the copy that was shipped before.
_START = """
import sys
from pathlib import Path
import quedlinburg.server.app as app
if sys.argv[1]:
    folder = Path(sys.argv[1])
    app.page_folder = lambda: folder
from quedlinburg.cli.main import main
sys.argv = ["quacks", *sys.argv[2:]]
main()
"""
# A server that has not answered after so many seconds will not.
_PATIENCE = 120.0
_ASK_EVERY = 0.05


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        number: int = listener.getsockname()[1]
        return number


class PageServer:
    """A server in test mode that can be stopped and started again with the same port and tables."""

    def __init__(self, folder: Path, page: Path | None = None) -> None:
        """Keep tables and log in a folder and serve a built page (the shipped one if None)."""
        self.folder = folder
        self.page = page
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run the server and wait until it answers."""
        command = [sys.executable, "-c", _START, str(self.page or ""), "serve"]
        command += ["--port", str(self.port), "--test-mode", "--log-level", "warning"]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                env={**os.environ, "QUACKS_DATABASE": f"sqlite:///{self.folder / 'tables.db'}"},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._await_answer(self._process)

    def _await_answer(self, process: subprocess.Popen[bytes]) -> None:
        """Ask until the server answers; RuntimeError with its log if it ends or never does."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                pass
            try:
                process.wait(_ASK_EVERY)
                break
            except subprocess.TimeoutExpired:
                continue
        raise RuntimeError((self.folder / "server.log").read_text()[-2000:])

    def stop(self) -> None:
        """End the server and everything that it started."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(10)
        self._process = None
