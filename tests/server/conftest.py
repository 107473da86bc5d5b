"""Databases and servers for the tests."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from driving import PATIENCE, Server

from quedlinburg.server.storage.database import Database

StartServer = Callable[..., Server]


def _postgres_programs() -> Path | None:
    """Where PostgreSQL's programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, on a socket in a temporary folder."""
    programs = _postgres_programs()
    if programs is None:
        pytest.fail("PostgreSQL is not installed: scripts/setup test installs it")
    folder = tempfile.mkdtemp(prefix="quacks-pg-")
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    if os.getuid() == 0:
        shutil.chown(folder, user, user)
    data = f"{folder}/data"
    as_user = {"user": user} if os.getuid() == 0 else {}
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **as_user,  # type: ignore[call-overload]
    )
    server = subprocess.Popen(
        [programs / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="],
        stderr=subprocess.DEVNULL,
        cwd=folder,
        **as_user,  # type: ignore[call-overload]
    )
    try:
        _wait_for_postgres(programs, folder)
        yield folder
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_postgres(programs: Path, folder: str) -> None:
    """Wait until PostgreSQL answers."""
    end = time.monotonic() + PATIENCE
    while True:
        ready = [str(programs / "pg_isready"), "-h", folder, "-U", "postgres"]
        if subprocess.run(ready, stdout=subprocess.DEVNULL, check=False).returncode == 0:
            return
        assert time.monotonic() < end, "PostgreSQL does not start"
        time.sleep(0.05)


def make_postgres_database(folder: str, name: str) -> str:
    """Make a database and return its address."""
    programs = _postgres_programs()
    assert programs is not None
    command = [str(programs / "createdb"), "-h", folder, "-U", "postgres", name]
    subprocess.run(command, check=True)
    return f"postgresql://postgres@/{name}?host={folder}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'quacks.db'}"
    folder: str = request.getfixturevalue("postgres")
    return make_postgres_database(folder, f"q{time.monotonic_ns()}")


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the schema of this program and nothing else, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "quacks.db"

    async def make() -> None:
        database = Database(f"sqlite:///{path}")
        await database.open()
        await database.close()

    asyncio.run(make())
    return path


@pytest.fixture
def sqlite(tmp_path: Path, empty_file: Path) -> str:
    """An empty SQLite database, its schema made; `database` is one without any."""
    shutil.copy(empty_file, tmp_path / "quacks.db")
    return f"sqlite:///{tmp_path / 'quacks.db'}"


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Starts servers, and ends them when the test is over."""
    servers: list[Server] = []

    def start(database: str, *options: str, test_mode: bool = True) -> Server:
        server = Server(database, *options, test_mode=test_mode)
        servers.append(server)
        return server.start(tmp_path / "server.log")

    yield start
    for server in servers:
        if server.is_running():
            server.kill()


def _serve(folder: Path, *, test_mode: bool) -> Iterator[Server]:
    """A server of its own folder, for as long as it is needed."""
    server = Server(f"sqlite:///{folder / 'quacks.db'}", test_mode=test_mode)
    yield server.start(folder / "server.log")
    server.kill()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the tests that don't harm it."""
    yield from _serve(tmp_path_factory.mktemp("shared"), test_mode=True)


@pytest.fixture(scope="session")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with the usual limits, as others run it."""
    yield from _serve(tmp_path_factory.mktemp("usual"), test_mode=False)


@pytest.fixture(scope="session")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests that flood it, without rates that would keep them from it."""
    yield from _serve(tmp_path_factory.mktemp("attacked"), test_mode=True)
