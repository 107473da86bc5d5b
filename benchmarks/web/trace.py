"""Read a Chromium trace: how long the page's own thread was busy in one go while a chip flew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

FLIGHT = 700
_MARK = "quacks-tap"
_TASK = "RunTask"


def _main_thread(events: Iterable[dict[str, Any]], process: int) -> int | None:
    """The thread of a process that draws the page."""
    for event in events:
        if event.get("name") != "thread_name" or event.get("pid") != process:
            continue
        if event.get("args", {}).get("name") == "CrRendererMain":
            thread: int = event["tid"]
            return thread
    return None


def tasks_in_flight(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of every task of the page that ran while a chip flew, the longest last.

    What counts is the time the page's thread itself was busy: a processor that another program had
    meanwhile is not the page's doing.
    """
    taps = [event for event in events if event.get("name") == _MARK]
    if not taps:
        raise ValueError("trace: no tap was marked")
    process: int = taps[0]["pid"]
    thread = _main_thread(events, process)
    windows = [(tap["ts"], tap["ts"] + FLIGHT * 1000) for tap in taps]
    found = []
    for event in events:
        if event.get("ph") != "X" or not str(event.get("name", "")).endswith(_TASK):
            continue
        if event.get("pid") != process or (thread is not None and event.get("tid") != thread):
            continue
        start, end = event["ts"], event["ts"] + event.get("dur", 0)
        if any(start < last and end > first for first, last in windows):
            found.append(event.get("tdur", end - start) / 1000)
    return sorted(found)
