"""Events in words: sentences for what happened, a few words for the evaluation, a reason.

The words are those of the page's log. A story joins what a seat did in a row into one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from quedlinburg.engine.events import (
    BOWL,
    ChipDrawn,
    ChipLaidAside,
    ChipPlaced,
    ChipsLookedAt,
    Event,
    ExtraPassedUp,
    RoundBegan,
    SeatEvent,
)
from quedlinburg.text import Catalogue, capital, catalogue

# Events that a story leaves out, as the next ones tell them: a revealed choice is then carried out.
SILENT = frozenset({"brewing_began", "look_ended", "choice_sealed", "choice_revealed"})


class Line(NamedTuple):
    """A line of a story: the seat that it is about, None for the table, and what it says."""

    seat: int | None
    text: str


def reason(rule: str, texts: Catalogue) -> str:
    """Why something happened, in a word or two; nothing where a rule has no word.

    >>> reason("R5.A", catalogue("en")), reason("R5.D", catalogue("de"))
    ('die', 'Wertungsfeld')
    """
    if rule.startswith("R6 "):
        return texts.say(f"card.{rule.removeprefix('R6 ')}.title")
    return texts.find(f"why.{rule}")


def reward_name(reward: str, texts: Catalogue) -> str:
    """What a glass of the test tubes holds: points, a ruby, or a chip.

    >>> reward_name("2 vp", catalogue("en")), reward_name("B1", catalogue("en"))
    ('2 points', 'B1')
    """
    count, _, what = reward.partition(" ")
    match what:
        case "vp":
            return texts.say("amount.points", n=int(count))
        case "ruby":
            return texts.say("amount.rubies", n=int(count))
    return reward


def event_values(event: Event, texts: Catalogue) -> dict[str, int | str]:
    """The values that the words of an event leave open, by name."""
    values: dict[str, int | str] = {}
    for field in fields(event):
        value = getattr(event, field.name)
        if isinstance(value, int | str):
            values[field.name] = value
    values["chip"] = values.get("kind", "")
    if isinstance(event, RoundBegan):
        values["n"] = event.round
    if isinstance(event, ExtraPassedUp):
        values["n"] = event.left - event.space
    if isinstance(event, ChipsLookedAt) and event.kinds:
        values["chips"] = texts.listed(event.kinds)
    if "card" in values:
        values["card"] = texts.say(f"card.{values['card']}.title")
    if "face" in values:
        values["face"] = texts.say(f"die.{values['face']}")
    if "reward" in values:
        values["reward"] = reward_name(str(values["reward"]), texts)
    why = reason(event.rule, texts)
    values["why"] = texts.say("log.because", why=why) if why else ""
    return values


def _did(event: SeatEvent) -> str:
    """The key of what a seat did."""
    if isinstance(event, ChipPlaced) and event.space == BOWL:
        return "did.chip_bowl"
    if isinstance(event, ChipPlaced) and event.source == "aside":
        return "did.chip_placed_aside"
    if isinstance(event, ChipsLookedAt) and event.kinds:
        return "did.chips_looked_at.seen"
    return f"did.{event.name}"


@dataclass(frozen=True)
class Teller:
    """Tells events to a viewer in a language, by the names of the seats; the own seat is "you"."""

    names: Sequence[str]
    viewer: int | None = None
    language: str = "en"

    @property
    def texts(self) -> Catalogue:
        """The texts of the viewer's language."""
        return catalogue(self.language)

    def who(self, seat: int) -> str:
        """What a seat is called at the beginning of a line."""
        return capital(self.texts.say("you")) if seat == self.viewer else self.names[seat]

    def story(self, events: Iterable[Event]) -> list[Line]:
        """What happened, told in lines: what a seat did in a row becomes one sentence."""
        lines: list[Line] = []
        for seat, group in _by_seat([event.seen_by(self.viewer) for event in events]):
            if seat is None:
                lines += [Line(None, self._sentence(event)) for event in group]
                continue
            did = "; ".join(self._did(group))
            if did:
                said = self.texts.say("event.sentence", who=self.who(seat), did=did)
                lines.append(Line(seat, said))
        return lines

    def _sentence(self, event: Event) -> str:
        """What happened at the table, as one sentence."""
        return self.texts.say(f"event.{event.name}", **event_values(event, self.texts))

    def _did(self, group: list[Event]) -> Iterator[str]:
        """What a seat did; a chip that is drawn and at once placed or laid aside is said once."""
        for event, following in zip(group, [*group[1:], None], strict=True):
            if event.name in SILENT or not isinstance(event, SeatEvent):
                continue
            if isinstance(event, ChipDrawn) and _goes_on(event, following):
                continue
            values = event_values(event, self.texts)
            yield self.texts.say(_did(event), **values | {"you": event.seat == self.viewer})


def _goes_on(event: ChipDrawn, following: Event | None) -> bool:
    """Whether the next event tells what becomes of the chip that was drawn."""
    return isinstance(following, ChipPlaced | ChipLaidAside) and event.kind == following.kind


def _by_seat(events: list[Event]) -> Iterator[tuple[int | None, list[Event]]]:
    """Events in runs of the same seat; those of the table stand alone."""
    run: list[Event] = []
    for event in events:
        if run and _seat(run[-1]) != _seat(event):
            yield _seat(run[0]), run
            run = []
        run.append(event)
    if run:
        yield _seat(run[0]), run


def _seat(event: Event) -> int | None:
    """The seat of an event, None for those of the table."""
    return event.seat if isinstance(event, SeatEvent) else None
