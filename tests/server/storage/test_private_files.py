"""The database belongs to its owner: nobody else reads the secrets of games in it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import StartServer
from driving import Person, drive

from quedlinburg.server.config import StartError
from quedlinburg.server.storage.backup import back_up
from quedlinburg.server.storage.database import Database, database_url


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """Files are readable and writable by everybody unless somebody takes care."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    """The rights to a file."""
    return oct(path.stat().st_mode & 0o777)


def test_everything_that_a_server_writes_is_its_owners_alone(
    start_server: StartServer, tmp_path: Path
) -> None:
    """Database, write-ahead log, shared memory, lock and the folder that it made for them."""
    folder = tmp_path / "new" / "data"
    server = start_server(f"sqlite:///{folder / 'quacks.db'}")

    async def run() -> None:
        await (await Person.arrive(server, "Ada")).make_table()

    drive(run)
    files = sorted(path.name for path in folder.iterdir())
    assert files == ["quacks.db", "quacks.db-shm", "quacks.db-wal", "quacks.db.lock"]
    assert {mode(path) for path in folder.iterdir()} == {"0o600"}
    assert mode(folder) == "0o700"


def test_a_database_that_others_could_read_is_tightened_and_that_is_logged(
    start_server: StartServer, empty_file: Path, tmp_path: Path
) -> None:
    """A file of before, copied or restored by hand; its folder stays as its owner made it."""
    folder = tmp_path / "theirs"
    folder.mkdir(mode=0o755)
    path = folder / "quacks.db"
    shutil.copyfile(empty_file, path)
    (folder / "quacks.db.lock").touch()
    assert mode(path) == "0o666"
    server = start_server(f"sqlite:///{path}")
    assert {mode(path) for path in folder.iterdir()} == {"0o600"}
    assert mode(folder) == "0o755"
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    told = [line["file"] for line in lines if "others could read" in line["what"]]
    assert told == [str(path), f"{path}.lock"]


def test_a_backup_is_its_owners_alone(empty_file: Path, tmp_path: Path) -> None:
    """A copy holds the same secrets; one that fails leaves nothing behind."""
    target = tmp_path / "copy.db"
    back_up(database_url(f"sqlite:///{empty_file}"), target)
    assert mode(target) == "0o600"
    with pytest.raises(StartError, match="exists already"):
        back_up(database_url(f"sqlite:///{empty_file}"), target)
    missing = tmp_path / "not-there.db"
    with pytest.raises(StartError, match="there is no database"):
        back_up(database_url(f"sqlite:///{missing}"), tmp_path / "other.db")
    assert not (tmp_path / "other.db").exists()
    with pytest.raises(StartError, match="can't write"):
        back_up(database_url(f"sqlite:///{empty_file}"), tmp_path / "no" / "folder.db")


def test_a_private_database_is_opened_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What is right already is not logged."""

    async def run() -> None:
        for _ in range(2):
            database = Database(f"sqlite:///{tmp_path / 'quacks.db'}")
            await database.open()
            await database.close()

    asyncio.run(run())
    assert "others" not in caplog.text
