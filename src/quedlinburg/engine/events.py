"""Events: what happened, typed, in the past tense, each with the rule that caused it.

The log, the replay, the animation and the statistics all read these. `seen_by` gives an event as a
viewer may see it, with None in place of what is secret.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Self

from quedlinburg.rules.constants import SPOON

# Where a chip stands that went into the bowl (R7.3).
BOWL = SPOON + 1


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the rule by which it did."""

    rule: str
    """The number of the rule that caused it, such as `R4.3`; of a card, `R6` and its id."""

    @property
    def name(self) -> str:
        """The event's name in records of the log and on the wire: chip_placed."""
        return NAMES[type(self)]

    def seen_by(self, viewer: int | None) -> Self:
        """The event as a seat may see it, or a spectator (None)."""
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
    """The seat to which it happened."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The turn indicator moved on (R3.1)."""

    round: int
    """The round that began, 1 to 9."""
    start: int
    """The seat of its start player."""


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Event):
    """A fortune card was turned up (R3.2)."""

    card: str
    """The id of the card."""
    named: bool
    """Whether a position had named it; otherwise luck did."""


@dataclass(frozen=True, slots=True)
class RatTailsCounted(SeatEvent):
    """The rat stone was laid (R3.3)."""

    tails: int
    """How many tails; the pot begins so many spaces further."""


@dataclass(frozen=True, slots=True)
class RatTailsGivenUp(SeatEvent):
    """Rat tails were given up for rubies (R6)."""

    tails: int
    """How many tails were given up."""


@dataclass(frozen=True, slots=True)
class BrewingBegan(SeatEvent):
    """A seat stands before its empty pot (R4.1)."""


@dataclass(frozen=True, slots=True)
class ChipDrawn(SeatEvent):
    """A chip was drawn; where it went is the next event."""

    kind: str
    """The kind of the chip, such as `B2`."""


@dataclass(frozen=True, slots=True)
class ChipsLookedAt(SeatEvent):
    """Chips of the bag were looked at; only their owner sees which."""

    kinds: tuple[str, ...] | None
    """The kinds of the chips; None for everybody but their owner."""
    count: int
    """How many chips they are."""

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
    """The kind of the chip, such as `B2`."""
    space: int
    """The space on which it stands, or 54 for the bowl (R7.3)."""
    source: str
    """Where it came from: `bag` or `aside`."""


@dataclass(frozen=True, slots=True)
class ChipLaidAside(SeatEvent):
    """A drawn red chip was laid beside the pot (R4.16)."""

    kind: str
    """The kind of the chip, such as `B2`."""


@dataclass(frozen=True, slots=True)
class ChipReturned(SeatEvent):
    """A chip went from the pot (its place in the order) or the bowl (-1) back into the bag."""

    kind: str
    """The kind of the chip, such as `B2`."""
    place: int
    """Its place in the order of the pot, from 0; -1 for the bowl."""


@dataclass(frozen=True, slots=True)
class ChipPutBack(SeatEvent):
    """A red chip went from aside back into the bag (R4.16)."""

    kind: str
    """The kind of the chip, such as `B2`."""


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
    """The sum of the white chips."""
    shielded: bool
    """Whether a shield covered the chip: points and coins both count (R4.12)."""


@dataclass(frozen=True, slots=True)
class BrewingStopped(SeatEvent):
    """A seat stopped brewing (R4.2)."""


@dataclass(frozen=True, slots=True)
class ChoiceSealed(SeatEvent):
    """A seat chose in secret to draw or to stop (R4.10)."""

    choice: str | None
    """`draw` or `stop`; None for everybody but the seat."""

    def seen_by(self, viewer: int | None) -> Self:
        """Hide the choice from everybody else."""
        return self if viewer == self.seat else replace(self, choice=None)


@dataclass(frozen=True, slots=True)
class ChoiceRevealed(SeatEvent):
    """A sealed choice was opened (R4.10)."""

    choice: str
    """`draw` or `stop`."""


@dataclass(frozen=True, slots=True)
class PotRestarted(SeatEvent):
    """All chips of the round went back into the bag (R6)."""


@dataclass(frozen=True, slots=True)
class DieRolled(SeatEvent):
    """The bonus die was rolled (R1.4)."""

    face: str
    """The face: `1vp`, `2vp`, `ruby`, `droplet` or `O1`."""


@dataclass(frozen=True, slots=True)
class RubiesWon(SeatEvent):
    """A seat received rubies."""

    rubies: int
    """How many rubies."""


@dataclass(frozen=True, slots=True)
class RubiesPaid(SeatEvent):
    """A seat gave rubies back."""

    rubies: int
    """How many rubies."""


@dataclass(frozen=True, slots=True)
class PointsWon(SeatEvent):
    """A seat's marker moved on the scoring track."""

    points: int
    """How many victory points."""


@dataclass(frozen=True, slots=True)
class CoinsWon(SeatEvent):
    """A seat has coins to spend (R5.E)."""

    coins: int
    """How many coins."""


@dataclass(frozen=True, slots=True)
class DropletMoved(SeatEvent):
    """The droplet moved in the pot."""

    steps: int
    """How many spaces it moved forward."""


@dataclass(frozen=True, slots=True)
class GlassReached(SeatEvent):
    """The second droplet moved to the next glass (R7.2)."""

    glass: int
    """The number of the glass, 1 to 12."""
    reward: str
    """What the glass gives, such as `1 vp` or `B1`."""


@dataclass(frozen=True, slots=True)
class ChipTaken(SeatEvent):
    """A chip came from the supply into the bag for nothing."""

    kind: str
    """The kind of the chip, such as `B2`."""


@dataclass(frozen=True, slots=True)
class ChipMissed(SeatEvent):
    """A chip was due, but the supply had none (R1.1)."""

    kind: str
    """The kind of the chip, such as `B2`."""


@dataclass(frozen=True, slots=True)
class ChipBought(SeatEvent):
    """A chip was bought into the bag (R5.E)."""

    kind: str
    """The kind of the chip, such as `B2`."""
    price: int
    """What it cost, in coins."""


@dataclass(frozen=True, slots=True)
class ChipGivenBack(SeatEvent):
    """A chip of the bag went into the supply."""

    kind: str
    """The kind of the chip, such as `B2`."""


@dataclass(frozen=True, slots=True)
class ChipTradedIn(SeatEvent):
    """A chip of the pot (its place in the order) went into the supply (R5.8, R5.10)."""

    kind: str
    """The kind of the chip, such as `B2`."""
    place: int
    """Its place in the order of the pot, from 0."""


@dataclass(frozen=True, slots=True)
class ChipMoved(SeatEvent):
    """The last chip of the pot moved on to a space (R5.5)."""

    space: int
    """The space on which it stands now."""


@dataclass(frozen=True, slots=True)
class EvaluationBegan(Event):
    """The pots are closed, the evaluation begins (R5)."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """Pots into bags, rat stones off, the start player moves on (R3.5)."""

    round: int
    """The round that ended."""


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The ninth round is over (R5.H)."""


@dataclass(frozen=True, slots=True)
class ExtraPassedUp(SeatEvent):
    """The last chip of the pot passed up its extra spaces: the space it left and its new one."""

    kind: str
    """The kind of the chip, such as `B2`."""
    left: int
    """The space that it left."""
    space: int
    """The space on which it stands now."""


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
