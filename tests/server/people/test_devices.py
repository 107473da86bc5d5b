"""Devices and programs: an identity's list of them, and how each is signed out."""

from __future__ import annotations

import time

import httpx
import pytest
from driving import Client, Closed, Json, Person, Server, browser, drive

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


def devices_of(client: httpx.Client) -> list[Json]:
    """One's own devices."""
    answer = client.get("/api/identity/devices")
    assert answer.status_code == 200, answer.text
    listed: list[Json] = answer.json()["devices"]
    return listed


def test_the_devices_of_an_identity_are_listed_by_what_they_are(shared: Server) -> None:
    """Browser and system, or what a program calls itself; the day, and which one asks."""
    with browser(shared) as laptop, browser(shared) as phone:
        laptop.headers["user-agent"] = FIREFOX
        phone.headers["user-agent"] = IPHONE
        laptop.post("/api/identity", json={"name": "Ada"})
        code = laptop.post("/api/identity/code").json()["code"]
        phone.post("/api/identity/claim", json={"code": code})
        laptop.post("/api/identity", json={"name": "Ada", "program": True, "label": "my\u202e bot"})
        listed = devices_of(laptop)
        assert {device["label"] for device in listed} == {
            "Firefox, Linux",
            "Safari, iPhone",
            "my bot",
        }
        today = time.strftime("%Y-%m-%d", time.gmtime())
        assert {device["used"] for device in listed} <= {today, listed[0]["used"]}
        assert [device["label"] for device in listed if device["this"]] == ["Firefox, Linux"]
        assert [d["label"] for d in devices_of(phone) if d["this"]] == ["Safari, iPhone"]
        assert [d["label"] for d in listed if d["kind"] == "program"] == ["my bot"]


def test_a_device_that_is_signed_out_is_nobody_at_once(shared: Server) -> None:
    """Its socket is closed, its cookie and codes no longer hold, and nobody else's are touched."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        made = await ada.http.post("/api/identity", json={"name": "Ada", "program": True})
        thief = Person(shared, httpx.AsyncClient(base_url=shared.address), made.json()["token"], "")
        thief.http.headers["authorization"] = f"Bearer {thief.token}"
        code = await ada.make_table(options={"players": 2})
        mine, theirs = await ada.at(code), await thief.at(code)
        assert (await theirs.say("chat", text="hello"))["type"] == "ack"
        moving = (await thief.http.post("/api/identity/code")).json()["code"]
        listed = (await ada.http.get("/api/identity/devices")).json()["devices"]
        (other,) = [device["id"] for device in listed if not device["this"]]
        await theirs.send({"type": "chat", "text": "one more"})
        gone = await ada.http.delete(f"/api/identity/devices/{other}")
        assert gone.status_code == 204
        with pytest.raises(Closed):
            await theirs.until_type("never said")
        assert theirs.socket.close_code == 4001
        assert (await thief.http.get("/api/identity")).status_code == 401
        with pytest.raises(Closed):
            await _speak_again(thief, code)
        claimed = await thief.http.post("/api/identity/claim", json={"code": moving})
        assert claimed.status_code == 403
        assert (await mine.say("ping"))["type"] == "ack"

    drive(run)


async def _speak_again(person: Person, code: str) -> None:
    """Come back with a secret that no longer holds: a spectator without an identity."""
    client: Client = await person.at(code)
    assert (await client.say("chat", text="again"))["code"] == "no_identity"
    await client.close()
    await client.hear()


def test_all_others_are_signed_out_together_and_the_only_device_is_kept(shared: Server) -> None:
    """Without any secret nobody could be that person again."""
    with browser(shared) as ada, browser(shared) as stranger:
        ada.post("/api/identity", json={"name": "Ada"})
        tokens = [
            ada.post("/api/identity", json={"name": "Ada", "program": True}).json()["token"]
            for _ in range(3)
        ]
        stranger.post("/api/identity", json={"name": "Bo"})
        (own,) = devices_of(stranger)
        assert ada.delete(f"/api/identity/devices/{own['id']}").status_code == 404
        assert ada.delete("/api/identity/devices").status_code == 204
        (last,) = devices_of(ada)
        assert last["this"]
        assert ada.delete(f"/api/identity/devices/{last['id']}").json()["code"] == "only_device"
        for token in tokens:
            held = httpx.get(
                f"{shared.address}/api/identity", headers={"authorization": f"Bearer {token}"}
            )
            assert held.status_code == 401
        assert devices_of(stranger) == [own]


def test_signing_out_oneself_takes_the_cookie(shared: Server) -> None:
    """The device that asks can be the one that goes, if there is another."""
    with browser(shared) as ada:
        ada.post("/api/identity", json={"name": "Ada"})
        ada.post("/api/identity", json={"name": "Ada", "program": True})
        (own,) = [device["id"] for device in devices_of(ada) if device["this"]]
        gone = ada.delete(f"/api/identity/devices/{own}")
        assert gone.status_code == 204
        assert "quacks=" in gone.headers["set-cookie"]
        assert ada.get("/api/identity").status_code == 401


def test_nobody_has_devices_without_end(shared: Server) -> None:
    """A program that asks for token after token is refused some day."""
    with browser(shared) as ada:
        ada.post("/api/identity", json={"name": "Ada"})
        body = {"name": "Ada", "program": True}
        answers = [ada.post("/api/identity", json=body).status_code for _ in range(52)]
        assert answers[0] == 200
        assert answers[-1] == 429
        assert len(devices_of(ada)) == 50
