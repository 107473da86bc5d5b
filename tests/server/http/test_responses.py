"""What the server gives over HTTP: compressed once a client takes that, and safe for browsers."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

import httpx
import pytest
from driving import Server, browser, drive
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quedlinburg.server.http.page import Page


def test_what_everybody_loads_is_compressed_and_not_sent_twice(shared: Server) -> None:
    """Page, scripts and rules: half their size or less, and 304 for those who have them."""
    with browser(shared) as ada:
        index = ada.get("/").text
        scripts = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', index)
        for path in ("/", "/api/rules", "/api/openapi.json", *scripts[:2]):
            plain = ada.get(path, headers={"accept-encoding": "identity"})
            packed = ada.get(path, headers={"accept-encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.content == plain.content
            assert "accept-encoding" in packed.headers["vary"].lower()
            if len(plain.content) > 2000:
                assert packed.num_bytes_downloaded < len(plain.content) / 2
            for etag in (packed.headers["etag"], f'"other", W/{packed.headers["etag"]}'):
                known = ada.get(path, headers={"if-none-match": etag})
                assert (known.status_code, known.content) == (304, b"")
            other = ada.get(path, headers={"if-none-match": '"other"'})
            assert (other.status_code, other.content) == (200, plain.content)


def test_hashed_files_are_cached_for_ever_and_the_page_never(shared: Server) -> None:
    """A new build has other names; the page that names them is asked for each time."""
    with browser(shared) as ada:
        (script, *_) = re.findall(r'src="(/assets/[^"]+\.js)"', ada.get("/").text)
        assert ada.get(script).headers["cache-control"] == "public, max-age=31536000, immutable"
        for path in ("/", "/t/ABCDEF", "/icon.svg"):
            assert ada.get(path).headers["cache-control"] == "no-cache"
        assert ada.get("/api/rules").headers["cache-control"] == "public, max-age=300"
        assert ada.get("/api/tables").headers["cache-control"] == "no-store"


def test_a_file_that_was_built_anew_is_sent_anew(tmp_path: Path) -> None:
    """Whoever has the file of before gets the new one."""
    (tmp_path / "assets").mkdir()
    script = tmp_path / "assets" / "a.js"
    transport = httpx.ASGITransport(Page(tmp_path, ""))

    async def load(etag: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/assets/a.js", headers={"if-none-match": etag})

    etag = '"none"'
    for number, words in enumerate((b"one", b"another")):
        script.write_bytes(words)
        os.utime(script, (number, number))
        answer = asyncio.run(load(etag))
        assert (answer.status_code, answer.content) == (200, words)
        etag = answer.headers["etag"]
    assert asyncio.run(load(etag)).status_code == 304


def test_other_pages_may_not_ask(shared: Server) -> None:
    """A foreign origin changes nothing and opens no socket; none, or our own, is fine."""
    with browser(shared) as ada:
        foreign = {"origin": "https://elsewhere.example"}
        asked = ada.post("/api/identity", json={"name": "Ada"}, headers=foreign)
        assert asked.status_code == 403
        own = {"origin": shared.address}
        assert ada.post("/api/identity", json={"name": "Ada"}, headers=own).status_code == 201
        code = ada.post("/api/tables", json={}).json()["code"]

    async def run() -> None:
        address = f"{shared.sockets}/ws?table={code}"
        with pytest.raises(InvalidStatus):
            await connect(address, origin="https://elsewhere.example")  # type: ignore[arg-type]
        async with connect(address, origin=shared.address) as socket:  # type: ignore[arg-type]
            await socket.recv()

    drive(run)


def test_every_answer_has_the_security_headers(shared: Server) -> None:
    """Pages, data and errors alike; no inline script, no frame, no guessing of types."""
    with browser(shared) as ada:
        for path in ("/", "/t/ABCDEF", "/api/rules", "/api/nothing", "/healthz", "/api/games"):
            headers = ada.get(path).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers


def test_no_endpoint_lists_what_it_should_not(shared: Server) -> None:
    """Files beside the page, other people's games, unfinished records, the test door's absence."""
    with browser(shared) as ada:
        for path in (
            "/../app.py",
            "/%2e%2e/app.py",
            "/..%2fapp.py",
            "/api/",
            "/api/games/ZZZZZZ/record",
            "/api/games/ZZZZZZ/replay",
            "/api/identity/claim",
        ):
            answer = ada.get(path)
            assert answer.status_code in (401, 404, 405), path
            assert "import" not in answer.text


def test_rules_come_in_both_languages_from_the_engines_tables(shared: Server) -> None:
    """54 spaces, 18 kinds, 24 cards, and texts for each card."""
    with browser(shared) as ada:
        for language in ("en", "de"):
            rules = ada.get(f"/api/rules?language={language}").json()
            assert rules["language"] == language
            assert len(rules["spaces"]) == 54
            assert len(rules["kinds"]) == 18
            assert sum(kind["supply"] for kind in rules["kinds"]) == 215
            assert len(rules["cards"]) == 24
            assert len(rules["tails"]) == 23
            for card in rules["cards"]:
                assert rules["texts"][f"card.{card['id']}"]["title"]
        assert ada.get("/api/rules?language=xx").json()["language"] == "en"


def test_figures_and_health_are_there_for_operators(shared: Server) -> None:
    """Prometheus's text form, on this machine only."""
    with browser(shared) as ada:
        assert ada.get("/healthz").text == "ok\n"
        assert "quacks_commit_seconds_bucket" in ada.get("/metrics").text
        forwarded = ada.get("/metrics", headers={"x-forwarded-for": "1.2.3.4"})
        assert forwarded.status_code == 403
