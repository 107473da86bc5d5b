"""The evaluation and the end of a game in words: what every seat received, and why who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table

from quedlinburg.cli.output import ChipHighlighter
from quedlinburg.cli.terminal.event_words import Teller, event_values, reason
from quedlinburg.engine.events import (
    CoinsWon,
    EvaluationBegan,
    Event,
    PotExploded,
    PotRestarted,
    SeatEvent,
)
from quedlinburg.engine.outcome import Outcome
from quedlinburg.text import Catalogue


def steps_of(seat: int, events: Iterable[Event], texts: Catalogue) -> list[str]:
    """What a seat received and spent in the evaluation, step by step, each with its reason."""
    steps: list[tuple[str, list[str]]] = []
    for event in events:
        if not isinstance(event, SeatEvent) or event.seat != seat:
            continue
        told = texts.find(f"gain.{event.name}", **event_values(event, texts))
        if not told:
            continue
        why = _reason(event, texts)
        if steps and steps[-1][0] == why:
            steps[-1][1].append(told)
        else:
            steps.append((why, [told]))
    return [f"{why}: {', '.join(told)}" for why, told in steps]


def _reason(event: Event, texts: Catalogue) -> str:
    """Why a seat received something, and the number of the rule; coins come from the pot."""
    why = reason("R5.D" if isinstance(event, CoinsWon) else event.rule, texts)
    number = event.rule.split()[0]
    return f"{why} ({number})" if why else number


def evaluation(teller: Teller, events: Sequence[Event], *, round_no: int) -> RenderableType:
    """The evaluation of a round, from the events of the round, for every seat step by step."""
    texts = teller.texts
    begins = [i for i, event in enumerate(events) if isinstance(event, EvaluationBegan)]
    evaluated = events[begins[-1] :] if begins else []
    exploded = exploded_seats(events)
    grid = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for seat in range(len(teller.names)):
        lines = [texts.say("evaluation.exploded")] if seat in exploded else []
        lines += steps_of(seat, evaluated, texts)
        told = lines or [texts.say("evaluation.nothing")]
        grid.add_row(teller.who(seat), ChipHighlighter()("\n".join(told)))
    return Group(Rule(texts.say("evaluation.head", n=round_no), style="dim", align="left"), grid)


def exploded_seats(events: Iterable[Event]) -> set[int]:
    """The seats whose pots exploded in a round and were not started again."""
    seats: set[int] = set()
    for event in events:
        if isinstance(event, PotExploded):
            seats.add(event.seat)
        elif isinstance(event, PotRestarted):
            seats.discard(event.seat)
    return seats


def explain(outcome: Outcome, teller: Teller) -> str:
    """Who won, with how many points, and what decided a tie (R5.H)."""
    texts = teller.texts
    most = max(outcome.points)
    first, *others = outcome.winners
    if others:
        won = texts.say("end.shared", names=texts.listed(map(teller.who, outcome.winners)))
    elif first == teller.viewer:
        won = texts.say("end.you")
    else:
        won = texts.say("end.wins", name=teller.who(first))
    said = [f"{won}.", texts.say("end.lead", n=most)]
    if outcome.reason == "scoring space":
        tied = [seat for seat in outcome.ranking if outcome.points[seat] == most]
        names = texts.listed(teller.who(seat) for seat in tied)
        spaces = ", ".join(str(outcome.scoring[seat]) for seat in tied)
        said.append(texts.say("end.tie", names=names, spaces=spaces))
    return " ".join(said)


def ranking(outcome: Outcome, teller: Teller) -> Table:
    """The seats in order, with what decided it."""
    texts = teller.texts
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    for head in ("", "", texts.say("column.points"), texts.say("column.last")):
        table.add_column(head, justify="right" if head else "left")
    place = 0
    before: tuple[int, int] | None = None
    for number, seat in enumerate(outcome.ranking, start=1):
        key = outcome.points[seat], outcome.scoring[seat]
        place = place if key == before else number
        before = key
        table.add_row(f"{place}.", teller.who(seat), str(key[0]), str(key[1]))
    return table
