"""A real server for the browser tests: its own process, database and port, with the built page."""

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

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "web" / "dist"
# What is tested is the page as it was built last, not a copy that was shipped before.
_START = """
import sys
from pathlib import Path
import quedlinburg.server.app as app
folder = Path(sys.argv[1])
app.page_folder = lambda: folder
from quedlinburg.cli.main import main
sys.argv = ["quacks", *sys.argv[2:]]
main()
"""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        number: int = listener.getsockname()[1]
        return number


class Server:
    """A server that can be stopped and started again with the same port and database."""

    def __init__(self, folder: Path) -> None:
        """Choose a port; nothing runs yet."""
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run the server and wait until it answers."""
        command = [sys.executable, "-c", _START, str(DIST), "serve"]
        command += ["--port", str(self.port), "--test-mode", "--log-level", "warning"]
        database = f"sqlite:///{self.folder / 'tables.db'}"
        log = (self.folder / "server.log").open("ab")
        self._process = subprocess.Popen(
            command,
            env={**os.environ, "QUACKS_DATABASE": database},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        log.close()
        self._await_answer()

    def _await_answer(self) -> None:
        """Ask until the server answers, at most half a minute."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                if self._process is None or self._process.poll() is not None:
                    break
        raise RuntimeError((self.folder / "server.log").read_text()[-2000:])

    def stop(self) -> None:
        """End the server and everything that it started."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(10)
        self._process = None
