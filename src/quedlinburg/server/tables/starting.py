"""Rules about the start, as functions from one document to another: seals, nonces, the first round.

Before the start a seat may seal a nonce. The host's `start` closes the seals: from then on they are
shown to everybody and can't change, and the nonces of sealed seats are awaited. When the last one
has come, or its time is up, the game begins. Nothing here stores or tells anything.
"""

from __future__ import annotations

import time

from quedlinburg import Seeded
from quedlinburg.engine.fairness import NONCE, seal_of
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.server.protocol import client_messages as said
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.tables.game_log import pledge_of
from quedlinburg.server.tables.seats import (
    check_host,
    check_open,
    chosen_own_seats,
    with_seats_changed,
)

# --- before the start ----------------------------------------------------------------------------


def seal(document: TableDocument, identity: str | None, message: said.AddSeal) -> TableDocument:
    """Set the seal of an identity's seats, or of one of them, in place of an earlier one."""
    check_open(document)
    chosen = chosen_own_seats(document, identity, message.seat, "you have no such seat")
    return with_seats_changed(document, chosen, seal=message.seal, nonce=None)


def add_nonce(
    document: TableDocument, identity: str | None, message: said.AddNonce, now: int
) -> TableDocument:
    """Take the nonce of an identity's seats, or of one of them.

    Once the seals are closed it must fit the seal, and come in time. Before that it is sealed here
    and now, and kept until the seals are closed.
    """
    nonce = message.nonce
    if not NONCE.fullmatch(nonce):
        raise Refusal("malformed", "nonce: expected 1 to 64 letters, digits, - or _")
    if document.state != "starting":
        check_open(document)
        chosen = chosen_own_seats(document, identity, message.seat, "you have no such seat")
        return with_seats_changed(document, chosen, seal=seal_of(nonce), nonce=nonce)
    chosen = chosen_own_seats(document, identity, message.seat, "you have no such seat")
    if may_begin(document, now):
        raise Refusal("not_open", "the time for nonces is up")
    fitting = [number for number in chosen if document.seats[number].seal == seal_of(nonce)]
    if not fitting:
        raise Refusal("wrong_nonce", "the nonce does not fit the seal of this seat")
    return with_seats_changed(document, fitting, nonce=nonce)


# --- the start -----------------------------------------------------------------------------------


def close_seals(
    document: TableDocument, identity: str | None, now: int, seconds: float
) -> TableDocument:
    """Let the host start: every seat is taken, and everybody but the host is ready.

    Nonces are awaited for so many seconds. A nonce that was stored before there were seals is
    sealed now, unless it is none.
    """
    check_open(document)
    check_host(document, identity)
    for number, seat in enumerate(document.seats):
        if seat.kind == "open":
            raise Refusal("not_ready", f"seat {number} is open")
        if seat.kind == "person" and not seat.ready and seat.identity != document.host:
            raise Refusal("not_ready", f"{seat.name} is not ready")
        if seat.nonce is not None and seat.seal is None:
            is_nonce = NONCE.fullmatch(seat.nonce) is not None
            nonce, own_seal = (seat.nonce, seal_of(seat.nonce)) if is_nonce else (None, None)
            document = document.with_seat_changes(number, nonce=nonce, seal=own_seal)
    if document.options.start == "cooked" and document.cooked is None:
        raise Refusal("not_ready", "nobody has said who cooked last")
    until = now + int(seconds * 1000)
    return document.with_changes(state="starting", closed=now, begins_at=until)


def start_deadline(document: TableDocument) -> int | None:
    """When a starting game begins, in milliseconds since 1970; None if the table is not starting.

    That is at once where no nonce can come any more.
    """
    if document.state != "starting":
        return None
    is_awaited = any(
        seat.seal is not None and seat.nonce is None and seat.identity is not None
        for seat in document.seats
    )
    return document.begins_at if is_awaited else document.closed


def may_begin(document: TableDocument, now: int) -> bool:
    """Whether a starting game is to begin: no nonce is awaited, or the time for them is up.

    A clock that was set back must not hold a table up.
    """
    deadline = start_deadline(document)
    return deadline is not None and not document.closed <= now < deadline


def begin(document: TableDocument, now: int) -> TableDocument:
    """Begin the game now; books that are left to chance come from its seed."""
    books, lot_books = document.books, document.options.books == "random"
    if lot_books:
        books = Seeded(pledge_of(document).seed).books()
    return document.with_changes(
        state="playing",
        started=now,
        date=time.strftime("%Y-%m-%d", time.gmtime(now / 1000)),
        rules=RULES_VERSION,
        books=books,
        lot_books=lot_books,
    )
