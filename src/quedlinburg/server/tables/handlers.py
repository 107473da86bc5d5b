"""Handlers of the messages at a table: each message becomes a call of the table's methods."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

from quedlinburg import IllegalAction
from quedlinburg.server.limits import CHAT_LENGTH
from quedlinburg.server.logs import trouble
from quedlinburg.server.people.budgets import Budgets
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.people.names import clean_line
from quedlinburg.server.protocol import client_messages as said
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import Ack, Reacted
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables import seat_marks, seats, starting
from quedlinburg.server.tables.advice import AdviceDesk
from quedlinburg.server.tables.clock import now_ms
from quedlinburg.server.tables.contents import check_may_play_on, check_may_speak
from quedlinburg.server.tables.naming import speaker_name
from quedlinburg.server.tables.table import Table

# Messages that belong to a running game.
PLAYING = said.Act | said.Back | said.Resign | said.Abandon | said.Kick
# Messages that are not told to others beyond what the rules of the game allow.
UNCOUNTED = said.Act | said.AskHint | said.AskOdds | said.Ping
MakeRematch = Callable[[TableDocument], Awaitable[str]]


class TableHandlers:
    """Handles what clients say at all tables."""

    def __init__(
        self, store: Store, advice: AdviceDesk, budgets: Budgets, make_rematch: MakeRematch
    ) -> None:
        """Ask for odds and hints at a desk; make tables for rematches by a function.

        Budgets say how much everybody may make the server tell others.
        """
        self._store = store
        self._advice = advice
        self._budgets = budgets
        self._make_rematch = make_rematch
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_warm = False

    async def handle(self, table: Table, member: Connection, message: said.FromClient) -> None:
        """Handle a message, or refuse it with a reason; odds and hints are answered later."""
        if isinstance(message, said.AskHint | said.AskOdds):
            self._begin(self._answer(table, member, message))
            return
        with member.handling():
            await self._answer(table, member, message)

    def warm_up(self) -> None:
        """Start the process for odds and hints, the first time that it is called."""
        if not self._is_warm:
            self._is_warm = True
            self._begin(self._advice.warm_up())

    def stop(self) -> None:
        """Cancel the answers that are not given yet."""
        for task in self._tasks:
            task.cancel()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Run something in a task that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, table: Table, member: Connection, message: said.FromClient) -> None:
        """Handle a message; whatever goes wrong becomes a refusal."""
        try:
            if isinstance(message, PLAYING):
                check_may_play_on(table.contents)
            if not isinstance(message, UNCOUNTED):
                is_for_one = isinstance(message, said.Look | said.Resume)
                self._budgets.check_telling(member, 1 if is_for_one else table.member_count)
            await self._dispatch(table, member, message)
        except Refusal as refusal:
            member.refuse(message.id, refusal.code, refusal.reason)
        except IllegalAction as error:
            member.refuse(message.id, "illegal", str(error))
        except StoreError as error:
            trouble("not stored", error, table=table.code)
            member.refuse(message.id, "trouble", "the server could not store it; try again")
        except Exception as error:
            # One message must never end a table.
            trouble("a message failed", error, table=table.code, message=type(message).__name__)
            member.refuse(message.id, "trouble", "something went wrong")

    async def _dispatch(self, table: Table, member: Connection, message: said.FromClient) -> None:
        """Handle a message by its type; what is not answered otherwise is acknowledged."""
        match message:
            case said.Act():
                number = await table.act(member, message)
                member.send(Ack(id=message.id, number=number))
                return
            case said.AskHint() | said.AskOdds():
                await self._advice.answer(table, member, message)
                return
            case said.Resume():
                table.resume(member, message.since)
                return
            case said.Look():
                await table.look(member, message.seat)
                return
            case said.Chat():
                await self._chat(table, member, message)
            case said.React():
                self._react(table, member, message)
            case said.Ping():
                pass
            case said.Start():
                await table.start(member.identity, member)
            case said.Rematch():
                await table.rematch(member, self._make_rematch)
            case said.Back():
                await table.take_over(member)
            case said.Mute():
                await self._mute(table, member, message)
            case _:
                await table.change(_rule(member, message), member)
        member.ack(message.id)

    async def _mute(self, table: Table, member: Connection, message: said.Mute) -> None:
        """Take somebody's voice, or give it back."""
        seats.check_host(table.document, member.identity)
        line, speaker = message.line, None
        if line is not None:
            speaker = await self._store.speaker(table.code, line)
        gone = self._store.people.departed
        await table.change(
            lambda d: seats.mute(d, member.identity, message, None if speaker in gone else speaker),
            member,
        )

    async def _chat(self, table: Table, member: Connection, message: said.Chat) -> None:
        """Add a line to the chat."""
        text = clean_line(message.text)
        check_may_speak(table.contents, member.somebody.id)
        if not text:
            raise Refusal("malformed", "there is nothing to say")
        if len(text) > CHAT_LENGTH:
            raise Refusal("malformed", f"a line has at most {CHAT_LENGTH} characters")
        self._budgets.check_line(member)
        await table.say(member.somebody, text, member)

    def _react(self, table: Table, member: Connection, message: said.React) -> None:
        """Show a quick reaction to everybody."""
        person = member.somebody
        check_may_speak(table.contents, person.id)
        self._budgets.check_line(member)
        own = table.document.seats_of(person.id)
        seat, name = own[0] if own else None, speaker_name(table.document, person)
        table.tell(Reacted(name=name, seat=seat, reaction=message.reaction))


def _rule(member: Connection, message: said.FromClient) -> seats.Rule:
    """The rule by which a message changes the document."""
    identity = member.identity
    match message:
        case said.Sit():
            return lambda document: seats.sit(document, member.somebody, message)
        case said.Leave():
            return lambda document: seats.leave(document, member.somebody, message)
        case said.Ready():
            return lambda document: seats.ready(document, identity, message)
        case said.AddSeal():
            return lambda document: starting.seal(document, identity, message)
        case said.AddNonce():
            return lambda document: starting.add_nonce(document, identity, message, now_ms())
        case said.SetOptions():
            return lambda document: seats.set_options(document, identity, message)
        case said.PickSign():
            return lambda document: seat_marks.pick(document, identity, member.seat, message)
        case said.Cooked():
            return lambda document: seats.cooked(document, identity, message)
        case said.AddBot():
            return lambda document: seats.add_bot(document, identity, message)
        case said.Kick():
            return lambda document: seats.kick(document, identity, message)
        case said.GiveHost():
            return lambda document: seats.give_host(document, identity, message)
        case said.Resign():
            return lambda document: seats.resign(document, identity)
        case said.Abandon():
            return lambda document: seats.abandon(document, identity, message)
        case _:
            raise Refusal("malformed", "this is not said at a table")
