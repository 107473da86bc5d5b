"""A pytest plugin: processor seconds of every test, servers and browsers that it starts included.

    PYTHONPATH=tools .venv/bin/pytest -p processor_time --processor-times=times.csv tests/server

Wall-clock times of a busy machine say little; processor time stays nearly the same. The file has
one row for each test: processor seconds, seconds on the clock, name. A fixture's time counts for
the test that is the first to ask for it, and what a background process does for the test during
which it does so. `python tools/processor_time.py times.csv` prints the sums by folder and module
and the most expensive tests.
"""

from __future__ import annotations

import csv
import ctypes
import os
import sys
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
MOST_SHOWN = 60
PR_SET_CHILD_SUBREAPER = 36


def processor_seconds() -> float:
    """Processor time of this process and of all processes below it, finished ones included."""
    used: dict[int, int] = {}
    children: dict[int, list[int]] = defaultdict(list)
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            fields = Path(entry.path, "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        # Parent, then user and system time: its own, and of the children that it waited for.
        children[int(fields[1])].append(int(entry.name))
        used[int(entry.name)] = sum(int(ticks) for ticks in fields[11:15])
    total, open_ids = 0, [os.getpid()]
    while open_ids:
        process = open_ids.pop()
        total += used.get(process, 0)
        open_ids += children[process]
    return total / TICKS


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--processor-times", metavar="FILE", help="write processor seconds to FILE")


def pytest_configure(config: pytest.Config) -> None:
    """Begin an empty file; workers append to it. Orphans of a test stay below its process."""
    path = config.getoption("--processor-times")
    if path:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if path and not hasattr(config, "workerinput"):
        Path(path).write_text("")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Append a row for a test with its fixtures."""
    path = item.config.getoption("--processor-times")
    if not path:
        return (yield)
    begun, clock = processor_seconds(), time.perf_counter()
    result = yield
    row = (processor_seconds() - begun, time.perf_counter() - clock)
    with Path(path).open("a", encoding="utf-8") as file:
        csv.writer(file).writerow([*(f"{value:.2f}" for value in row), item.nodeid])
    return result


def summarise(path: Path) -> None:
    """Print the sums of a file of times by folder and by module, and the most expensive tests."""
    with path.open(encoding="utf-8") as file:
        rows = [(float(own), float(clock), name) for own, clock, name in csv.reader(file)]
    for depth, title in ((2, "folders"), (3, "modules")):
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        for own, clock, name in rows:
            key = "/".join(name.partition("::")[0].split("/")[:depth])
            for place, value in enumerate((own, clock, 1)):
                sums[key][place] += value
        print(f"\n{title}: processor seconds, seconds on the clock, tests")
        for key, (own, clock, count) in sorted(sums.items(), key=lambda item: -item[1][0]):
            print(f"{own:8.1f} {clock:8.1f} {count:6.0f}  {key}")
    print("\ntests: processor seconds, seconds on the clock")
    for own, clock, name in sorted(rows, reverse=True)[:MOST_SHOWN]:
        print(f"{own:8.1f} {clock:8.1f}  {name}")
    print(f"\nin all {sum(own for own, _, _ in rows):.1f} processor seconds, {len(rows)} tests")


if __name__ == "__main__":
    summarise(Path(sys.argv[1]))
