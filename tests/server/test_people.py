"""People: cookies, one-time codes, programs, deletion; and what a browser's page may ask."""

from __future__ import annotations

import asyncio
import os
import random
import re
from pathlib import Path

import httpx
import pytest
from driving import Closed, Person, Server, drive, full_table, play_on
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quedlinburg import Game
from quedlinburg.engine.record import verify
from quedlinburg.server.page import Page

pytestmark = pytest.mark.timeout(120)


def browser(server: Server) -> httpx.Client:
    """A browser with an empty jar of cookies."""
    return httpx.Client(base_url=server.address, timeout=20)


def test_a_browser_is_known_by_a_signed_cookie_that_no_script_reads(shared: Server) -> None:
    """http-only, same-site, for a long time; the answer holds no secret."""
    with browser(shared) as ada:
        assert ada.get("/api/identity").status_code == 401
        made = ada.post("/api/identity", json={"name": "  Ada\u0000  L. "})
        assert made.status_code == 201
        assert made.json() == {"name": "Ada L.", "token": None}
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert ada.get("/api/identity").json()["name"] == "Ada L."
        assert ada.post("/api/identity", json={"name": "Countess"}).status_code == 200
        assert ada.get("/api/identity").json()["name"] == "Countess"


@pytest.mark.parametrize("name", ["", " ", "\u0000\u0007", "x" * 25, 7, None])
def test_a_name_needs_letters_and_has_an_end(shared: Server, name: object) -> None:
    """Anything else is refused."""
    with browser(shared) as ada:
        assert ada.post("/api/identity", json={"name": name}).status_code == 400


def test_a_one_time_code_moves_an_identity_once(shared: Server) -> None:
    """Both devices are the same person; the code is used up, and a guess is refused."""
    with browser(shared) as phone, browser(shared) as laptop, browser(shared) as thief:
        phone.post("/api/identity", json={"name": "Ada"})
        code = phone.post("/api/identity/code").json()["code"]
        spaced = f"{code[:4]} {code[4:8]}-{code[8:].lower()}"
        assert laptop.post("/api/identity/claim", json={"code": spaced}).json()["name"] == "Ada"
        assert laptop.get("/api/identity").json()["name"] == "Ada"
        assert phone.get("/api/identity").json()["name"] == "Ada"
        assert thief.post("/api/identity/claim", json={"code": code}).status_code == 403
        assert thief.post("/api/identity/claim", json={"code": "AAAA"}).status_code == 403
        table = phone.post("/api/tables", json={}).json()["code"]
        codes = [game["code"] for game in laptop.get("/api/games").json()["games"]]
        assert codes == [table]


def test_a_name_with_the_first_table_makes_an_identity(shared: Server) -> None:
    """One request for both; who is somebody already stays who they are."""
    with browser(shared) as ada:
        assert ada.post("/api/tables", json={}).status_code == 401
        assert ada.post("/api/tables", json={"name": " "}).status_code == 400
        made = ada.post("/api/tables", json={"name": "Ada"})
        assert made.status_code == 201
        assert "httponly" in made.headers["set-cookie"].lower()
        assert len(made.json()["commit"]) == 64
        assert ada.get("/api/identity").json()["name"] == "Ada"
        again = ada.post("/api/tables", json={"name": "Somebody else"})
        assert "set-cookie" not in again.headers
        assert ada.get("/api/identity").json()["name"] == "Ada"
        assert len(ada.get("/api/games").json()["games"]) == 2


def test_what_everybody_loads_is_packed_and_not_sent_twice(shared: Server) -> None:
    """Page, scripts and rules: a third of their size, and 304 for those who have them."""
    with browser(shared) as ada:
        index = ada.get("/").text
        scripts = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', index)
        for path in ("/", "/api/rules", "/api/openapi.json", *scripts[:2]):
            plain = ada.get(path, headers={"accept-encoding": "identity"})
            packed = ada.get(path, headers={"accept-encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.content == plain.content
            assert "accept-encoding" in packed.headers["vary"]
            if len(plain.content) > 2000:
                assert int(packed.headers["content-length"]) < len(plain.content) / 2
            known = ada.get(path, headers={"if-none-match": packed.headers["etag"]})
            assert (known.status_code, known.content) == (304, b"")


def test_a_file_that_was_built_anew_is_packed_anew(tmp_path: Path) -> None:
    """What is kept packed is the file as it is."""
    (tmp_path / "assets").mkdir()
    script = tmp_path / "assets" / "a.js"
    page = Page(tmp_path, "")

    async def load() -> bytes:
        scope = {"type": "http", "method": "GET", "headers": [], "path": "/assets/a.js"}
        return bytes((await page.get_response("assets/a.js", scope)).body)

    for number, words in enumerate((b"one", b"another")):
        script.write_bytes(words)
        os.utime(script, (number, number))
        assert asyncio.run(load()) == words


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


def test_deleting_an_identity_takes_its_name_out_of_everything(shared: Server) -> None:
    """Record, replay, chat and tables no longer hold it; the record still verifies."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Rumpelstilz", "Bo")]
        code, clients = await full_table(people)
        await clients[0].say("chat", text="i am rumpelstilz")
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        running, (gone, stays) = await full_table(people)
        deleted = await people[0].http.delete("/api/identity")
        assert deleted.status_code == 204
        with pytest.raises(Closed):
            await gone.until_type("never said")
        assert gone.socket.close_code == 4001
        assert (await people[0].http.get("/api/identity")).status_code == 401
        record = (await people[1].http.get(f"/api/games/{code}/record")).text
        replay = (await people[1].http.get(f"/api/games/{code}/replay")).text
        table = (await people[1].http.get(f"/api/tables/{code}")).text
        for text in (record, replay, table):
            assert "Rumpelstilz" not in text
        game, told = verify(record, Game)
        assert game.heading.names == ("", "Bo")
        assert "came from the seed" in told
        fresh = await people[1].at(code)
        assert (await fresh.hear())["chat"] == []
        await stays.until(lambda m: m["type"] == "table" and m["table"]["seats"][0]["resigned"])
        assert stays.table["host_name"] == "Bo"
        await play_on(stays, random.Random(2))
        assert running != code

    drive(run)


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
