"""A fingerprint of the program: a hash of the sources and weights that decide how games go."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import quedlinburg
from quedlinburg.arena.entries import weights_file

# The packages that decide how a game goes, and the kinds of files that are hashed.
FOLDERS = ("rules", "engine", "sim", "analysis", "bots")
SUFFIXES = (".py", ".toml", ".npz", ".json")


@cache
def code_name() -> str:
    """A hash of rules and bots, the shipped weights included, as 16 hex digits.

    >>> len(code_name())
    16
    """
    root = Path(quedlinburg.__file__).parent
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def program_name(seats: Iterable[str]) -> str:
    """The code's hash, followed by a hash of every file of weights that an entry names."""
    files = dict.fromkeys(file for seat in seats if (file := weights_file(seat)) is not None)
    sums = [hashlib.sha256(file.read_bytes()).hexdigest()[:8] for file in files]
    return "+".join([code_name(), *sums])
