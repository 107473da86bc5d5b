"""Which program plays: a name for the exact state of its rules and bots."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import quedlinburg
from quedlinburg.arena.roster import weights_file

# What decides how a game goes.
FOLDERS = ("rules", "engine", "sim", "odds", "bots")
SUFFIXES = (".py", ".toml", ".npz", ".json")


@cache
def code_name() -> str:
    """A short hash of the rules and the bots, learned numbers included.

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
    """The code's name, and that of every file of weights that the seats bring along."""
    files = dict.fromkeys(file for seat in seats if (file := weights_file(seat)) is not None)
    sums = [hashlib.sha256(file.read_bytes()).hexdigest()[:8] for file in files]
    return "+".join([code_name(), *sums])
