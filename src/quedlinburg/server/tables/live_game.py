"""A running game as an immutable value: whom it asks, what an action makes of it, what is told.

Nothing here waits or stores. An action makes another value and leaves this one as it was, so that
a table can store the action before anybody sees what it led to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Protocol, Self

import msgspec
from msgspec import UNSET

from quedlinburg import Action, Game, Setup, View
from quedlinburg.engine.actions import parse
from quedlinburg.engine.events import Event, SeatEvent
from quedlinburg.engine.logbook import Played
from quedlinburg.engine.outcome import Outcome
from quedlinburg.engine.preview import preview
from quedlinburg.engine.view import SeatView, seat_view
from quedlinburg.rules.table import Table as RulesTable
from quedlinburg.server.protocol.server_messages import Ask, Happened, encode_message
from quedlinburg.server.protocol.shapes import SEAT_NUMBERS, event_json
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.store import StoredAction
from quedlinburg.server.tables import game_log

SeatFields = Mapping[str, object]
_seat_fields = attrgetter(*SEAT_NUMBERS)


class ReadOnlyGame(Protocol):
    """The engine's game without the methods that change it."""

    @property
    def setup(self) -> Setup:
        """What was chosen before the first round."""
        ...

    @property
    def first_head(self) -> RulesTable:
        """The rules' table before the first action."""
        ...

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats with something to decide."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far."""
        ...

    @property
    def history(self) -> tuple[Played, ...]:
        """Every action so far."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is played."""
        ...

    def view(self, viewer: int | None, *, bags: bool = True) -> View:
        """What a viewer may see."""
        ...

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Every legal action of a seat."""
        ...

    def record(self) -> str:
        """The whole game as text."""
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """What an action changed: events, the seats whose question is new, new values of seats."""

    first: int
    events: Sequence[Event]
    asked: frozenset[int]
    seats: Mapping[str, SeatFields]


@dataclass(frozen=True, slots=True)
class Questions:
    """What each seat is asked: the number of its question, since when, and its legal actions.

    The number is None for a seat with nothing to decide; `opened` is in milliseconds since 1970.
    """

    asked: tuple[int | None, ...]
    opened: tuple[int, ...]
    offered: tuple[tuple[Action, ...], ...]

    @classmethod
    def none(cls, players: int, now: int) -> Self:
        """Nobody is asked anything."""
        return cls((None,) * players, (now,) * players, ((),) * players)

    def numbered(self, game: Game, now: int) -> Questions:
        """The numbers of a game's questions now; the time of a new one begins, options stay."""
        waiting, numbers = game.waiting, game.table.question_no
        asked: list[int | None] = [None] * len(self.asked)
        for seat in waiting:
            asked[seat] = numbers[seat]
        opened = [
            since if number == before else now
            for number, before, since in zip(asked, self.asked, self.opened, strict=True)
        ]
        return Questions(tuple(asked), tuple(opened), self.offered)

    def after(self, game: Game, now: int) -> tuple[Questions, frozenset[int]]:
        """The questions of a game now, and the seats whose question or options are new.

        Options can change under an unchanged question (R7.4); then its time goes on.
        """
        numbered = self.numbered(game, now)
        offered = tuple(
            () if number is None else game.legal_actions(seat)
            for seat, number in enumerate(numbered.asked)
        )
        new = frozenset(
            seat
            for seat, options in enumerate(offered)
            if numbered.asked[seat] != self.asked[seat] or options != self.offered[seat]
        )
        return replace(numbered, offered=offered), new


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game with the numbers of the protocol: actions, events, questions, ids of messages.

    `number` counts the actions, `count` the events. `known` has, for each owner's action, its seat
    and the id of its message, and the count of events after it. `standing` has the values of each
    seat besides its chips.
    """

    _game: Game
    number: int
    count: int
    known: Mapping[tuple[int, str], int]
    questions: Questions
    standing: tuple[SeatFields, ...]

    @classmethod
    def restore(cls, document: TableDocument, actions: Sequence[StoredAction]) -> Self:
        """Begin the game of a table and carry out its stored actions; LogError if that fails."""
        game = game_log.begin_again(document)
        players = document.options.players
        number, count = 0, len(game.events)
        known: dict[tuple[int, str], int] = {}
        questions = Questions.none(players, document.started).numbered(game, document.started)
        for stored in actions:
            count += len(game_log.act_again(game, stored, count))
            number = stored.number
            if stored.client is not None:
                known[stored.seat, stored.client] = stored.events
            questions = questions.numbered(game, stored.at)
        questions, _ = questions.after(game, document.started)
        standing = tuple(_fields_of(game, seat) for seat in range(players))
        return cls(game, number, count, known, questions, standing)

    @property
    def game(self) -> ReadOnlyGame:
        """The engine's game, to look at."""
        return self._game

    @property
    def asked(self) -> tuple[int | None, ...]:
        """For each seat the number of its question; None if it has nothing to decide."""
        return self.questions.asked

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome is not None

    def seat_view(self, seat: int) -> SeatView:
        """What everybody sees of a seat, its bag included."""
        return seat_view(self._game.table, seat)

    # --- acting ----------------------------------------------------------------------------------

    def act(
        self, seat: int, action: str, *, client: str | None, played_by: str, now: int
    ) -> tuple[LiveGame, StoredAction, Change]:
        """Carry out an action: the game after it, the row to store, and what it changed.

        IllegalAction if the action is not legal.
        """
        chosen = parse(action)
        game = self._game.copy()
        events = game.act(seat, chosen)
        count = self.count + len(events)
        stored = StoredAction(
            number=self.number + 1,
            seat=seat,
            client=client,
            played_by=played_by,
            action=str(chosen),
            luck=game_log.luck_of(game, self.count, count),
            events=count,
            at=now,
        )
        known = self.known if client is None else {**self.known, (seat, client): count}
        questions, asked = self.questions.after(game, now)
        standing, changed = self._seat_changes(game, events)
        after = LiveGame(game, stored.number, count, known, questions, standing)
        return after, stored, Change(self.count, events, asked, changed)

    def _seat_changes(
        self, game: Game, events: Iterable[Event]
    ) -> tuple[tuple[SeatFields, ...], dict[str, SeatFields]]:
        """The values of all seats after some events, and those that changed, by seat."""
        standing = list(self.standing)
        changes: dict[str, SeatFields] = {}
        for seat in _seats_of(events, len(standing)):
            before, now = standing[seat], _fields_of(game, seat)
            changed = {name: value for name, value in now.items() if before[name] != value}
            if changed:
                standing[seat] = now
                changes[str(seat)] = changed
        return tuple(standing), changes

    def reopened(self, seat: int, now: int) -> LiveGame:
        """The same game with the clock of a seat's question started anew."""
        questions = self.questions
        opened = (*questions.opened[:seat], now, *questions.opened[seat + 1 :])
        return replace(self, questions=replace(questions, opened=opened))

    def renamed(self, names: Sequence[str]) -> LiveGame:
        """The same game under other names; luck and rules know nothing of names."""
        return replace(self, _game=self._game.renamed(names))

    # --- telling ---------------------------------------------------------------------------------

    def seat_fields(self) -> dict[str, SeatFields]:
        """The values of every seat besides its chips, by seat."""
        return {str(seat): fields for seat, fields in enumerate(self.standing)}

    def ask(self, seat: int | None, *, bags: bool) -> Ask | None:
        """A seat's question with every legal action; values of 0 are left out of the options.

        None for spectators and for a seat with nothing to decide.
        """
        question = None if seat is None else self._game.question(seat)
        if seat is None or question is None:
            return None
        options = [option.to_json() for option in preview(self._game.table, seat, bags=bags)]
        legal = [{name: value for name, value in o.items() if value != 0} for o in options]
        return Ask(question=question.to_json(), legal=legal)

    def view(self, viewer: int | None, *, bags: bool) -> dict[str, object]:
        """What a viewer may see, as JSON; legal actions are those of `ask`."""
        plain = self._game.view(viewer, bags=bags).to_json()
        asked = self.ask(viewer, bags=bags)
        return plain if asked is None else {**plain, "legal": asked.legal}

    def events_since(self, since: int, viewer: int | None) -> list[msgspec.Raw]:
        """The events from a number on, as a viewer may see them."""
        return [event_json(event.seen_by(viewer)) for event in self._game.events[since:]]

    def teller(
        self, change: Change, deadlines: list[int | None] | None, now: int, *, bags: bool
    ) -> Callable[[int | None], bytes]:
        """A function that gives each viewer's encoded message; equal ones are encoded once.

        Without deadlines the message says nothing of them.
        """
        public = [event.seen_by(None) for event in change.events]
        is_public = all(a is b for a, b in zip(public, change.events, strict=True))
        encoded: dict[int | None, bytes] = {}

        def tell(viewer: int | None) -> bytes:
            """The message for one viewer."""
            own = viewer is not None and viewer in change.asked
            key = viewer if own or not is_public else None
            if key not in encoded:
                seen = public if is_public else [event.seen_by(viewer) for event in change.events]
                encoded[key] = encode_message(
                    Happened(
                        first=change.first,
                        events=[event_json(event) for event in seen],
                        waiting=list(self._game.waiting),
                        seats=dict(change.seats) or UNSET,
                        ask=self.ask(viewer, bags=bags) if own else UNSET,
                        deadlines=UNSET if deadlines is None else deadlines,
                        now=UNSET if deadlines is None else now,
                    )
                )
            return encoded[key]

        return tell


def _seats_of(events: Iterable[Event], players: int) -> Iterable[int]:
    """The seats that some events are about; every seat if one event is about the whole table."""
    seats: set[int] = set()
    for event in events:
        if not isinstance(event, SeatEvent):
            return range(players)
        seats.add(event.seat)
    return seats


def _fields_of(game: Game, seat: int) -> SeatFields:
    """The values of a seat besides its chips."""
    shown = seat_view(game.table, seat, bags=False)
    return dict(zip(SEAT_NUMBERS, _seat_fields(shown), strict=True))
