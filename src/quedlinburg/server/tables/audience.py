"""The connections at a table, and what they are told of it."""

from __future__ import annotations

from collections.abc import Collection

from quedlinburg.server.limits import Limits
from quedlinburg.server.people.connection import Connection
from quedlinburg.server.protocol.server_messages import (
    PROTOCOL,
    Outgoing,
    Resumed,
    Snapshot,
    TableChanged,
    encode_message,
)
from quedlinburg.server.protocol.shapes import SeatInfo, TableInfo, You, by_seat
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.tables.contents import Contents
from quedlinburg.server.tables.halted import unpack_view
from quedlinburg.server.tables.live_game import Change, LiveGame
from quedlinburg.server.tables.places import without_place
from quedlinburg.server.tables.seat_marks import colours_of, signs_of
from quedlinburg.server.tables.starting import start_deadline


def seat_infos(document: TableDocument, present: Collection[str]) -> list[SeatInfo]:
    """Every seat as everybody sees it; `present` are the identities that are connected."""
    colours, signs = colours_of(document.seats), signs_of(document.seats)
    return [
        SeatInfo(
            seat=number,
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            called=seat.called,
            present=seat.kind == "bot" or seat.identity in present,
            ready=seat.ready or seat.kind == "bot",
            apprentice=seat.apprentice or seat.resigned,
            resigned=seat.resigned,
            muted=seat.muted,
            sealed=seat.seal is not None,
            nonce=seat.nonce is not None,
            colour=colours[number],
            sign=signs[number],
            picked_colour=seat.colour is not None,
            picked_sign=seat.sign is not None,
        )
        for number, seat in enumerate(document.seats)
    ]


def table_info(contents: Contents, present: Collection[str], spectators: int) -> TableInfo:
    """The table as everybody sees it; its secret only when no draw can follow."""
    document = contents.document
    is_closed, has_begun = document.state != "open", document.state not in ("open", "starting")
    hosted = document.seats_of(document.host)
    return TableInfo(
        code=document.code,
        state=document.state,
        options=document.options,
        seats=seat_infos(document, present),
        host=hosted[0] if hosted else None,
        host_name=document.host_name,
        spectators=spectators,
        commit=document.commit,
        seals=by_seat(document.seals) if is_closed else {},
        nonces=by_seat(document.nonces) if has_begun else {},
        begins_at=start_deadline(document),
        secret=document.secret if document.is_over else None,
        outcome=document.outcome,
        abandon=list(document.abandon),
        rematch=document.rematch,
        created=document.created,
        cooked=document.cooked,
        halted=contents.halted,
    )


def you_at(document: TableDocument, member: Connection) -> You:
    """What a connection may do at a table."""
    identity = member.identity
    return You(
        seat=member.seat,
        seats=document.seats_of(identity),
        host=identity is not None and identity == document.host,
        name=member.person.name if member.person else "",
    )


class Audience:
    """The connections at one table. Only its table lets them in and says from where they look."""

    def __init__(self, limits: Limits) -> None:
        """Nobody is there; limits say how many there may be."""
        self._limits = limits
        # In the order in which they came.
        self._members: dict[Connection, None] = {}
        self._told_deadlines: list[int | None] = []

    def __len__(self) -> int:
        return len(self._members)

    # --- coming and going ------------------------------------------------------------------------

    @property
    def network(self) -> str | None:
        """The network of whoever has been here longest; None if nobody is."""
        return next((member.network for member in self._members), None)

    def add(self, member: Connection, document: TableDocument, wanted: object) -> bool:
        """Let a connection hear everything from now on; if it has no place, close it: False.

        It looks from the wanted one of its own seats, else from the first, else from none.
        """
        self._members[member] = None
        self._close_without_place(document)
        if member.is_closing:
            del self._members[member]
            return False
        own = document.seats_of(member.identity)
        member.seat = next((seat for seat in own if seat == wanted), own[0] if own else None)
        return True

    def discard(self, member: Connection) -> bool:
        """Let a connection hear nothing more; False if it was not here."""
        was_here = member in self._members
        self._members.pop(member, None)
        return was_here

    def _close_without_place(self, document: TableDocument) -> None:
        """Close the connections that have no place at a table."""
        closing = without_place(list(self._members), document, self._limits)
        for member, (code, reason) in closing.items():
            member.close(code, reason)

    def look(self, member: Connection, seat: int | None) -> None:
        """Let a connection look from another seat."""
        member.seat = seat

    def look_from_own_seats(self, document: TableDocument) -> None:
        """Let every connection look from a seat that is its own, if it has one.

        Whoever has none any more watches, if there is a place for that.
        """
        self._close_without_place(document)
        for member in self._members:
            own = document.seats_of(member.identity)
            if member.seat not in own:
                member.seat = own[0] if own else None

    def close(self, code: int, reason: str, identity: str | None = None) -> None:
        """Close all connections, or those of one identity."""
        for member in self._members:
            if identity is None or member.identity == identity:
                member.close(code, reason)

    # --- telling ---------------------------------------------------------------------------------

    def info(self, contents: Contents) -> TableInfo:
        """The table as everybody sees it."""
        present = {member.identity for member in self._members if member.identity is not None}
        spectators = sum(member.seat is None for member in self._members)
        return table_info(contents, present, spectators)

    def tell(self, message: Outgoing) -> None:
        """Send the same message to everybody."""
        data = encode_message(message)
        for member in self._members:
            member.send_bytes(data)

    def tell_table(self, contents: Contents, but: Connection | None = None) -> None:
        """Tell everybody, but perhaps one, how the table stands besides its game."""
        info = self.info(contents)
        for member in self._members:
            if member is not but:
                you = you_at(contents.document, member)
                member.send(TableChanged(table=info, you=you))

    def tell_change(self, contents: Contents, game: LiveGame, change: Change, now: int) -> None:
        """Tell each viewer what an action changed; deadlines only if they are new."""
        deadlines = contents.deadlines()
        new = None if deadlines == self._told_deadlines else deadlines
        self._told_deadlines = deadlines
        encoded_for = game.teller(change, new, now, bags=contents.document.shows_bags)
        for member in self._members:
            member.send_bytes(encoded_for(member.seat))

    def tell_snapshots(self, contents: Contents, now: int) -> None:
        """Send everybody everything that they may see."""
        for member in self._members:
            self.send_snapshot(member, contents, now)

    def send_snapshot(self, member: Connection, contents: Contents, now: int) -> None:
        """Send a connection everything that it may see."""
        document, game = contents.document, contents.game
        shown = None if game is None else game.view(member.seat, bags=document.shows_bags)
        member.send(
            Snapshot(
                protocol=PROTOCOL,
                table=self.info(contents),
                you=you_at(document, member),
                number=0 if game is None else game.count,
                view=unpack_view(contents.last_view) if game is None else shown,
                deadlines=contents.deadlines(),
                chat=list(contents.chat),
                now=now,
            )
        )

    def send_since(self, member: Connection, contents: Contents, since: int, now: int) -> None:
        """Send a connection the events from a number on; a snapshot if there are not so many."""
        document, game = contents.document, contents.game
        if game is None or since > game.count:
            self.send_snapshot(member, contents, now)
            return
        member.send(
            Resumed(
                protocol=PROTOCOL,
                table=self.info(contents),
                you=you_at(document, member),
                first=since,
                events=game.events_since(since, member.seat),
                waiting=list(game.game.waiting),
                seats=game.seat_fields(),
                ask=game.ask(member.seat, bags=document.shows_bags),
                deadlines=contents.deadlines(),
                chat=list(contents.chat),
                now=now,
            )
        )
