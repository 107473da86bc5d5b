"""What a table holds at one moment: its document, its running game, its chat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from quedlinburg.server.limits import CHAT_TAIL
from quedlinburg.server.logs import trouble, warn
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import ChatLine
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import StoredTable, StoredView
from quedlinburg.server.tables.game_log import LogError
from quedlinburg.server.tables.live_game import LiveGame
from quedlinburg.server.tables.naming import speaker_name
from quedlinburg.server.tables.starting import begin, may_begin, start_deadline


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything a table holds, as one immutable value; a change makes another one.

    `halted` says why a running game can't be played on, and `last_view` is how a spectator last saw
    it.
    """

    document: TableDocument
    game: LiveGame | None = None
    chat: tuple[ChatLine, ...] = ()
    halted: str | None = None
    last_view: StoredView | None = None

    @property
    def running_game(self) -> LiveGame | None:
        """The game while it is played; None before it begins, after its end, and if it halted."""
        return self.game if self.document.state == "playing" else None

    @property
    def waiting(self) -> Sequence[int]:
        """The seats that have something to decide."""
        running = self.running_game
        return () if running is None else running.game.waiting

    def deadlines(self) -> list[int | None]:
        """When each seat's time is up, in milliseconds since 1970; None where no clock runs."""
        document, running = self.document, self.running_game
        if running is None or not document.options.clock:
            return [None] * document.options.players
        allowed = document.options.clock * 1000
        questions = zip(document.seats, running.asked, running.questions.opened, strict=True)
        return [
            None if asked is None or seat.is_played_by_bot else opened + allowed
            for seat, asked, opened in questions
        ]

    def alarms(self) -> list[int | None]:
        """When something happens by itself: a seat's time is up, or a starting game begins."""
        return [*self.deadlines(), start_deadline(self.document)]

    def late_seats(self, now: int) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, at in enumerate(self.deadlines()) if at is not None and at <= now]

    def with_start(self, document: TableDocument, now: int) -> Contents:
        """The contents with a document before its game, or with the game begun if it is time.

        Refuse a game that can't be begun.
        """
        if not may_begin(document, now):
            return replace(self, document=document)
        begun = begin(document, now)
        try:
            return replace(self, document=begun, game=LiveGame.restore(begun, []))
        except LogError as error:
            raise Refusal("not_ready", str(error)) from None

    def taken_over(self, numbers: Iterable[int], now: int) -> Contents:
        """The contents with those of some seats that the apprentice plays given to their owners.

        Their time begins anew. Unchanged contents are the same object.
        """
        document, game = self.document, self.game
        absent = [number for number in numbers if document.seats[number].apprentice]
        if game is None or not absent:
            return self
        for number in absent:
            document = document.with_seat_changes(number, apprentice=False)
            game = game.reopened(number, now)
        return replace(self, document=document, game=game)

    def with_line(self, person: Person, text: str, now: int) -> Contents:
        """The contents with a further line of chat; refuse somebody whose voice was taken."""
        check_may_speak(self, person.id)
        own = self.document.seats_of(person.id)
        line = ChatLine(
            number=self.chat[-1].number + 1 if self.chat else 1,
            name=speaker_name(self.document, person),
            seat=own[0] if own else None,
            text=text,
            at=now,
        )
        return replace(self, chat=(*self.chat, line)[-CHAT_TAIL:])


# --- who may do what -----------------------------------------------------------------------------


def own_seat(contents: Contents, identity: str | None, seat: int | None) -> int:
    """The seat that an identity looks from; refuse if that is no seat of its own."""
    if seat is None or seat not in contents.document.seats_of(identity):
        raise Refusal("not_your_seat", "you look from no seat of your own")
    return seat


def check_may_act(contents: Contents, seat: int) -> None:
    """Refuse an owner's action where no game is running, or after the seat was given up."""
    if contents.running_game is None:
        raise Refusal("not_running", "no game is running at this table")
    if contents.document.seats[seat].resigned:
        raise Refusal("not_your_seat", "you have given this seat up")


def check_may_rematch(contents: Contents, identity: str | None) -> None:
    """Refuse a rematch before the game is over, and to those who did not play it."""
    if not contents.document.is_over and contents.halted is None:
        raise Refusal("not_over", "the game is not over")
    if not contents.document.seats_of(identity):
        raise Refusal("not_your_seat", "only those who played ask for a rematch")


def check_may_speak(contents: Contents, identity: str) -> None:
    """Refuse somebody whose voice the host has taken, on a seat or without one."""
    document = contents.document
    own = document.seats_of(identity)
    if identity in document.muted or any(document.seats[seat].muted for seat in own):
        raise Refusal("muted", "the host has taken your voice")


def check_may_play_on(contents: Contents) -> None:
    """Refuse what belongs to a game where the game can't be played on."""
    if contents.halted is not None:
        raise Refusal("halted", contents.halted)


# --- from the store ------------------------------------------------------------------------------


def restore(stored: StoredTable) -> Contents:
    """The contents of a stored table.

    A game that can't be played on is left out: a finished one is shown from its stored events, a
    running one says why it is halted and has its last view.
    """
    document, chat = stored.document, tuple(stored.chat)
    if not document.started:
        return Contents(document, None, chat)
    try:
        if len(document.seats) != document.options.players:
            raise LogError("this game can't be played on: seats are missing")
        return Contents(document, LiveGame.restore(document, stored.actions), chat)
    except LogError as error:
        why = str(error)
    except Exception as error:
        # Whatever it was: the table is there, and others are not held up.
        trouble("a game was not brought back", error, table=document.code)
        why = "this game can't be played on: something went wrong"
    if document.state != "playing":
        return Contents(document, None, chat, last_view=stored.seen)
    warn("a game is halted", table=document.code, why=why)
    return Contents(document, None, chat, why, stored.seen)
