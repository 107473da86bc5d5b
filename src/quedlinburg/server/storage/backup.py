"""A consistent copy of a database, also while a server runs on it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from sqlalchemy.engine import URL

from quedlinburg.server.config import StartError
from quedlinburg.server.storage.private_files import make_empty


def back_up(source: URL, target: Path) -> None:
    """Write a copy of a database into a new file that only its owner may read.

    StartError says why not; then there is no such file.
    """
    try:
        make_empty(target)
    except FileExistsError:
        raise StartError(f"{target} exists already") from None
    except OSError as error:
        raise StartError(f"can't write {target}: {error.strerror}") from None
    try:
        if source.drivername.startswith("sqlite"):
            _copy_sqlite(Path(source.database or ""), target)
        else:
            _dump_postgresql(source, target)
    except StartError:
        target.unlink(missing_ok=True)
        raise


def _copy_sqlite(source: Path, target: Path) -> None:
    """Copy a SQLite file page by page, as it stood at one moment."""
    if not source.exists():
        raise StartError(f"there is no database {source}")
    try:
        with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as original:
            copy = sqlite3.connect(target)
            try:
                original.backup(copy)
            finally:
                copy.close()
        original.close()
    except sqlite3.Error as error:
        raise StartError(f"backup of {source}: {error}") from None


def _dump_postgresql(source: URL, target: Path) -> None:
    """Let `pg_dump` write an archive of one moment; the password goes by the environment."""
    program = shutil.which("pg_dump")
    if program is None:
        raise StartError("backup of PostgreSQL needs pg_dump, which is not installed")
    address = source.set(drivername="postgresql", password=None).render_as_string()
    secret = {"PGPASSWORD": str(source.password)} if source.password else {}
    done = subprocess.run(
        [program, "--format=custom", f"--file={target}", f"--dbname={address}"],
        env=os.environ | secret,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        why = (done.stderr.strip() or "pg_dump failed").splitlines()[-1]
        raise StartError(f"backup of {source.render_as_string(hide_password=True)}: {why}")
