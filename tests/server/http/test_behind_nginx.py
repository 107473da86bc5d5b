"""Behind nginx, as in `examples/nginx.conf`: games are played, and nobody forges an address."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from attacking import TEXT, Raw, close_code, frame
from conftest import StartServer
from driving import PATIENCE, Person, Server, drive, full_table, wait_until

EXAMPLE = Path(__file__).parents[3] / "examples" / "nginx.conf"
MAIN = """
user root;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/quacks.conf;
}}
"""


class Nginx(Server):
    """A server behind nginx: whoever asks, asks nginx."""

    def __init__(self, server: Server, port: int) -> None:
        """Stand in front of a running server."""
        super().__init__(server.database)
        self.address, self.port, self.log = f"http://127.0.0.1:{port}", port, server.log


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def write_configuration(folder: Path, server: Server, port: int) -> Path:
    """The example, with another port for nginx and for the server."""
    text = EXAMPLE.read_text()
    for old, new in (
        ("    listen 80;\n", f"    listen 127.0.0.1:{port};\n"),
        ("    listen [::]:80;\n", ""),
        ("server 127.0.0.1:8424;", f"server 127.0.0.1:{server.port};"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "quacks.conf").write_text(text)
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder))
    return main


@pytest.fixture
def proxied(start_server: StartServer, sqlite: str, tmp_path: Path) -> Iterator[Nginx]:
    """A server with the usual limits behind nginx."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if nginx is None:
        pytest.fail("nginx is not installed: scripts/setup test installs it")
    server = start_server(sqlite, "--trust-proxy", test_mode=False)
    port = free_port()
    main = write_configuration(tmp_path, server, port)
    command = [nginx, "-p", str(tmp_path), "-e", str(tmp_path / "error.log"), "-c", str(main)]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr
    with subprocess.Popen(command) as process:
        yield Nginx(server, port)
        process.terminate()
        process.wait(timeout=PATIENCE)


def answers(proxied: Nginx) -> bool:
    """Whether nginx and the server behind it answer."""
    try:
        return httpx.get(f"{proxied.address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def networks(server: Server, budget: str) -> set[str]:
    """The networks that the log names as over a budget."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return {line["network"] for line in lines if line.get("budget") == budget}


def test_a_game_is_played_through_nginx_and_no_address_is_forged(proxied: Nginx) -> None:
    """The server counts a client by its own address, whatever the client writes in headers."""

    async def run() -> None:
        await wait_until(lambda: answers(proxied))
        people = [await Person.arrive(proxied, name) for name in ("Ada", "Bo")]
        _, (ada, bo) = await full_table(people)
        assert (await ada.act(ada.legal[0]))["type"] == "ack"
        await bo.until_type("events")
        raw = await Raw.to(proxied, "127.0.0.9")
        forged = ["x-forwarded-for: 203.0.113.1", "x-forwarded-for: 203.0.113.2"]
        assert await raw.upgrade("/ws/lobby", *forged, "forwarded: for=203.0.113.3") == 101
        await raw.say(frame(TEXT, b"{}") * 2000)
        assert close_code(await raw.hear()) == 4030
        assert networks(proxied, "flood") == {"127.0.0.9"}
        assert (await ada.say("ping"))["type"] == "ack"

    drive(run)


def test_nginx_keeps_large_heads_large_bodies_and_the_figures_to_itself(proxied: Nginx) -> None:
    """Each is answered by nginx."""

    async def run() -> None:
        await wait_until(lambda: answers(proxied))
        async with httpx.AsyncClient(base_url=proxied.address, timeout=PATIENCE) as client:
            assert (await client.get("/metrics")).status_code == 403
            long = await client.get("/healthz", headers={"x-long": "a" * 6000})
            assert long.status_code == 400
            large = await client.post("/api/identity", content=b"x" * 9000)
            assert large.status_code == 413
            assert "nginx" in large.headers["server"]

    drive(run)


def test_without_trust_the_header_counts_for_nothing(usual: Server) -> None:
    """A client that writes X-Forwarded-For itself is counted by its own address."""

    async def run() -> None:
        raw = await Raw.to(usual, "127.0.0.8")
        assert await raw.upgrade("/ws/lobby", "x-forwarded-for: 203.0.113.1") == 101
        await raw.say(frame(TEXT, b"{}") * 2000)
        assert close_code(await raw.hear()) == 4030
        assert "127.0.0.8" in networks(usual, "flood")
        assert "203.0.113.1" not in networks(usual, "flood")

    drive(run)
