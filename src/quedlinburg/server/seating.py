"""Before the game: sitting down, bots, readiness, the host's rights, and the start."""

from __future__ import annotations

import secrets
import time

import msgspec

from quedlinburg.bots import BOT_NAMES
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.server import said, signs
from quedlinburg.server.connection import Connection
from quedlinburg.server.levels import APPRENTICE, LEVELS, USUAL
from quedlinburg.server.logs import info
from quedlinburg.server.options import check_options
from quedlinburg.server.people import Person, clean_name
from quedlinburg.server.play import Play
from quedlinburg.server.refusal import Refusal
from quedlinburg.server.room import Room, now_ms
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.text import free_name


def check_level(level: str) -> str:
    """The level that is meant; refuse a bot that does not exist."""
    if level == USUAL:
        return APPRENTICE
    if level not in BOT_NAMES:
        raise Refusal("unknown_level", f"bot: {level!r} is not known: {', '.join(LEVELS)}")
    return level


def person_of(member: Connection) -> Person:
    """Who a connection is; refuse those who are nobody."""
    if member.person is None:
        raise Refusal("no_identity", "say who you are first")
    return member.person


def check_open(document: TableDocument) -> None:
    """Refuse what is only done before the game."""
    if document.state != "open":
        raise Refusal("not_open", "the game has begun")


def check_host(document: TableDocument, member: Connection) -> None:
    """Refuse what only the host may do."""
    if member.identity is None or member.identity != document.host:
        raise Refusal("not_host", "only the host may do that")


def seat_of(document: TableDocument, number: int) -> SeatDocument:
    """A seat of the table."""
    if number >= len(document.seats):
        raise Refusal("no_seat", f"there is no seat {number}")
    return document.seats[number]


def sit(room: Room, member: Connection, message: said.Sit) -> None:
    """Take an open seat; a second one only where one device is passed around."""
    document, person = room.document, person_of(member)
    check_open(document)
    seat = seat_of(document, message.seat)
    if seat.kind != "open":
        raise Refusal("seat_taken", "the seat is taken")
    if person.id in document.banned:
        raise Refusal("no_seat", "the host does not want you to sit here")
    if document.seats_of(person.id) and not document.options.pass_around:
        raise Refusal("no_seat", "you have a seat already")
    name = person.name
    if message.name is not None and document.options.pass_around:
        name = clean_name(message.name) or name
    document.seats[message.seat] = SeatDocument(kind="person", identity=person.id, name=name)
    _look_again(room)


def leave(room: Room, member: Connection, message: said.Leave) -> None:
    """Stand up."""
    document, person = room.document, person_of(member)
    check_open(document)
    own = document.seats_of(person.id)
    leaving = own if message.seat is None else [n for n in own if n == message.seat]
    if not leaving:
        raise Refusal("not_your_seat", "that is not your seat")
    for number in leaving:
        document.free_seat(number)
    if document.host == person.id and not document.seats_of(person.id):
        hand_over(document)
    _look_again(room)


def hand_over(document: TableDocument) -> None:
    """Give the host's rights to the next person at the table, if there is one."""
    for seat in document.seats:
        if seat.identity not in (None, document.host) and not seat.resigned:
            document.host, document.host_name = seat.identity, seat.name
            return


def _look_again(room: Room) -> None:
    """Let every connection look from a seat that is its own."""
    for member in room.members:
        own = room.document.seats_of(member.identity)
        if member.seat not in own:
            member.seat = own[0] if own else None


def ready(room: Room, member: Connection, message: said.Ready) -> None:
    """Say that one is ready, or not."""
    document = room.document
    check_open(document)
    own = document.seats_of(member.identity)
    if not own:
        raise Refusal("not_your_seat", "you have no seat")
    for number in own:
        document.seats[number].ready = message.ready


def add_nonce(room: Room, member: Connection, message: said.AddNonce) -> None:
    """Add the own part to the seed."""
    document = room.document
    check_open(document)
    own = document.seats_of(member.identity)
    chosen = own if message.seat is None else [n for n in own if n == message.seat]
    if not chosen:
        raise Refusal("not_your_seat", "you have no such seat")
    for number in chosen:
        document.seats[number].nonce = message.nonce


def set_options(room: Room, member: Connection, message: said.SetOptions) -> None:
    """Change the table; fewer seats must be enough for those who sit, who are ready anew."""
    document = room.document
    check_open(document)
    check_host(document, member)
    check_options(message.options)
    players = message.options.players
    if any(seat.kind != "open" for seat in document.seats[players:]):
        raise Refusal("seat_taken", "a seat that would go is taken")
    if not message.options.pass_around and _has_two_seats(document):
        raise Refusal("options", "pass_around: false is not allowed while somebody has two seats")
    seats = document.seats[:players]
    document.seats = seats + [SeatDocument() for _ in range(players - len(seats))]
    document.options = message.options
    if document.options.start != "cooked":
        document.cooked = None
    for seat in document.seats:
        seat.ready = False


def _has_two_seats(document: TableDocument) -> bool:
    """Whether somebody sits on more than one seat."""
    owners = [seat.identity for seat in document.seats if seat.identity is not None]
    return len(set(owners)) < len(owners)


def pick_sign(room: Room, member: Connection, message: said.PickSign) -> None:
    """Pick the colour or the sign of an own seat."""
    document = room.document
    check_open(document)
    own = document.seats_of(member.identity)
    number = member.seat if message.seat is None else message.seat
    if number not in own:
        raise Refusal("not_your_seat", "that is not your seat")
    signs.pick(document, number, message)


def cooked(room: Room, member: Connection, message: said.Cooked) -> None:
    """Say who cooked last; if that is somebody else than before, the others are ready anew."""
    document = room.document
    check_open(document)
    own = document.seats_of(member.identity)
    if not own:
        check_host(document, member)
    if document.options.start != "cooked":
        raise Refusal("options", "start: this table does not ask who cooked last")
    if message.seat is not None and seat_of(document, message.seat).kind == "open":
        raise Refusal("no_seat", "nobody sits there")
    if message.seat != document.cooked:
        document.cooked = message.seat
        for number, seat in enumerate(document.seats):
            seat.ready = seat.ready and number in own


def add_bot(room: Room, member: Connection, message: said.AddBot) -> None:
    """Give an open seat to a bot, or a bot's seat to another bot."""
    document = room.document
    check_open(document)
    check_host(document, member)
    if seat_of(document, message.seat).kind == "person":
        raise Refusal("seat_taken", "somebody sits there")
    document.seats[message.seat] = bot_seat(document, message.seat, message.level)


def bot_seat(document: TableDocument, number: int, level: str) -> SeatDocument:
    """A seat with a bot, under a name that nobody else at the table has."""
    level = check_level(level)
    taken = {seat.name for n, seat in enumerate(document.seats) if n != number}
    called, name = free_name(level, taken)
    return SeatDocument(kind="bot", name=name, called=called, level=level)


def kick(room: Room, member: Connection, message: said.Kick) -> None:
    """Free a seat; in a game, leave one that the apprentice plays to it for good."""
    document = room.document
    check_host(document, member)
    seat = seat_of(document, message.seat)
    if seat.identity == document.host and seat.kind == "person":
        raise Refusal("no_seat", "the host can't be sent away")
    if document.state == "open":
        if seat.identity is not None:
            document.banned.append(seat.identity)
        document.free_seat(message.seat)
        _look_again(room)
    elif document.state == "playing" and seat.apprentice:
        seat.resigned = True
    else:
        raise Refusal("not_open", "in a game, only an absent seat can be sent away")


async def mute(room: Room, member: Connection, message: said.Mute) -> None:
    """Take a voice or give it back: that of a seat, or of whoever said a line of the chat."""
    document = room.document
    check_host(document, member)
    if (message.seat is None) == (message.line is None):
        raise Refusal("malformed", "name either a seat or a line of the chat")
    if message.seat is not None:
        identity = seat_of(document, message.seat).identity
    else:
        identity = await room.store.speaker(room.code, message.line or 0)
    if identity is None:
        raise Refusal("no_seat", "nobody speaks there")
    if identity == document.host:
        raise Refusal("no_seat", "the host's own voice stays")
    others = [other for other in document.muted if other != identity]
    document.muted = [*others, identity] if message.muted else others
    for number in document.seats_of(identity):
        document.seats[number].muted = message.muted


def give_host(room: Room, member: Connection, message: said.GiveHost) -> None:
    """Hand the host's rights over."""
    document = room.document
    check_host(document, member)
    seat = seat_of(document, message.seat)
    if seat.kind != "person" or seat.identity is None:
        raise Refusal("no_seat", "nobody sits there")
    document.host, document.host_name = seat.identity, seat.name


async def start(room: Room, member: Connection) -> None:
    """Begin the game: its seed is made of the secret and the nonces that are there now."""
    document = room.document
    check_open(document)
    check_host(document, member)
    check_seats(document)
    begin(document)
    play = Play(document, [])
    await room.save()
    room.play = play
    info("game begun", table=document.code, players=document.options.players)
    room.tell_snapshots()
    room.go_on()


def check_seats(document: TableDocument) -> None:
    """Refuse to begin while a seat is open, or somebody other than the host is not ready."""
    for number, seat in enumerate(document.seats):
        if seat.kind == "open":
            raise Refusal("not_ready", f"seat {number} is open")
        if seat.kind == "person" and not seat.ready and seat.identity != document.host:
            raise Refusal("not_ready", f"{seat.name} is not ready")
    if document.options.start == "cooked" and document.cooked is None:
        raise Refusal("not_ready", "nobody has said who cooked last")


def begin(document: TableDocument) -> None:
    """Note that the game begins, and what was left to chance."""
    document.state = "playing"
    document.started = now_ms()
    document.date = time.strftime("%Y-%m-%d", time.gmtime())
    document.rules = RULES_VERSION
    if document.options.books == "random":
        document.books = {colour: 1 + secrets.randbelow(4) for colour in BOOK_COLOURS}


def copy_of(document: TableDocument) -> TableDocument:
    """A document that can be changed without changing the one it was copied from."""
    return msgspec.convert(msgspec.to_builtins(document), TableDocument)
