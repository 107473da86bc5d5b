"""`quacks bench web`: how quickly the page answers, in a real Chromium on this machine.

The page plays itself through its own buttons: what is timed is what a person would see, from the
press to the frame in which the chip stands. Slowed means a processor four times as slow.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    Response,
    sync_playwright,
)

from benchmarks.web.heap import Weights, take_weights
from benchmarks.web.page_server import PageServer
from benchmarks.web.trace import FLIGHT, tasks_in_flight

SLOWED = 4
TAP_EVERY = 450
ASK_EVERY = 60
SETTLED = 1000
GAME_AT_MOST = 240_000
SAFE = (
    "players 4 books 1 round 4 card alms\n"
    "seat 0 bag O1x6 G1x6 K1x4\nseat 1 vp 3\nseat 2 vp 9\nseat 3 vp 5\n"
)
SCRIPTS = Path(__file__).with_name("bench.js")

Progress = Callable[[str], None]


@dataclass(frozen=True)
class WebFigures:
    """What was measured of the page; times in milliseconds unless their name says otherwise."""

    taps: int
    tap_to_chip_p50: float
    tap_to_chip_p95: float
    visits: int
    first_draw_seconds: float
    first_draw_slowest_seconds: float
    play_button_seconds: float
    script_kilobytes: float
    animated: tuple[str, ...]
    flights: int
    long_tasks: int
    longest_task: float
    games: int
    heap_game_2_megabytes: float
    heap_last_megabytes: float
    heap_ratio: float
    heap_code_game_2_megabytes: float
    heap_code_last_megabytes: float
    heap_kept_game_2_megabytes: float
    heap_kept_last_megabytes: float
    heap_kept_ratio: float

    def rows(self) -> list[tuple[str, str, str]]:
        """What was measured, in words and numbers, each with its aim."""
        animated = ", ".join(self.animated) or "nothing else"
        rows = [
            ("tap to chip, p50", f"{self.tap_to_chip_p50:.0f} ms", ""),
            (f"tap to chip, p95 of {self.taps}", f"{self.tap_to_chip_p95:.0f} ms", "< 100 ms"),
            ("slowed: Play now is there", f"{self.play_button_seconds:.2f} s", ""),
            (
                f"slowed: first possible draw, median of {self.visits}",
                f"{self.first_draw_seconds:.2f} s",
                "< 1.5 s",
            ),
            ("  the slowest visit", f"{self.first_draw_slowest_seconds:.2f} s", ""),
            ("script for the table, gzipped", f"{self.script_kilobytes:.0f} kB", "< 120 kB"),
            ("animated besides transform and opacity", animated, "nothing else"),
            (f"slowed: tasks over 50 ms in {self.flights} flights", f"{self.long_tasks}", "0"),
            ("  the longest task", f"{self.longest_task:.0f} ms", "<= 50 ms"),
        ]
        head = [("", "measured", "aim")]
        return head + rows + (self._heap_rows() if self.games > 1 else [])

    def _heap_rows(self) -> list[tuple[str, str, str]]:
        """What the heap holds after some games."""
        used = f"{self.heap_last_megabytes:.1f} MB, {self.heap_ratio:.3f}"
        code = (self.heap_code_game_2_megabytes, self.heap_code_last_megabytes)
        kept = f"{self.heap_kept_last_megabytes:.2f} MB, {self.heap_kept_ratio:.3f}"
        return [
            (f"heap in game {self.games}, to game 2", used, "<= 1.1"),
            ("  of it code that the browser compiled", "{:.2f} to {:.2f} MB".format(*code), ""),
            ("  of it what the page keeps, to game 2", kept, "<= 1.1"),
        ]

    def to_json(self) -> dict[str, Any]:
        """The figures for programs."""
        return asdict(self)


def _launch(start: Callable[..., Browser]) -> Browser:
    """Start the machine's Chromium if it has one, else the one that playwright brings."""
    own = shutil.which("chromium") or shutil.which("chromium-browser")
    arguments = ["--no-sandbox", "--enable-precise-memory-info"]
    return start(executable_path=own, args=arguments) if own else start(args=arguments)


def _come(browser: Browser) -> tuple[BrowserContext, Page]:
    """A device that has never been here."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.add_init_script(SCRIPTS.read_text("utf-8"))
    return context, page


def _slow(page: Page, rate: int) -> None:
    """Slow the processor down for a page."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def _sit_down(page: Page, url: str) -> None:
    """Sit at a table where every chip of the bag is safe to draw."""
    page.request.post(f"{url}/api/identity", data={"name": "Mira"})
    made = page.request.post(f"{url}/api/test/tables", data={"position": SAFE}).json()
    page.goto(f"{url}/t/{made['code']}")
    page.locator("[data-action=draw]:not([aria-disabled=true])").wait_for()


def _await(page: Page, claim: str, *, seconds: float) -> None:
    """Ask the page until a claim holds."""
    until = time.monotonic() + seconds
    while not page.evaluate(claim):
        if time.monotonic() > until:
            raise RuntimeError(f"web bench: {claim} did not hold within {seconds:g} s")
        page.wait_for_timeout(ASK_EVERY)


def _draw_button(page: Page) -> tuple[float, float]:
    """Where Draw is, with the pointer already there."""
    box = page.locator("[data-action=draw]").bounding_box()
    if box is None:
        raise RuntimeError("web bench: the page shows no Draw button")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.wait_for_timeout(SETTLED)
    return x, y


def _tap(page: Page, times: int, pause: int) -> None:
    """Tap Draw so many times; nothing else asks the page anything meanwhile."""
    _draw_button(page)
    for _ in range(times):
        page.mouse.down()
        page.mouse.up()
        page.wait_for_timeout(pause)


def measure_taps(browser: Browser, url: str, taps: int) -> list[float]:
    """Milliseconds from each tap on Draw to the frame that shows its chip."""
    found: list[float] = []
    while len(found) < taps:
        context, page = _come(browser)
        _sit_down(page, url)
        _tap(page, min(12, taps - len(found)), TAP_EVERY)
        seen: list[float] = page.evaluate("() => window.bench.taps")
        context.close()
        if not seen:
            raise RuntimeError("web bench: no tap brought a chip")
        found += seen
    return found


def measure_visit(browser: Browser, url: str) -> tuple[float, float, float] | None:
    """Seconds to Play now and to the first possible draw, kilobytes of script; None if a card asks.

    The device is new, the processor slowed, and Play now is pressed in the frame that shows it.
    """
    context, page = _come(browser)
    scripts: list[Response] = []
    page.on("response", lambda r: scripts.append(r) if r.url.endswith(".js") else None)
    _slow(page, SLOWED)
    page.goto(f"{url}/?bench", wait_until="commit")
    _await(page, "() => window.bench.drawAt !== null || window.bench.asked", seconds=30)
    play, draw = page.evaluate("() => [window.bench.playAt, window.bench.drawAt]")
    size = sum(len(gzip.compress(script.body())) for script in scripts) / 1000
    context.close()
    return None if draw is None else (play / 1000, draw / 1000, size)


def measure_flights(browser: Browser, url: str, flights: int) -> tuple[list[float], set[str]]:
    """The page's tasks while chips fly on a slowed processor, and everything that was animated."""
    context, page = _come(browser)
    _sit_down(page, url)
    _slow(page, SLOWED)
    page.wait_for_timeout(SETTLED)
    browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing", "__metadata"])
    _tap(page, flights, TAP_EVERY + FLIGHT)
    trace = json.loads(browser.stop_tracing())
    animated: list[str] = page.evaluate("() => [...window.bench.animated]")
    context.close()
    return tasks_in_flight(trace["traceEvents"]), set(animated)


def _tell_page(session: CDPSession, what: str) -> None:
    """Have the page do something and wait for its end, with nothing of playwright's in its heap."""
    told = session.send("Runtime.evaluate", {"expression": what, "awaitPromise": True})
    if "exceptionDetails" in told:
        raise RuntimeError(f"web bench: {told['result'].get('description', what)}")


def measure_heap(
    browser: Browser, url: str, games: int, tell: Progress, pause: int
) -> tuple[list[float], list[Weights]]:
    """Megabytes in use after collection at the end of each of some games in one tab.

    One collection finds everything: sent twelve times in a row, or again after a minute, it brings
    nothing more back. Besides, what the heap holds in game 2 and in the last one. The pause between
    two presses matters: the browser drops code that was not needed for three minutes, and ten games
    at a machine's pace are over before that.
    """
    context, page = _come(browser)
    page.emulate_media(reduced_motion="reduce")
    session = context.new_cdp_session(page)
    used: list[float] = []
    weights: list[Weights] = []
    page.goto(f"{url}/?bench")
    for number in range(1, games + 1):
        tell(f"game {number} of {games}")
        _tell_page(session, f"bench.playThrough({pause}, {GAME_AT_MOST})")
        session.send("HeapProfiler.collectGarbage")
        used.append(session.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
        if number in {2, games}:
            weights.append(take_weights(session))
        if number < games:
            _tell_page(session, "bench.again()")
    context.close()
    return used, [weights[0], weights[-1]]


@contextmanager
def _serving(page: Path | None) -> Iterator[str]:
    """A server for as long as it is measured."""
    with tempfile.TemporaryDirectory(prefix="quacks-bench-") as folder:
        server = PageServer(Path(folder), page)
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


def _visits(browser: Browser, url: str, wanted: int) -> list[tuple[float, float, float]]:
    """Some first visits, without those in which the first card asks before anybody draws."""
    found: list[tuple[float, float, float]] = []
    for _ in range(4 * wanted):
        visit = measure_visit(browser, url)
        if visit:
            found.append(visit)
        if len(found) == wanted:
            break
    return found


def measure_web(
    *,
    taps: int,
    visits: int,
    games: int,
    pause: int,
    page: Path | None = None,
    tell: Progress = print,
) -> WebFigures:
    """Measure everything that the page promises about its speed."""
    with _serving(page) as url, sync_playwright() as playwright:
        browser = _launch(playwright.chromium.launch)
        tell("first visits")
        seen = _visits(browser, url, visits)
        tell("taps")
        times = sorted(measure_taps(browser, url, taps))
        tell("flights")
        tasks, animated = measure_flights(browser, url, flights=10)
        heap, weights = [0.0, 0.0], [Weights(0.0, 0.0)] * 2
        if games > 1:
            heap, weights = measure_heap(browser, url, games, tell, pause)
        browser.close()
    plain = {"transform", "opacity"}
    return WebFigures(
        taps=len(times),
        tap_to_chip_p50=statistics.median(times),
        tap_to_chip_p95=times[max(0, -(-len(times) * 95 // 100) - 1)],
        visits=len(seen),
        first_draw_seconds=statistics.median(draw for _, draw, _ in seen),
        first_draw_slowest_seconds=max(draw for _, draw, _ in seen),
        play_button_seconds=statistics.median(play for play, _, _ in seen),
        script_kilobytes=max(size for _, _, size in seen),
        animated=tuple(sorted(animated - plain)),
        flights=10,
        long_tasks=sum(1 for task in tasks if task > 50),
        longest_task=max(tasks, default=0.0),
        games=games,
        heap_game_2_megabytes=heap[1],
        heap_last_megabytes=heap[-1],
        heap_ratio=heap[-1] / heap[1] if heap[1] else 0.0,
        heap_code_game_2_megabytes=weights[0].code,
        heap_code_last_megabytes=weights[1].code,
        heap_kept_game_2_megabytes=weights[0].kept,
        heap_kept_last_megabytes=weights[1].kept,
        heap_kept_ratio=weights[1].kept / weights[0].kept if weights[0].kept else 0.0,
    )


def measure_checked(
    *, taps: int, visits: int, games: int, pause: int, page: str, tell: Progress
) -> WebFigures:
    """Measure with the options of `quacks bench web`; ValueError for those that are not allowed."""
    numbers = (("taps", taps, 1), ("visits", visits, 1), ("games", games, 0), ("pause", pause, 20))
    for name, number, least in numbers:
        if not least <= number <= 1000:
            raise ValueError(f"{name}: {number} is not allowed; allowed: {least} to 1000")
    folder = Path(page) if page else None
    if folder is not None and not (folder / "index.html").is_file():
        raise ValueError(f"page: {page} holds no built page")
    return measure_web(taps=taps, visits=visits, games=games, pause=pause, page=folder, tell=tell)
