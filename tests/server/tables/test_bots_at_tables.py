"""Bots in seats: their names, their levels, and their pace."""

from __future__ import annotations

import re
import time

import msgspec
from driving import Person, Server, browser, drive, wait_until

from quedlinburg.bots import BOT_NAMES
from quedlinburg.server.bots.levels import LEVELS
from quedlinburg.server.config import Config
from quedlinburg.server.limits import PACES, Limits
from quedlinburg.server.people.identities import Person as Somebody
from quedlinburg.server.protocol.bodies import MakeTable, MakeTableFromPosition
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.services import close_services, open_services
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.documents import SeatDocument
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.live_game import LiveGame
from quedlinburg.server.tables.new_tables import wanted_table
from quedlinburg.server.tables.table import Table
from quedlinburg.text import LANGUAGES, bot_names, text


def test_bots_have_names_and_no_two_the_same(shared: Server) -> None:
    """The names of their level, from the texts; whoever has gone leaves the own name to others."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        level = LEVELS[0]
        names = bot_names(level)
        assert names[0] == text(f"bot.{level}", "en").title
        code = await ada.make_table(options={"players": 4}, bots=[level, level])
        client = await ada.at(code)
        await client.hear()
        assert (await client.say("add_bot", seat=3, level=level))["type"] == "ack"
        assert [seat["name"] for seat in client.table["seats"]] == ["Ada", *names[:3]]
        assert (await client.say("add_bot", seat=2, level=level))["type"] == "ack"
        assert client.table["seats"][2]["name"] == names[1]

    drive(run)


def test_four_bots_of_a_level_need_no_number_in_any_language(shared: Server) -> None:
    """The server says which of a level's names a seat bears; pages read it from the same texts."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        for level in LEVELS:
            code = await ada.make_table(options={"players": 4}, bots=[level] * 4, sit=False)
            client = await ada.at(code)
            await client.hear()
            seats = client.table["seats"]
            assert [seat["name"] for seat in seats] == list(bot_names(level))
            for language in LANGUAGES:
                rules = (await ada.http.get(f"/api/rules?language={language}")).json()
                told = [rules["bot_names"][level][seat["called"]] for seat in seats]
                assert len(set(told)) == 4, told
                assert not re.search(r"\d", " ".join(told))
                assert told == list(bot_names(level, language))

    drive(run)


def test_bots_without_names_enough_are_counted(shared: Server) -> None:
    """A bot that has one name alone keeps its number, and no place among names."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        code = await ada.make_table(options={"players": 4}, bots=["random"] * 3)
        client = await ada.at(code)
        await client.hear()
        seats = client.table["seats"][1:]
        assert [seat["name"] for seat in seats] == ["Dandelion", "Dandelion 2", "Dandelion 3"]
        assert [seat["called"] for seat in seats] == [0, None, None]

    drive(run)


def test_nobody_borrows_the_name_of_a_bot_in_any_language(shared: Server) -> None:
    """Not in other letters that look the same either."""
    for name in (bot_names(LEVELS[0], "de")[0], "\u0410pprentice Ti1da"):
        with browser(shared) as ada:
            refused = ada.post("/api/identity", json={"name": name})
            assert (refused.status_code, refused.json()["code"]) == (400, "name")


def test_a_person_of_before_who_bears_a_bots_name_keeps_it() -> None:
    """Nobody reads the own name on a bot, whatever the language of the page."""
    name = bot_names(LEVELS[0], "de")[0]
    document = wanted_table(Somebody("ada", name), MakeTable(bots=[LEVELS[0]]))
    assert document.seats[0].name == name
    assert document.seats[1].called == 1


def test_a_seat_stored_before_bots_had_names_still_loads() -> None:
    """A bot of before has its counted name and no place among its level's names."""
    stored = b'{"kind": "bot", "name": "Apprentice Tilda 2", "level": "apprentice"}'
    seat = msgspec.json.decode(stored, type=SeatDocument)
    assert (seat.name, seat.called) == ("Apprentice Tilda 2", None)


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
        services = await open_services(Config(limits=Limits()), Store(database.engine))
        await services.bot_pool.warm_up()
        try:
            ada, _ = await services.identities.make("Ada")
            begun = time.monotonic()
            tables = []
            for pace in ("slow", "instant"):
                options = TableOptions(pace=pace)
                wanted = MakeTableFromPosition(position=position, options=options)
                tables.append(await services.registry.make_from_position(ada, wanted))
            slow, instant = tables

            def game_at(table: Table) -> LiveGame:
                game = table.contents.game
                assert game is not None
                return game

            await wait_until(lambda: game_at(instant).asked[1] is None)
            assert game_at(instant).asked[0] is not None, "the person has not even begun"
            assert all(played.seat == 1 for played in game_at(instant).game.history)
            await wait_until(lambda: game_at(slow).number > 0)
            assert time.monotonic() - begun >= 0.6 * PACES["slow"]
        finally:
            await close_services(services)
            await database.close()

    drive(run)
