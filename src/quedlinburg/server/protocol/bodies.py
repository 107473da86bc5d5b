"""The bodies of the HTTP interface: what is posted and what comes back, as JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from quedlinburg.server.protocol import grammar
from quedlinburg.server.protocol.shapes import (
    LobbyTable,
    Name,
    OutcomeData,
    OwnGame,
    Seat,
    SeatChange,
    SeatInfo,
    TableInfo,
    TableOptions,
)


class Body(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What is posted."""


class MakeIdentity(Body, kw_only=True, frozen=True):
    """`POST /api/identity`: become somebody, or change the own name; programs ask for a token.

    `label` is how a program is called in the list of devices; without one it is called by the
    first word of its user agent.
    """

    name: Name
    program: bool = False
    label: Annotated[str, Meta(max_length=40, pattern=grammar.LINE)] = ""


class ClaimIdentity(Body, kw_only=True, frozen=True):
    """`POST /api/identity/claim`: be the same person on this device, by a one-time code."""

    code: Annotated[str, Meta(pattern=grammar.MOVING_CODE)]


class MakeTable(Body, kw_only=True, frozen=True):
    """`POST /api/tables`: make a table, sit down, and put bots on the next seats.

    `name` makes an identity for whoever has none yet. The answer has the promise of the luck;
    seal and start are said at the table, after it.
    """

    options: TableOptions = TableOptions()
    sit: bool = True
    bots: Annotated[list[grammar.Word], Meta(max_length=4)] = []
    name: Name | None = None


class MakeTableFromPosition(Body, kw_only=True, frozen=True):
    """`POST /api/test/tables`, in test mode only: a running game that stands as a text says.

    The asker has seat 0 (or `seats`), bots have the others; `luck` is a list of outcomes that
    come first, `seed` what follows them.
    """

    position: Annotated[str, Meta(max_length=6000, pattern=grammar.LINES)]
    seats: Annotated[list[Seat], Meta(max_length=4)] = field(default_factory=lambda: [0])
    level: grammar.Word = "random"
    seed: Annotated[str, Meta(max_length=64, pattern=grammar.LINE)] = "test"
    options: TableOptions = TableOptions()


class Identity(Struct, kw_only=True, frozen=True):
    """Who one is; the token is there only for programs, once."""

    name: str
    token: str | None = None


class Device(Struct, kw_only=True, frozen=True):
    """A device or program of an identity; `this` is the one that asks.

    `label` says browser and system, or what a program calls itself; it can be empty. `created` and
    `used` are days (UTC), empty for devices of before that were not used since.
    """

    id: str
    kind: Literal["browser", "program"]
    label: str
    created: str
    used: str
    this: bool


class DeviceList(Struct, kw_only=True, frozen=True):
    """One's own devices and programs, the latest used first."""

    devices: list[Device]


class MovingCode(Struct, kw_only=True, frozen=True):
    """A one-time code that moves an identity to another device, and how long it holds."""

    code: str
    seconds: int


class TableMade(Struct, kw_only=True, frozen=True):
    """The code of a new table, its link and the promise of its luck."""

    code: str
    link: str
    commit: str


class TableList(Struct, kw_only=True, frozen=True):
    """A page of public tables, the newest first, and how many there are in all.

    `next` is where the next page begins (`before=`), null after the last one.
    """

    tables: list[LobbyTable]
    total: int
    next: str | None


class GameList(Struct, kw_only=True, frozen=True):
    """One's own games, the newest first."""

    games: list[OwnGame]


class TableAnswer(Struct, kw_only=True, frozen=True):
    """What anybody with the code may know of a table."""

    table: TableInfo


class Step(Struct, kw_only=True, frozen=True):
    """An action in a replay."""

    event: int
    seat: int
    action: str


class ReplayChange(Struct, kw_only=True, frozen=True):
    """What is new of seats besides their chips once so many events have happened."""

    event: int
    seats: dict[str, SeatChange]  # type: ignore[valid-type]


class Replay(Struct, kw_only=True, frozen=True):
    """A finished game: fold `events` over `view` (a spectator's, before the first event).

    `steps` are the numbers of the first event of each action, with who acted and what it was;
    `rounds` the number of the first event of each round. `changes` are what `events.seats` tells
    at a table: put them over the folded seats. `risks` is, for each seat, the sum of the chances
    of exploding that its draws took: how many explosions were to be expected. Games that are older
    than seals have none.
    """

    code: str
    rules: int
    seats: list[SeatInfo]
    options: TableOptions
    view: Any
    events: list[Any]
    steps: list[Step]
    rounds: list[int]
    changes: list[ReplayChange]
    risks: list[float]
    outcome: OutcomeData
    commit: str
    secret: str
    nonces: dict[str, str]
    seals: dict[str, str] = {}


class Verified(Struct, kw_only=True, frozen=True):
    """Whether a finished game kept the rules and its promise, in words."""

    ok: bool
    text: str


class Problem(Struct, kw_only=True, frozen=True):
    """What is wrong with a request: a word for programs, a reason for people."""

    code: str
    reason: str


class Space(Struct, kw_only=True, frozen=True):
    """A space of the pot (R1.2)."""

    coins: int
    points: int
    ruby: bool


class Kind(Struct, kw_only=True, frozen=True):
    """A kind of chip (R1.1)."""

    code: str
    colour: str
    value: int
    supply: int
    bag: int


class ColourRules(Struct, kw_only=True, frozen=True):
    """A colour: its letter, its ingredient, and the round from which it is for sale."""

    letter: str
    name: str
    ingredient: str
    out_from: int


class BookRules(Struct, kw_only=True, frozen=True):
    """A book's page: the prices of its kinds (R1.6; two of them differ by edition, R8)."""

    id: str
    colour: str
    number: int
    prices: dict[str, int]


class CardRules(Struct, kw_only=True, frozen=True):
    """A fortune card (R6)."""

    id: str
    colour: str


class TextEntry(Struct, kw_only=True, frozen=True):
    """A text: a title and paragraphs parted by an empty line."""

    title: str
    text: str


class Rules(Struct, kw_only=True, frozen=True):
    """`GET /api/rules`: every table of the rules, and the texts of a language by key."""

    version: int
    language: str
    spaces: list[Space]
    kinds: list[Kind]
    colours: list[ColourRules]
    books: list[BookRules]
    cards: list[CardRules]
    die: list[str]
    glasses: list[str]
    lap: int
    tails: list[int]
    editions: dict[str, dict[str, int | str]]
    rounds: int
    cherry_bomb_round: int
    ruby_price: int
    levels: list[str]
    usual_level: str
    bot_names: dict[str, list[str]]
    texts: dict[str, TextEntry]
