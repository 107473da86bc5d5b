"""The history of a run: what every client asked and was told, with times, as it happened.

Times are those of one monotonic clock. Nothing is judged here; `checker.py` does that.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from typing import Any

Json = dict[str, Any]

# Refusals after which nobody knows whether the action is stored: the server could not say.
UNKNOWN_CODES = frozenset({"trouble", "too_fast", "unknown"})


@dataclass
class Answer:
    """An answer to a request: `ack` with the count of events, `refused` with its code, or `lost`.

    `lost` is a connection that went before the answer came.
    """

    kind: str
    at: int
    number: int | None = None
    code: str = ""


@dataclass
class Request:
    """An action that a client asked for, each time that it did, and what it was told."""

    seat: int
    client: str
    question: int
    action: str
    sent: list[int] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    @property
    def acks(self) -> list[Answer]:
        """The acknowledgements among the answers."""
        return [answer for answer in self.answers if answer.kind == "ack"]

    @property
    def is_refused(self) -> bool:
        """Whether every answer was a refusal for certain."""
        return bool(self.answers) and all(
            answer.kind == "refused" and answer.code not in UNKNOWN_CODES for answer in self.answers
        )


@dataclass
class Row:
    """Events that a connection was sent, or a view: when, to whom, between which counts of events.

    `begins` says that they need not follow on what came before: a view, or events resumed.
    """

    at: int
    viewer: int | None
    first: int
    end: int
    events: list[Json] = field(default_factory=list)
    view: Json | None = None
    begins: bool = False


@dataclass
class Sight:
    """What one connection saw of a game: the views and events that it was sent, in order.

    `viewer` is the seat from which it looks now, None for a spectator; `opened` is when it asked
    for the connection.
    """

    viewer: int | None
    role: str
    opened: int = field(default_factory=time.monotonic_ns)
    rows: list[Row] = field(default_factory=list)

    def hear(self, message: Json) -> None:
        """Note a message of the server's, if it tells of the game."""
        now = time.monotonic_ns()
        if "you" in message:
            self.viewer = message["you"]["seat"]
        match message["type"]:
            case "snapshot" if message["view"] is not None:
                number, view = message["number"], message["view"]
                self.rows.append(Row(now, self.viewer, number, number, view=view, begins=True))
            case "resumed" | "events":
                first, events = message["first"], message["events"]
                begins = message["type"] == "resumed"
                end = first + len(events)
                self.rows.append(Row(now, self.viewer, first, end, events, begins=begins))


@dataclass
class TableHistory:
    """The history of one table."""

    code: str
    requests: dict[tuple[int, str], Request] = field(default_factory=dict)
    sights: list[Sight] = field(default_factory=list)

    def send(self, seat: int, client: str, question: int, action: str) -> Request:
        """Note that an action is asked for, perhaps again."""
        key = (seat, client)
        if key not in self.requests:
            self.requests[key] = Request(seat, client, question, action)
        self.requests[key].sent.append(time.monotonic_ns())
        return self.requests[key]

    def look(self, viewer: int | None, role: str) -> Sight:
        """Note that a connection begins to look."""
        sight = Sight(viewer, role)
        self.sights.append(sight)
        return sight

    def to_json(self) -> str:
        """The history as text, to be kept beside a finding."""
        plain: Json = {
            "code": self.code,
            "requests": [asdict(request) for request in self.requests.values()],
            "sights": [asdict(sight) for sight in self.sights],
        }
        return json.dumps(plain, indent=1)


def answer(request: Request, message: Json) -> Answer:
    """Note the server's answer to a request."""
    found = Answer(
        "ack" if message["type"] == "ack" else "refused",
        time.monotonic_ns(),
        message.get("number"),
        message.get("code", ""),
    )
    request.answers.append(found)
    return found


def lose(request: Request) -> None:
    """Note that a connection went before a request was answered."""
    request.answers.append(Answer("lost", time.monotonic_ns()))
