"""Company at a table: chat, reactions, presence, spectators and the lobby."""

from __future__ import annotations

import pytest
from driving import Client, Closed, Json, Person, Server, drive, full_table, refused
from websockets.asyncio.client import connect


def test_chat_is_plain_text_limited_and_can_be_muted(shared: Server) -> None:
    """Markup stays text, directions of writing go, control characters and the muted are refused."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "<i>Bo</i>")]
        _, (ada, bo) = await full_table(people)
        assert refused(await bo.say("chat", text="<script>x\u0007\n</script>")) == "malformed"
        assert (await bo.say("chat", text="<script>x \u202e</script>"))["type"] == "ack"
        line = (await ada.until_type("chat"))["line"]
        assert line["text"] == "<script>x </script>"
        assert line["name"] == "<i>Bo</i>"
        assert refused(await bo.say("chat", text="x" * 301)) == "malformed"
        assert (await ada.say("mute", seat=1))["type"] == "ack"
        assert refused(await bo.say("chat", text="hello")) == "muted"
        assert refused(await bo.say("reaction", reaction="cheer")) == "muted"
        assert (await ada.say("reaction", reaction="cheer"))["type"] == "ack"
        # All at once: who speaks one line a second is not stopped.
        for _ in range(20):
            await ada.send({"type": "chat", "text": "again"})
        assert refused(await ada.until_type("refused")) == "too_fast"

    drive(run)


def test_the_host_mutes_spectators_by_what_they_said(shared: Server) -> None:
    """Whoever said a line can't speak any more, nor after sitting down elsewhere; then again."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people)
        eve = await (await Person.arrive(shared, "Eve")).at(code)
        await eve.hear()
        assert (await eve.say("chat", text="boo"))["type"] == "ack"
        line = (await ada.until_type("chat"))["line"]["number"]
        assert refused(await bo.say("mute", line=line)) == "not_host"
        assert refused(await eve.say("mute", line=line, muted=False)) == "not_host"
        assert refused(await ada.say("mute", line=line + 7)) == "no_seat"
        assert refused(await ada.say("mute", seat=0)) == "no_seat"
        assert refused(await ada.say("mute")) == "malformed"
        assert refused(await ada.say("mute", seat=1, line=line)) == "malformed"
        assert (await ada.say("mute", line=line))["type"] == "ack"
        assert refused(await eve.say("chat", text="boo")) == "muted"
        assert refused(await eve.say("reaction", reaction="laugh")) == "muted"
        assert (await bo.say("chat", text="thanks"))["type"] == "ack"
        assert (await ada.say("mute", line=line, muted=False))["type"] == "ack"
        assert (await eve.say("chat", text="sorry"))["type"] == "ack"

    drive(run)


def test_presence_is_shown_to_the_others(shared: Server) -> None:
    """Somebody who goes is shown as gone, and as there again."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people)

        def bo_is(present: bool, message: Json) -> bool:
            is_table = message["type"] == "table"
            return is_table and message["table"]["seats"][1]["present"] is present

        await bo.close()
        await ada.until(lambda m: bo_is(False, m))
        await people[1].at(code)
        await ada.until(lambda m: bo_is(True, m))

    drive(run)


def test_a_table_that_is_not_there_closes_with_4004(shared: Server) -> None:
    """And tells nothing else."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        client = await ada.at("ZZZZZZ")
        with pytest.raises(Closed):
            await client.hear()
        assert client.socket.close_code == 4004
        assert (await ada.http.get("/api/tables/ZZZZZZ")).status_code == 404

    drive(run)


def test_the_lobby_shows_public_tables_live_and_no_others(shared: Server) -> None:
    """A new public table comes, changes and goes; a private one is never there."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        watcher = await Person.arrive(shared, "Watcher")
        lobby = Client(
            await connect(f"{shared.sockets}/ws/lobby", compression=None, max_queue=None)
        )
        assert (await lobby.hear())["type"] == "lobby"
        secret = await ada.make_table(options={"public": False})
        hidden = await ada.at(secret)
        await hidden.hear()
        code = await ada.make_table(options={"public": True, "title": "Come in", "players": 2})
        client = await ada.at(code)
        await client.hear()
        # Tables that people have just left may still be listed, and come and go.
        told = await lobby.until(
            lambda m: m["type"] == "lobby_table" and m["table"]["code"] == code
        )
        assert told["table"]["open_seats"] == 1
        listed = (await watcher.http.get("/api/tables")).json()["tables"]
        codes = [table["code"] for table in listed]
        assert code in codes
        assert secret not in codes
        await client.say("add_bot", seat=1, level="random")
        changed = await lobby.until(
            lambda m: m["type"] == "lobby_table" and m["table"]["code"] == code
        )
        assert changed["table"]["open_seats"] == 0
        await client.close()
        await lobby.until(lambda m: m["type"] == "lobby_gone" and m["code"] == code)
        assert all(secret not in str(message) for message in lobby.heard)

    drive(run)
