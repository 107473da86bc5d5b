"""Starting: what is wrong is said in one line; old schemas are brought up, newer ones refused."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from alembic.config import Config as AlembicConfig
from alembic.script import ScriptDirectory
from conftest import StartServer
from driving import PATIENCE, Person, Server, drive, full_table

from quedlinburg.cli.main import main
from quedlinburg.server.storage.migrate import HEAD, MIGRATIONS

SERVE = [sys.executable, "-m", "quedlinburg.cli.serve", "serve"]


Fails = Callable[..., str]


@pytest.fixture
def fails(capsys: pytest.CaptureFixture[str]) -> Fails:
    """The one line that a server says when it can't start, and nothing else."""

    def start(*options: str) -> str:
        assert main(["serve", *options]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1, said.err
        assert "Traceback" not in said.err
        return said.err

    return start


def test_a_taken_port_is_said_in_one_line(sqlite: str) -> None:
    """With the port's number and what to do; the process ends with 1."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [*SERVE, "--database", sqlite, "--port", str(port)]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f"quacks: port {port} is taken: choose another with --port\n"


def test_an_unwritable_folder_is_said_in_one_line(tmp_path: Path, fails: Fails) -> None:
    """A file where the folder should be stops even those who may write everywhere."""
    (tmp_path / "file").write_text("")
    line = fails("--port", "0", "--database", f"sqlite:///{tmp_path}/file/quacks.db")
    assert "can't write" in line


def test_a_damaged_database_is_said_in_one_line(tmp_path: Path, fails: Fails) -> None:
    """A file that is no database is left as it is."""
    path = tmp_path / "quacks.db"
    path.write_text("this is not a database, but a text of some length" * 100)
    line = fails("--port", "0", "--database", f"sqlite:///{path}")
    assert "not a database" in line


@pytest.mark.parametrize("address", ["mysql://x/y", "nonsense", "sqlite://"])
def test_an_unknown_database_is_said_in_one_line(address: str, fails: Fails) -> None:
    """With what would be right."""
    assert "expected" in fails("--port", "0", "--database", address)


def test_a_proxy_that_is_no_address_is_said_in_one_line(fails: Fails) -> None:
    """Before anything is started."""
    line = fails("--port", "0", "--trust-proxy", "--proxy", "10.0.0.0/8", "--proxy", "localhost")
    assert "localhost" in line


def test_a_postgresql_that_can_not_be_used_is_said_in_one_line(postgres: str, fails: Fails) -> None:
    """No such database, and no such server."""
    missing = f"postgresql://postgres@/nowhere?host={postgres}"
    assert "nowhere" in fails("--port", "0", "--database", missing)
    away = "postgresql://postgres@127.0.0.1:9/quacks"
    assert "127.0.0.1" in fails("--port", "0", "--database", away)


def test_a_newer_schema_is_refused_in_one_line(sqlite: str, fails: Fails) -> None:
    """A database of a later program is not touched."""
    path = sqlite.removeprefix("sqlite:///")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    line = fails("--port", "0", "--database", sqlite)
    assert "newer version" in line


def test_the_newest_schema_is_the_last_migration() -> None:
    """What the server takes for up to date is what alembic would bring a database to."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_two_servers_never_share_a_database(
    start_server: StartServer, database: str, fails: Fails
) -> None:
    """The second one says so, and where the first one listens if it knows."""
    server = start_server(database)
    line = fails("--port", "0", "--database", database)
    assert "already running" in line
    if database.startswith("sqlite"):
        assert server.address in line


def test_options_also_come_from_the_environment(tmp_path: Path) -> None:
    """QUACKS_DATABASE, QUACKS_PORT and QUACKS_BASE_PATH are read."""
    values = {
        "QUACKS_DATABASE": f"sqlite:///{tmp_path}/env.db",
        "QUACKS_PORT": "0",
        "QUACKS_BASE_PATH": "/deep/down",
    }
    with subprocess.Popen(
        SERVE,
        env=os.environ | values,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("listening at ").strip()
        assert address.endswith("/deep/down/")
        assert httpx.get(f"{address}healthz", timeout=PATIENCE).text == "ok\n"
        assert (
            httpx.get(address.replace("deep/down/", "healthz"), timeout=PATIENCE).status_code == 404
        )
        made = httpx.post(f"{address}api/identity", json={"name": "Ada"}, timeout=PATIENCE)
        assert "path=/deep/down" in made.headers["set-cookie"].lower()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    assert (tmp_path / "env.db").exists()


def test_test_tables_are_there_only_in_test_mode(usual: Server) -> None:
    """Without the flag the door does not exist."""
    body = {"position": "players 2"}
    answer = httpx.post(f"{usual.address}/api/test/tables", json=body, timeout=PATIENCE)
    assert answer.status_code == 404


def test_a_test_table_stands_as_its_position_says(shared: Server) -> None:
    """The asker's seat is asked what the text leads to; a wrong text is refused with its line."""
    position = (
        "players 2  books 1  round 4  card alms\n"
        "seat 0  droplet 0  bag B2 B1 O1 W1\n"
        "0 draw  luck B2 B1 W1\n"
    )

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        made = await ada.http.post("/api/test/tables", json={"position": position})
        assert made.status_code == 201, made.text
        client = await ada.at(made.json()["code"])
        told = await client.hear()
        assert told["view"]["round"] == 4
        assert told["view"]["question"]["id"] == "blue_1"
        assert sorted(client.legal) == ["choose B1", "choose W1", "choose none"]
        assert (await client.act("choose B1"))["type"] == "ack"
        wrong = await ada.http.post("/api/test/tables", json={"position": "players 9"})
        assert wrong.status_code == 400
        assert "line 1" in wrong.json()["reason"]

    drive(run)


def test_a_table_at_rest_is_woken_by_a_visit(start_server: StartServer, sqlite: str) -> None:
    """A game of which nothing is in memory is there again at the same question."""
    server = start_server(sqlite)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, (ada, _) = await full_table(people)
        answer = await ada.act(ada.legal[0])
        await asyncio.to_thread(server.stop)
        path = sqlite.removeprefix("sqlite:///")
        connection = sqlite3.connect(path)
        connection.execute("UPDATE actions SET at = 0")
        connection.commit()
        connection.close()
        await asyncio.to_thread(server.start, server.log)
        figures = (await people[0].http.get("/metrics")).text
        assert "quacks_tables 0.0" in figures
        again = await people[0].at(code)
        assert (await again.hear())["number"] == answer["number"]

    drive(run)
