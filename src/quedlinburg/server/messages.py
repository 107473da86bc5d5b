"""The protocol: every message between a client and the server, as tagged unions.

JSON over WebSocket; the field `type` names the message. See docs/reference/protocol.md.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from quedlinburg.server.limits import CHAT_LENGTH
from quedlinburg.server.shapes import (
    ChatLine,
    LobbyTable,
    Name,
    Nonce,
    Reaction,
    Seat,
    TableInfo,
    TableOptions,
    You,
)

PROTOCOL = 1

ClientId = Annotated[str, Meta(min_length=1, max_length=64)]


# --- from the client -----------------------------------------------------------------------------


class Incoming(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client says; with an id it is answered by `ack` or `refused` with the same id."""

    id: ClientId | None = None


class Act(Incoming, kw_only=True, frozen=True, tag="act"):
    """Carry out an action of the own seat; the same id never acts twice."""

    id: ClientId
    question: int
    action: Annotated[str, Meta(max_length=64)]


class Resume(Incoming, kw_only=True, frozen=True, tag="resume"):
    """Send the events from a number on, without a new snapshot."""

    since: Annotated[int, Meta(ge=0)]


class Look(Incoming, kw_only=True, frozen=True, tag="look"):
    """Look from another of the own seats (pass the device), or as a spectator (null)."""

    seat: Seat | None


class Sit(Incoming, kw_only=True, frozen=True, tag="sit"):
    """Take an open seat; a name is only for tables where one device is passed around."""

    seat: Seat
    name: Name | None = None


class Leave(Incoming, kw_only=True, frozen=True, tag="leave"):
    """Stand up from a seat before the game."""

    seat: Seat | None = None


class Ready(Incoming, kw_only=True, frozen=True, tag="ready"):
    """Say that the own seats are ready, or not."""

    ready: bool = True


class SetOptions(Incoming, kw_only=True, frozen=True, tag="set_options"):
    """The host changes the table before the game."""

    options: TableOptions


class AddBot(Incoming, kw_only=True, frozen=True, tag="add_bot"):
    """The host gives an open seat to a bot of a level."""

    seat: Seat
    level: Annotated[str, Meta(min_length=1, max_length=40)]


class Kick(Incoming, kw_only=True, frozen=True, tag="kick"):
    """The host frees a seat before the game; in a game, one that the apprentice plays."""

    seat: Seat


class Mute(Incoming, kw_only=True, frozen=True, tag="mute"):
    """The host takes somebody's voice, or gives it back: a seat's, or whoever said a chat line."""

    seat: Seat | None = None
    line: int | None = None
    muted: bool = True


class GiveHost(Incoming, kw_only=True, frozen=True, tag="give_host"):
    """The host hands the host's rights to the person on a seat."""

    seat: Seat


class AddNonce(Incoming, kw_only=True, frozen=True, tag="nonce"):
    """Add the own part to the seed, after the commit was shown and before the start."""

    nonce: Nonce
    seat: Seat | None = None


class Start(Incoming, kw_only=True, frozen=True, tag="start"):
    """The host starts the game: every seat is taken and everybody is ready."""


class Back(Incoming, kw_only=True, frozen=True, tag="back"):
    """Take the own seat over from the apprentice."""


class Resign(Incoming, kw_only=True, frozen=True, tag="resign"):
    """Give the own seat to the apprentice for the rest of the game."""


class Abandon(Incoming, kw_only=True, frozen=True, tag="abandon"):
    """Agree to end the game without a result, or no longer; it ends when every person agrees."""

    agree: bool = True


class Rematch(Incoming, kw_only=True, frozen=True, tag="rematch"):
    """Make another table with the same seats."""


class Chat(Incoming, kw_only=True, frozen=True, tag="chat"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class React(Incoming, kw_only=True, frozen=True, tag="reaction"):
    """Show a quick reaction."""

    reaction: Reaction


class AskOdds(Incoming, kw_only=True, frozen=True, tag="odds"):
    """Ask for the chances of the next draw, where the table shows them."""

    id: ClientId


class AskHint(Incoming, kw_only=True, frozen=True, tag="hint"):
    """Ask what a bot would do, where the table gives advice."""

    id: ClientId


class Ping(Incoming, kw_only=True, frozen=True, tag="ping"):
    """Ask whether the server is there; answered by `ack`."""


FromClient = (
    Act
    | Resume
    | Look
    | Sit
    | Leave
    | Ready
    | SetOptions
    | AddBot
    | Kick
    | Mute
    | GiveHost
    | AddNonce
    | Start
    | Back
    | Resign
    | Abandon
    | Rematch
    | Chat
    | React
    | AskOdds
    | AskHint
    | Ping
)


# --- from the server -----------------------------------------------------------------------------


class Outgoing(Struct, kw_only=True, frozen=True, tag_field="type"):
    """What the server says."""


class Ask(Struct, kw_only=True, frozen=True):
    """The own seat's question and every legal action with what it brings."""

    question: Any
    legal: list[Any]


class Snapshot(Outgoing, kw_only=True, frozen=True, tag="snapshot"):
    """Everything that a viewer may see now; `number` counts the events so far.

    Before the game `view` is null. Deadlines are by seat, in milliseconds since 1970, null where
    no clock runs; `now` is the server's own clock.
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


class Odds(Outgoing, kw_only=True, frozen=True, tag="odds_told"):
    """The chances of the next draw, by kind and in all; spaces are where the pot would score.

    `white_sums` is the white sum with each white kind of the bag, `bombs` which of them explode.
    `explodes_after_flask` is the chance once the flask has taken the last chip back, null while it
    can't; `shielded`: an explosion with the next chip would be covered (R4.12).
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
    """All public tables, on joining the lobby."""

    tables: list[LobbyTable]


class LobbyChanged(Outgoing, kw_only=True, frozen=True, tag="lobby_table"):
    """A public table is new or has changed."""

    table: LobbyTable


class LobbyGone(Outgoing, kw_only=True, frozen=True, tag="lobby_gone"):
    """A table is no longer in the lobby."""

    code: str


FromServer = (
    Snapshot
    | Happened
    | Resumed
    | TableChanged
    | ChatSaid
    | Reacted
    | Ack
    | Refused
    | Odds
    | Hint
    | RematchMade
    | Lobby
    | LobbyChanged
    | LobbyGone
)

# Why a connection was closed, beside the usual codes (1001 the server stops, 1009 too large).
CLOSE_UNKNOWN_TABLE = 4004
CLOSE_NO_IDENTITY = 4001
CLOSE_FORBIDDEN = 4003
CLOSE_TOO_SLOW = 4008
CLOSE_TOO_MANY = 4029
CLOSE_FLOOD = 4030
CLOSE_TABLE_GONE = 4010
CLOSE_SERVER_STOPS = 1012

decode_message = msgspec.json.Decoder(FromClient).decode
encode_message = msgspec.json.Encoder().encode
