"""A real server for the browser tests, with the page as it was built last."""

from __future__ import annotations

from pathlib import Path

from benchmarks.web.page_server import PageServer

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "web" / "dist"


class Server(PageServer):
    """A server that can be stopped and started again with the same port and database."""

    def __init__(self, folder: Path) -> None:
        """Serve the page in web/dist, not a copy that was shipped before; nothing runs yet."""
        super().__init__(folder, DIST)
