"""The checker: holds a table's history against what is stored of it.

It finds: an acknowledged action that is missing (`lost`), stored twice (`doubled`) or in another
order than it was acknowledged (`order`); an action that nobody asked for (`invented`); an event or
a view that the log does not have (`unstored`) or has otherwise, such as with other luck
(`changed`); a gap in the events of a viewer (`gap`); events that fold to something else than a
replay shows (`fold`); a log that the rules or its own luck refuse (`log`); a record that does not
verify (`record`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from history import Request, Row, Sight, TableHistory
from stored_log import StoredLog

from quedlinburg import Game, View
from quedlinburg.engine.actions import parse
from quedlinburg.engine.events import CLASSES, Event
from quedlinburg.engine.fold import Folded, fold
from quedlinburg.engine.notation.record import verify
from quedlinburg.server.tables import game_log
from quedlinburg.server.tables.game_log import LogError

# The fields of a view that events tell; the rest is asked, not told.
TOLD = ("round", "phase", "card", "start", "supply", "cards_used", "stirred", "stir_open", "sealed")


@dataclass(frozen=True)
class Finding:
    """Something that must not be: its kind, the table, and what exactly."""

    kind: str
    table: str
    what: str

    def __str__(self) -> str:
        return f"{self.table}: {self.kind}: {self.what}"


class Replay:
    """A game played again from its log, that can be looked at after each of its actions.

    An action may cause no event, so that a count of events can stand for several moments.
    """

    def __init__(self, log: StoredLog) -> None:
        """Carry out the stored actions; LogError if the rules or the luck say something else."""
        game = game_log.begin_again(log.document)
        self.moments: dict[int, list[Game]] = {len(game.events): [game.copy()]}
        for stored in log.actions:
            game_log.act_again(game, stored, len(game.events))
            self.moments.setdefault(len(game.events), []).append(game.copy())
        self.events = game.events
        self.game = game
        self._views: dict[tuple[int, int | None], list[View]] = {}
        self._plain: dict[tuple[int, int | None], list[dict[str, Any]]] = {}

    def views(self, number: int, viewer: int | None) -> list[View]:
        """What a viewer may see when so many events have happened."""
        key = (number, viewer)
        if key not in self._views:
            self._views[key] = [game.view(viewer) for game in self.moments.get(number, ())]
        return self._views[key]

    def plain_views(self, number: int, viewer: int | None) -> list[dict[str, Any]]:
        """The same as JSON."""
        key = (number, viewer)
        if key not in self._plain:
            views = [view.to_json() for view in self.views(number, viewer)]
            self._plain[key] = msgspec.json.decode(msgspec.json.encode(views))
        return self._plain[key]


def check_table(history: TableHistory, log: StoredLog | None) -> list[Finding]:
    """Everything that must not be in the history of a table, given what is stored of it."""
    if log is None:
        acks = sum(bool(request.acks) for request in history.requests.values())
        return [Finding("lost", history.code, f"the whole table, {acks} acknowledged actions")]
    found = [*check_requests(history, log)]
    if not log.document.started:
        if any(sight.rows for sight in history.sights):
            found.append(Finding("unstored", history.code, "a game that was never started"))
        return found
    try:
        replay = Replay(log)
    except (LogError, ValueError) as error:
        return [*found, Finding("log", history.code, str(error))]
    for sight in history.sights:
        found += check_sight(history.code, sight, replay)
    found += check_nothing_went_back(history)
    found += check_record(history.code, log, replay)
    return found


# --- what was asked and acknowledged -------------------------------------------------------------


def check_requests(history: TableHistory, log: StoredLog) -> Iterator[Finding]:
    """Each acknowledged action is stored once, unchanged, in order; nothing else is stored."""
    code = history.code
    numbers = [stored.number for stored in log.actions]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("log", code, f"the actions are numbered {numbers}")
    times = Counter((stored.seat, stored.client) for stored in log.actions if stored.client)
    places = {(stored.seat, stored.client): stored for stored in log.actions}
    for (seat, client), count in times.items():
        if count > 1:
            yield Finding("doubled", code, f"seat {seat} {client!r} is stored {count} times")
        if (seat, client) not in history.requests:
            yield Finding("invented", code, f"seat {seat} {client!r} was asked for by nobody")
    for key, request in history.requests.items():
        stored = places.get(key)
        yield from _check_request(code, request, stored)
    yield from _check_order(history, places)


def _check_request(code: str, request: Request, stored: Any) -> Iterator[Finding]:  # noqa: ANN401
    """An acknowledged action is stored as it was acknowledged, a refused one is not stored."""
    what = f"seat {request.seat} {request.client!r} {request.action!r}"
    if stored is None:
        if request.acks:
            yield Finding("lost", code, f"{what} was acknowledged and is not stored")
        return
    if request.is_refused and len(request.sent) == 1:
        yield Finding("invented", code, f"{what} was refused and is stored")
    if _notation(request.action) != stored.action:
        yield Finding("changed", code, f"{what} is stored as {stored.action!r}")
    for ack in request.acks:
        if ack.number != stored.events:
            told = f"acknowledged with {ack.number} events, stored with {stored.events}"
            yield Finding("changed", code, f"{what} was {told}")


def _notation(action: str) -> str:
    """An action in its usual notation; the text itself if it is none."""
    try:
        return str(parse(action))
    except ValueError:
        return action


def _check_order(history: TableHistory, places: dict[Any, Any]) -> Iterator[Finding]:
    """What was acknowledged before another action was first asked for stands before it."""
    acknowledged = []
    for key, request in history.requests.items():
        if request.acks and key in places:
            first = min(ack.at for ack in request.acks)
            acknowledged.append((first, places[key].number, request))
    acknowledged.sort(key=lambda row: row[0])
    highest, at = 0, 0
    for key, request in sorted(history.requests.items(), key=lambda row: row[1].sent[0]):
        while at < len(acknowledged) and acknowledged[at][0] < request.sent[0]:
            highest = max(highest, acknowledged[at][1])
            at += 1
        stored = places.get(key)
        if stored is not None and stored.number <= highest:
            what = f"seat {request.seat} {request.client!r} is action {stored.number}"
            before = f"action {highest} was acknowledged before it was asked for"
            yield Finding("order", history.code, f"{what}, but {before}")


# --- what was seen -------------------------------------------------------------------------------


def check_sight(code: str, sight: Sight, replay: Replay) -> Iterator[Finding]:
    """Everything that a connection saw is in the log, in order, without a gap, and folds to it."""
    stretch: list[Row] = []
    for row in sight.rows:
        if row.begins:
            yield from _check_fold(code, sight.role, replay, stretch)
            stretch = []
        elif stretch and row.first != stretch[-1].end:
            came = f"event {row.first} came after event {stretch[-1].end - 1}"
            yield Finding("gap", code, f"{sight.role} at seat {row.viewer}: {came}")
        stretch.append(row)
        who = f"{sight.role} at seat {row.viewer}"
        if row.view is not None:
            yield from _check_snapshot(code, who, row.viewer, replay, row.first, row.view)
        else:
            yield from _check_events(code, who, row.viewer, replay, row.first, row.events)
    yield from _check_fold(code, sight.role, replay, stretch)


def check_nothing_went_back(history: TableHistory) -> Iterator[Finding]:
    """Who connects sees at least as many events as anybody was told of before that.

    Otherwise somebody saw what was not stored, even if the same happened again afterwards.
    """
    rows = sorted((row for sight in history.sights for row in sight.rows), key=lambda row: row.at)
    highest, at = 0, 0
    for sight in sorted(history.sights, key=lambda sight: sight.opened):
        while at < len(rows) and rows[at].at < sight.opened:
            highest = max(highest, rows[at].end)
            at += 1
        if sight.rows and sight.rows[0].end < highest:
            saw = f"{sight.role} at seat {sight.viewer} saw {sight.rows[0].end} events"
            yield Finding("unstored", history.code, f"{saw} when others had seen {highest}")


def _check_snapshot(
    code: str, who: str, viewer: int | None, replay: Replay, number: int, view: dict[str, Any]
) -> Iterator[Finding]:
    """A view is that of a moment of the log."""
    stored = replay.plain_views(number, viewer)
    if not stored:
        last = len(replay.events)
        yield Finding("unstored", code, f"{who}: a view after {number} events; the log has {last}")
        return
    differing = [_differing(view, one) for one in stored]
    if all(differing):
        yield Finding("changed", code, f"{who}: the view after {number} events: {differing[-1]}")


def _differing(view: dict[str, Any], stored: dict[str, Any]) -> list[str]:
    """The names of the fields in which a view differs; options are told without values of 0."""
    names = [name for name in stored if name != "legal" and view[name] != stored[name]]
    if [o["action"] for o in view["legal"]] != [o["action"] for o in stored["legal"]]:
        names.append("legal")
    return names


def _check_events(
    code: str, who: str, viewer: int | None, replay: Replay, first: int, events: Sequence[Any]
) -> Iterator[Finding]:
    """Events are those of the log, as this viewer may see them."""
    for number, told in enumerate(events, first):
        if number >= len(replay.events):
            yield Finding("unstored", code, f"{who}: event {number}: {told}")
        elif told != replay.events[number].seen_by(viewer).to_json():
            stored = replay.events[number].seen_by(viewer).to_json()
            yield Finding("changed", code, f"{who}: event {number}: {told}, stored is {stored}")


def _check_fold(code: str, role: str, replay: Replay, stretch: Sequence[Row]) -> Iterator[Finding]:
    """The events that a viewer saw one after the other fold to what the replay shows then."""
    seen = [event_of(plain) for row in stretch for plain in row.events]
    if not seen:
        return
    start, end, viewer = stretch[0].first, stretch[-1].end, stretch[0].viewer
    starts = replay.views(start, viewer) if start else [replay.game.setup]
    differing = [
        _unfolded(fold(before, seen), after, blue_2=replay.game.setup.book_numbers["blue"] == 2)
        for before in starts
        for after in replay.views(end, viewer)
    ]
    if differing and all(differing):
        what = f"events {start} to {end} fold to another {differing[-1]}"
        yield Finding("fold", code, f"{role} at seat {viewer}: {what}")


def _unfolded(folded: Folded, view: View, *, blue_2: bool) -> list[str]:
    """The names of what folded events tell otherwise than a view.

    With blue book 2 a view does not tell how much of a shield is left below the last chip.
    """
    names = [name for name in TOLD if getattr(folded, name) != getattr(view, name)]
    for seat, (told, shown) in enumerate(zip(folded.seats, view.seats, strict=True)):
        for name in told.__dataclass_fields__:
            if blue_2 and name in ("shield", "shielded"):
                continue
            if getattr(told, name) != getattr(shown, name):
                names.append(f"seat {seat} {name}")
    return names


def event_of(plain: dict[str, Any]) -> Event:
    """An event from its JSON."""
    values = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in plain.items()
        if name != "event"
    }
    make: Any = CLASSES[plain["event"]]
    event: Event = make(**values)
    return event


# --- the end -------------------------------------------------------------------------------------


def check_record(code: str, log: StoredLog, replay: Replay) -> Iterator[Finding]:
    """A game that is over has a record that verifies, with the actions of the log."""
    if replay.game.outcome is None:
        if log.document.state == "over":
            yield Finding("record", code, "the table says that the game is over, the log does not")
        return
    if log.document.state == "playing":
        yield Finding("record", code, "the log is that of a game that is over, the table plays on")
        return
    if log.record is None:
        yield Finding("record", code, "the game is over, but there is no record")
        return
    try:
        game, _ = verify(log.record, Game)
    except ValueError as error:
        yield Finding("record", code, str(error))
        return
    told = [(played.seat, str(played.action)) for played in game.history]
    if told != [(stored.seat, stored.action) for stored in log.actions]:
        yield Finding("record", code, "the record's actions are not those of the log")
