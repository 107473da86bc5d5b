"""Hints in turn: what is asked is read when the turn comes; the past is not worked out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from driving import Json, wait_until
from strangers import Ear

from quedlinburg.server.bots.fair_queue import Share
from quedlinburg.server.bots.pipe import Question
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.bodies import MakeTableFromPosition
from quedlinburg.server.protocol.client_messages import Act, AskHint
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import Advised
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.advice import AdviceDesk
from quedlinburg.server.tables.registry import TableRegistry
from quedlinburg.server.tables.table import Table

ADA = Person("ada", "Ada")
POSITION = "players 2  books 1  round 3  card donations\n"


class Held(BotPool):
    """An adviser whose turns come when a test says so, and who names the first legal action."""

    def __init__(self) -> None:
        """Needs no process."""
        super().__init__(1.0)
        self.turns = asyncio.Semaphore(0)
        self.waiting = 0
        self.asked: list[Question] = []

    def waiting_of(self, owner: str) -> int:
        """How many wait, all of whom are the same identity here."""
        return self.waiting

    async def advise(self, make: Callable[[], Question], share: Share) -> list[Advised]:
        """Wait for a turn, then answer."""
        self.waiting += 1
        await self.turns.acquire()
        self.waiting -= 1
        self.asked.append(make())
        return [Advised(action=str(self.asked[-1].legal[0]))]


@asynccontextmanager
async def table_and_ears(sqlite: str, count: int) -> AsyncIterator[tuple[Table, list[Ear]]]:
    """A running table, and so many connections of the one who sits there."""
    database = Database(sqlite)
    await database.open()
    store = Store(database.engine)
    store.writer.start()
    registry = TableRegistry(store, BotPool(1.0), Limits())
    try:
        wanted = MakeTableFromPosition(position=POSITION, seats=[0, 1])
        table = await registry.make_from_position(ADA, wanted)
        ears = [Ear(ADA.id) for _ in range(count)]
        for ear in ears:
            await table.join(ear.connection, None, "")
        yield table, ears
    finally:
        await registry.stop()
        await store.writer.stop()
        await database.close()


def answers(ear: Ear) -> dict[str, Json]:
    """What was answered to everything that was asked with an id."""
    return {message["id"]: message for message in ear.heard if message.get("id") is not None}


def test_a_hint_about_a_past_question_is_not_worked_out(sqlite: str) -> None:
    """The seat has acted before its turn came; a new hint about what is asked now is answered."""

    async def run() -> None:
        async with table_and_ears(sqlite, 1) as (table, [ear]), ear.listening():
            pool = Held()
            desk = AdviceDesk(pool, 4)
            game = table.contents.game
            assert game is not None
            question = game.asked[0]
            assert question is not None
            old = asyncio.create_task(desk.answer(table, ear.connection, AskHint(id="old")))
            await wait_until(lambda: pool.waiting == 1)
            await table.act(ear.connection, Act(id="a", question=question, action="draw"))
            pool.turns.release()
            await old
            await wait_until(lambda: "old" in answers(ear))
            assert answers(ear)["old"]["code"] == "past_question"
            assert pool.asked == []
            pool.turns.release()
            await desk.answer(table, ear.connection, AskHint(id="new"))
            await wait_until(lambda: "new" in answers(ear))
            assert answers(ear)["new"]["type"] == "hint_told"

    asyncio.run(run())


def test_a_newer_hint_takes_the_place_of_one_that_waits_also_after_an_action(sqlite: str) -> None:
    """The newest is answered about what it was asked for, and the older one is refused."""

    async def run() -> None:
        async with table_and_ears(sqlite, 1) as (table, [ear]), ear.listening():
            pool = Held()
            desk = AdviceDesk(pool, 4)
            game = table.contents.game
            assert game is not None
            question = game.asked[0]
            assert question is not None
            old = asyncio.create_task(desk.answer(table, ear.connection, AskHint(id="old")))
            await wait_until(lambda: pool.waiting == 1)
            await table.act(ear.connection, Act(id="a", question=question, action="draw"))
            await desk.answer(table, ear.connection, AskHint(id="new"))
            pool.turns.release()
            await old
            await wait_until(lambda: {"old", "new"} <= set(answers(ear)))
            assert answers(ear)["old"]["code"] == "replaced"
            assert answers(ear)["new"]["type"] == "hint_told"
            assert answers(ear)["new"]["question"] != question
            assert len(pool.asked) == 1

    asyncio.run(run())


def test_so_many_questions_of_an_identity_wait_and_no_more(sqlite: str) -> None:
    """Whoever has more sockets has no more questions waiting; who has gone is not answered."""

    async def run() -> None:
        async with table_and_ears(sqlite, 3) as (table, ears):
            pool = Held()
            desk = AdviceDesk(pool, 2)
            tasks = [
                asyncio.create_task(desk.answer(table, ear.connection, AskHint(id="h")))
                for ear in ears[:2]
            ]
            await wait_until(lambda: pool.waiting == 2)
            with pytest.raises(Refusal, match="too many questions"):
                await desk.answer(table, ears[2].connection, AskHint(id="h"))
            ears[0].connection.close(1000, "gone")
            for _ in tasks:
                pool.turns.release()
            await asyncio.gather(*tasks)
            assert len(pool.asked) == 1

    asyncio.run(run())
