"""Learning: nets find what decides games, and the training goes on where it was interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("numba")
import numpy as np

from quedlinburg.bots.training import pretrain
from quedlinburg.bots.training import trainer as training
from quedlinburg.bots.training.fit import (
    Examples,
    FitOptions,
    Net,
    fit_net,
    fit_weights,
    initial_weights,
)
from quedlinburg.bots.training.recording import Recording
from quedlinburg.bots.training.selfplay import random_setups
from quedlinburg.bots.value import net
from quedlinburg.bots.value.features import DROPLET_AT, FEATURES, FLASK_AT, RUBIES_AT
from quedlinburg.bots.value.net import (
    HEAD,
    NETS,
    TENS,
    WIDTH_AT,
    add_feature,
    fill_units,
    net_start,
    output,
)
from quedlinburg.bots.weights import shipped
from quedlinburg.sim.arrays import BoolArray, FloatArray, SingleArray

GAMES = 3000
WORTH = {DROPLET_AT: 6.0, RUBIES_AT: 2.0, FLASK_AT: 0.0}


def made_up_games(seed: int) -> Recording:
    """Games of four seats in which a droplet is worth 6 points and a ruby 2, and the rest luck."""
    rng = np.random.default_rng(seed)
    x: SingleArray = np.zeros((GAMES, NETS, 4, FEATURES), np.float32)
    future: FloatArray = np.full((GAMES, 4), 20.0)
    for feature, worth in WORTH.items():
        amount = rng.integers(0, 3, (GAMES, 4))
        x[:, :, :, feature] = amount[:, None, :]
        future += worth * amount
    points = rng.integers(0, 10, (GAMES, 1, 4)).repeat(NETS, 1)
    final = points[:, 0] + future + rng.normal(0, 4, (GAMES, 4))
    shares = (final == final.max(1, keepdims=True)).astype(np.float32)
    rows = (x, points, final, shares)
    return Recording(*(row.astype(np.float32) for row in rows))


def examples_of(games: Recording) -> Examples:
    """What the first net learns from."""
    seats: BoolArray = np.ones((GAMES, 4), bool)
    return Examples(games.features[:, 0], games.points[:, 0], games.shares, games.final, seats)


@pytest.mark.parametrize("width", [17, 1], ids=["net", "sum"])
def test_a_net_learns_what_things_are_worth(width: int) -> None:
    """From who won and with how many points."""
    weights = initial_weights(width, 1)
    one = Net(weights[HEAD : net_start(weights, 1)], 8.0, width)
    rate = 4e-3 if width > 1 else 5e-2
    fit_net(one, examples_of(made_up_games(2)), FitOptions(50, rate, 0.0), np.random.default_rng(3))
    x: SingleArray = np.zeros((4, FEATURES), np.float32)
    x[:, list(WORTH)] = 1.0
    for row, feature in enumerate(WORTH, 1):
        x[row, feature] += 1.0
    said = TENS * one.forward(x)[-1]
    for row, worth in enumerate(WORTH.values(), 1):
        assert said[row] - said[0] == pytest.approx(worth, abs=1.0)
    assert one.temperature < 5


def test_the_same_seed_fits_the_same_weights() -> None:
    """And another one does not."""
    games = made_up_games(2)
    start = initial_weights(4, 1)
    pace = FitOptions(1, 1e-3, 0.1)
    once = fit_weights(start, games, pace, 3)
    assert np.array_equal(once, fit_weights(start, games, pace, 3))
    assert not np.array_equal(once, fit_weights(start, games, pace, 4))


def test_what_was_known_before_holds_the_weights_back() -> None:
    """The harder it holds, the less the same games change."""
    games = made_up_games(2)
    start = initial_weights(4, 1)
    droplet = net_start(start, 0) + 4 * DROPLET_AT
    changed = [
        abs(fit_weights(start, games, FitOptions(4, 1e-2, hold), 3)[droplet] - start[droplet])
        for hold in (0.0, 50.0)
    ]
    assert changed[1] < changed[0] / 2


@pytest.mark.parametrize("name", ["master", "linear"])
def test_loops_and_numpy_say_the_same(name: str) -> None:
    """The compiler's versions of the net agree with the plain ones."""
    weights = shipped(name)
    rng = np.random.default_rng(1)
    width = int(weights[WIDTH_AT])
    for number in range(NETS):
        x = rng.random(FEATURES) * (rng.random(FEATURES) < 0.4)
        plain, loops = np.zeros(width), np.zeros(width)
        start = net_start(weights, number)
        fill_units(x, weights, start, plain)
        net.fill_units_loops(x, weights, start, loops)
        add_feature(plain, weights, start, 5, 0.5)
        net.add_feature_loops(loops, weights, start, 5, 0.5)
        said = output(plain, weights, start)
        assert net.output_loops(loops, weights, start) == pytest.approx(said, abs=1e-9)


def test_nets_do_not_overlap() -> None:
    """The last one ends where the weights end."""
    weights = shipped("master")
    size = net_start(weights, 1) - net_start(weights, 0)
    assert net_start(weights, 0) == HEAD
    assert net_start(weights, NETS - 1) + size == len(weights)


def test_training_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs with an interruption between them leave what one run leaves."""
    monkeypatch.setattr(training, "PART", 256)
    options = training.Options(
        generations=1,
        games=512,
        match_games=16,
        pretraining_parts=2,
        pretraining_games=512,
        width=4,
    )
    quiet: list[str] = []
    training.train(tmp_path / "whole", options, quiet.append)

    stopped = training.Trainer(tmp_path / "parted", options, quiet.append)
    schedule = options.schedule
    begun = pretrain.read_progress(schedule, tmp_path / "parted" / "pretraining.npz")
    pretrain.write_progress(
        tmp_path / "parted" / "pretraining.npz", pretrain.next_part(schedule, begun)
    )
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
    weights = [
        np.load(tmp_path / name / "weights-1.npz")["weights"] for name in ("whole", "parted")
    ]
    assert np.array_equal(*weights)


def test_a_folder_of_an_older_version_is_refused(tmp_path: Path) -> None:
    """In one line: its files have other names, so that everything would begin anew beside them."""
    quiet: list[str] = []
    kept = training.Trainer(tmp_path / "new", training.Options(), quiet.append).state
    assert training.Trainer(tmp_path / "new", training.Options(), quiet.append).state == kept
    begun, finished = tmp_path / "begun", tmp_path / "finished"
    for folder in (begun, finished):
        folder.mkdir()
    (begun / "school.npz").write_bytes(b"")
    (finished / "state.json").write_text('{"generation": 3, "best": 2}', encoding="utf-8")
    for folder in (begun, finished):
        with pytest.raises(ValueError, match=r"another version trained here; choose a new folder$"):
            training.Trainer(folder, training.Options(), quiet.append)


def test_pretraining_gives_the_mean_of_the_later_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has the luck of its own games; the first ones count no more."""
    schedule = pretrain.Schedule(parts=5, games=10, width=1, seed=1)
    monkeypatch.setattr(pretrain, "record_games", lambda *_: None)
    monkeypatch.setattr(pretrain, "fit_weights", lambda weights, *_: weights + 1.0)
    told: list[str] = []
    taught = pretrain.pretrain(schedule, tmp_path / "pretraining.npz", told.append)
    assert np.allclose(taught - initial_weights(1, 1), (4 + 5) / 2)
    assert told == ["pre-training: games 50"]


def test_the_baseline_is_a_sum_that_learns_at_set_1_alone() -> None:
    """As published play is: linear, for one set of books."""
    rng = np.random.default_rng(1)
    assert training.BASELINE.width == 1
    setups = random_setups(rng, 20, one_set=training.BASELINE.one_set)
    assert {setup.books for setup in setups} == {1}
    assert len({str(setup.books) for setup in random_setups(rng, 20)}) > 4
