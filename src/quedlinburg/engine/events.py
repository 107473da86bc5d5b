"""Events: what happened, typed, in the past tense, each with the rule that caused it.

The log, the replay, the animation and the statistics all read these. An event has a face for
every viewer (`seen_by`), with None in place of what that viewer may not see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self, overload

from quedlinburg.engine.actions import ACTIONS
from quedlinburg.engine.names import SOURCES, rule_name
from quedlinburg.rules import log
from quedlinburg.rules.ids import NO_KIND
from quedlinburg.rules.tables import CARD_IDS, DIE_FACES, GLASS_REWARDS, KIND_CODES, SPOON

# Where a chip stands that went into the bowl (R7.3).
BOWL = SPOON + 1

Raw = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the rule by which it did."""

    rule: str

    @property
    def name(self) -> str:
        """The event's name in records of the log and on the wire: chip_placed."""
        return NAMES[type(self)]

    def seen_by(self, viewer: int | None) -> Self:
        """The face of the event for a seat, or for a spectator (None)."""
        return self

    def to_json(self) -> dict[str, object]:
        """The event as a plain dict."""
        plain: dict[str, object] = {"event": self.name}
        for field in fields(self):
            value = getattr(self, field.name)
            plain[field.name] = list(value) if isinstance(value, tuple) else value
        return plain


@dataclass(frozen=True, slots=True)
class SeatEvent(Event):
    """Something that happened to one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The turn indicator moved on (R3.1)."""

    round: int
    start: int


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Event):
    """A fortune card was turned up (R3.2)."""

    card: str
    named: bool


@dataclass(frozen=True, slots=True)
class RatTailsCounted(SeatEvent):
    """The rat stone was laid (R3.3)."""

    tails: int


@dataclass(frozen=True, slots=True)
class RatTailsGivenUp(SeatEvent):
    """Rat tails were given up for rubies (R6 good_start)."""

    tails: int


@dataclass(frozen=True, slots=True)
class BrewingBegan(SeatEvent):
    """A seat stands before its empty pot (R4.1)."""


@dataclass(frozen=True, slots=True)
class ChipDrawn(SeatEvent):
    """A chip was drawn; where it went is the next event."""

    kind: str


@dataclass(frozen=True, slots=True)
class ChipsLookedAt(SeatEvent):
    """Chips of the bag were looked at; only their owner sees which."""

    kinds: tuple[str, ...] | None
    count: int

    def seen_by(self, viewer: int | None) -> Self:
        """Hide the chips from everybody else."""
        return self if viewer == self.seat else replace(self, kinds=None)


@dataclass(frozen=True, slots=True)
class LookEnded(SeatEvent):
    """The chips looked at are again among the others."""


@dataclass(frozen=True, slots=True)
class ChipPlaced(SeatEvent):
    """A chip was placed in the pot, on a space or in the bowl (54), out of bag or from aside."""

    kind: str
    space: int
    source: str


@dataclass(frozen=True, slots=True)
class ChipLaidAside(SeatEvent):
    """A drawn red chip was laid beside the pot (R4.16)."""

    kind: str


@dataclass(frozen=True, slots=True)
class ChipReturned(SeatEvent):
    """A chip went from the pot (its place in the order) or the bowl (-1) back into the bag."""

    kind: str
    place: int


@dataclass(frozen=True, slots=True)
class ChipPutBack(SeatEvent):
    """A red chip went from aside back into the bag (R4.16)."""

    kind: str


@dataclass(frozen=True, slots=True)
class FlaskEmptied(SeatEvent):
    """The flask was used (R4.5)."""


@dataclass(frozen=True, slots=True)
class FlaskFilled(SeatEvent):
    """The flask is full again (R5.F)."""


@dataclass(frozen=True, slots=True)
class PotExploded(SeatEvent):
    """The white chips passed the limit (R4.3)."""

    white_sum: int
    shielded: bool


@dataclass(frozen=True, slots=True)
class BrewingStopped(SeatEvent):
    """A seat stopped brewing (R4.2)."""


@dataclass(frozen=True, slots=True)
class ChoiceSealed(SeatEvent):
    """A seat chose in secret to draw or to stop (R4.10)."""

    choice: str | None

    def seen_by(self, viewer: int | None) -> Self:
        """Hide the choice from everybody else."""
        return self if viewer == self.seat else replace(self, choice=None)


@dataclass(frozen=True, slots=True)
class ChoiceRevealed(SeatEvent):
    """A sealed choice was opened (R4.10)."""

    choice: str


@dataclass(frozen=True, slots=True)
class PotRestarted(SeatEvent):
    """All chips of the round went back into the bag (R6 second_chance)."""


@dataclass(frozen=True, slots=True)
class DieRolled(SeatEvent):
    """The bonus die was rolled (R1.4)."""

    face: str


@dataclass(frozen=True, slots=True)
class RubiesWon(SeatEvent):
    """A seat received rubies."""

    rubies: int


@dataclass(frozen=True, slots=True)
class RubiesPaid(SeatEvent):
    """A seat gave rubies back."""

    rubies: int


@dataclass(frozen=True, slots=True)
class PointsWon(SeatEvent):
    """A seat's marker moved on the scoring track."""

    points: int


@dataclass(frozen=True, slots=True)
class CoinsWon(SeatEvent):
    """A seat has coins to spend (R5.E)."""

    coins: int


@dataclass(frozen=True, slots=True)
class DropletMoved(SeatEvent):
    """The droplet moved in the pot."""

    steps: int


@dataclass(frozen=True, slots=True)
class GlassReached(SeatEvent):
    """The second droplet moved to the next glass (R7.2)."""

    glass: int
    reward: str


@dataclass(frozen=True, slots=True)
class ChipTaken(SeatEvent):
    """A chip came from the supply into the bag for nothing."""

    kind: str


@dataclass(frozen=True, slots=True)
class ChipMissed(SeatEvent):
    """A chip was due, but the supply had none (R1.1)."""

    kind: str


@dataclass(frozen=True, slots=True)
class ChipBought(SeatEvent):
    """A chip was bought into the bag (R5.E)."""

    kind: str
    price: int


@dataclass(frozen=True, slots=True)
class ChipGivenBack(SeatEvent):
    """A chip of the bag went into the supply."""

    kind: str


@dataclass(frozen=True, slots=True)
class ChipTradedIn(SeatEvent):
    """A chip of the pot (its place in the order) went into the supply (R5.8, R5.10)."""

    kind: str
    place: int


@dataclass(frozen=True, slots=True)
class ChipMoved(SeatEvent):
    """The last chip of the pot moved on to a space (R5.5)."""

    space: int


@dataclass(frozen=True, slots=True)
class EvaluationBegan(Event):
    """The pots are closed, the evaluation begins (R5)."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """Pots into bags, rat stones off, the start player moves on (R3.5)."""

    round: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The ninth round is over (R5.H)."""


def _unpack(packed: int) -> tuple[str, ...]:
    """The kinds of a look, in their order."""
    kinds: list[str] = []
    while packed:
        packed, digit = divmod(packed, NO_KIND + 1)
        kinds.append(KIND_CODES[digit - 1])
    return tuple(reversed(kinds))


def _kind(make: Callable[[str, int, str], Event]) -> Callable[[Raw], Event]:
    """A maker of the many events that are a rule, a seat and a kind."""
    return lambda raw: make(rule_name(raw[5]), raw[1], KIND_CODES[raw[2]])


def _amount(make: Callable[[str, int, int], Event]) -> Callable[[Raw], Event]:
    """A maker of the events that are a rule, a seat and a number."""
    return lambda raw: make(rule_name(raw[5]), raw[1], raw[2])


def _bare(make: Callable[[str, int], Event]) -> Callable[[Raw], Event]:
    """A maker of the events that are a rule and a seat."""
    return lambda raw: make(rule_name(raw[5]), raw[1])


# One maker for each number of the log.
MAKERS: dict[int, Callable[[Raw], Event]] = {
    log.ROUND_BEGAN: lambda r: RoundBegan(rule_name(r[5]), r[2], r[3]),
    log.CARD_TURNED_UP: lambda r: CardTurnedUp(rule_name(r[5]), CARD_IDS[r[2]], bool(r[3])),
    log.RAT_TAILS_COUNTED: _amount(RatTailsCounted),
    log.RAT_TAILS_GIVEN_UP: _amount(RatTailsGivenUp),
    log.BREWING_BEGAN: _bare(BrewingBegan),
    log.CHIP_DRAWN: _kind(ChipDrawn),
    log.CHIPS_LOOKED_AT: lambda r: ChipsLookedAt(rule_name(r[5]), r[1], _unpack(r[2]), r[3]),
    log.LOOK_ENDED: _bare(LookEnded),
    log.CHIP_PLACED: lambda r: ChipPlaced(
        rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3], SOURCES[r[4]]
    ),
    log.CHIP_LAID_ASIDE: _kind(ChipLaidAside),
    log.CHIP_RETURNED: lambda r: ChipReturned(rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3]),
    log.CHIP_PUT_BACK: _kind(ChipPutBack),
    log.FLASK_EMPTIED: _bare(FlaskEmptied),
    log.FLASK_FILLED: _bare(FlaskFilled),
    log.POT_EXPLODED: lambda r: PotExploded(rule_name(r[5]), r[1], r[2], bool(r[3])),
    log.BREWING_STOPPED: _bare(BrewingStopped),
    log.CHOICE_SEALED: lambda r: ChoiceSealed(rule_name(r[5]), r[1], str(ACTIONS[r[2]])),
    log.CHOICE_REVEALED: lambda r: ChoiceRevealed(rule_name(r[5]), r[1], str(ACTIONS[r[2]])),
    log.POT_RESTARTED: _bare(PotRestarted),
    log.DIE_ROLLED: lambda r: DieRolled(rule_name(r[5]), r[1], DIE_FACES[r[2]]),
    log.RUBIES_WON: _amount(RubiesWon),
    log.RUBIES_PAID: _amount(RubiesPaid),
    log.POINTS_WON: _amount(PointsWon),
    log.COINS_WON: _amount(CoinsWon),
    log.DROPLET_MOVED: _amount(DropletMoved),
    log.GLASS_REACHED: lambda r: GlassReached(rule_name(r[5]), r[1], r[2], GLASS_REWARDS[r[2]]),
    log.CHIP_TAKEN: _kind(ChipTaken),
    log.CHIP_MISSED: _kind(ChipMissed),
    log.CHIP_BOUGHT: lambda r: ChipBought(rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3]),
    log.CHIP_GIVEN_BACK: _kind(ChipGivenBack),
    log.CHIP_TRADED_IN: lambda r: ChipTradedIn(rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3]),
    log.CHIP_MOVED: _amount(ChipMoved),
    log.EVALUATION_BEGAN: lambda r: EvaluationBegan(rule_name(r[5])),
    log.ROUND_ENDED: lambda r: RoundEnded(rule_name(r[5]), r[2]),
    log.GAME_ENDED: lambda r: GameEnded(rule_name(r[5])),
}

# The class of each event by its name; what is not here can't happen.
CLASSES: dict[str, type[Event]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower(): cls
    for cls in (*Event.__subclasses__(), *SeatEvent.__subclasses__())
    if cls is not SeatEvent
}
NAMES: dict[type[Event], str] = {cls: name for name, cls in CLASSES.items()}


class Events(Sequence[Event]):
    """Some events in order, each made when it is read; equal events are the same object."""

    __slots__ = ("_raw",)

    _made: ClassVar[dict[Raw, Event]] = {}

    def __init__(self, raw: Sequence[Raw]) -> None:
        """Stand for these rows of the log."""
        self._raw = raw

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Events: ...
    def __getitem__(self, index: int | slice) -> Event | Events:
        if isinstance(index, slice):
            return Events(self._raw[index])
        return self._event(self._raw[index])

    def __iter__(self) -> Iterator[Event]:
        return map(self._event, self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self._raw))

    def __repr__(self) -> str:
        return f"Events({list(self)!r})"

    @classmethod
    def _event(cls, raw: Raw) -> Event:
        """Make an event, or find the equal one made before."""
        event = cls._made.get(raw)
        if event is None:
            if len(cls._made) > 50_000:
                cls._made.clear()
            event = cls._made[raw] = MAKERS[raw[0]](raw)
        return event


def luck_of(raw: Raw) -> tuple[str, ...]:
    """The outcomes of luck that a row of the log holds, in their notation."""
    match raw[0]:
        case log.CHIP_DRAWN:
            return (KIND_CODES[raw[2]],)
        case log.CHIPS_LOOKED_AT:
            return _unpack(raw[2])
        case log.DIE_ROLLED:
            return (DIE_FACES[raw[2]],)
        case log.CARD_TURNED_UP if not raw[3]:
            return (CARD_IDS[raw[2]],)
    return ()
