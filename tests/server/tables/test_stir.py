"""Stirring on demand at a table (R7.4): people call for it, bots and the clock never do."""

from __future__ import annotations

import asyncio
import random

from driving import Client, Json, Server, drive, full_table, play_on, refused, wait_until
from driving import Person as Guest

from quedlinburg import Action, View
from quedlinburg.server.bots.fair_queue import Share
from quedlinburg.server.bots.pool import NOBODY, BotPool
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.bodies import MakeTable
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.registry import TableRegistry


def numbers(*clients: Client) -> list[int]:
    """The numbers of the questions that seats are asked."""
    return [client.ask["question"]["number"] for client in clients if client.ask is not None]


async def two_at_a_table(shared: Server, **options: object) -> tuple[str, Client, Client]:
    """Two people before their empty pots."""
    people = [await Guest.arrive(shared, name) for name in ("Ada", "Bo")]
    code, (ada, bo) = await full_table(people, **options)
    for client in (ada, bo):
        await client.say("ping")
    return code, ada, bo


def test_who_calls_for_a_stir_stirs_for_everybody(shared: Server) -> None:
    """All are told who called; the others' question keeps its number, only the option is gone."""

    async def run() -> None:
        _, ada, bo = await two_at_a_table(shared, clock=600)
        assert ada.legal == bo.legal == ["draw", "stir"]
        (before,) = numbers(bo)
        deadline = bo.deadlines[1]
        assert (await ada.act("stir"))["type"] == "ack"
        await bo.until(lambda m: m["type"] == "events")
        assert [(e["event"], e["seat"]) for e in bo.events[-1:]] == [("stir_called", 0)]
        assert ada.legal == bo.legal == ["draw"]
        assert numbers(bo) == [before]
        assert bo.deadlines[1] == deadline
        # From now on draws are sealed until everybody has chosen.
        assert (await ada.act("draw"))["type"] == "ack"
        await bo.until(lambda m: m["type"] == "events")
        assert bo.events[-1]["event"] == "choice_sealed"
        assert bo.events[-1]["choice"] is None

    drive(run)


def test_the_first_draw_takes_the_stir_away_and_everybody_is_told(shared: Server) -> None:
    """A stir that comes too late is refused with a reason, a draw that was on its way is taken."""

    async def run() -> None:
        _, ada, bo = await two_at_a_table(shared)
        asked = bo.ask
        assert asked is not None
        assert (await ada.act("draw"))["type"] == "ack"
        late = await bo.say("act", question=asked["question"]["number"], action="stir")
        assert refused(late) == "illegal"
        assert bo.legal == ["draw"]
        drawn = await bo.say("act", question=asked["question"]["number"], action="draw")
        assert drawn["type"] == "ack"

    drive(run)


def test_at_a_table_that_is_never_stirred_nobody_can_call_for_it(shared: Server) -> None:
    """Nor where every round is stirred anyway."""

    async def run() -> None:
        for stir in ("never", "always"):
            _, ada, bo = await two_at_a_table(shared, stir=stir)
            assert ada.legal == bo.legal == ["draw"]
            assert ada.table["options"]["stir"] == stir

    drive(run)


def test_no_bot_ever_calls_for_a_stir(shared: Server) -> None:
    """Neither bots of any kind nor the apprentice in an absent owner's place."""

    async def run() -> None:
        people = [await Guest.arrive(shared, name) for name in ("Ada", "Bo")]
        options = {"players": 4, "pace": "instant"}
        code = await people[0].make_table(options=options, bots=["random", "cautious"])
        ada, bo = [await person.at(code) for person in people]
        for client in (ada, bo):
            await client.until_type("snapshot")
        await bo.say("sit", seat=3)
        await bo.say("ready")
        assert (await ada.say("start"))["type"] == "ack"
        assert (await bo.say("resign"))["type"] == "ack"
        choose = random.Random(3)
        # Ada lets the bots begin every round, so that they could call for it each time.
        while not ada.is_over:
            if ada.ask is None or ("stir" in ada.legal and not await others_drew(ada)):
                await ada.hear()
                continue
            await ada.act(choose.choice([a for a in ada.legal if a != "stir"]))
        told = {event["event"] for event in ada.events}
        assert "chip_drawn" in told
        assert "stir_called" not in told

    drive(run)


async def others_drew(client: Client) -> bool:
    """Whether nobody else is about to begin this round."""
    await client.say("ping")
    return not any(seat in client.waiting for seat in (1, 2, 3))


class Eager(BotPool):
    """A bot that would call for a stir whenever it may, and otherwise answers as it comes."""

    def __init__(self) -> None:
        """Needs no process."""
        super().__init__(1.0)
        self.asked = 0

    async def decide(
        self,
        level: str,
        seed: str,
        view: View,
        legal: tuple[Action, ...],
        share: Share = NOBODY,
    ) -> Action:
        """Call for a stir; if that is not offered, any answer will do."""
        self.asked += any(str(option.action) == "stir" for option in view.legal)
        named = {str(action): action for action in legal}
        return named.get("stir") or random.Random(len(view.legal)).choice(legal)


def test_a_table_offers_no_bot_a_stir_not_even_one_that_would_take_it(sqlite: str) -> None:
    """The apprentice in the place of those whose time is up is asked in the same way."""

    async def run() -> None:
        database = Database(sqlite)
        await database.open()
        store, eager = Store(database.engine), Eager()
        store.writer.start()
        registry = TableRegistry(store, eager, Limits(pace=0.0))
        try:
            wanted = MakeTable(options=TableOptions(players=2), sit=False, bots=["random"] * 2)
            table = await registry.make(Person("ada", "Ada"), wanted)
            await table.start("ada")
            await wait_until(lambda: table.document.state == "over")
            actions = [stored.action for stored in await store.load_actions(table.code)]
            assert eager.asked > 5
            assert "draw" in actions
            assert "stir" not in actions
        finally:
            await registry.stop()
            await store.writer.stop()
            await database.close()

    drive(run)


def test_hints_judge_every_option_while_a_stir_can_be_called_for(shared: Server) -> None:
    """The stir is among the choices, and is not what is recommended."""

    async def run() -> None:
        _, ada, _ = await two_at_a_table(shared)
        told: Json = await ada.say("hint")
        assert told["type"] == "hint_told"
        assert told["action"] == "draw"
        assert [choice["action"] for choice in told["choices"]] == ["draw", "stir"]

    drive(run)


def test_people_stir_when_they_like_and_the_game_goes_on_to_its_end(shared: Server) -> None:
    """Whole games with random answers, stirs among them; the record holds them."""

    async def run() -> None:
        people = [await Guest.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people, books=3)
        await asyncio.gather(*(play_on(c, random.Random(n)) for n, c in enumerate(clients)))
        record = (await people[0].http.get(f"/api/games/{code}/record")).text
        assert " stir\n" in record
        verified = (await people[0].http.get(f"/api/games/{code}/verify")).json()
        assert verified["ok"], verified

    drive(run)
