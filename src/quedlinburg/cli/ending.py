"""The evaluation and the end of a game in words: what every seat received, and why who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table

from quedlinburg.cli.output import ChipHighlighter
from quedlinburg.cli.words import Teller, amount, brief, reason
from quedlinburg.engine.events import (
    CoinsWon,
    EvaluationBegan,
    Event,
    PotExploded,
    PotRestarted,
    SeatEvent,
)
from quedlinburg.engine.outcome import Outcome


def steps_of(seat: int, events: Iterable[Event]) -> list[str]:
    """What a seat received and spent in the evaluation, step by step, each with its reason."""
    steps: list[tuple[str, list[str]]] = []
    for event in events:
        if not isinstance(event, SeatEvent) or event.seat != seat:
            continue
        told = brief(event)
        if not told:
            continue
        why = _reason(event)
        if steps and steps[-1][0] == why:
            steps[-1][1].append(told)
        else:
            steps.append((why, [told]))
    return [f"{why}: {', '.join(told)}" for why, told in steps]


def _reason(event: Event) -> str:
    """Why a seat received something, and the number of the rule; coins come from the pot."""
    why = "scoring space" if isinstance(event, CoinsWon) else reason(event.rule)
    return f"{why} ({event.rule.split()[0]})"


def evaluation(teller: Teller, events: Sequence[Event], *, round_no: int) -> RenderableType:
    """The evaluation of a round, from the events of the round, for every seat step by step."""
    begins = [i for i, event in enumerate(events) if isinstance(event, EvaluationBegan)]
    evaluated = events[begins[-1] :] if begins else []
    exploded = exploded_seats(events)
    grid = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for seat in range(len(teller.names)):
        lines = ["the pot exploded"] if seat in exploded else []
        lines += steps_of(seat, evaluated)
        grid.add_row(teller.who(seat), ChipHighlighter()("\n".join(lines or ["nothing"])))
    return Group(Rule(f"Round {round_no}, the evaluation", style="dim", align="left"), grid)


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
    """Why who won (R5.H)."""
    winners = " and ".join(teller.who(seat) for seat in outcome.winners)
    points = amount(max(outcome.points), "victory point")
    plural = len(outcome.winners) > 1 or outcome.winners == (teller.viewer,)
    win = "win" if plural else "wins"
    space = outcome.scoring[outcome.winners[0]]
    match outcome.reason:
        case "shared":
            return f"{winners} share the victory: {points} and scoring space {space} each."
        case "scoring space":
            return f"{winners} {win} the tie of {points} by the further scoring space, {space}."
    return f"{winners} {win} with {points}."


def ranking(outcome: Outcome, teller: Teller) -> Table:
    """The seats in order, with what decided it."""
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    for head in ("", "", "VP", "last scoring space"):
        table.add_column(head, justify="left" if head == "" else "right")
    place = 0
    before: tuple[int, int] | None = None
    for number, seat in enumerate(outcome.ranking, start=1):
        key = outcome.points[seat], outcome.scoring[seat]
        place = place if key == before else number
        before = key
        table.add_row(f"{place}.", teller.who(seat), str(key[0]), str(key[1]))
    return table
