"""Hints and odds for people at tables: worked out in turn, the newest question of a connection.

A connection has at most one question of each kind waiting: a newer one takes its place in the
queue. What is asked is read when its turn comes, so that nothing is worked out for the past.
"""

from __future__ import annotations

import msgspec

from quedlinburg.server.bots.fair_queue import Share
from quedlinburg.server.bots.levels import ADVISER
from quedlinburg.server.bots.pipe import Question
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.logs import trouble
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol import client_messages as said
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import Hint
from quedlinburg.server.tables.bots import bot_seed
from quedlinburg.server.tables.contents import Contents, check_may_play_on
from quedlinburg.server.tables.live_game import LiveGame
from quedlinburg.server.tables.table import Table

AskAdvice = said.AskHint | said.AskOdds


class _Slot:
    """A connection's place in the queue, with its newest question of a kind."""

    def __init__(self, message: AskAdvice, question: int | None) -> None:
        """Hold a message, and for a hint the number of the question that it is about."""
        self.message = message
        self.question = question

    def replace(self, message: AskAdvice, question: int | None) -> None:
        """Hold a newer message."""
        self.message, self.question = message, question


class AdviceDesk:
    """Answers hints and odds by a pool of bots, in turns of identities and tables."""

    def __init__(self, pool: BotPool, most_waiting: int) -> None:
        """Ask a pool; let so many questions of one identity wait."""
        self._pool = pool
        self._most_waiting = most_waiting
        self._slots: dict[tuple[Connection, type[AskAdvice]], _Slot] = {}

    async def warm_up(self) -> None:
        """Start a process before it is needed."""
        await self._pool.warm_up()

    async def answer(self, table: Table, member: Connection, message: AskAdvice) -> None:
        """Answer a hint or odds when its turn comes, or refuse it."""
        _check(table.contents, message)
        is_hint = isinstance(message, said.AskHint)
        question = _asked(table.contents, member)[2] if is_hint else None
        key = member, type(message)
        slot = self._slots.get(key)
        if slot is not None:
            member.refuse(slot.message.id, "replaced", "you have asked again since")
            slot.replace(message, question)
            return
        owner = member.identity or f"@{member.network}"
        if self._pool.waiting_of(owner) >= self._most_waiting:
            raise Refusal("too_fast", "too many questions wait for an answer: wait a moment")
        slot = self._slots[key] = _Slot(message, question)
        try:
            answer = self._hint if is_hint else self._odds
            await answer(table, member, slot, Share(owner, table.code))
        except Refusal as refusal:
            # Said here, because the newest question may be another one than the caller's.
            member.refuse(slot.message.id, refusal.code, refusal.reason)
        except Exception as error:
            trouble("advice failed", error, table=table.code)
            member.refuse(slot.message.id, "trouble", "something went wrong")
        finally:
            self._leave(member, slot)

    def _leave(self, member: Connection, slot: _Slot) -> None:
        """Free a place in the queue: the next question gets another one."""
        key = member, type(slot.message)
        if self._slots.get(key) is slot:
            del self._slots[key]

    def _begin(self, table: Table, member: Connection, slot: _Slot) -> None:
        """Begin a turn; refuse what is not told any more, or has nobody to hear it."""
        self._leave(member, slot)
        if member.is_closing:
            raise Refusal("gone", "nobody is there")
        _check(table.contents, slot.message)

    async def _hint(self, table: Table, member: Connection, slot: _Slot, share: Share) -> None:
        """Send what the adviser would do; the table goes on meanwhile."""

        def make() -> Question:
            """The question as it stands now; refuse one that is past."""
            self._begin(table, member, slot)
            game, seat, question = _asked(table.contents, member)
            if question != slot.question:
                raise Refusal("past_question", "what you asked about is no longer asked")
            seed = bot_seed(table.document, seat)
            view, legal = game.game.view(seat), game.game.legal_actions(seat)
            return Question("advise", ADVISER, seed, view, legal)

        advice = await self._pool.advise(make, share)
        if not advice:
            raise Refusal("trouble", "there is no advice now; ask again")
        best = advice[0]
        assert slot.question is not None
        hint = Hint(
            id=slot.message.id,
            question=slot.question,
            action=best.action,
            bot=ADVISER,
            why=best.why,
            choices=advice,
        )
        member.send(hint)

    async def _odds(self, table: Table, member: Connection, slot: _Slot, share: Share) -> None:
        """Send the chances of the next draw; the table goes on meanwhile."""

        def make() -> Question:
            """The view as it is now."""
            self._begin(table, member, slot)
            game, seat = table.contents.game, member.seat
            if game is None or seat is None:
                raise Refusal("not_running", "there is nothing to draw")
            return Question("odds", "", "", game.game.view(seat), ())

        odds = await self._pool.odds(make, share)
        if odds is None:
            raise Refusal("not_running", "there is nothing to draw")
        member.send(msgspec.structs.replace(odds, id=slot.message.id))


def _check(contents: Contents, message: AskAdvice) -> None:
    """Refuse what this table does not tell, or not now."""
    check_may_play_on(contents)
    if not contents.document.shows_bags:
        raise Refusal("memory", "this table plays by memory: no odds and no hints before the end")
    if isinstance(message, said.AskHint) and not contents.document.options.advice:
        raise Refusal("off", "this table gives no advice")
    if isinstance(message, said.AskOdds) and not contents.document.options.odds:
        raise Refusal("off", "this table shows no odds")


def _asked(contents: Contents, member: Connection) -> tuple[LiveGame, int, int]:
    """The game, the seat and its question that a connection looks at; refuse if there is none."""
    game, seat = contents.game, member.seat
    question = None if game is None or seat is None else game.asked[seat]
    if game is None or seat is None or question is None:
        raise Refusal("not_running", "there is nothing to decide")
    return game, seat, question
