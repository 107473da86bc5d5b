"""What a person at the terminal table sees: the table, what happened, and the question."""

from __future__ import annotations

import sys

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from quedlinburg.cli.output import ChipHighlighter
from quedlinburg.cli.terminal import drawing, results
from quedlinburg.cli.terminal.event_words import Line, Teller
from quedlinburg.cli.terminal.input import is_counted, typed_form
from quedlinburg.cli.terminal.option_words import about, asked, brings
from quedlinburg.cli.terminal.requests import round_start
from quedlinburg.cli.terminal.shop import shop_lines
from quedlinburg.engine.events import Event, GameEnded, RoundBegan, RoundEnded
from quedlinburg.engine.game import Game
from quedlinburg.engine.view import View
from quedlinburg.text import Catalogue

# From this width on the log stands beside the table.
WIDE = 112
LOG_WIDTH = 38
# So much of what happened should fit; else what the card does is cut to a line.
FEW = 4


class Display:
    """Shows a game to the person at one seat, and remembers what was told already."""

    def __init__(self, console: Console, game: Game, teller: Teller) -> None:
        """Show this game on this console; what happened before a game is resumed is not retold."""
        self.console = console
        self.game = game
        self.teller = teller
        self.texts = teller.texts
        self.style = drawing.style_for(console, self.texts)
        self._told = len(game.events) if game.history else 0
        self._rounds_shown = game.round - 1

    @property
    def is_live(self) -> bool:
        """Whether somebody sits before it who reads and presses keys."""
        return self.console.is_terminal and sys.stdin.isatty()

    def show(self, view: View) -> None:
        """Show the table, what happened since the last question, and the question."""
        if self.is_live:
            self.console.clear()
        news = self.teller.story(self.game.events[self._told :])
        self._told = len(self.game.events)
        if self.console.width >= WIDE:
            self._show_wide(view)
            return
        table = self._table(view, self.console.width)
        ask = question(view, self.style)
        room = self._room(table, ask) if self.is_live else len(news)
        if room < min(FEW, len(news)):
            table = self._table(view, self.console.width, brief=True)
            room = self._room(table, ask)
        lines = [painted(line.text) for line in self._most_telling(news, room)]
        self.console.print(Group(table, self._keys(), *lines, ask))

    def _keys(self) -> Rule:
        """A rule that says what can be typed besides an answer."""
        keys = Text(self.texts.say("head.keys"), style="dim")
        return Rule(keys, style="dim", align="right")

    def _room(self, *parts: RenderableType) -> int:
        """How many lines are left on the screen beside these parts, the rule and the input."""
        used = sum(len(self.console.render_lines(part)) for part in parts)
        return max(2, self.console.height - used - 2)

    def _most_telling(self, news: list[Line], room: int) -> list[Line]:
        """The lines that fit: what the person did first of all, then what happened last."""
        own = [i for i, line in enumerate(news) if line.seat == self.teller.viewer][-room:]
        others = [i for i in range(len(news)) if i not in own]
        kept = others[max(0, len(others) - (room - len(own))) :] if room > len(own) else []
        return [news[i] for i in sorted(own + kept)]

    def _table(self, view: View, width: int, *, brief: bool = False) -> RenderableType:
        """The table; where no pot matters there is only the bag to look at."""
        seat = view.viewer or 0
        asked_for = view.question.id if view.question else ""
        if view.phase == "fortune" or asked_for in ("shop", "rubies"):
            table = drawing.table(
                view, self.teller.names, width=width, style=self.style, brief=brief
            )
            notes = drawing.pot_notes(view, seat, self.style)
            return Group(table, drawing.bag_line(view.seats[seat], self.style), *notes)
        return drawing.table(
            view, self.teller.names, width=width, style=self.style, side=seat, brief=brief
        )

    def _show_wide(self, view: View) -> None:
        """Print the table and the question with the log of the round at their right."""
        console = self.console
        width = console.width - LOG_WIDTH - 2
        lines = self.teller.story(self.game.events[round_start(self.game) :])
        room = max(10, console.height - 4)
        log = Text("\n").join(painted(line.text) for line in lines).wrap(console, LOG_WIDTH)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=width)
        grid.add_column(width=LOG_WIDTH)
        left = Group(self._table(view, width), self._keys(), question(view, self.style))
        title = Rule(self.texts.say("log.title"), style="dim", align="left")
        grid.add_row(left, Group(title, Text("\n").join(log[-room:])))
        console.print(grid)

    def show_ended_round(self) -> bool:
        """Show the evaluation of a round that has just ended; say whether there was one."""
        over = self.game.round - (self.game.outcome is None)
        if over <= self._rounds_shown:
            return False
        self._rounds_shown = over
        events = [event.seen_by(self.teller.viewer) for event in self.game.events]
        until = end_of_round(events)
        self._told = max(self._told, until)
        if self.is_live:
            self.console.clear()
        start = start_of_round(events, until)
        self.console.print(results.evaluation(self.teller, events[start:until], round_no=over))
        return True

    def show_end(self) -> None:
        """Show who won, and why."""
        outcome = self.game.outcome
        if outcome is not None:
            title = self.texts.say("end.title")
            self.console.print(Rule(title, style="dim", align="left"))
            self.console.print(results.ranking(outcome, self.teller))
            self.console.print(results.explain(outcome, self.teller), style="bold", markup=False)


def question(view: View, style: drawing.Style) -> RenderableType:
    """The question and its options; the shop as a table of chips."""
    entry = asked(view, style.texts)
    rule = view.question.rule if view.question else ""
    line = Text(entry.title, style="bold").append(f" ({rule})  ", style="not bold dim")
    line.append(f"{entry.text} {about(view, style.texts)}".rstrip(), style="not bold")
    ChipHighlighter().highlight(line)
    if view.question is not None and view.question.id == "shop":
        return Group(line, shop_lines(view, style))
    return Group(line, options(view, style.texts))


def options(view: View, texts: Catalogue) -> Table:
    """The numbered options with what they bring; options that are numbers stand for themselves.

    A red chip that may go back from aside has no number then: it answers no question (R4.16).
    """
    grid = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
    grid.add_column(justify="right", style="bold")
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    counted = is_counted([option.action for option in view.legal])
    for number, option in enumerate(view.legal, start=1):
        word = typed_form(option.action)
        key, name = (str(number), word)
        if counted:
            key, name = (word, "") if word.isdecimal() else ("", word)
        grid.add_row(key, painted(name), painted(brings(view, option, texts)))
    return grid


def painted(line: str) -> Text:
    """A line with its chips in their colours."""
    return ChipHighlighter()(line)


def end_of_round(events: list[Event]) -> int:
    """The place behind the round, or the game, that ended last."""
    ends = [i + 1 for i, e in enumerate(events) if isinstance(e, RoundEnded | GameEnded)]
    return ends[-1] if ends else len(events)


def start_of_round(events: list[Event], until: int) -> int:
    """The place at which the last round before another place began."""
    begins = [i for i, event in enumerate(events[:until]) if isinstance(event, RoundBegan)]
    return begins[-1] if begins else 0
