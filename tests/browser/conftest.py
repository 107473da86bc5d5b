"""The browser tests: Debian's Chromium, a real server, and no error in the console."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from .player import PATIENCE
from .serving import DIST, Server

CHROMIUM = Path("/usr/bin/chromium")
expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Start the Chromium of the system."""
    return {"executable_path": str(CHROMIUM), "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A calm desktop that reads English."""
    return {
        "viewport": {"width": 1280, "height": 800},
        "locale": "en-GB",
        "color_scheme": "light",
        "reduced_motion": "reduce",
    }


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that don't stop it."""
    if not (DIST / "index.html").exists():
        pytest.fail("the page is not built: run `npm ci && npm run build` in web/")
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def quiet_console(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Fail a test in which the page complained; a test may clear the list when it cut the line."""
    complaints: list[str] = []
    if "page" in request.fixturenames:
        page: Page = request.getfixturevalue("page")

        def said(message: ConsoleMessage) -> None:
            if message.type == "error":
                complaints.append(f"{message.text} {message.location['url']}")

        page.on("console", said)
        page.on("pageerror", lambda error: complaints.append(str(error)))
    yield complaints
    assert complaints == []
