"""Plain and compiled rules in lockstep: the whole state is equal after every decision (R3.6).

Both use the same lines and the same luck; what differs is the record they run over, and who reads
the lines. Skipped only where the extra `fast` (numba) is not installed.
"""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quedlinburg import Game, Setup
from quedlinburg.engine.names import QUESTIONS
from quedlinburg.rules import ids, machine, options, questions
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.table import FIELDS, Table

pytest.importorskip("numba")
from quedlinburg.sim import generator, kernel
from quedlinburg.sim.luck import Fast

pytestmark = pytest.mark.compiles

COLOURS = ("green", "blue", "red", "yellow", "purple")
# A table with little left in the supply, so that seats are held (R3.6).
SCARCE = """\
round {round}  start 0  phase fortune
supply O1=1 G1=2 G2=1 G4=0 B1=2 B2=1 B4=1 R1=3 R2=0 R4=2 Y1=1 Y2=2 Y4=1 P1=2 K1=1
seat 0  vp 4  rubies 5  droplet 9  bag W1x3 W2 O1 G1x2 B1 R1 Y1 P1 K1
seat 1  vp 30  rubies 2  droplet 40  bag W1x3 W2 O1 G2 G4 B2 R2 Y2 P1x2
"""


class GeneratorLuck(Fast):
    """The generator's luck, also for a game that is read from a text."""

    def start(self, players: int) -> int:
        """Begin with seat 0."""
        return 0


@dataclass
class Pair:
    """The same table twice: plain, and as a compiled record."""

    plain: Table
    record: Any

    def same(self) -> bool:
        """Whether every field of the two is equal."""
        twin = kernel.table_of(self.record, self.plain.luck)
        return all(getattr(twin, name) == getattr(self.plain, name) for name, _ in FIELDS)

    def different(self) -> dict[str, object]:
        """The fields that are not equal."""
        twin = kernel.table_of(self.record, self.plain.luck)
        fields = [name for name, _ in FIELDS]
        pairs = {name: (getattr(self.plain, name), getattr(twin, name)) for name in fields}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def random_setup(luck: Random) -> Setup:
    """Any set-up."""
    return Setup(
        players=luck.randint(2, 4),
        books={colour: luck.randint(1, 4) for colour in COLOURS},
        edition=luck.choice(("north_star", "north_star_first", "schmidt")),
        tubes=luck.random() < 0.5,
        stir=luck.choice(("last", "always", "never")),
        overflow=luck.random() < 0.5,
        start=0,
    )


def new_pair(luck: Random) -> Pair:
    """A table before its first card, or one in the middle of a game with little in the supply."""
    setup = random_setup(luck)
    if luck.random() < 0.5:
        t = setup.to_table(Fast())
        generator.sow(t, luck.getrandbits(32))
        machine.lay_first_round(t)
    else:
        first = Game.new(setup, seed=0).position().splitlines()[0]
        text = f"{first}\n{SCARCE.format(round=luck.randint(1, 7))}"
        t = Game.from_position(text, GeneratorLuck()).table.copy(Fast())
        generator.sow(t, luck.getrandbits(32))
    return Pair(t, kernel.record_of(t)[0])


def choose(t: Table, seat: int, luck: Random) -> int:
    """Mostly draw while the white sum is low; otherwise anything that is offered."""
    offered = t.option[: t.option_n]
    if options.DRAW in offered and t.white_sum[seat] < 6 and luck.random() < 0.9:
        return options.DRAW
    return luck.choice(offered)


def play_in_step(luck: Random, asked: Counter[int]) -> int:
    """Play one game in both machines, comparing after every decision; return how many."""
    pair = new_pair(luck)
    plain, record = pair.plain, pair.record
    decisions = 0
    while plain.phase != ids.OVER:
        while machine.is_at_rest(plain):
            machine.turn_up_card(plain)
            kernel.turn_up_card(record)
        assert pair.same(), pair.different()
        waiting = machine.waiting_seats(plain)
        assert kernel.waiting_seats(record) == waiting
        if plain.phase == ids.OVER:
            break
        seat = luck.choice([seat for seat in range(plain.players) if waiting >> seat & 1])
        questions.fill_options(plain, seat)
        kernel.fill_options(record, seat)
        assert pair.same(), pair.different()
        asked[top_task(plain, seat)] += 1
        option = choose(plain, seat, luck)
        machine.act(plain, seat, option)
        kernel.act(record, seat, option)
        assert pair.same(), (seat, option, pair.different())
        plain.log.clear()
        decisions += 1
    return decisions


def play_many(decisions: int, seed: int = 0) -> Counter[int]:
    """Play games in lockstep until so many decisions were compared; count the questions."""
    luck = Random(seed)
    asked: Counter[int] = Counter()
    while asked.total() < decisions:
        play_in_step(luck, asked)
    return asked


def test_plain_and_compiled_rules_stay_in_lockstep() -> None:
    """All books, editions and variants; at least 6,000 decisions, every kind of question."""
    asked = play_many(6_000)
    assert {name for task, name in QUESTIONS.items() if not asked[task]} == set()


def test_a_record_holds_every_field_of_a_table() -> None:
    """To the compiled record and back nothing changes."""
    pair = new_pair(Random(5))
    assert pair.same()
    assert set(kernel.RECORD.names or ()) == {name for name, _ in FIELDS}


def test_lockstep_notices_a_difference() -> None:
    """One ruby more in one of the two is found."""
    pair = new_pair(Random(6))
    pair.plain.rubies[0] += 1
    assert not pair.same()
    assert set(pair.different()) == {"rubies"}


@pytest.mark.soak
def test_lockstep_with_bounds_checks(tmp_path: Path) -> None:
    """No compiled rule reads or writes beyond a field, over 4,000 decisions.

    In a process of its own, as the checks are compiled in; with a cache of its own, too.
    """
    code = "import test_lockstep; print(test_lockstep.play_many(4_000, seed=7).total())"
    environment = os.environ | {
        "NUMBA_BOUNDSCHECK": "1",
        "QUEDLINBURG_CACHE": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parent),
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=580,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) >= 4_000
