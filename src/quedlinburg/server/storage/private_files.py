"""Files that only their owner may read: a database holds secrets of games and of identities."""

from __future__ import annotations

import os
from pathlib import Path

from quedlinburg.server.logs import warn

OWNER_ONLY = 0o600
FOLDER_OWNER_ONLY = 0o700
_OTHERS = 0o077
# What SQLite and the server keep beside a database.
BESIDE = ("-wal", "-shm", "-journal", ".lock")


def make_folder(path: Path) -> None:
    """Make a folder that only its owner may enter; one that is there stays as it is."""
    path.mkdir(mode=FOLDER_OWNER_ONLY, parents=True, exist_ok=True)


def open_private(path: str, flags: int) -> int:
    """Open a file as `open` does, but make it readable to its owner alone (an `opener`)."""
    return os.open(path, flags, OWNER_ONLY)


def make_empty(path: Path) -> None:
    """Make an empty file that only its owner may read; FileExistsError if it is there."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def keep_database_private(path: Path) -> list[Path]:
    """Make a SQLite file if there is none, and take others' rights; the files that had some.

    SQLite gives new files beside a database the mode of the database.
    """
    if not path.exists():
        make_empty(path)
    files = (path, *(Path(f"{path}{ending}") for ending in BESIDE))
    return [file for file in files if _tighten(file)]


def _tighten(path: Path) -> bool:
    """Take everybody's rights to a file but its owner's; whether others had some.

    Systems without such rights have nothing to take.
    """
    if os.name != "posix" or not path.exists():
        return False
    mode = path.stat().st_mode & 0o777
    if not mode & _OTHERS:
        return False
    try:
        path.chmod(mode & ~_OTHERS)
    except OSError as error:
        warn("others may read a file of the database", file=str(path), why=error.strerror)
        return False
    return True
