"""The desk: takes every message of a client at a table and does what it asks, or says why not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from quedlinburg import IllegalAction
from quedlinburg.server import messages as m
from quedlinburg.server import said, seating
from quedlinburg.server.connection import Connection
from quedlinburg.server.games import bot_seed
from quedlinburg.server.levels import ADVISER
from quedlinburg.server.logs import info, trouble
from quedlinburg.server.people import Person, clean_name
from quedlinburg.server.refusal import Refusal
from quedlinburg.server.room import Room, now_ms
from quedlinburg.server.shapes import ChatLine
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.thinking import Thinking

# What belongs to a running game.
PLAYING = said.Act | said.Back | said.Resign | said.Abandon | said.Kick
Rematch = Callable[[Room], Awaitable[str]]


class Desk:
    """Does what the clients of all tables ask."""

    def __init__(self, advice: Thinking, rematch: Rematch) -> None:
        """Ask for odds and hints here; make a table for a rematch like this."""
        self._advice = advice
        self._rematch = rematch
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_ready = False

    async def handle(self, room: Room, member: Connection, message: said.FromClient) -> None:
        """Do what a message asks, or refuse it with a reason; odds and hints take their time."""
        if not isinstance(message, said.AskHint | said.AskOdds):
            with member.handling():
                await self._answer(room, member, message)
            return
        self._begin(self._answer(room, member, message))

    def expect_questions(self) -> None:
        """Get ready for odds and hints when the first one comes who may ask for them."""
        if not self._is_ready:
            self._is_ready = True
            self._begin(self._advice.warm_up())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, room: Room, member: Connection, message: said.FromClient) -> None:
        """Do what a message asks; refuse it with a reason otherwise."""
        try:
            if isinstance(message, said.AskHint):
                await self._hint(room, member, message)
                return
            if isinstance(message, said.AskOdds):
                await self._odds(room, member, message)
                return
            async with room.lock:
                if room.is_broken:
                    raise Refusal("trouble", "the table is being brought back; connect again")
                await self._handle(room, member, message)
        except Refusal as refusal:
            member.refuse(message.id, refusal.code, refusal.reason)
        except IllegalAction as error:
            member.refuse(message.id, "illegal", str(error))
        except StoreError as error:
            trouble("not stored", error, table=room.code)
            member.refuse(message.id, "trouble", "the server could not store it; try again")
        except Exception as error:
            # One message must never end a table.
            trouble("a message failed", error, table=room.code, message=type(message).__name__)
            member.refuse(message.id, "trouble", "something went wrong")

    async def _handle(self, room: Room, member: Connection, message: said.FromClient) -> None:
        """Do what a message asks while the table is held."""
        if room.halted is not None and isinstance(message, PLAYING):
            raise Refusal("halted", room.halted)
        match message:
            case said.Act():
                await _act(room, member, message)
            case said.Resume():
                member.send(room.resumed(member, message.since))
            case said.Look():
                _look(room, member, message)
            case said.Chat():
                await _chat(room, member, message)
            case said.React():
                _react(room, member, message)
            case said.Ping():
                member.ack(message.id)
            case said.Start():
                await _changing(room, lambda: seating.start(room, member))
                member.ack(message.id)
            case said.Rematch():
                await self._make_rematch(room, member)
                member.ack(message.id)
            case said.Abandon() | said.Resign() | said.Back():
                await _changing(room, lambda: _give_up_or_return(room, member, message))
                member.ack(message.id)
            case _:
                await _changing(room, lambda: _seat_change(room, member, message))
                member.ack(message.id)

    def stop(self) -> None:
        """Leave off what nobody waits for any more."""
        for task in self._tasks:
            task.cancel()

    async def _make_rematch(self, room: Room, member: Connection) -> None:
        """Make another table with the same seats, once."""
        document = room.document
        if document.state not in ("over", "abandoned") and room.halted is None:
            raise Refusal("not_over", "the game is not over")
        if not document.seats_of(member.identity):
            raise Refusal("not_your_seat", "only those who played ask for a rematch")
        if document.rematch is None:
            document.rematch = await self._rematch(room)
            await room.save()
        room.tell(m.RematchMade(code=document.rematch))
        room.tell_table()

    async def _hint(self, room: Room, member: Connection, message: said.AskHint) -> None:
        """Ask a bot what it would do; the table goes on meanwhile."""
        async with room.lock:
            play, seat = room.play, member.seat
            _check_shown(room)
            if not room.document.options.advice:
                raise Refusal("off", "this table gives no advice")
            question = play.asked[seat] if play is not None and seat is not None else None
            if play is None or seat is None or question is None:
                raise Refusal("not_running", "there is nothing to decide")
            view, legal = play.game.view(seat), play.game.legal_actions(seat)
            seed = bot_seed(room.document, seat)
        told = await self._advice.advise(ADVISER, seed, view, legal)
        if not told:
            raise Refusal("trouble", "there is no advice now; ask again")
        best = told[0]
        member.send(
            m.Hint(
                id=message.id,
                question=question,
                action=best.action,
                bot=ADVISER,
                why=best.why,
                choices=told,
            )
        )

    async def _odds(self, room: Room, member: Connection, message: said.AskOdds) -> None:
        """Tell the chances of the next draw; the table goes on meanwhile."""
        async with room.lock:
            _check_shown(room)
            if not room.document.options.odds:
                raise Refusal("off", "this table shows no odds")
            if room.play is None or member.seat is None:
                raise Refusal("not_running", "there is nothing to draw")
            view = room.play.game.view(member.seat)
        told = await self._advice.odds(view)
        if told is None:
            raise Refusal("not_running", "there is nothing to draw")
        member.send(msgspec.structs.replace(told, id=message.id))


def _check_shown(room: Room) -> None:
    """Refuse what is worked out from a bag where nobody may look into one, or nobody plays."""
    if room.halted is not None:
        raise Refusal("halted", room.halted)
    if room.document.hides_bags:
        raise Refusal("memory", "this table plays by memory: no odds and no hints before the end")


async def _changing(room: Room, change: Callable[[], Awaitable[None]]) -> None:
    """Change a table's document; if that is refused or not stored, nothing has changed."""
    before = seating.copy_of(room.document)
    try:
        await change()
    except (Refusal, StoreError):
        _put_back(room, before)
        raise


def _put_back(room: Room, before: TableDocument) -> None:
    """Let a table stand as it stood."""
    for name in before.__struct_fields__:
        setattr(room.document, name, getattr(before, name))


async def _seat_change(room: Room, member: Connection, message: said.FromClient) -> None:
    """Carry out what is done before the game, store it and tell everybody."""
    match message:
        case said.Sit():
            seating.sit(room, member, message)
        case said.Leave():
            seating.leave(room, member, message)
        case said.Ready():
            seating.ready(room, member, message)
        case said.AddNonce():
            seating.add_nonce(room, member, message)
        case said.SetOptions():
            seating.set_options(room, member, message)
        case said.PickSign():
            seating.pick_sign(room, member, message)
        case said.Cooked():
            seating.cooked(room, member, message)
        case said.AddBot():
            seating.add_bot(room, member, message)
        case said.Kick():
            seating.kick(room, member, message)
        case said.Mute():
            await seating.mute(room, member, message)
        case said.GiveHost():
            seating.give_host(room, member, message)
        case _:
            raise Refusal("malformed", "this is not said at a table")
    await room.save()
    room.tell_table()
    room.go_on()


async def _act(room: Room, member: Connection, message: said.Act) -> None:
    """Carry out an action of the own seat, exactly once."""
    document, play, seat = room.document, room.play, member.seat
    if seat is None or seat not in document.seats_of(member.identity):
        raise Refusal("not_your_seat", "you look from no seat of your own")
    if play is not None and (seat, message.id) in play.known:
        room.acknowledge(member, message.id, play.known[seat, message.id])
        return
    if play is None or document.state != "playing":
        raise Refusal("not_running", "no game is running at this table")
    if document.seats[seat].resigned:
        raise Refusal("not_your_seat", "you have given this seat up")
    await _take_over(room, seat)
    if play.asked[seat] != message.question:
        raise Refusal("past_question", f"question {message.question} is not what is asked now")
    number = await room.act(seat, message.action, client=message.id, played_by="owner")
    room.acknowledge(member, message.id, number)


async def _take_over(room: Room, seat: int) -> None:
    """Take a seat back from the apprentice; its time begins anew."""
    document = room.document
    if document.seats[seat].apprentice and room.play is not None:
        document.seats[seat].apprentice = False
        room.play.opened[seat] = now_ms()
        await room.save()
        room.tell_table()
        room.go_on()


async def _give_up_or_return(room: Room, member: Connection, message: said.FromClient) -> None:
    """Carry out what people do in a game besides acting."""
    document = room.document
    own = [n for n in document.seats_of(member.identity) if not document.seats[n].resigned]
    if document.state != "playing":
        raise Refusal("not_running", "no game is running at this table")
    if not own:
        raise Refusal("not_your_seat", "you have no seat in this game")
    match message:
        case said.Back():
            for seat in own:
                await _take_over(room, seat)
            return
        case said.Resign():
            for seat in own:
                document.seats[seat].resigned = True
            if document.host == member.identity:
                seating.hand_over(document)
        case said.Abandon(agree=agree):
            others = [n for n in document.abandon if n not in own]
            document.abandon = sorted([*others, *own] if agree else others)
    await _end_if_agreed(room)


async def _end_if_agreed(room: Room) -> None:
    """End a game when every person who still plays agrees, or nobody is left; store and tell."""
    document = room.document
    playing = [n for n, s in enumerate(document.seats) if s.kind == "person" and not s.resigned]
    if set(playing) <= set(document.abandon):
        document.state = "abandoned"
        info("game abandoned", table=document.code)
    await room.save()
    if document.state == "abandoned":
        room.tell_end()
    else:
        room.tell_table()
    room.go_on()


def _look(room: Room, member: Connection, message: said.Look) -> None:
    """Look from another of the own seats."""
    if message.seat is not None and message.seat not in room.document.seats_of(member.identity):
        raise Refusal("not_your_seat", "that is not your seat")
    member.seat = message.seat
    member.send(room.snapshot(member))


async def _chat(room: Room, member: Connection, message: said.Chat) -> None:
    """Say something to the table."""
    person = seating.person_of(member)
    text = clean_name(message.text)
    own = room.document.seats_of(person.id)
    _check_voice(room.document, person)
    if not text:
        raise Refusal("malformed", "there is nothing to say")
    if not member.chats.take(time.monotonic()):
        raise Refusal("too_fast", "too many lines: wait a moment")
    line = ChatLine(
        number=room.chat[-1].number + 1 if room.chat else 1,
        name=person.name,
        seat=own[0] if own else None,
        text=text,
        at=now_ms(),
    )
    await room.store.add_chat(room.code, person.id, line)
    room.chat.append(line)
    room.tell(m.ChatSaid(line=line))
    member.ack(message.id)


def _check_voice(document: TableDocument, person: Person) -> None:
    """Refuse those whose voice the host has taken, wherever they sit or stand."""
    own = document.seats_of(person.id)
    if person.id in document.muted or any(document.seats[seat].muted for seat in own):
        raise Refusal("muted", "the host has taken your voice")


def _react(room: Room, member: Connection, message: said.React) -> None:
    """Show a quick reaction."""
    person = seating.person_of(member)
    if not member.chats.take(time.monotonic()):
        raise Refusal("too_fast", "too many reactions: wait a moment")
    own = room.document.seats_of(person.id)
    _check_voice(room.document, person)
    seat = own[0] if own else None
    room.tell(m.Reacted(name=person.name, seat=seat, reaction=message.reaction))
    member.ack(message.id)
