"""Learning: nets find what decides games, and the training goes on where it was interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("numba")
import numpy as np

from quedlinburg.bots.minds import net
from quedlinburg.bots.minds.features import DROPLET_AT, FEATURES, FLASK_AT, RUBIES_AT
from quedlinburg.bots.minds.net import (
    HEAD,
    NETS,
    TENS,
    WIDTH_AT,
    add_feature,
    fill_units,
    net_start,
    outcome,
)
from quedlinburg.bots.training import school
from quedlinburg.bots.training import train as training
from quedlinburg.bots.training.learning import Lesson, Net, Pace, fit_net, fit_sheet, new_sheet
from quedlinburg.bots.training.recording import Sheets
from quedlinburg.bots.training.selfplay import random_setups
from quedlinburg.bots.weights import shipped
from quedlinburg.sim.arrays import Array

GAMES = 3000
WORTH = {DROPLET_AT: 6.0, RUBIES_AT: 2.0, FLASK_AT: 0.0}


def made_up_games(seed: int) -> Sheets:
    """Games of four seats in which a droplet is worth 6 points and a ruby 2, and the rest luck."""
    rng = np.random.default_rng(seed)
    x: Array = np.zeros((GAMES, NETS, 4, FEATURES), np.float32)
    future: Array = np.full((GAMES, 4), 20.0)
    for feature, worth in WORTH.items():
        amount = rng.integers(0, 3, (GAMES, 4))
        x[:, :, :, feature] = amount[:, None, :]
        future += worth * amount
    points = rng.integers(0, 10, (GAMES, 1, 4)).repeat(NETS, 1)
    final = points[:, 0] + future + rng.normal(0, 4, (GAMES, 4))
    shares = (final == final.max(1, keepdims=True)).astype(np.float32)
    rows = (x, points, final, shares)
    return Sheets(*(row.astype(np.float32) for row in rows))


def lesson_of(games: Sheets) -> Lesson:
    """What the first net learns from."""
    seats: Array = np.ones((GAMES, 4), bool)
    return Lesson(games.features[:, 0], games.points[:, 0], games.shares, games.final, seats)


@pytest.mark.parametrize("width", [17, 1], ids=["net", "sum"])
def test_a_net_learns_what_things_are_worth(width: int) -> None:
    """From who won and with how many points."""
    sheet = new_sheet(width, 1)
    one = Net(sheet[HEAD : net_start(sheet, 1)], 8.0, width)
    rate = 4e-3 if width > 1 else 5e-2
    fit_net(one, lesson_of(made_up_games(2)), Pace(50, rate, 0.0), np.random.default_rng(3))
    x: Array = np.zeros((4, FEATURES), np.float32)
    x[:, list(WORTH)] = 1.0
    for row, feature in enumerate(WORTH, 1):
        x[row, feature] += 1.0
    said = TENS * one.forward(x)[-1]
    for row, worth in enumerate(WORTH.values(), 1):
        assert said[row] - said[0] == pytest.approx(worth, abs=1.0)
    assert one.temperature < 5


def test_the_same_seed_fits_the_same_sheet() -> None:
    """And another one does not."""
    games = made_up_games(2)
    start = new_sheet(4, 1)
    pace = Pace(1, 1e-3, 0.1)
    once = fit_sheet(start, games, pace, 3)
    assert np.array_equal(once, fit_sheet(start, games, pace, 3))
    assert not np.array_equal(once, fit_sheet(start, games, pace, 4))


def test_what_was_known_before_holds_the_weights_back() -> None:
    """The harder it holds, the less the same games change."""
    games = made_up_games(2)
    start = new_sheet(4, 1)
    droplet = net_start(start, 0) + 4 * DROPLET_AT
    changed = [
        abs(fit_sheet(start, games, Pace(4, 1e-2, hold), 3)[droplet] - start[droplet])
        for hold in (0.0, 50.0)
    ]
    assert changed[1] < changed[0] / 2


@pytest.mark.parametrize("name", ["master", "linear"])
def test_loops_and_numpy_say_the_same(name: str) -> None:
    """The compiler's versions of the net agree with the plain ones."""
    sheet = shipped(name)
    rng = np.random.default_rng(1)
    width = int(sheet[WIDTH_AT])
    for number in range(NETS):
        x = rng.random(FEATURES) * (rng.random(FEATURES) < 0.4)
        plain, loops = np.zeros(width), np.zeros(width)
        start = net_start(sheet, number)
        fill_units(x, sheet, start, plain)
        net.fill_units_loops(x, sheet, start, loops)
        add_feature(plain, sheet, start, 5, 0.5)
        net.add_feature_loops(loops, sheet, start, 5, 0.5)
        said = outcome(plain, sheet, start)
        assert net.outcome_loops(loops, sheet, start) == pytest.approx(said, abs=1e-9)


def test_nets_of_a_sheet_do_not_overlap() -> None:
    """The last one ends where the sheet ends."""
    sheet = shipped("master")
    size = net_start(sheet, 1) - net_start(sheet, 0)
    assert net_start(sheet, 0) == HEAD
    assert net_start(sheet, NETS - 1) + size == len(sheet)


def test_training_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs with an interruption between them leave what one run leaves."""
    monkeypatch.setattr(training, "PART", 256)
    options = training.Options(
        generations=1, games=512, match_games=16, school_parts=2, school_games=512, width=4
    )
    quiet: list[str] = []
    training.train(tmp_path / "whole", options, quiet.append)

    stopped = training.Trainer(tmp_path / "parted", options, quiet.append)
    course = options.course
    begun = school.read_progress(course, tmp_path / "parted" / "school.npz")
    school.write_progress(tmp_path / "parted" / "school.npz", school.next_part(course, begun))
    stopped.generation()
    stopped.play_part(1, 0, stopped.part_path(1, 0))
    training.train(tmp_path / "parted", options, quiet.append)

    journals = [tmp_path / name / "journal.jsonl" for name in ("whole", "parted")]
    lines = [
        [json.loads(line) | {"seconds": 0} for line in path.read_text("utf-8").splitlines()]
        for path in journals
    ]
    assert lines[0] == lines[1]
    assert [line["generation"] for line in lines[0]] == [0, 1]
    sheets = [np.load(tmp_path / name / "sheet-1.npz")["sheet"] for name in ("whole", "parted")]
    assert np.array_equal(*sheets)


def test_school_is_the_mean_of_the_later_sheets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has the luck of its own games; the first ones count no more."""
    course = school.Course(parts=5, games=10, width=1, seed=1)
    monkeypatch.setattr(school, "record_games", lambda *_: None)
    monkeypatch.setattr(school, "fit_sheet", lambda sheet, *_: sheet + 1.0)
    told: list[str] = []
    taught = school.attend(course, tmp_path / "school.npz", told.append)
    assert np.allclose(taught - new_sheet(1, 1), (4 + 5) / 2)
    assert told == ["school: games 50"]


def test_the_baseline_is_a_sum_that_learns_at_set_1_alone() -> None:
    """As published play is: linear, for one set of books."""
    rng = np.random.default_rng(1)
    assert training.BASELINE.width == 1
    setups = random_setups(rng, 20, one_set=training.BASELINE.one_set)
    assert {setup.books for setup in setups} == {1}
    assert len({str(setup.books) for setup in random_setups(rng, 20)}) > 4
