"""Learned weights: what is shipped is whole, what is damaged or of another version is refused."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import numpy as np
import pytest

from quedlinburg.bots import weights
from quedlinburg.bots.value.features import FEATURES
from quedlinburg.bots.value.net import (
    FEATURES_AT,
    HEAD,
    NETS,
    WIDTH_AT,
    net_size,
)
from quedlinburg.bots.weights import BadWeights, read_weights, shipped, write_weights
from quedlinburg.sim.arrays import FloatArray

MOST_BYTES = 3_000_000


def some_weights() -> FloatArray:
    """Weights of 0.5 everywhere, for nets of one unit."""
    numbers = np.full(HEAD + NETS * net_size(1), 0.5)
    numbers[WIDTH_AT], numbers[FEATURES_AT] = 1, FEATURES
    return numbers


@pytest.mark.parametrize("name", ["master", "linear"])
def test_the_shipped_weights_are_whole_and_small(name: str) -> None:
    """They come with the package, under 3 MB together."""
    assert np.isfinite(shipped(name)).all()
    assert (weights.FOLDER / f"{name}.npz").stat().st_size < MOST_BYTES / 2


def test_the_linear_baseline_is_a_plain_sum() -> None:
    """And the master is not."""
    assert shipped("linear")[WIDTH_AT] == 1
    assert shipped("master")[WIDTH_AT] > 1


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Single precision is kept."""
    write_weights(tmp_path / "one.npz", some_weights())
    assert np.array_equal(read_weights(tmp_path / "one.npz"), some_weights())


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """In one line."""
    with pytest.raises(BadWeights, match=r"^weights none.npz: there is no such file$"):
        read_weights(tmp_path / "none.npz")


@pytest.mark.parametrize("part", ["version", "checksum", "weights"])
def test_a_damaged_file_is_refused(tmp_path: Path, part: str) -> None:
    """Whichever part a byte was changed in."""
    path = tmp_path / "one.npz"
    write_weights(path, some_weights())
    written = bytearray(path.read_bytes())
    written[written.index(part.encode()) + len(part) + 60] ^= 0xFF
    path.write_bytes(bytes(written))
    with pytest.raises(BadWeights, match=r"^weights one.npz: the file is damaged$"):
        read_weights(path)


def test_a_cut_off_file_is_refused(tmp_path: Path) -> None:
    """A download that broke off."""
    path = tmp_path / "one.npz"
    write_weights(path, some_weights())
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(BadWeights, match="damaged"):
        read_weights(path)


def test_a_refused_file_is_closed_again(tmp_path: Path) -> None:
    """Wherever it breaks off: a file that is left open warns when it is forgotten."""
    path = tmp_path / "one.npz"
    write_weights(path, some_weights())
    whole = path.read_bytes()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for left in range(1, len(whole), 97):
            # As it was cut off, and with the end of an archive after the cut.
            for end in (b"", whole[-22:]):
                path.write_bytes(whole[:left] + end)
                with pytest.raises(BadWeights, match="damaged"):
                    read_weights(path)
        gc.collect()
    assert [str(one.message) for one in told] == []


def test_weights_of_another_version_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says which version, and which one is expected."""
    monkeypatch.setattr(weights, "VERSION", weights.VERSION + 1)
    write_weights(tmp_path / "new.npz", some_weights())
    monkeypatch.undo()
    expected = rf"version {weights.VERSION + 1}, expected version {weights.VERSION}$"
    with pytest.raises(BadWeights, match=expected):
        read_weights(tmp_path / "new.npz")


def test_weights_that_are_not_what_their_head_says_are_refused(tmp_path: Path) -> None:
    """One number too few."""
    write_weights(tmp_path / "short.npz", some_weights()[:-1])
    with pytest.raises(BadWeights, match="damaged"):
        read_weights(tmp_path / "short.npz")
