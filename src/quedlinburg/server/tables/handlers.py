"""Handlers of the messages at a table: each message becomes a call of the table's methods."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

import msgspec

from quedlinburg import IllegalAction
from quedlinburg.server.bots.levels import ADVISER
from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.logs import trouble
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.people.identities import Person, clean_name
from quedlinburg.server.protocol import client_messages as said
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.server_messages import Ack, Hint, Reacted
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables import seat_marks, seats
from quedlinburg.server.tables.bots import bot_seed
from quedlinburg.server.tables.contents import Contents, check_may_play_on, check_may_speak
from quedlinburg.server.tables.table import Table

# Messages that belong to a running game.
PLAYING = said.Act | said.Back | said.Resign | said.Abandon | said.Kick
MakeRematch = Callable[[TableDocument], Awaitable[str]]


class TableHandlers:
    """Handles what clients say at all tables."""

    def __init__(self, store: Store, adviser: BotPool, make_rematch: MakeRematch) -> None:
        """Ask for odds and hints at a pool of bots; make tables for rematches by a function."""
        self._store = store
        self._adviser = adviser
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
            self._begin(self._adviser.warm_up())

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
            case said.AskHint():
                await self._hint(table, member, message)
                return
            case said.AskOdds():
                await self._odds(table, member, message)
                return
            case said.Resume():
                table.resume(member, message.since)
                return
            case said.Look():
                await table.look(member, message.seat)
                return
            case said.Chat():
                await _chat(table, member, message)
            case said.React():
                _react(table, member, message)
            case said.Ping():
                pass
            case said.Start():
                await table.start(member.identity)
            case said.Rematch():
                await table.rematch(member.identity, self._make_rematch)
            case said.Back():
                await table.take_over(member.identity)
            case said.Mute():
                await self._mute(table, member, message)
            case _:
                await table.change(_rule(member, message))
        member.ack(message.id)

    async def _mute(self, table: Table, member: Connection, message: said.Mute) -> None:
        """Take somebody's voice, or give it back."""
        seats.check_host(table.document, member.identity)
        line, speaker = message.line, None
        if line is not None:
            speaker = await self._store.speaker(table.code, line)
        await table.change(lambda d: seats.mute(d, member.identity, message, speaker))

    async def _hint(self, table: Table, member: Connection, message: said.AskHint) -> None:
        """Send what the adviser would do; the table goes on meanwhile."""
        contents, seat = table.contents, member.seat
        _check_may_reckon(contents)
        if not contents.document.options.advice:
            raise Refusal("off", "this table gives no advice")
        game = contents.game
        question = None if game is None or seat is None else game.asked[seat]
        if game is None or seat is None or question is None:
            raise Refusal("not_running", "there is nothing to decide")
        advice = await self._adviser.advise(
            ADVISER,
            bot_seed(contents.document, seat),
            game.game.view(seat),
            game.game.legal_actions(seat),
        )
        if not advice:
            raise Refusal("trouble", "there is no advice now; ask again")
        best = advice[0]
        member.send(
            Hint(
                id=message.id,
                question=question,
                action=best.action,
                bot=ADVISER,
                why=best.why,
                choices=advice,
            )
        )

    async def _odds(self, table: Table, member: Connection, message: said.AskOdds) -> None:
        """Send the chances of the next draw; the table goes on meanwhile."""
        contents = table.contents
        _check_may_reckon(contents)
        if not contents.document.options.odds:
            raise Refusal("off", "this table shows no odds")
        odds = None
        if contents.game is not None and member.seat is not None:
            odds = await self._adviser.odds(contents.game.game.view(member.seat))
        if odds is None:
            raise Refusal("not_running", "there is nothing to draw")
        member.send(msgspec.structs.replace(odds, id=message.id))


def _rule(member: Connection, message: said.FromClient) -> seats.Rule:
    """The rule by which a message changes the document."""
    identity = member.identity
    match message:
        case said.Sit():
            person = _person_of(member)
            return lambda document: seats.sit(document, person, message)
        case said.Leave():
            person = _person_of(member)
            return lambda document: seats.leave(document, person, message)
        case said.Ready():
            return lambda document: seats.ready(document, identity, message)
        case said.AddNonce():
            return lambda document: seats.add_nonce(document, identity, message)
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


def _person_of(member: Connection) -> Person:
    """The person of a connection; refuse a connection without an identity."""
    if member.person is None:
        raise Refusal("no_identity", "say who you are first")
    return member.person


def _check_may_reckon(contents: Contents) -> None:
    """Refuse odds and hints where the game is halted, or nobody may look into a bag."""
    check_may_play_on(contents)
    if not contents.document.shows_bags:
        raise Refusal("memory", "this table plays by memory: no odds and no hints before the end")


async def _chat(table: Table, member: Connection, message: said.Chat) -> None:
    """Add a line to the chat."""
    person = _person_of(member)
    text = clean_name(message.text)
    check_may_speak(table.contents, person.id)
    if not text:
        raise Refusal("malformed", "there is nothing to say")
    if not member.may_chat():
        raise Refusal("too_fast", "too many lines: wait a moment")
    await table.say(person, text)


def _react(table: Table, member: Connection, message: said.React) -> None:
    """Show a quick reaction to everybody."""
    person = _person_of(member)
    if not member.may_chat():
        raise Refusal("too_fast", "too many reactions: wait a moment")
    check_may_speak(table.contents, person.id)
    own = table.document.seats_of(person.id)
    seat = own[0] if own else None
    table.tell(Reacted(name=person.name, seat=seat, reaction=message.reaction))
