"""Bots in seats: their names, their levels, and their pace."""

from __future__ import annotations

import time

import pytest
from driving import Person, Server, drive, wait_until

from quedlinburg.bots import BOT_NAMES
from quedlinburg.server.bodies import MakeTableFromPosition
from quedlinburg.server.config import Config
from quedlinburg.server.house import close_house, open_house
from quedlinburg.server.levels import LEVELS
from quedlinburg.server.limits import PACES, Limits
from quedlinburg.server.seating import bot_name
from quedlinburg.server.shapes import TableOptions
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.store import Store
from quedlinburg.text import text

pytestmark = pytest.mark.timeout(120)


def test_bots_have_names_and_no_two_the_same(shared: Server) -> None:
    """The name of their level, from the texts; the second one is counted."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        level = LEVELS[0]
        name = bot_name(level)
        assert name == text(f"bot.{level}", "en").title
        code = await ada.make_table(options={"players": 4}, bots=[level, level])
        client = await ada.at(code)
        await client.hear()
        assert (await client.say("add_bot", seat=3, level=level))["type"] == "ack"
        names = [seat["name"] for seat in client.table["seats"]]
        assert names == ["Ada", name, f"{name} 2", f"{name} 3"]
        assert (await client.say("add_bot", seat=2, level=level))["type"] == "ack"
        assert client.table["seats"][2]["name"] == f"{name} 2"

    drive(run)


def test_every_level_of_the_bots_can_be_chosen_for_a_seat(shared: Server) -> None:
    """The catalogue lists them, one of them as the usual one, each with a name and a character."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        rules = (await ada.http.get("/api/rules")).json()
        assert rules["levels"] == ["novice", "apprentice", "journeyman", "master"]
        assert rules["usual_level"] in rules["levels"]
        code = await ada.make_table(options={"players": 2})
        client = await ada.at(code)
        await client.hear()
        for level in (*BOT_NAMES, *rules["levels"]):
            assert (await client.say("add_bot", seat=1, level=level))["type"] == "ack"
            assert client.table["seats"][1]["level"] == level
            assert rules["texts"][f"bot.{level}"]["text"]

    drive(run)


def test_whoever_has_not_read_the_levels_gets_the_usual_one(shared: Server) -> None:
    """`usual` is not a level: the seat says which one it means."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        usual = (await ada.http.get("/api/rules")).json()["usual_level"]
        code = await ada.make_table(options={"players": 3}, bots=["usual", "usual"])
        client = await ada.at(code)
        await client.hear()
        assert [seat["level"] for seat in client.table["seats"][1:]] == [usual, usual]

    drive(run)


def test_bots_act_at_the_pace_of_the_table_and_wait_for_nobody(sqlite: str) -> None:
    """At once where the table says so, though the person has not acted; slowly where it says so."""
    position = "players 2  books 1  round 3  card donations\n"

    async def run() -> None:
        database = Database(sqlite)
        await database.open()
        house = await open_house(Config(limits=Limits()), Store(database.engine))
        await house.thinking.warm_up()
        try:
            ada, _ = await house.people.make("Ada")
            begun = time.monotonic()
            rooms = []
            for pace in ("slow", "instant"):
                options = TableOptions(pace=pace)
                wanted = MakeTableFromPosition(position=position, options=options)
                rooms.append(await house.hall.make_from_position(ada, wanted))
            slow, instant = [room.play for room in rooms]
            assert slow is not None
            assert instant is not None
            await wait_until(lambda: instant.asked[1] is None, 60)
            assert instant.asked[0] is not None, "the person has not even begun"
            assert all(played.seat == 1 for played in instant.game.history)
            await wait_until(lambda: slow.number > 0, 60)
            assert time.monotonic() - begun >= 0.6 * PACES["slow"]
        finally:
            await close_house(house)
            await database.close()

    drive(run)
