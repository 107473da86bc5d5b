"""The walks through the sources: every hop is there, calls the next one, and is really taken."""

import ast
import itertools
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import pytest

from quedlinburg import Game, Scripted
from quedlinburg.bots import make_bot

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "a-chip.md"
ROW = re.compile(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \| .+ \|$")

# A crow skull lands on a ruby space (R4.13); the seat may also stop or use its flask.
CHIP = """players 2  books 3  round 4  card alms
seat 0  droplet 0  bag B2 W1 O1  pot W3@3
seat 1  pot O1@1  stopped
"""
DECISION = """players 2  books 3  round 4  card alms
seat 0  droplet 0  bag B2 W1 O1 W3  pot W3@3 W1@4
seat 1  pot O1@1  stopped
"""


@dataclass(frozen=True)
class Hop:
    """A row of a walk: its number, a file and a function in it."""

    number: int
    path: str
    function: str

    @property
    def name(self) -> str:
        """The function's name without its class."""
        return self.function.rpartition(".")[2]


def walks() -> dict[str, list[list[Hop]]]:
    """The tables of hops under each heading of the second level."""
    found: dict[str, list[list[Hop]]] = {}
    heading, table = "", list[Hop]()
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        row = ROW.match(line)
        if row:
            if not table:
                found.setdefault(heading, []).append(table)
            table.append(Hop(int(row[1]), row[2], row[3]))
        elif not line.startswith("|"):
            table = []
    return found


WALKS = walks()
HOPS = [hop for tables in WALKS.values() for table in tables for hop in table]
STEPS = [
    pair for tables in WALKS.values() for table in tables for pair in itertools.pairwise(table)
]


def python_function(hop: Hop) -> str:
    """The source of a Python function, by its name or its class and name."""
    source = (ROOT / hop.path).read_text("utf-8")
    body: list[ast.stmt] = ast.parse(source).body
    node: ast.stmt | None = None
    for part in hop.function.split("."):
        node = next((one for one in body if getattr(one, "name", None) == part), None)
        assert node is not None, f"{hop.path}: no {hop.function}"
        body = getattr(node, "body", [])
    assert node is not None
    return ast.get_source_segment(source, node) or ""


def page_function(hop: Hop) -> str:
    """The source of a function of the page: from its head to the line that closes it."""
    lines = (ROOT / hop.path).read_text("utf-8").splitlines()
    head = re.compile(
        rf"^(\s*)(?:export )?(?:async )?(?:function )?{re.escape(hop.function)}\(.*\{{$"
    )
    for number, line in enumerate(lines):
        found = head.match(line)
        if found:
            end = lines.index(f"{found[1]}}}", number)
            return "\n".join(lines[number:end])
    raise AssertionError(f"{hop.path}: no {hop.function}")


def source_of(hop: Hop) -> str:
    """The source of a hop's function."""
    return python_function(hop) if hop.path.endswith(".py") else page_function(hop)


def test_the_page_has_both_walks_with_every_hop_numbered() -> None:
    """From the tap to everybody's screen, and from the view to the answer."""
    assert list(WALKS) == ["A chip", "A decision of the master"]
    for tables in WALKS.values():
        numbers = [hop.number for table in tables for hop in table]
        assert numbers == list(range(1, len(numbers) + 1))
    assert len(HOPS) == 50


@pytest.mark.parametrize("hop", HOPS, ids=lambda hop: f"{hop.number} {hop.function}")
def test_every_hop_is_where_the_page_says(hop: Hop) -> None:
    """A file that moved or a function that was renamed is named."""
    assert source_of(hop)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step[0].function} {step[1].function}")
def test_every_hop_calls_the_next(step: tuple[Hop, Hop]) -> None:
    """Within a table each function calls the one below it."""
    one, other = step
    assert re.search(rf"{re.escape(other.name)}\(", source_of(one).partition("\n")[2])


def calls_of(act: Callable[[], object]) -> list[tuple[str, str]]:
    """Every function of the package that is called, in the order of the calls."""
    seen: list[tuple[str, str]] = []

    def watch(frame: FrameType, event: str, _arg: object) -> None:
        """Note a call."""
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT / "src"):
            seen.append((str(path.relative_to(ROOT)), frame.f_code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        act()
    finally:
        sys.setprofile(before)
    return seen


def missed(hops: list[Hop], calls: Iterator[tuple[str, str]]) -> list[str]:
    """The hops that were not called in their order."""
    return [f"{h.path} {h.function}" for h in hops if (h.path, h.function) not in calls]


def test_a_real_draw_takes_the_way_of_the_page_through_the_rules() -> None:
    """From `Game.act` to the ruby in the log, in this order."""
    game = Game.from_position(CHIP, luck=Scripted(["B2"]))
    calls = calls_of(lambda: game.act(0, "draw"))
    _, _, to_luck, to_log, *_ = WALKS["A chip"]
    assert missed([*to_luck, *to_log[1:]], iter(calls)) == []
    assert game.view(0).seats[0].rubies == 2


def test_a_real_decision_takes_the_way_of_the_page_through_the_bots() -> None:
    """From the view to the values of the options, in this order."""
    view = Game.from_position(DECISION).view(0)
    legal = Game.from_position(DECISION).legal_actions(0)
    bot = make_bot("master", 1)
    calls = calls_of(lambda: bot.decide(view, legal))
    values, options = WALKS["A decision of the master"]
    assert missed([*values, *options[1:]], iter(calls)) == []
