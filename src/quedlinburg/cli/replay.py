"""`quacks replay`: a recorded game step by step, from any seat's side."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from quedlinburg.cli.files import read_text
from quedlinburg.cli.language import Language, chosen_language
from quedlinburg.cli.output import make_console, print_json
from quedlinburg.cli.terminal import drawing, results
from quedlinburg.cli.terminal.display import painted
from quedlinburg.cli.terminal.event_words import Teller
from quedlinburg.cli.terminal.replay_steps import Place, Step, steps_of
from quedlinburg.cli.terminal.requests import name_of, pot_lines
from quedlinburg.engine.fold import fold
from quedlinburg.engine.game import Game
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.engine.view import View
from quedlinburg.text import catalogue

# The keys by what they do; the long ones are what terminals send for arrows and the like.
_NEXT = ("n", " ", "l", "\r", "\n", "\x1b[C", "\x1bOC")
_BACK = ("p", "h", "b", "\x7f", "\b", "\x1b[D", "\x1bOD")
_EVENT_ON = ("e", "j", "\x1b[B", "\x1bOB")
_EVENT_BACK = ("E", "k", "\x1b[A", "\x1bOA")
_ROUND_ON = ("r", "\x1b[6~")
_ROUND_BACK = ("R", "\x1b[5~")
_START = ("g", "\x1b[H", "\x1bOH", "\x1b[1~")
_END = ("G", "\x1b[F", "\x1bOF", "\x1b[4~")


def moved(place: Place, key: str, steps: list[Step]) -> Place:
    """Where a key leads; one that means nothing leads nowhere."""
    if key in _NEXT:
        return Place.after(steps, place.step + 1)
    if key in _BACK:
        return Place.after(steps, place.step - 1)
    if key in _EVENT_ON:
        return place.next_event(steps)
    if key in _EVENT_BACK:
        return place.last_event(steps)
    if key in _ROUND_ON:
        return place.next_round(steps)
    if key in _ROUND_BACK:
        return place.last_round(steps)
    if key in _START:
        return Place.after(steps, 0)
    if key in _END:
        return Place.after(steps, len(steps) - 1)
    return place


def side_by_key(side: int | None, key: str, players: int) -> int | None:
    """The side that a key asks for: a seat's, or everybody's."""
    if key == "a":
        return None
    if key.isdecimal() and int(key) < players:
        return int(key)
    return side


class Replay:
    """A recorded game on a console, told from one side."""

    def __init__(
        self, game: Game, console: Console, side: int | None, language: str = "en"
    ) -> None:
        """Take a game apart into its steps."""
        self.game = game
        self.console = console
        self.side = side
        self.steps = steps_of(game)
        self.texts = catalogue(language)
        self.names = tuple(name_of(game, seat, self.texts) for seat in range(game.setup.players))
        self.style = drawing.style_for(console, self.texts)

    @property
    def teller(self) -> Teller:
        """Tells what happened; everybody is called by name."""
        return Teller(self.names, language=self.texts.language)

    def title(self, step: Step) -> str:
        """What was done in a step; a sealed choice of another seat is not told to a side."""
        if step.played is None:
            return self.texts.say("replay.start")
        name = self.names[step.played.seat]
        return f"{name}: {step.action_seen_by(self.side) or self.texts.say('replay.sealed')}"

    def lines(self, step: Step, until: int | None = None) -> list[str]:
        """What happened in a step, or in the first of its events, as the side saw it."""
        return [line.text for line in self.teller.story(step.seen_by(self.side)[:until])]

    def page(self, place: Place) -> RenderableType:
        """The table at a place, and what has just happened."""
        step = self.steps[place.step]
        complete = place.is_complete(self.steps) or place.step == 0
        view = step.game.view(self.side) if complete else self.within(place)
        parts: list[RenderableType] = [
            drawing.table(
                view,
                self.names,
                width=self.console.width,
                style=self.style,
                side=self.side,
            )
        ]
        if self.side is None:
            parts.append(Group(*pot_lines(view, self.names, self.style)))
        count = self.texts.say("replay.at", n=step.number, of=len(self.steps) - 1)
        if not complete:
            event = self.texts.say("replay.event", n=place.event, of=len(step.events))
            count += f", {event}"
        parts.append(Rule(f"{count}   {self.title(step)}", style="dim", align="left"))
        parts.extend(painted(line) for line in self.lines(step, place.event))
        return Group(*parts)

    def within(self, place: Place) -> View:
        """The table in the middle of an action: as it stood before, and the events since folded."""
        before = self.steps[place.step - 1].game.view(self.side)
        now = fold(before, self.steps[place.step].seen_by(self.side)[: place.event])
        known = {field.name: getattr(now, field.name) for field in fields(now)}
        del known["looks"]
        return replace(before, waiting=(), question=None, legal=(), **known)

    def run(self, start: int) -> None:
        """Step through the game by single keys."""
        place = Place.after(self.steps, start)
        while True:
            self.console.clear()
            self.console.print(self.page(place))
            self.console.print(Text(self.texts.say("replay.keys"), style="dim"))
            key = typer.getchar()
            if key in ("q", "\x1b", "\x04"):
                return
            place = moved(place, key, self.steps)
            self.side = side_by_key(self.side, key, self.game.setup.players)

    def print_all(self) -> None:
        """Print every step of the game, and how it ended."""
        round_no = 0
        for step in self.steps:
            if step.round > round_no:
                round_no = step.round
                title = self.texts.say("round.n", n=round_no)
                self.console.print(Rule(title, style="dim", align="left"))
            title = f"{step.number:>4}  {self.title(step)}"
            self.console.print(title, style="bold", markup=False, soft_wrap=True)
            for line in self.lines(step):
                self.console.print(f"      {line}", markup=False, soft_wrap=True)
        outcome = self.game.outcome
        if outcome is None:
            self.console.print(self.texts.say("replay.unfinished"))
            return
        self.console.print(results.ranking(outcome, self.teller))
        self.console.print(results.explain(outcome, self.teller), style="bold", markup=False)


def read_game(path: Path) -> Game:
    """Read a record; an error names the file."""
    content = read_text(path)
    try:
        return Game.from_record(content)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def to_json(replay: Replay, path: Path, step: int | None) -> dict[str, object]:
    """A replay as plain dicts and lists: all of it, or one step with the table."""
    game = replay.game
    steps = replay.steps if step is None else [replay.steps[step]]
    plain: dict[str, object] = {
        "file": str(path),
        "rules": RULES_VERSION,
        "setup": game.setup.to_json(),
        "names": [
            given or shown
            for given, shown in zip_longest(game.heading.names, replay.names, fillvalue="")
        ],
        "viewer": replay.side,
        "steps": [one.to_json(replay.side) for one in steps],
        "outcome": game.outcome and game.outcome.to_json(),
    }
    if step is not None:
        plain["view"] = steps[0].game.view(replay.side).to_json()
    return plain


def replay(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a game.")],
    step: Annotated[int | None, typer.Option(help="Begin at, or show only, this step.")] = None,
    seat: Annotated[int | None, typer.Option(help="See it from this seat's side.")] = None,
    language: Language = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Watch a recorded game again, forward and back, by action, event or round."""
    game = read_game(file)
    if seat is not None and not 0 <= seat < game.setup.players:
        raise ValueError(f"seat: {seat} is not allowed; allowed: 0 to {game.setup.players - 1}")
    shown = Replay(game, make_console(), seat, chosen_language(language))
    last = len(shown.steps) - 1
    if step is not None and not 0 <= step <= last:
        raise ValueError(f"step: {step} is not allowed; allowed: 0 to {last}")
    if as_json:
        print_json(to_json(shown, file, step))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        shown.run(step or 0)
    elif step is not None:
        shown.console.print(shown.page(Place.after(shown.steps, step)))
    else:
        shown.print_all()
