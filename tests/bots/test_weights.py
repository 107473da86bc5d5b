"""Sheets of weights: what is shipped is whole, what is damaged or of another version is refused."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import numpy as np
import pytest

from quedlinburg.bots import weights
from quedlinburg.bots.minds.features import FEATURES
from quedlinburg.bots.minds.net import (
    FEATURES_AT,
    HEAD,
    NETS,
    WIDTH_AT,
    net_size,
)
from quedlinburg.bots.weights import BadSheet, read_sheet, shipped, write_sheet
from quedlinburg.sim.arrays import Array

MOST_BYTES = 3_000_000


def a_sheet() -> Array:
    """A small sheet with a weight of 0.5 everywhere."""
    sheet = np.full(HEAD + NETS * net_size(1), 0.5)
    sheet[WIDTH_AT], sheet[FEATURES_AT] = 1, FEATURES
    return sheet


@pytest.mark.parametrize("name", ["master", "linear"])
def test_the_shipped_sheets_are_whole_and_small(name: str) -> None:
    """They come with the package, under 3 MB together."""
    assert np.isfinite(shipped(name)).all()
    assert (weights.FOLDER / f"{name}.npz").stat().st_size < MOST_BYTES / 2


def test_the_linear_baseline_is_a_plain_sum() -> None:
    """And the master is not."""
    assert shipped("linear")[WIDTH_AT] == 1
    assert shipped("master")[WIDTH_AT] > 1


def test_a_sheet_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Single precision is kept."""
    write_sheet(tmp_path / "one.npz", a_sheet())
    assert np.array_equal(read_sheet(tmp_path / "one.npz"), a_sheet())


def test_a_missing_sheet_is_named(tmp_path: Path) -> None:
    """In one line."""
    with pytest.raises(BadSheet, match=r"^weights none.npz: there is no such file$"):
        read_sheet(tmp_path / "none.npz")


@pytest.mark.parametrize("part", ["version", "checksum", "sheet"])
def test_a_damaged_sheet_is_refused(tmp_path: Path, part: str) -> None:
    """Whichever part a byte was changed in."""
    path = tmp_path / "one.npz"
    write_sheet(path, a_sheet())
    written = bytearray(path.read_bytes())
    written[written.index(part.encode()) + len(part) + 60] ^= 0xFF
    path.write_bytes(bytes(written))
    with pytest.raises(BadSheet, match=r"^weights one.npz: the file is damaged$"):
        read_sheet(path)


def test_a_cut_off_sheet_is_refused(tmp_path: Path) -> None:
    """A download that broke off."""
    path = tmp_path / "one.npz"
    write_sheet(path, a_sheet())
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(BadSheet, match="damaged"):
        read_sheet(path)


def test_a_refused_sheet_is_closed_again(tmp_path: Path) -> None:
    """Wherever it breaks off: a file that is left open warns when it is forgotten."""
    path = tmp_path / "one.npz"
    write_sheet(path, a_sheet())
    whole = path.read_bytes()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for left in range(1, len(whole), 97):
            # As it was cut off, and with the end of an archive after the cut.
            for end in (b"", whole[-22:]):
                path.write_bytes(whole[:left] + end)
                with pytest.raises(BadSheet, match="damaged"):
                    read_sheet(path)
        gc.collect()
    assert [str(one.message) for one in told] == []


def test_a_sheet_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says which version, and which one is expected."""
    monkeypatch.setattr(weights, "VERSION", weights.VERSION + 1)
    write_sheet(tmp_path / "new.npz", a_sheet())
    monkeypatch.undo()
    expected = rf"version {weights.VERSION + 1}, expected version {weights.VERSION}$"
    with pytest.raises(BadSheet, match=expected):
        read_sheet(tmp_path / "new.npz")


def test_a_sheet_that_is_not_what_its_head_says_is_refused(tmp_path: Path) -> None:
    """One number too few."""
    write_sheet(tmp_path / "short.npz", a_sheet()[:-1])
    with pytest.raises(BadSheet, match="damaged"):
        read_sheet(tmp_path / "short.npz")
