"""Rules about seats, as functions from one document to another: who sits, who hosts, who is ready.

Each of them refuses what is not allowed with a Refusal. Nothing here stores or tells anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import msgspec

from quedlinburg.bots import BOT_NAMES
from quedlinburg.server.bots.levels import APPRENTICE, LEVELS, USUAL
from quedlinburg.server.people.identities import Person
from quedlinburg.server.people.names import Lookalikes, checked_name, clean_line
from quedlinburg.server.protocol import client_messages as said
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.protocol.table_options import check_options
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.tables.naming import names_at, seat_name
from quedlinburg.text import free_name

Rule = Callable[[TableDocument], TableDocument]


# --- checks --------------------------------------------------------------------------------------


def check_open(document: TableDocument) -> None:
    """Refuse what is only done before the game."""
    if document.state == "starting":
        raise Refusal("not_open", "the game is about to begin")
    if document.state != "open":
        raise Refusal("not_open", "the game has begun")


def check_host(document: TableDocument, identity: str | None) -> None:
    """Refuse what only the host may do."""
    if identity is None or identity != document.host:
        raise Refusal("not_host", "only the host may do that")


def seat_at(document: TableDocument, number: int) -> SeatDocument:
    """A seat of the table; refuse a number that it does not have."""
    if number >= len(document.seats):
        raise Refusal("no_seat", f"there is no seat {number}")
    return document.seats[number]


def chosen_own_seats(
    document: TableDocument, identity: str | None, number: int | None, why: str
) -> list[int]:
    """All seats of an identity, or the one that is named; refuse if there is none."""
    own = document.seats_of(identity)
    chosen = own if number is None else [n for n in own if n == number]
    if not chosen:
        raise Refusal("not_your_seat", why)
    return chosen


def with_seats_changed(
    document: TableDocument, numbers: Iterable[int], **changes: object
) -> TableDocument:
    """The document with the same changes of several seats."""
    for number in numbers:
        document = document.with_seat_changes(number, **changes)
    return document


# --- before the game -----------------------------------------------------------------------------


def sit(document: TableDocument, person: Person, message: said.Sit) -> TableDocument:
    """Take an open seat; a second one only where one device is passed around."""
    check_open(document)
    if seat_at(document, message.seat).kind != "open":
        raise Refusal("seat_taken", "the seat is taken")
    if person.id in document.banned:
        raise Refusal("no_seat", "the host does not want you to sit here")
    if document.seats_of(person.id) and not document.options.pass_around:
        raise Refusal("no_seat", "you have a seat already")
    name = person.name
    if message.name is not None and document.options.pass_around:
        name = checked_name(message.name)
    return with_person(document, message.seat, person, name)


def with_person(
    document: TableDocument, number: int, person: Person, name: str | None = None
) -> TableDocument:
    """The document with a person on a seat, under a name that looks like nobody else's there."""
    shown = seat_name(document, number, name or person.name)
    seat = SeatDocument(kind="person", identity=person.id, name=shown)
    return document.with_seat(number, seat)


def rename(document: TableDocument, identity: str, old: str, new: str) -> TableDocument:
    """Let the seats that bear an identity's old name bear its new one; a begun game keeps names."""
    check_open(document)
    counted = re.compile(re.escape(old) + r"( \([0-9]+\))?")
    shown = new
    for number in document.seats_of(identity):
        if counted.fullmatch(document.seats[number].name):
            shown = seat_name(document, number, new)
            document = document.with_seat_changes(number, name=shown)
    return document.with_changes(host_name=shown) if document.host == identity else document


def leave(document: TableDocument, person: Person, message: said.Leave) -> TableDocument:
    """Free the person's seats, or one of them; a host without a seat hands the rights over."""
    check_open(document)
    for number in chosen_own_seats(document, person.id, message.seat, "that is not your seat"):
        document = document.with_open_seat(number)
    if document.host == person.id and not document.seats_of(person.id):
        return hand_over(document)
    return document


def ready(document: TableDocument, identity: str | None, message: said.Ready) -> TableDocument:
    """Set whether an identity's seats are ready."""
    check_open(document)
    own = chosen_own_seats(document, identity, None, "you have no seat")
    return with_seats_changed(document, own, ready=message.ready)


def cooked(document: TableDocument, identity: str | None, message: said.Cooked) -> TableDocument:
    """Set who cooked last; if that is another seat than before, the others must be ready again."""
    check_open(document)
    own = document.seats_of(identity)
    if not own:
        check_host(document, identity)
    if document.options.start != "cooked":
        raise Refusal("options", "start: this table does not ask who cooked last")
    if message.seat is not None and seat_at(document, message.seat).kind == "open":
        raise Refusal("no_seat", "nobody sits there")
    if message.seat == document.cooked:
        return document
    others = [number for number in range(len(document.seats)) if number not in own]
    return with_seats_changed(document.with_changes(cooked=message.seat), others, ready=False)


def check_level(level: str) -> str:
    """The level of a bot by its name, the usual one included; refuse a bot that does not exist."""
    if level == USUAL:
        return APPRENTICE
    if level not in BOT_NAMES:
        raise Refusal("unknown_level", f"bot: {level!r} is not known: {', '.join(LEVELS)}")
    return level


def with_bot(document: TableDocument, number: int, level: str) -> TableDocument:
    """The document with a bot on a seat, under a name that nobody else at the table has."""
    level = check_level(level)
    called, name = free_name(level, Lookalikes(names_at(document, but=number)))
    seat = SeatDocument(kind="bot", name=name, called=called, level=level)
    return document.with_seat(number, seat)


# --- the host's rights ---------------------------------------------------------------------------


def hand_over(document: TableDocument) -> TableDocument:
    """Give the host's rights to the next person at the table, if there is one."""
    for seat in document.seats:
        if seat.identity not in (None, document.host) and not seat.resigned:
            return document.with_changes(host=seat.identity, host_name=seat.name)
    return document


def give_host(
    document: TableDocument, identity: str | None, message: said.GiveHost
) -> TableDocument:
    """Give the host's rights to the person on a seat."""
    check_host(document, identity)
    seat = seat_at(document, message.seat)
    if seat.kind != "person" or seat.identity is None:
        raise Refusal("no_seat", "nobody sits there")
    return document.with_changes(host=seat.identity, host_name=seat.name)


def set_options(
    document: TableDocument, identity: str | None, message: said.SetOptions
) -> TableDocument:
    """Set other options; seats that would go must be open, and everybody must be ready again."""
    check_open(document)
    check_host(document, identity)
    options = checked_options(message.options)
    if any(seat.kind != "open" for seat in document.seats[options.players :]):
        raise Refusal("seat_taken", "a seat that would go is taken")
    if not options.pass_around and _has_two_seats(document):
        raise Refusal("options", "pass_around: false is not allowed while somebody has two seats")
    seats = [msgspec.structs.replace(s, ready=False) for s in document.seats[: options.players]]
    seats += [SeatDocument() for _ in range(options.players - len(seats))]
    cooked = document.cooked if options.start == "cooked" else None
    titled_by = document.titled_by if options.title == document.options.title else identity
    return document.with_changes(
        seats=tuple(seats), options=options, cooked=cooked, titled_by=titled_by
    )


def checked_options(options: TableOptions) -> TableOptions:
    """Options with a clean title; refuse those that the rules do not know."""
    check_options(options)
    return msgspec.structs.replace(options, title=clean_line(options.title))


def _has_two_seats(document: TableDocument) -> bool:
    """Whether somebody sits on more than one seat."""
    owners = [seat.identity for seat in document.seats if seat.identity is not None]
    return len(set(owners)) < len(owners)


def add_bot(document: TableDocument, identity: str | None, message: said.AddBot) -> TableDocument:
    """Give an open seat to a bot, or a bot's seat to another bot."""
    check_open(document)
    check_host(document, identity)
    if seat_at(document, message.seat).kind == "person":
        raise Refusal("seat_taken", "somebody sits there")
    return with_bot(document, message.seat, message.level)


def kick(document: TableDocument, identity: str | None, message: said.Kick) -> TableDocument:
    """Free a seat and ban its owner; in a game, leave an absent owner's seat to the apprentice."""
    check_host(document, identity)
    seat = seat_at(document, message.seat)
    if seat.identity == document.host and seat.kind == "person":
        raise Refusal("no_seat", "the host can't be sent away")
    if document.state == "open":
        banned = document.banned if seat.identity is None else (*document.banned, seat.identity)
        return document.with_open_seat(message.seat).with_changes(banned=banned)
    if document.state == "playing" and seat.apprentice:
        return document.with_seat_changes(message.seat, resigned=True)
    raise Refusal("not_open", "in a game, only an absent seat can be sent away")


def mute(
    document: TableDocument, identity: str | None, message: said.Mute, speaker: str | None
) -> TableDocument:
    """Take a voice or give it back: of the person on a seat, or of the `speaker` of a chat line."""
    check_host(document, identity)
    if (message.seat is None) == (message.line is None):
        raise Refusal("malformed", "name either a seat or a line of the chat")
    if message.seat is not None:
        speaker = seat_at(document, message.seat).identity
    if speaker is None:
        raise Refusal("no_seat", "nobody speaks there")
    if speaker == document.host:
        raise Refusal("no_seat", "the host's own voice stays")
    muted = tuple(other for other in document.muted if other != speaker)
    muted = (*muted, speaker) if message.muted else muted
    changed = with_seats_changed(document, document.seats_of(speaker), muted=message.muted)
    return changed.with_changes(muted=muted)


# --- the game ------------------------------------------------------------------------------------


def own_playing_seats(document: TableDocument, identity: str | None) -> list[int]:
    """The seats of an identity in a running game that it has not given up; refuse if none."""
    if document.state != "playing":
        raise Refusal("not_running", "no game is running at this table")
    own = [n for n in document.seats_of(identity) if not document.seats[n].resigned]
    if not own:
        raise Refusal("not_your_seat", "you have no seat in this game")
    return own


def leave_to_apprentice(document: TableDocument, numbers: Iterable[int]) -> TableDocument:
    """Let the apprentice play some seats until their owners are back."""
    return with_seats_changed(document, numbers, apprentice=True)


def resign(document: TableDocument, identity: str | None) -> TableDocument:
    """Give an identity's seats to the apprentice for the rest of the game."""
    own = own_playing_seats(document, identity)
    document = with_seats_changed(document, own, resigned=True)
    if document.host == identity:
        document = hand_over(document)
    return _ended_if_agreed(document)


def abandon(document: TableDocument, identity: str | None, message: said.Abandon) -> TableDocument:
    """Agree to end the game without a result, or no longer; it ends when every person agrees."""
    own = own_playing_seats(document, identity)
    others = [number for number in document.abandon if number not in own]
    agreed = sorted([*others, *own] if message.agree else others)
    return _ended_if_agreed(document.with_changes(abandon=tuple(agreed)))


def _ended_if_agreed(document: TableDocument) -> TableDocument:
    """End the game if every person who still plays agrees, or nobody is left."""
    seats = enumerate(document.seats)
    playing = {n for n, seat in seats if seat.kind == "person" and not seat.resigned}
    agreed = playing <= set(document.abandon)
    return document.with_changes(state="abandoned") if agreed else document


def without_person(document: TableDocument, identity: str) -> TableDocument:
    """Take an identity out: open its seats, or leave them nameless to the apprentice in a game."""
    is_host, wrote = document.host == identity, has_titled(document, identity)
    for number in document.seats_of(identity):
        if document.state == "open":
            document = document.with_open_seat(number)
        else:
            gone: dict[str, object] = {"identity": None, "name": "", "resigned": True}
            document = document.with_seat_changes(number, **gone)
    document = document.with_changes(
        banned=tuple(other for other in document.banned if other != identity),
        muted=tuple(other for other in document.muted if other != identity),
    )
    if wrote:
        untitled = msgspec.structs.replace(document.options, title="")
        document = document.with_changes(options=untitled, titled_by=None)
    if is_host:
        document = hand_over(document.with_changes(host=None, host_name=""))
    return _ended_if_agreed(document) if document.state == "playing" else document


def has_titled(document: TableDocument, identity: str) -> bool:
    """Whether an identity wrote the title of a table."""
    return identity == (document.titled_by or document.host)
