"""Seats: who may do what, before, in and after a game; and what nobody may do."""

from __future__ import annotations

import asyncio
import random

import pytest
from driving import Person, Server, drive, full_table, play_on, refused


def test_nobody_acts_for_another_seat_in_any_way(shared: Server) -> None:
    """Other identities, spectators, forged and missing tokens, looking, sitting, kicking."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people)
        thief = await Person.arrive(shared, "Ada")
        eve = await thief.at(code)
        told = await eve.hear()
        assert told["you"]["seat"] is None
        assert told["view"]["question"] is None
        assert ada.ask is not None
        question = ada.ask["question"]["number"]
        assert refused(await eve.say("act", question=question, action="draw")) == "not_your_seat"
        assert refused(await eve.say("look", seat=0)) == "not_your_seat"
        assert refused(await eve.say("sit", seat=0)) == "not_open"
        for kind in ("resign", "back"):
            assert refused(await eve.say(kind)) == "not_your_seat"
        assert refused(await eve.say("abandon", agree=True)) == "not_your_seat"
        assert refused(await eve.say("nonce", nonce="x")) == "not_open"
        assert refused(await eve.say("kick", seat=0)) == "not_host"
        assert refused(await eve.say("mute", seat=0)) == "not_host"
        assert refused(await eve.say("give_host", seat=1)) == "not_host"
        assert refused(await eve.say("leave", seat=0)) == "not_open"
        assert refused(await bo.say("look", seat=0)) == "not_your_seat"
        assert refused(await bo.say("kick", seat=0)) == "not_host"
        as_query = await people[1].at(code, "&seat=0")
        assert (await as_query.hear())["you"]["seat"] == 1
        assert (
            refused(await eve.say("act", question=question, action="draw", seat=0)) == "malformed"
        )
        bo_id = "bo-acts"
        assert bo.ask is not None
        number = bo.ask["question"]["number"]
        answer = await bo.say("act", id=bo_id, question=number, action=bo.legal[0])
        assert answer["type"] == "ack"
        # An id that another seat used is no way to be acknowledged, nor to block that seat.
        mine = await ada.say("act", id=bo_id, question=question, action=ada.legal[0])
        assert mine["type"] == "ack"
        assert mine["number"] != answer["number"]

    drive(run)


@pytest.mark.parametrize("forged", ["", "x", "abc.def", "é", "a" * 3000])
def test_a_forged_token_is_nobody(shared: Server, forged: str) -> None:
    """Such a client watches as a spectator, and can't ask for what is somebody's."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, _ = await full_table(people)
        people[0].token = forged.encode("utf-8").decode("latin-1") if forged else "."
        stranger = await people[0].at(code)
        told = await stranger.hear()
        assert told["you"] == {"seat": None, "seats": [], "host": False, "name": ""}
        assert refused(await stranger.say("chat", text="hello")) == "no_identity"
        people[0].http.headers["authorization"] = "Bearer x.y"
        assert (await people[0].http.get("/api/games")).status_code == 401

    drive(run)


def test_a_changed_signature_or_secret_is_nobody(shared: Server) -> None:
    """A secret counts only with this server's own signature on exactly that secret."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        secret, _, signature = ada.token.rpartition(".")
        first = "A" if signature[0] != "A" else "B"
        for changed in (f"{secret}.{first}{signature[1:]}", f"{secret[:-1]}.{signature}", secret):
            headers = {"authorization": f"Bearer {changed}"}
            assert (await ada.http.get("/api/identity", headers=headers)).status_code == 401
        assert (await ada.http.get("/api/identity")).status_code == 200

    drive(run)


def test_secrets_are_told_to_nobody_before_the_end(shared: Server) -> None:
    """No message of a running game holds the secret, the seed or another seat's look."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people, stir="always", books=1)
        watcher = await (await Person.arrive(shared, "Eve")).at(code)
        await watcher.hear()
        everybody = [*clients, watcher]
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        await watcher.until(lambda m: m["type"] == "table" and m["table"]["state"] == "over")
        secret = clients[0].table["secret"]
        assert len(secret) == 64
        for client in everybody:
            seat = client.you["seat"]
            for message in client.heard:
                is_end = message["type"] == "table" and message["table"]["state"] == "over"
                assert is_end or secret not in str(message)
            for event in client.events:
                if event["event"] == "chips_looked_at":
                    assert (event["kinds"] is None) == (event["seat"] != seat)
                if event["event"] == "choice_sealed":
                    assert (event["choice"] is None) == (event["seat"] != seat)
        assert secret not in shared.log.read_text()

    drive(run)


def test_before_the_game_seats_are_taken_left_and_given_to_bots(shared: Server) -> None:
    """Sit, leave, bots, kick, ready, start: each with what forbids it."""

    async def run() -> None:
        host, guest = [await Person.arrive(shared, name) for name in ("Host", "Guest")]
        code = await host.make_table(options={"players": 3})
        h, g = await host.at(code), await guest.at(code)
        await h.hear()
        await g.hear()
        assert refused(await g.say("sit", seat=0)) == "seat_taken"
        assert refused(await g.say("sit", seat=3)) == "no_seat"
        assert (await g.say("sit", seat=1))["type"] == "ack"
        assert refused(await g.say("sit", seat=2)) == "no_seat"
        assert refused(await g.say("add_bot", seat=2, level="random")) == "not_host"
        assert refused(await g.say("start")) == "not_host"
        assert refused(await h.say("add_bot", seat=2, level="unheard_of")) == "unknown_level"
        assert refused(await h.say("start")) == "not_ready"
        assert (await h.say("add_bot", seat=2, level="random"))["type"] == "ack"
        assert refused(await h.say("start")) == "not_ready"
        assert (await g.say("ready"))["type"] == "ack"
        assert (await g.say("leave"))["type"] == "ack"
        assert g.you["seats"] == []
        assert (await g.say("sit", seat=1))["type"] == "ack"
        assert (await h.say("kick", seat=1))["type"] == "ack"
        assert refused(await g.say("sit", seat=1)) == "no_seat"
        assert (await h.say("add_bot", seat=1, level="cautious"))["type"] == "ack"
        assert refused(await h.say("set_options", options={"players": 2})) == "seat_taken"
        assert (await h.say("kick", seat=2))["type"] == "ack"
        assert (await h.say("set_options", options={"players": 2, "books": "random"}))[
            "type"
        ] == "ack"
        assert len(h.table["seats"]) == 2
        assert (await h.say("start"))["type"] == "ack"
        assert h.view is not None
        assert set(h.view["setup"]["books"]) == {"green", "blue", "red", "yellow", "purple"}
        assert refused(await h.say("start")) == "not_open"

    drive(run)


def test_the_hosts_rights_go_on(shared: Server) -> None:
    """Given by the host, or to the next person when the host leaves."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo", "Cy")]
        code = await people[0].make_table(options={"players": 3})
        ada, bo, cy = [await person.at(code) for person in people]
        for client in (ada, bo, cy):
            await client.hear()
        await bo.say("sit", seat=1)
        await cy.say("sit", seat=2)
        assert refused(await bo.say("give_host", seat=1)) == "not_host"
        assert (await ada.say("give_host", seat=1))["type"] == "ack"
        await bo.say("ping")
        assert bo.you["host"] is True
        assert (await bo.say("leave"))["type"] == "ack"
        assert bo.table["host_name"] == "Ada"

    drive(run)


def test_options_that_the_rules_do_not_know_are_refused(shared: Server) -> None:
    """The reason is the engine's own."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        for options in (
            {"players": 5},
            {"books": 9},
            {"books": {"green": 1}},
            {"edition": "unheard of"},
            {"edition": {"rubies": "many"}},
            {"clock": 3},
            {"clock": 10**9},
            {"stir": "often"},
            {"players": 2, "start": 3},
            {"unknown": 1},
        ):
            answer = await ada.http.post("/api/tables", json={"options": options})
            assert answer.status_code == 400, options
            assert answer.json()["reason"]

    drive(run)


def test_resigning_gives_the_seat_to_the_apprentice(shared: Server) -> None:
    """The game goes on; the one who resigned can't act any more."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, bo) = await full_table(people)
        assert (await bo.say("resign"))["type"] == "ack"
        assert bo.table["seats"][1]["resigned"] is True
        answer = await bo.say("act", question=0, action="draw")
        assert refused(answer) == "not_your_seat"
        await play_on(ada, random.Random(4))
        assert ada.table["state"] == "over"

    drive(run)


def test_a_game_is_abandoned_when_everybody_agrees(shared: Server) -> None:
    """One alone can't; a withdrawn agreement does not count; then the secret is shown."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, bo) = await full_table(people)
        await ada.say("abandon", agree=True)
        assert ada.table["abandon"] == [0]
        await ada.say("abandon", agree=False)
        await bo.say("abandon", agree=True)
        assert bo.table["state"] == "playing"
        await ada.say("abandon", agree=True)
        assert ada.table["state"] == "abandoned"
        assert ada.table["secret"]
        assert refused(await ada.say("act", question=0, action="draw")) == "not_running"
        assert (await ada.say("rematch"))["type"] == "ack"
        code = ada.table["rematch"]
        again = await people[1].at(code)
        told = await again.hear()
        assert [seat["name"] for seat in told["table"]["seats"]] == ["Ada", "Bo"]
        assert told["you"]["seat"] == 1
        assert told["table"]["commit"] != ada.table["commit"]
        assert (await bo.say("rematch"))["type"] == "ack"
        assert bo.table["rematch"] == code

    drive(run)


def test_one_device_for_all_shows_each_seat_only_its_own(shared: Server) -> None:
    """Several seats of one identity; looking from another brings that seat's view."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        code = await ada.make_table(options={"players": 2, "pass_around": True})
        client = await ada.at(code)
        await client.hear()
        assert (await client.say("sit", seat=1, name="Bo"))["type"] == "ack"
        assert (await client.say("start"))["type"] == "ack"
        assert [seat["name"] for seat in client.table["seats"]] == ["Ada", "Bo"]
        await client.send({"type": "look", "seat": 1})
        told = await client.until_type("snapshot")
        assert told["view"]["viewer"] == 1
        assert (await client.act(client.legal[0]))["type"] == "ack"
        await client.send({"type": "look", "seat": 0})
        assert (await client.until_type("snapshot"))["view"]["viewer"] == 0

    drive(run)
