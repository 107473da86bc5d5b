"""A running game at a table: acting, numbering, whom to ask, and what each viewer is told.

Nothing here waits or stores: it works out what has to be stored, and afterwards what is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

import msgspec
from msgspec import UNSET

from quedlinburg import Game
from quedlinburg.engine.events import Event, SeatEvent
from quedlinburg.engine.preview import preview
from quedlinburg.engine.view import seat_view
from quedlinburg.server import games
from quedlinburg.server.messages import Ask, Happened, encode_message
from quedlinburg.server.shapes import SEAT_NUMBERS
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import StoredAction

_NO_CHIPS = attrgetter(*SEAT_NUMBERS)
# What others can take away from a seat's options while its question stays (R7.4).
STIR = "stir"


@dataclass(frozen=True)
class Change:
    """What an action changed: its events, whose question is another, how seats stand now."""

    first: int
    events: Sequence[Event]
    asked: frozenset[int]
    seats: dict[str, dict[str, object]]


class Play:
    """A game with its numbers: actions, events, questions and deadlines."""

    def __init__(self, document: TableDocument, actions: Sequence[StoredAction]) -> None:
        """Begin a game, or bring it back from its log as it stood; LogError if it can't be."""
        players = document.options.players
        self.document = document
        self.number = 0
        self.known: dict[tuple[int, str], int] = {}
        self.asked: list[int | None] = [None] * players
        self.opened: list[int] = [document.started] * players
        self._may_stir: list[bool] = [False] * players
        self._standing: list[dict[str, object]] = [{} for _ in range(players)]
        self.game: Game = games.bring_back(document)
        self.count = len(self.game.events)
        self._note_questions(document.started)
        self._replay(actions)
        self._note_seats(range(players))

    def _replay(self, actions: Sequence[StoredAction]) -> None:
        """Act again as the log says; questions are as old as they were."""
        for stored in actions:
            self.count += len(games.act_again(self.game, stored, self.count))
            self.number = stored.number
            if stored.client is not None:
                self.known[stored.seat, stored.client] = stored.events
            self._note_questions(stored.at)

    # --- acting ----------------------------------------------------------------------------------

    def act(
        self, seat: int, action: str, *, client: str | None, played_by: str, now: int
    ) -> tuple[StoredAction, Change]:
        """Carry out an action: the row to store, and what it changed. IllegalAction if it can't."""
        events: Sequence[Event] = self.game.act(seat, action)
        first = self.count
        self.number += 1
        self.count += len(events)
        stored = StoredAction(
            number=self.number,
            seat=seat,
            client=client,
            played_by=played_by,
            action=str(self.game.history[-1].action),
            luck=games.luck_in(events),
            events=self.count,
            at=now,
        )
        if client is not None:
            self.known[seat, client] = self.count
        asked = self._note_questions(now)
        return stored, Change(first, events, asked, self._note_seats(self._touched(events)))

    def _touched(self, events: Iterable[Event]) -> Iterable[int]:
        """The seats that some events are about; all of them if one is about the table."""
        touched: set[int] = set()
        for event in events:
            if not isinstance(event, SeatEvent):
                return range(len(self.asked))
            touched.add(event.seat)
        return touched

    def _note_questions(self, now: int) -> frozenset[int]:
        """Note who is asked what; the seats for which that is new.

        A stir that was called for, or no longer can be, is new too; the question is not, and its
        time goes on.
        """
        waiting = self.game.waiting
        numbers = self.game.table.question_no
        new = []
        for seat, before in enumerate(self.asked):
            number = numbers[seat] if seat in waiting else None
            if number != before:
                self.asked[seat] = number
                self.opened[seat] = now
            may_stir = number is not None and self._can_stir(seat)
            if number != before or may_stir != self._may_stir[seat]:
                self._may_stir[seat] = may_stir
                new.append(seat)
        return frozenset(new)

    def _can_stir(self, seat: int) -> bool:
        """Whether a seat may call for a stir: only before it has drawn (R7.4)."""
        if self.game.table.drawn[seat]:
            return False
        return any(str(action) == STIR for action in self.game.legal_actions(seat))

    def _note_seats(self, seats: Iterable[int]) -> dict[str, dict[str, object]]:
        """Note how seats stand, besides their chips; what is new of it."""
        changes = {}
        for seat in seats:
            before = self._standing[seat]
            shown = seat_view(self.game.table, seat, bags=False)
            now = dict(zip(SEAT_NUMBERS, _NO_CHIPS(shown), strict=True))
            changed = {name: value for name, value in now.items() if before.get(name) != value}
            if changed:
                self._standing[seat] = now
                changes[str(seat)] = changed
        return changes

    # --- telling ---------------------------------------------------------------------------------

    def standing(self) -> dict[str, dict[str, object]]:
        """How every seat stands now, besides its chips."""
        return {str(seat): standing for seat, standing in enumerate(self._standing)}

    def ask(self, seat: int | None) -> Ask | None:
        """What a seat is asked, with every legal action; what brings nothing is left out."""
        question = None if seat is None else self.game.question(seat)
        if seat is None or question is None:
            return None
        bags = not self.document.hides_bags
        options = [option.to_json() for option in preview(self.game.table, seat, bags=bags)]
        legal = [{name: value for name, value in o.items() if value != 0} for o in options]
        return Ask(question=question.to_json(), legal=legal)

    def view(self, viewer: int | None) -> dict[str, object]:
        """What a viewer may see; legal actions as `ask` tells them, bags where they are shown."""
        plain = self.game.view(viewer, bags=not self.document.hides_bags).to_json()
        asked = self.ask(viewer)
        return plain if asked is None else {**plain, "legal": asked.legal}

    def events_since(self, since: int, viewer: int | None) -> list[msgspec.Raw]:
        """The events from a number on, as a viewer may see them."""
        return [games.event_json(event.seen_by(viewer)) for event in self.game.events[since:]]

    def teller(
        self, change: Change, deadlines: list[int | None] | None, now: int
    ) -> Callable[[int | None], bytes]:
        """A function that gives each viewer's message; equal ones are made once."""
        public = [event.seen_by(None) for event in change.events]
        is_open = all(a is b for a, b in zip(public, change.events, strict=True))
        made: dict[int | None, bytes] = {}

        def tell(viewer: int | None) -> bytes:
            """The message for one viewer."""
            own = viewer is not None and viewer in change.asked
            key = viewer if own or not is_open else None
            if key not in made:
                seen = public if is_open else [event.seen_by(viewer) for event in change.events]
                made[key] = encode_message(
                    Happened(
                        first=change.first,
                        events=[games.event_json(event) for event in seen],
                        waiting=list(self.game.waiting),
                        seats=change.seats or UNSET,
                        ask=self.ask(viewer) if own else UNSET,
                        deadlines=UNSET if deadlines is None else deadlines,
                        now=UNSET if deadlines is None else now,
                    )
                )
            return made[key]

        return tell
