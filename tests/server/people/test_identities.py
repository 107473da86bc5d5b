"""Identities: cookies, one-time codes, names, deletion."""

from __future__ import annotations

import asyncio
import random

import pytest
from driving import Closed, Person, Server, browser, drive, full_table, play_on

from quedlinburg import Game
from quedlinburg.engine.notation.record import verify


def test_a_browser_is_known_by_a_signed_cookie_that_no_script_reads(shared: Server) -> None:
    """http-only, same-site, for a long time; the answer holds no secret."""
    with browser(shared) as ada:
        assert ada.get("/api/identity").status_code == 401
        made = ada.post("/api/identity", json={"name": "  Ada   L. "})
        assert made.status_code == 201
        assert made.json() == {"name": "Ada L.", "token": None}
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert ada.get("/api/identity").json()["name"] == "Ada L."
        assert ada.post("/api/identity", json={"name": "Countess"}).status_code == 200
        assert ada.get("/api/identity").json()["name"] == "Countess"


@pytest.mark.parametrize("name", ["", " ", "\u0000\u0007", "Ada\u0000", "x" * 25, 7, None])
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
