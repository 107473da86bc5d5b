"""The shapes of what travels: tables, seats, views and events, defined once for every language.

The page's types are made from these (`tools/make_protocol_types.py`); a test holds the engine's
own `to_json` against them, so that neither side can drift.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from quedlinburg import Action, Option, Question, SeatView, Setup, View
from quedlinburg.engine.events import CLASSES, Event
from quedlinburg.engine.outcome import Outcome
from quedlinburg.server.limits import CHAT_LENGTH, CLOCK_MOST, RAW_NAME_LENGTH
from quedlinburg.server.protocol import grammar

# What becomes of a name is said in people/names.py; it is counted once it is clean.
Name = Annotated[str, Meta(min_length=1, max_length=RAW_NAME_LENGTH, pattern=grammar.LINE)]
Seat = Annotated[int, Meta(ge=0, le=3)]
Nonce = Annotated[str, Meta(pattern=grammar.NONCE)]
Colour = Literal["green", "blue", "red", "yellow", "purple"]
Book = Annotated[int, Meta(ge=1, le=4)]
# The switches of an edition, by name.
Switch = Annotated[int, Meta(ge=0, le=100)] | grammar.Word
Switches = Annotated[dict[grammar.Word, Switch], Meta(max_length=8)]
Seal = Annotated[str, Meta(pattern=grammar.SEAL)]
TableState = Literal["open", "starting", "playing", "over", "abandoned"]
SeatKind = Literal["open", "person", "bot"]
# What a seat is known by, beside its name: what the page has a picture and a colour for. A seat
# that picks none has the one of its number, or else the first that nobody has.
SeatColour = Literal["yellow", "blue", "red", "green"]
SeatSign = Literal["sun", "moon", "star", "leaf"]
# How long a bot lets the others watch before it acts; nobody waits for anything else.
Pace = Literal["instant", "brisk", "human", "slow"]
Reaction = Literal["cheer", "laugh", "gasp", "cry", "hurry", "thanks", "luck", "well_played"]


class TableOptions(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Everything that is chosen when a table is made; `books` may be left to chance.

    `start` is who begins: a seat, null (by lot), or "cooked": who cooked last, which those who sit
    at the table say (`cooked`). At a table that plays by `memory` nobody looks into a bag before
    the game is over: bags are only counted, and there are no odds and no hints.
    """

    players: Annotated[int, Meta(ge=2, le=4)] = 4
    books: Book | Literal["random"] | dict[Colour, Book] = 1
    edition: grammar.Word | Switches = "north_star"
    tubes: bool = False
    overflow: bool = False
    stir: Literal["last", "always", "never"] = "last"
    start: Seat | Literal["cooked"] | None = None
    memory: bool = False
    odds: bool = True
    advice: bool = True
    public: bool = False
    clock: Annotated[int, Meta(ge=0, le=CLOCK_MOST)] = 0
    pace: Pace = "human"
    pass_around: bool = False
    title: Annotated[str, Meta(max_length=60, pattern=grammar.LINE)] = ""


class SeatInfo(Struct, kw_only=True, frozen=True):
    """Who sits where, and whether they are there; `apprentice` says who plays for them now.

    `called` is the place of a bot's name among those of its level (`Rules.bot_names`), so that
    every page can say it in its own language; a bot without one is called by `name`. No two seats
    have the same `colour` or the same `sign`; one that was picked is not taken from its seat. In
    games of rules 1 there are neither. `sealed` says whether the seat has sealed a nonce, `nonce`
    whether the server has that nonce.
    """

    seat: int
    kind: SeatKind
    name: str
    level: str | None = None
    called: int | None = None
    present: bool = False
    ready: bool = False
    apprentice: bool = False
    resigned: bool = False
    muted: bool = False
    sealed: bool = False
    nonce: bool = False
    colour: SeatColour | UnsetType = UNSET
    sign: SeatSign | UnsetType = UNSET
    picked_colour: bool = False
    picked_sign: bool = False


class OutcomeData(Struct, kw_only=True, frozen=True):
    """How a game ended (R5.H)."""

    ranking: list[int]
    winners: list[int]
    points: list[int]
    scoring: list[int]
    reason: str


class TableInfo(Struct, kw_only=True, frozen=True):
    """A table as everybody at it sees it, besides the game.

    `commit` is the SHA-256 of the secret and is there before the game; `seals` are shown once the
    host has started (`starting`), `nonces` when the game has begun (`playing`), `secret` when it is
    over. `begins_at` is when a starting game begins without the nonces that are awaited, in
    milliseconds since 1970. `cooked` is the seat that is said to have cooked last. `halted` says in
    one line why a running game can't be played on here, null if it can.
    """

    code: str
    state: TableState
    options: TableOptions
    seats: list[SeatInfo]
    host: int | None
    host_name: str
    spectators: int
    commit: str
    seals: dict[str, str]
    nonces: dict[str, str]
    secret: str | None
    begins_at: int | None
    outcome: OutcomeData | None
    abandon: list[int]
    rematch: str | None
    created: int
    cooked: int | None
    halted: str | None


class You(Struct, kw_only=True, frozen=True):
    """What this connection may do: its own seats, the one it looks from, the host's rights."""

    seat: int | None
    seats: list[int]
    host: bool
    name: str


class ChatLine(Struct, kw_only=True, frozen=True):
    """A line of the table's chat: plain text, never markup."""

    number: int
    name: str
    seat: int | None
    text: Annotated[str, Meta(max_length=CHAT_LENGTH)]
    at: int


class LobbyTable(Struct, kw_only=True, frozen=True):
    """A public table in the lobby."""

    code: str
    title: str
    state: TableState
    players: int
    open_seats: int
    names: list[str]
    options: TableOptions
    created: int


class OwnGame(Struct, kw_only=True, frozen=True):
    """A line in the list of one's own games; one that is `halted` can't be played on here."""

    code: str
    state: TableState
    seats: list[int]
    names: list[str]
    points: list[int] | None
    winners: list[int] | None
    your_turn: bool
    updated: int
    halted: bool = False


# --- the engine's own shapes, as `to_json` writes them -------------------------------------------


class SetupData(Struct, kw_only=True, frozen=True):
    """The set-up of a running game."""

    players: int
    books: dict[str, int]
    edition: str | dict[str, int | str]
    switches: dict[str, int | str]
    tubes: bool
    stir: str
    overflow: bool


def _shape(hint: object) -> object:
    """The shape of a field of the engine's: sequences are lists, multisets are counts of kinds."""
    plain = get_origin(hint) or hint
    if isinstance(plain, type) and issubclass(plain, Mapping):
        return dict[str, int]
    if get_origin(hint) is tuple and len(get_args(hint)) == 2 and get_args(hint)[1] is Ellipsis:
        return list[_shape(get_args(hint)[0])]  # type: ignore[misc]
    if isinstance(hint, UnionType) and NoneType in get_args(hint):
        return Union[tuple(_shape(part) for part in get_args(hint))]  # noqa: UP007
    return _MIRRORED.get(hint, hint)


def _mirror(name: str, cls: type, **known: object) -> type[Struct]:
    """The shape of a value of the engine's, read from its own class."""
    hints = get_type_hints(cls)
    members: list[Any] = []
    for field in fields(cls):
        shape = known.get(field.name) or _shape(hints[field.name])
        has_default = field.default is not MISSING
        members.append((field.name, shape, field.default) if has_default else (field.name, shape))
    summary = (cls.__doc__ or "").strip()
    return msgspec.defstruct(name, members, namespace={"__doc__": summary}, kw_only=True)


# The notation of an action stands for the action; a set-up has a shape of its own.
_MIRRORED: dict[object, object] = {Action: str, Setup: SetupData}
QuestionData = _MIRRORED[Question] = _mirror("QuestionData", Question)
OptionData = _MIRRORED[Option] = _mirror("OptionData", Option)
SeatData = _MIRRORED[SeatView] = _mirror(
    "SeatData", SeatView, state=Literal["brewing", "stopped", "exploded"]
)
ViewData = _mirror("ViewData", View)

# What a seat is by one number or word; chips, how many are in the bag, and what only rules need,
# follow from the events.
_SEAT_HINTS = get_type_hints(SeatView)
_BOOKKEEPING = ("drawn", "first_white", "five_chips", "flask_takes", "white_last", "bag_count")
SEAT_NUMBERS: tuple[str, ...] = tuple(
    field.name
    for field in fields(SeatView)
    if _SEAT_HINTS[field.name] in (int, bool, str) and field.name not in _BOOKKEEPING
)
SeatChange = msgspec.defstruct(
    "SeatChange",
    [(name, Union[_SEAT_HINTS[name], UnsetType], UNSET) for name in SEAT_NUMBERS],  # noqa: UP007
    namespace={"__doc__": "What is new of a seat besides its chips; only that is there."},
    kw_only=True,
)


def _event_shape(name: str) -> type[Struct]:
    """The shape of one event, read from the engine's own class."""
    cls = CLASSES[name]
    hints = get_type_hints(cls)
    members = [(field.name, _shape(hints[field.name])) for field in fields(cls)]
    summary = (cls.__doc__ or "").strip()
    return msgspec.defstruct(
        cls.__name__, members, tag_field="event", tag=name, namespace={"__doc__": summary}
    )


EVENT_SHAPES: tuple[type[Struct], ...] = tuple(
    _event_shape(name) for name in CLASSES if name != "seat_event"
)
EventData: Any = Union[EVENT_SHAPES]  # noqa: UP007


def by_seat(texts: Mapping[int, str]) -> dict[str, str]:
    """Texts of seats as JSON has them: the seat's number is the name."""
    return {str(seat): text for seat, text in texts.items()}


@lru_cache(maxsize=20_000)
def event_json(event: Event) -> msgspec.Raw:
    """An event as JSON; equal events are encoded once."""
    return msgspec.Raw(msgspec.json.encode(event.to_json()))


def outcome_data(outcome: Outcome) -> OutcomeData:
    """How a game ended, in the shape of the protocol."""
    return msgspec.convert(outcome.to_json(), OutcomeData)
