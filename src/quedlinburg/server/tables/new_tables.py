"""Documents of new tables: as their host wants them, from a position, and for a rematch."""

from __future__ import annotations

from quedlinburg import Game, Pledge
from quedlinburg.server.people.identities import Person, random_code
from quedlinburg.server.protocol.bodies import MakeTable, MakeTableFromPosition
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.tables import seats, starting
from quedlinburg.server.tables.clock import now_ms

CODE_LENGTH = 6


def _empty(host: str | None, host_name: str, options: TableOptions) -> TableDocument:
    """A table with open seats, a code and a secret of its own."""
    pledge = Pledge.drawn()
    now = now_ms()
    return TableDocument(
        code=random_code(CODE_LENGTH),
        options=options,
        seats=tuple(SeatDocument() for _ in range(options.players)),
        host=host,
        host_name=host_name,
        secret=pledge.secret,
        commit=pledge.commit,
        created=now,
        updated=now,
    )


def wanted_table(person: Person, wanted: MakeTable) -> TableDocument:
    """A table as its host wants it; refuse options that are not allowed, and too many bots."""
    options = seats.checked_options(wanted.options)
    players = options.players
    if len(wanted.bots) + wanted.sit > players:
        raise Refusal("no_seat", f"there are only {players} seats")
    document = _empty(person.id, person.name, options).with_changes(titled_by=person.id)
    if wanted.sit:
        document = seats.with_person(document, 0, person)
    for number, level in enumerate(wanted.bots, start=int(wanted.sit)):
        document = seats.with_bot(document, number, level)
    return document


def table_from_position(person: Person, wanted: MakeTableFromPosition) -> TableDocument:
    """A running table that stands as a text says, for tests."""
    try:
        setup = Game.from_position(wanted.position).setup
    except ValueError as error:
        raise Refusal("position", str(error)) from None
    chosen = wanted.options
    options = TableOptions(
        players=setup.players,
        books=setup.book_numbers,  # type: ignore[arg-type]
        edition=dict(setup.switches),
        tubes=setup.tubes,
        overflow=setup.overflow,
        stir=setup.stir,  # type: ignore[arg-type]
        memory=chosen.memory,
        odds=chosen.odds,
        advice=chosen.advice,
        clock=chosen.clock,
        pace=chosen.pace,
        pass_around=chosen.pass_around,
    )
    document = _empty(person.id, person.name, options)
    document = document.with_changes(position=wanted.position, seed=wanted.seed)
    for number in range(setup.players):
        if number in wanted.seats:
            document = seats.with_person(document, number, person)
        else:
            document = seats.with_bot(document, number, wanted.level)
    return starting.begin(document, now_ms())


def rematch_of(old: TableDocument) -> TableDocument:
    """An open table with the options, the people and the bots of another one."""
    document = _empty(old.host, old.host_name, old.options)
    kept = (
        SeatDocument(
            kind=seat.kind,
            identity=seat.identity,
            name=seat.name,
            level=seat.level,
            called=seat.called,
            colour=seat.colour,
            sign=seat.sign,
        )
        if seat.kind == "bot" or seat.identity is not None
        else SeatDocument()
        for seat in old.seats
    )
    return document.with_changes(seats=tuple(kept), titled_by=old.titled_by or old.host)
