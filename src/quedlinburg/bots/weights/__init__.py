"""Sheets of learned numbers that are shipped with the package, read and checked with numpy."""

import hashlib
import zlib
from functools import cache
from pathlib import Path
from zipfile import BadZipFile, is_zipfile

import numpy as np

from quedlinburg.bots.minds.features import FEATURES
from quedlinburg.bots.minds.net import (
    FEATURES_AT,
    HEAD,
    NETS,
    WIDTH_AT,
    net_size,
)
from quedlinburg.sim.arrays import Array

# Changes when features or nets change: older sheets mean nothing then.
VERSION = 3
FOLDER = Path(__file__).parent


class BadSheet(ValueError):
    """A sheet of weights that can't be used, and why in one line."""


def checksum(sheet: Array) -> str:
    """A sum that notices any change of a sheet."""
    return hashlib.sha256(np.ascontiguousarray(sheet, np.float32).tobytes()).hexdigest()[:16]


def write_sheet(path: Path, sheet: Array) -> None:
    """Write a sheet with its version and checksum, in single precision."""
    numbers = np.asarray(sheet, np.float32)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, version=VERSION, checksum=checksum(numbers), sheet=numbers)
    unfinished.rename(path)


def read_sheet(path: Path) -> Array:
    """Read a sheet; one of another version or a damaged one raises BadSheet."""
    if not path.exists():
        raise BadSheet(f"weights {path.name}: there is no such file")
    damaged = BadSheet(f"weights {path.name}: the file is damaged")
    if not is_zipfile(path):
        raise damaged
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            version, told = int(stored["version"]), str(stored["checksum"])
            sheet = stored["sheet"].astype(np.float64)
    except (BadZipFile, KeyError, OSError, ValueError, zlib.error):
        raise damaged from None
    if version != VERSION:
        raise BadSheet(f"weights {path.name}: version {version}, expected version {VERSION}")
    if checksum(sheet) != told or not is_whole(sheet):
        raise damaged
    return sheet


def is_whole(sheet: Array) -> bool:
    """Whether a sheet is as long as its head says, and all numbers are numbers."""
    if len(sheet) < HEAD or int(sheet[FEATURES_AT]) != FEATURES:
        return False
    size = HEAD + NETS * net_size(int(sheet[WIDTH_AT]))
    return len(sheet) == size and bool(np.isfinite(sheet).all())


@cache
def shipped(name: str) -> Array:
    """The sheet that is shipped for a mind."""
    sheet = read_sheet(FOLDER / f"{name}.npz")
    sheet.setflags(write=False)
    return sheet
