"""Answers to requests at the table: the log, the bag, the books, and what a thing means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quedlinburg.cli.output import visible
from quedlinburg.cli.rules import print_entries
from quedlinburg.cli.terminal.drawing import Style, chip, chips, style_for
from quedlinburg.cli.terminal.event_words import Teller
from quedlinburg.cli.terminal.input import REQUESTS, Request
from quedlinburg.cli.terminal.option_words import risk_words
from quedlinburg.cli.terminal.shop import shop_table
from quedlinburg.engine.draw_odds import draw_odds
from quedlinburg.engine.events import RoundBegan
from quedlinburg.engine.game import Game
from quedlinburg.engine.view import View
from quedlinburg.text import Catalogue, close_words, describe, names, percent


@dataclass(frozen=True)
class RequestContext:
    """What a request is answered from: the game, the view of who asks, and where to print."""

    console: Console
    game: Game
    view: View
    teller: Teller

    @property
    def texts(self) -> Catalogue:
        """The texts of the language in which the person asks."""
        return self.teller.texts


def name_of(game: Game, seat: int, texts: Catalogue) -> str:
    """A seat's name in the game's record as it is shown, or its number.

    A record can hold any name; "" is that of somebody who was deleted.
    """
    given = visible(game.heading.names[seat]) if seat < len(game.heading.names) else ""
    return given or texts.say("seat.n", n=seat)


def round_start(game: Game) -> int:
    """The number of the event with which this round began."""
    begun = [i for i, event in enumerate(game.events) if isinstance(event, RoundBegan)]
    return begun[-1] if begun else 0


def reply(request: Request, context: RequestContext) -> None:
    """Print the answer to a request."""
    match request.word:
        case "?":
            explain(request.rest, context)
        case "log":
            show_log(request.rest, context)
        case "bag":
            show_bag(context)
        case "books":
            show_books(context)
        case "pots":
            show_pots(context)
        case "cards":
            texts = context.texts
            used = [texts.say(f"card.{card}.title") for card in context.view.cards_used]
            context.console.print(", ".join(used) or texts.say("cards.none"))
        case _:
            show_help(context)


def explain(name: str, context: RequestContext) -> None:
    """Explain an id, or what is asked now with the rule and the card that matter."""
    language = context.teller.language
    if name:
        try:
            print_entries(context.console, describe(name, language))
        except ValueError:
            near = ", ".join(close_words(name, names()))
            said = context.texts.say("unknown.name", name=repr(name), names=near)
            context.console.print(said, markup=False)
        return
    view = context.view
    question = view.question
    if question is not None:
        print_entries(context.console, describe(question.id, language))
        if not question.rule.startswith("R6"):
            print_entries(context.console, describe(question.rule, language)[:1])
    if view.card is not None and (question is None or question.id != view.card):
        print_entries(context.console, describe(view.card, language))


def show_log(which: str, context: RequestContext) -> None:
    """Print what happened in this round, or in the whole game."""
    since = 0 if which.strip() == "all" else round_start(context.game)
    for line in context.teller.story(context.game.events[since:]):
        context.console.print(line.text, markup=False, highlight=True)


def show_bag(context: RequestContext) -> None:
    """Show the bag with the odds of the next draw, kind by kind."""
    view = context.view
    seat = view.viewer or 0
    grid = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    texts = context.texts
    for column in ("chip", "count", "chance"):
        grid.add_column(texts.say(f"column.{column}"), justify="right")
    grid.add_column()
    for one in draw_odds(view, seat):
        odds = f"{one.chance.numerator}/{one.chance.denominator}  {percent(float(one.chance)):>5}"
        bad = texts.say("bag.explodes") if one.explodes else ""
        grid.add_row(chip(one.kind), str(one.count), odds, bad)
    context.console.print(grid)
    if view.phase == "potions":
        own, risk = view.seats[seat], risk_words(view, seat, texts)
        context.console.print(texts.say("bag.risk", n=own.white_sum, limit=own.limit, risk=risk))


def show_books(context: RequestContext) -> None:
    """Show prices and supply, and what every book of this table does."""
    console, view = context.console, context.view
    console.print(shop_table(view, style_for(console, context.texts), numbered=False))
    for colour, number in view.setup.pages.items():
        entry = context.texts.entry(f"book.{colour}_{number}")
        line = Text(entry.title, style="bold").append(f"  {entry.text}", style="not bold")
        console.print(line)


def pot_lines(view: View, names: Sequence[str], style: Style) -> list[Text]:
    """The chips of every pot, and what lies aside, a line or two for each seat."""
    lines = []
    for name, shown in zip(names, view.seats, strict=True):
        line = Text(name, style="bold").append(": ", style="not bold")
        for kind, space in shown.pot:
            line.append_text(chip(kind)).append(f"@{space} ", style="not bold")
        if not shown.pot:
            line.append(style.texts.say("pot.empty"), style="not bold dim")
        lines.append(line)
        for word, counts in (("bag.aside", shown.aside), ("bowl", shown.bowl)):
            if counts:
                lines.append(Text(f"  {style.texts.say(word)} ").append_text(chips(counts, style)))
    return lines


def show_pots(context: RequestContext) -> None:
    """Show the chips of every pot, and what lies aside."""
    style = style_for(context.console, context.texts)
    for line in pot_lines(context.view, context.teller.names, style):
        context.console.print(line)


def show_help(context: RequestContext) -> None:
    """Show what can be typed."""
    console, texts = context.console, context.texts
    console.print(texts.say("help.options"))
    console.print(texts.say("help.keys"), highlight=False)
    grid = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    for word in REQUESTS:
        does = texts.say("request.explain" if word == "?" else f"request.{word}")
        grid.add_row(Text(word, style="bold"), does)
    grid.add_row(Text("Enter", style="bold"), texts.say("help.enter"))
    console.print(grid)
