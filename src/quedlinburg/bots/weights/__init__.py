"""The learned weights that are shipped with the package, and how they are read and checked."""

import hashlib
import zlib
from functools import cache
from pathlib import Path
from zipfile import BadZipFile, is_zipfile

import numpy as np

from quedlinburg.bots.value.features import FEATURES
from quedlinburg.bots.value.net import (
    FEATURES_AT,
    HEAD,
    NETS,
    WIDTH_AT,
    net_size,
)
from quedlinburg.sim.arrays import FloatArray, SingleArray

# Changes when features, nets or the names in the file change: older weights mean nothing then.
VERSION = 4
FOLDER = Path(__file__).parent


class BadWeights(ValueError):
    """A file of weights that can't be used, and why in one line."""


def checksum(weights: FloatArray | SingleArray) -> str:
    """A hash that notices any change of the weights."""
    return hashlib.sha256(np.ascontiguousarray(weights, np.float32).tobytes()).hexdigest()[:16]


def write_weights(path: Path, weights: FloatArray) -> None:
    """Write weights with their version and checksum, in single precision."""
    numbers = np.asarray(weights, np.float32)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, version=VERSION, checksum=checksum(numbers), weights=numbers)
    unfinished.rename(path)


def read_weights(path: Path) -> FloatArray:
    """Read weights; a file of another version or a damaged one raises BadWeights."""
    if not path.exists():
        raise BadWeights(f"weights {path.name}: there is no such file")
    damaged = BadWeights(f"weights {path.name}: the file is damaged")
    if not is_zipfile(path):
        raise damaged
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            version, told = int(stored["version"]), str(stored["checksum"])
            if version != VERSION:
                raise BadWeights(
                    f"weights {path.name}: version {version}, expected version {VERSION}"
                )
            weights: FloatArray = stored["weights"].astype(np.float64)
    except BadWeights:
        raise
    except (BadZipFile, KeyError, OSError, ValueError, zlib.error):
        raise damaged from None
    if checksum(weights) != told or not is_whole(weights):
        raise damaged
    return weights


def is_whole(weights: FloatArray) -> bool:
    """Whether there are as many weights as their head says, all of them finite."""
    if len(weights) < HEAD or int(weights[FEATURES_AT]) != FEATURES:
        return False
    size = HEAD + NETS * net_size(int(weights[WIDTH_AT]))
    return len(weights) == size and bool(np.isfinite(weights).all())


@cache
def shipped(name: str) -> FloatArray:
    """The weights that are shipped for a policy."""
    weights = read_weights(FOLDER / f"{name}.npz")
    weights.setflags(write=False)
    return weights
