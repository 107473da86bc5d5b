"""What a table shows of itself, besides the game: who sits where, its promise, how it stands."""

from __future__ import annotations

from collections.abc import Collection

from quedlinburg.server.shapes import LobbyTable, SeatInfo, TableInfo
from quedlinburg.server.signs import colours_of, signs_of
from quedlinburg.server.storage.documents import TableDocument


def seat_infos(document: TableDocument, present: Collection[str]) -> list[SeatInfo]:
    """Who sits where, and who of them is there."""
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
            nonce=seat.nonce is not None,
            colour=colours[number],
            sign=signs[number],
            picked_colour=seat.colour is not None,
            picked_sign=seat.sign is not None,
        )
        for number, seat in enumerate(document.seats)
    ]


def table_info(
    document: TableDocument, seats: list[SeatInfo], spectators: int, halted: str | None = None
) -> TableInfo:
    """The table as everybody at it sees it; the secret only when no draw can follow."""
    is_over = document.state in ("over", "abandoned")
    is_open = document.state == "open"
    nonces = {str(n): s.nonce for n, s in enumerate(document.seats) if s.nonce and not is_open}
    hosted = document.seats_of(document.host)
    return TableInfo(
        code=document.code,
        state=document.state,
        options=document.options,
        seats=seats,
        host=hosted[0] if hosted else None,
        host_name=document.host_name,
        spectators=spectators,
        commit=document.commit,
        nonces=nonces,
        secret=document.secret if is_over else None,
        outcome=document.outcome,
        abandon=document.abandon,
        rematch=document.rematch,
        created=document.created,
        cooked=document.cooked,
        halted=halted,
    )


def lobby_line(document: TableDocument) -> LobbyTable | None:
    """A table's line in the lobby; None if it does not belong there."""
    if not document.options.public or document.state not in ("open", "playing"):
        return None
    return LobbyTable(
        code=document.code,
        title=document.options.title,
        state=document.state,
        players=document.options.players,
        open_seats=sum(seat.kind == "open" for seat in document.seats),
        names=[seat.name for seat in document.seats if seat.kind != "open"],
        options=document.options,
        created=document.created,
    )
