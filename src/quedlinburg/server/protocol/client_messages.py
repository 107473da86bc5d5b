"""What a client says at a table: every message that the server takes, as one tagged union.

JSON over WebSocket; the field `type` names the message. See docs/reference/protocol.md.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from quedlinburg.server.limits import CHAT_LENGTH
from quedlinburg.server.protocol import grammar
from quedlinburg.server.protocol.shapes import (
    Name,
    Nonce,
    Reaction,
    Seal,
    Seat,
    SeatColour,
    SeatSign,
    TableOptions,
)

ClientId = Annotated[str, Meta(pattern=grammar.MESSAGE_ID)]


class Incoming(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client says; with an id it is answered by `ack` or `refused` with the same id."""

    id: ClientId | None = None


class Act(Incoming, kw_only=True, frozen=True, tag="act"):
    """Carry out an action of the own seat; the same id never acts twice."""

    id: ClientId  # pyright: ignore[reportGeneralTypeIssues]
    question: grammar.Count
    action: Annotated[str, Meta(pattern=grammar.ACTION)]


class Resume(Incoming, kw_only=True, frozen=True, tag="resume"):
    """Send the events from a number on, without a new snapshot."""

    since: grammar.Count


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
    """The host changes the table before the game; an option that is left out gets its default."""

    options: TableOptions


class PickSign(Incoming, kw_only=True, frozen=True, tag="pick"):
    """Pick the colour or the sign of an own seat before the game; null gives a choice up.

    What is left out stays. Without a seat it is the one looked from.
    """

    colour: SeatColour | UnsetType | None = UNSET
    sign: SeatSign | UnsetType | None = UNSET
    seat: Seat | None = None


class Cooked(Incoming, kw_only=True, frozen=True, tag="cooked"):
    """Say who cooked last, and so begins (`start` is "cooked"); null: nobody has said it."""

    seat: Seat | None


class AddBot(Incoming, kw_only=True, frozen=True, tag="add_bot"):
    """The host gives an open seat to a bot of a level."""

    seat: Seat
    level: grammar.Word


class Kick(Incoming, kw_only=True, frozen=True, tag="kick"):
    """The host frees a seat before the game; in a game, one that the apprentice plays."""

    seat: Seat


class Mute(Incoming, kw_only=True, frozen=True, tag="mute"):
    """The host takes somebody's voice, or gives it back: a seat's, or whoever said a chat line."""

    seat: Seat | None = None
    line: grammar.Count | None = None
    muted: bool = True


class GiveHost(Incoming, kw_only=True, frozen=True, tag="give_host"):
    """The host hands the host's rights to the person on a seat."""

    seat: Seat


class AddSeal(Incoming, kw_only=True, frozen=True, tag="seal"):
    """Seal the own nonce before the start: its SHA-256, which a further seal replaces.

    Without a seat it is that of all own seats.
    """

    seal: Seal
    seat: Seat | None = None


class AddNonce(Incoming, kw_only=True, frozen=True, tag="nonce"):
    """Show the sealed nonce, once the seals are closed (`starting`) and within five seconds.

    Before the start the server seals it: then whoever reads the server's memory knows it early.
    Without a seat it is that of all own seats whose seal it fits.
    """

    nonce: Nonce
    seat: Seat | None = None


class Start(Incoming, kw_only=True, frozen=True, tag="start"):
    """The host starts the game: every seat is taken and everybody is ready.

    The seals are closed; the game begins when all sealed nonces have come, or after five seconds.
    """


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

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH, pattern=grammar.LINE)]


class React(Incoming, kw_only=True, frozen=True, tag="reaction"):
    """Show a quick reaction."""

    reaction: Reaction


class AskOdds(Incoming, kw_only=True, frozen=True, tag="odds"):
    """Ask for the chances of the next draw, where the table shows them."""

    id: ClientId  # pyright: ignore[reportGeneralTypeIssues]


class AskHint(Incoming, kw_only=True, frozen=True, tag="hint"):
    """Ask what a bot would do, where the table gives advice."""

    id: ClientId  # pyright: ignore[reportGeneralTypeIssues]


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
    | PickSign
    | Cooked
    | AddBot
    | Kick
    | Mute
    | GiveHost
    | AddSeal
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

decode_message = msgspec.json.Decoder(FromClient).decode
