"""Events: what happened, typed, in the past tense, each with the rule that caused it.

The log, the replay, the animation and the statistics all read these. An event has a face for
every viewer (`seen_by`), with None in place of what that viewer may not see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Self

from quedlinburg.rules.tables import SPOON

# Where a chip stands that went into the bowl (R7.3).
BOWL = SPOON + 1


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


@dataclass(frozen=True, slots=True)
class ExtraPassedUp(SeatEvent):
    """The last chip of the pot passed up its extra spaces: the space it left and its new one."""

    kind: str
    left: int
    space: int


@dataclass(frozen=True, slots=True)
class StirCalled(SeatEvent):
    """A seat called for a stir: the draws of this round are simultaneous (R7.4)."""


# The class of each event by its name; what is not here can't happen.
CLASSES: dict[str, type[Event]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower(): cls
    for cls in (*Event.__subclasses__(), *SeatEvent.__subclasses__())
    if cls.__name__ != "SeatEvent"  # slots leave the class without them behind
}
NAMES: dict[type[Event], str] = {cls: name for name, cls in CLASSES.items()}
