"""A recorded game as steps: how the table stood after every action, and what the action did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quedlinburg.engine.events import ChoiceSealed, Event
from quedlinburg.engine.game import Game
from quedlinburg.engine.logbook import Played
from quedlinburg.engine.luck import Scripted


@dataclass(frozen=True)
class Step:
    """A step of a replay: the table after an action; the first one is the table at the start."""

    number: int
    game: Game
    events: Sequence[Event]
    played: Played | None = None

    @property
    def round(self) -> int:
        """The round in which the action was done."""
        return self.game.round

    def seen_by(self, side: int | None) -> list[Event]:
        """The events as a seat saw them; without a seat, as the record has them, open to all."""
        return [event if side is None else event.seen_by(side) for event in self.events]

    def action_seen_by(self, side: int | None) -> str | None:
        """The action, None for a seat that could not see another one's sealed choice (R4.10)."""
        if self.played is None:
            return None
        sealed = any(isinstance(event, ChoiceSealed) for event in self.events)
        if sealed and side not in (None, self.played.seat):
            return None
        return str(self.played.action)

    def to_json(self, side: int | None) -> dict[str, object]:
        """The step as plain dicts and lists, from a seat's side or open."""
        return {
            "step": self.number,
            "round": self.round,
            "seat": self.played and self.played.seat,
            "action": self.action_seen_by(side),
            "events": [event.to_json() for event in self.seen_by(side)],
        }


def steps_of(game: Game) -> list[Step]:
    """Play a recorded game again, from its first head, and keep the table after every action."""
    rows = len(game.logbook.rows)
    head = game.first_head
    luck = Scripted(game.logbook.luck_between(0, rows), base=head.lucks)
    twin = Game(game.setup, head, luck, game.heading)
    twin.begin()
    steps = [Step(0, twin.copy(), twin.events)]
    for number, played in enumerate(game.history, start=1):
        events = twin.act(played.seat, played.action)
        steps.append(Step(number, twin.copy(), events, played))
    return steps


@dataclass(frozen=True)
class Place:
    """Where a replay stands: after a step, or after some of its events."""

    step: int
    event: int

    @classmethod
    def after(cls, steps: list[Step], number: int) -> Place:
        """The place after all events of a step."""
        number = max(0, min(number, len(steps) - 1))
        return cls(number, len(steps[number].events))

    def next_event(self, steps: list[Step]) -> Place:
        """One event on."""
        if self.event < len(steps[self.step].events):
            return Place(self.step, self.event + 1)
        if self.step + 1 == len(steps):
            return self
        return Place(self.step + 1, min(1, len(steps[self.step + 1].events)))

    def last_event(self, steps: list[Step]) -> Place:
        """One event back."""
        if self.event > 1:
            return Place(self.step, self.event - 1)
        return Place.after(steps, self.step - 1) if self.step else Place(0, min(1, self.event))

    def next_round(self, steps: list[Step]) -> Place:
        """The beginning of the next round."""
        later = [s.number for s in steps[self.step :] if s.round > steps[self.step].round]
        return Place.after(steps, later[0] if later else len(steps) - 1)

    def last_round(self, steps: list[Step]) -> Place:
        """The beginning of this round, or of the one before if the replay stands there."""
        begins = [s.number for s in steps if s.number == 0 or s.round > steps[s.number - 1].round]
        earlier = [number for number in begins if number < self.step]
        return Place.after(steps, earlier[-1] if earlier else 0)

    def is_complete(self, steps: list[Step]) -> bool:
        """Whether all events of the step have happened."""
        return self.event == len(steps[self.step].events)
