"""WebKitGTK by its own driver: the engine of Safari, spoken to in plain WebDriver over HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.web.page_server import free_port

from .player import PATIENCE

_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class WebKit:
    """A window of WebKitGTK on a screen that nobody sees."""

    def __init__(self, folder: Path, width: int, height: int) -> None:
        """Start a screen, the driver and a window of that size."""
        for program in ("WebKitWebDriver", "Xvfb"):
            if shutil.which(program) is None:
                raise RuntimeError(f"{program} is missing: apt install webkit2gtk-driver xvfb")
        self._log = (folder / "webkit.log").open("wb")
        display = f":{90 + os.getpid() % 900}"
        self._screen = self._run(["Xvfb", display, "-screen", "0", "1400x1000x24"])
        port = free_port()
        self._driver = self._run(
            ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"],
            {
                "DISPLAY": display,
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
                "HOME": str(folder),
            },
        )
        self._url = f"http://127.0.0.1:{port}/session"
        options = {"binary": self._browser(), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._url += "/" + self._first(wanted)["sessionId"]
        self._ask("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    @staticmethod
    def _browser() -> str:
        """Where the little browser of WebKitGTK lies."""
        found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        return str(found[-1]) if found else _BROWSER

    def _run(
        self, command: list[str], more: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program that lives as long as the window."""
        environment = {**os.environ, **(more or {})}
        return subprocess.Popen(command, env=environment, stdout=self._log, stderr=self._log)

    def _first(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Ask for a window until the driver listens."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self._ask("POST", "", wanted)
                assert isinstance(answer, dict)
                return answer
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > until or self._driver.poll() is not None:
                    raise

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> object:
        """One command of WebDriver."""
        request = urllib.request.Request(
            self._url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            told: dict[str, object] = json.loads(answer.read())
            return told["value"]

    def go(self, url: str) -> None:
        """Open a page."""
        self._ask("POST", "/url", {"url": url})

    def run(self, script: str) -> object:
        """Run a script in the page; what it returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": []})

    def click(self, selector: str) -> None:
        """Press what a selector finds first."""
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        assert isinstance(found, dict)
        self._ask("POST", f"/element/{found[_ELEMENT]}/click", {})

    def wait(self, claim: str) -> object:
        """Ask the page until a claim holds; what it returned."""
        until = time.monotonic() + PATIENCE
        while True:
            found = self.run(f"return {claim}")
            if found:
                return found
            if time.monotonic() > until:
                seen = self.run("return document.body.innerText.slice(-400)")
                raise AssertionError(f"{claim} never held: {seen}")
            try:
                self._driver.wait(0.1)
            except subprocess.TimeoutExpired:
                continue

    def close(self) -> None:
        """Close the window, the driver and the screen."""
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            self._ask("DELETE", "")
        for process in (self._driver, self._screen):
            process.terminate()
            process.wait(PATIENCE)
        self._log.close()
