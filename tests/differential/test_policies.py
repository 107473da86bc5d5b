"""Policies choose alike plain and compiled, and what is counted is what happened."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from quedlinburg import Setup
from quedlinburg.bots.games import playing
from quedlinburg.bots.policies import policy
from quedlinburg.bots.value.search import new_scratch
from quedlinburg.engine.names import STIRS
from quedlinburg.engine.outcome import outcome_of
from quedlinburg.rules import ids, log, machine, options
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.table import FIELDS, SEATS, Table
from quedlinburg.sim.arrays import ShortArray
from quedlinburg.sim.games import first_waiting, lay_table
from quedlinburg.sim.luck import Fast

pytest.importorskip("numba")
import numpy as np

from quedlinburg.bots.games import compiled as games
from quedlinburg.bots.policy_bot import WEIGHTS
from quedlinburg.sim import kernel

pytestmark = pytest.mark.compiles

COLOURS = ("green", "blue", "red", "yellow", "purple")
NAMES = sorted(policy.POLICIES)
# Policies that look ahead take their time in plain Python: they play at small tables.
QUICK = ("random", "fixed_risk", "novice", "apprentice")
SLOW = [name for name in NAMES if name not in QUICK]


def random_setup(luck: Random, players: int) -> Setup:
    """Any set-up for so many players."""
    return Setup(
        players=players,
        books={colour: luck.randint(1, 4) for colour in COLOURS},
        edition=luck.choice(("north_star", "north_star_first", "schmidt")),
        tubes=luck.random() < 0.5,
        stir=luck.choice(STIRS),
        overflow=luck.random() < 0.5,
    )


def cast_of_all(rows: list[list[int]]) -> playing.Cast:
    """A cast with the weights of every policy that has some, a row for each policy."""
    learned = {policy.POLICIES[name]: list(read()) for name, read in WEIGHTS.items()}
    width = max((len(row) for row in learned.values()), default=0)
    weights = np.zeros((len(NAMES) + 10, width))
    for number, row in learned.items():
        weights[number, : len(row)] = row
    policies = np.array(rows)
    return games.cast_of(policies, policies, weights)


def differences(t: Table, record: np.void) -> list[str]:
    """The fields in which a plain table and a record differ."""
    twin = kernel.table_of(record, t.luck)
    return [name for name, _ in FIELDS if getattr(twin, name) != getattr(t, name)]


def play_in_step(setup: Setup, seed: int, cast: playing.Cast) -> Counter[int]:
    """Play a game plain and compiled, comparing every choice; count them by policy."""
    room = games.new_scratch()
    t, scratch, template = Table(Fast()), new_scratch(), setup.to_table(Fast())
    lay_table(t, template, seed, -1)
    record = kernel.record_of(t)
    chosen: Counter[int] = Counter()
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            machine.turn_up_card(t)
            kernel.turn_up_card(record[0])
            assert differences(t, record[0]) == []
            continue
        seat = first_waiting(t)
        number = int(cast.policies[0, seat])
        weights = cast.weights[cast.weight_rows[0, seat]]
        option = policy.choose(t, scratch, seat, number, weights)
        assert games.choose(record[0], room, seat, number, weights) == option
        assert option != options.STIR
        machine.act(t, seat, option)
        kernel.act(record[0], seat, option)
        chosen[number] += 1
    assert differences(t, record[0]) == []
    return chosen


def test_policies_choose_alike_plain_and_compiled() -> None:
    """Every policy, all books, editions and variants: each choice, and the state of every round."""
    luck = Random(11)
    chosen: Counter[int] = Counter()
    tables = [QUICK[turn:] + QUICK[:turn] for turn in range(4)]
    tables += [(name, QUICK[i % 4]) for i, name in enumerate(SLOW)]
    for game, names in enumerate(tables):
        policies = [policy.POLICIES[names[seat % len(names)]] for seat in range(SEATS)]
        chosen += play_in_step(random_setup(luck, len(names)), game, cast_of_all([policies]))
    assert set(chosen) == set(policy.POLICIES.values())
    assert min(chosen.values()) > 60


def test_a_game_inside_compiled_code_is_the_game_in_the_open() -> None:
    """Points, rubies, shares and the diary agree with a plain game and with its log."""
    luck = Random(3)
    setups = [random_setup(luck, luck.randint(2, 4)) for _ in range(6)]
    quick = [policy.POLICIES[name] for name in QUICK]
    cast = cast_of_all([[luck.choice(quick) for _ in range(SEATS)] for _ in setups])
    seeds = [luck.getrandbits(60) for _ in setups]
    which = list(range(len(setups)))
    played = games.play(games.templates_of(setups), which, seeds, cast, diary=True)
    for game, setup in enumerate(setups):
        t, scratch = Table(Fast()), new_scratch()
        diary: ShortArray = np.zeros((SEATS, LAST_ROUND, playing.MEASURES), np.int16)
        lay_table(t, setup.to_table(Fast()), seeds[game], -1)
        assert playing.play_to_end(t, scratch, cast, game, diary) == played.decisions[game]
        assert t.vp[: t.players] == played.points[game, : t.players].tolist()
        assert t.rubies[: t.players] == played.rubies[game, : t.players].tolist()
        assert (diary == played.diary[game]).all()
        check_shares(t, played.shares[game].tolist())
        check_log(t, diary)


def check_shares(t: Table, shares: list[float]) -> None:
    """The winners of the game share the victory (R5.H)."""
    outcome = outcome_of(t)
    assert outcome is not None
    part = 1 / len(outcome.winners)
    assert shares == [part if seat in outcome.winners else 0.0 for seat in range(SEATS)]


def check_log(t: Table, diary: ShortArray) -> None:
    """The diary says what the log says: explosions and purchases, round by round."""
    exploded: set[tuple[int, int]] = set()
    bought: dict[tuple[int, int], list[int]] = {}
    round_no = 0
    for event, seat, a, *_ in t.log:
        if event == log.ROUND_BEGAN:
            round_no = a
        elif event == log.POT_EXPLODED:
            exploded.add((seat, round_no))
        elif event == log.POT_RESTARTED:
            exploded.discard((seat, round_no))
        elif event == log.CHIP_BOUGHT:
            bought.setdefault((seat, round_no), []).append(a)
    for seat in range(t.players):
        for line in range(LAST_ROUND):
            place = (seat, line + 1)
            chips = [*bought.get(place, []), ids.NO_KIND, ids.NO_KIND]
            assert diary[seat, line, playing.EXPLODED] == int(place in exploded)
            assert diary[seat, line, playing.FIRST_BOUGHT] == chips[0]
            assert diary[seat, line, playing.SECOND_BOUGHT] == chips[1]


def play_some() -> int:
    """Play games of all policies inside compiled code; say how many decisions."""
    luck = Random(5)
    setups = [random_setup(luck, luck.randint(2, 4)) for _ in range(40)]
    rows = [[luck.choice(list(policy.POLICIES.values())) for _ in range(4)] for _ in setups]
    which = list(range(len(setups)))
    played = games.play(games.templates_of(setups), which, which, cast_of_all(rows), diary=True)
    return int(played.decisions.sum())


@pytest.mark.soak
def test_policies_read_nothing_beyond_the_record(tmp_path: Path) -> None:
    """Forty games of all policies with bounds checks; in a process and a cache of their own."""
    environment = os.environ | {
        "NUMBA_BOUNDSCHECK": "1",
        "QUEDLINBURG_CACHE": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parent),
    }
    done = subprocess.run(
        [sys.executable, "-c", "import test_policies; print(test_policies.play_some())"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=580,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) == play_some()
