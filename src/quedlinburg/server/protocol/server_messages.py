"""What the server says to a client, as one tagged union; `client_messages.py` has what it hears.

JSON over WebSocket; the field `type` names the message. See docs/reference/protocol.md.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from quedlinburg.server.protocol.shapes import ChatLine, LobbyTable, Reaction, TableInfo, You

PROTOCOL = 1


class Outgoing(Struct, kw_only=True, frozen=True, tag_field="type"):
    """What the server says."""


class Ask(Struct, kw_only=True, frozen=True):
    """The own seat's question and every legal action with what it brings."""

    question: Any
    legal: list[Any]


class Snapshot(Outgoing, kw_only=True, frozen=True, tag="snapshot"):
    """Everything that a viewer may see now; `number` counts the events so far.

    Before the game `view` is null. At a table where the game can't be played on (`table.halted`) it
    is how a spectator last saw it, as the program of that time wrote it, or null. Deadlines are by
    seat, in milliseconds since 1970, null where no clock runs; `now` is the server's own clock.
    """

    protocol: int
    table: TableInfo
    you: You
    number: int
    view: Any
    deadlines: list[int | None]
    chat: list[ChatLine]
    now: int


class Happened(Outgoing, kw_only=True, frozen=True, tag="events"):
    """What happened, cut to what the viewer may see; `first` is the number of the first event.

    `ask` is there when the own seat's question or options changed: null means nothing to decide.
    `seats` has, by seat, what is new of it besides its chips (points, limit, scoring space, …).
    `deadlines` is there when one of them changed.
    """

    first: int
    events: list[Any]
    waiting: list[int]
    seats: dict[str, Any] | UnsetType = UNSET
    ask: Ask | UnsetType | None = UNSET
    deadlines: list[int | None] | UnsetType = UNSET
    now: int | UnsetType = UNSET


class Resumed(Outgoing, kw_only=True, frozen=True, tag="resumed"):
    """The answer to `resume`: the events missed, and how the table stands now."""

    protocol: int
    table: TableInfo
    you: You
    first: int
    events: list[Any]
    waiting: list[int]
    seats: dict[str, Any]
    ask: Ask | None
    deadlines: list[int | None]
    chat: list[ChatLine]
    now: int


class TableChanged(Outgoing, kw_only=True, frozen=True, tag="table"):
    """Seats, presence, readiness, options, votes or the end of the game changed."""

    table: TableInfo
    you: You


class ChatSaid(Outgoing, kw_only=True, frozen=True, tag="chat"):
    """Somebody said something."""

    line: ChatLine


class ChatGone(Outgoing, kw_only=True, frozen=True, tag="chat_gone"):
    """Somebody was deleted, and these lines of the chat with them."""

    lines: list[int]


class Reacted(Outgoing, kw_only=True, frozen=True, tag="reaction"):
    """Somebody showed a quick reaction."""

    name: str
    seat: int | None
    reaction: Reaction


class Ack(Outgoing, kw_only=True, frozen=True, tag="ack"):
    """Done, and stored if it was an action; `number` counts the events after it."""

    id: str
    number: int | UnsetType = UNSET


class Refused(Outgoing, kw_only=True, frozen=True, tag="refused"):
    """Not done: a word for programs and a reason for people. Nothing has changed."""

    id: str | None
    code: str
    reason: str


class Explosion(Struct, kw_only=True, frozen=True):
    """What an explosion with the next chip leaves: points or coins, or both; never the die."""

    points: int
    coins: int
    both: bool


class Odds(Outgoing, kw_only=True, frozen=True, tag="odds_told"):
    """The chances of the next draw, by kind and in all; spaces are where the pot would score.

    `white_sums` is the white sum with each white kind of the bag, `bombs` which of them explode.
    `explodes_after_flask` is the chance once the flask has taken the last chip back, null while it
    can't; `shielded`: an explosion with the next chip would be covered (R4.12); `explosion` is what
    one would leave, null while no chip explodes.
    """

    id: str
    explodes: float
    explodes_after_flask: float | None
    shielded: bool
    chips: int
    kinds: dict[str, float]
    white_sums: dict[str, int]
    bombs: list[str]
    scoring_now: int
    scoring_expected: float
    points_now: int
    coins_now: int
    explosion: Explosion | None = None


class Advised(Struct, kw_only=True, frozen=True):
    """A legal action as an adviser judges it; null is what the adviser does not reckon.

    `value` is in the adviser's own measure, for comparing actions; `win` the chance to win the
    game, `points` the own points at its end, `explodes` the chance that this pot ends exploded.
    `why` says it in a few words; `reason` is the key of a text that says it in the page's language.
    """

    action: str
    value: float | None = None
    win: float | None = None
    points: float | None = None
    explodes: float | None = None
    why: str = ""
    reason: str = ""


class Hint(Outgoing, kw_only=True, frozen=True, tag="hint_told"):
    """What a bot would do and why, and which bot it was; `choices` are all actions, best first."""

    id: str
    question: int
    action: str
    bot: str
    why: str
    choices: list[Advised]


class RematchMade(Outgoing, kw_only=True, frozen=True, tag="rematch"):
    """The table of the rematch."""

    code: str


class Lobby(Outgoing, kw_only=True, frozen=True, tag="lobby"):
    """A page of public tables, the newest first, on joining the lobby.

    `total` counts all public tables; `next` is where the next page begins (`before=`), null after
    the last one.
    """

    tables: list[LobbyTable]
    total: int
    next: str | None


class LobbyChanged(Outgoing, kw_only=True, frozen=True, tag="lobby_table"):
    """A public table is new on the page, or has changed."""

    table: LobbyTable


class LobbyGone(Outgoing, kw_only=True, frozen=True, tag="lobby_gone"):
    """A table is no longer on the page: it is over, private, empty, or newer ones came."""

    code: str


class LobbyTotal(Outgoing, kw_only=True, frozen=True, tag="lobby_total"):
    """How many public tables there are now, and where the next page begins."""

    total: int
    next: str | None


FromServer = (
    Snapshot
    | Happened
    | Resumed
    | TableChanged
    | ChatSaid
    | ChatGone
    | Reacted
    | Ack
    | Refused
    | Odds
    | Hint
    | RematchMade
    | Lobby
    | LobbyChanged
    | LobbyGone
    | LobbyTotal
)

# Why a connection was closed, beside the usual codes (1001 the server stops, 1009 too large).
CLOSE_UNKNOWN_TABLE = 4004
CLOSE_NO_IDENTITY = 4001
CLOSE_FORBIDDEN = 4003
CLOSE_TOO_SLOW = 4008
CLOSE_TOO_MANY = 4029
CLOSE_FLOOD = 4030
CLOSE_REPLACED = 4031
CLOSE_TABLE_GONE = 4010
CLOSE_SERVER_STOPS = 1012

encode_message = msgspec.json.Encoder().encode
