"""What the table says when it is asked: the log, the bag, the books, and what a thing means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quedlinburg.cli.answers import REQUESTS, Request
from quedlinburg.cli.options import percent, risk_words
from quedlinburg.cli.rules import print_entries
from quedlinburg.cli.screen import Signs, chip, chips, signs_for
from quedlinburg.cli.shelf import shelf
from quedlinburg.cli.words import Teller, card_title
from quedlinburg.engine.draw_odds import draw_odds
from quedlinburg.engine.events import RoundBegan
from quedlinburg.engine.game import Game
from quedlinburg.engine.view import View
from quedlinburg.text import describe, text


@dataclass(frozen=True)
class Hearing:
    """Who asks, and what the answer is taken from."""

    console: Console
    game: Game
    view: View
    teller: Teller


def name_of(game: Game, seat: int) -> str:
    """A seat's name in the game's record, or its number."""
    names = game.heading.names
    return names[seat] if seat < len(names) and names[seat] else f"Seat {seat}"


def round_start(game: Game) -> int:
    """The number of the event with which this round began."""
    begun = [i for i, event in enumerate(game.events) if isinstance(event, RoundBegan)]
    return begun[-1] if begun else 0


def reply(request: Request, hearing: Hearing) -> None:
    """Answer a word to the table."""
    match request.word:
        case "?":
            explain(request.rest, hearing)
        case "log":
            tell_log(request.rest, hearing)
        case "bag":
            show_bag(hearing)
        case "books":
            show_books(hearing)
        case "pots":
            show_pots(hearing)
        case "cards":
            used = [card_title(card) for card in hearing.view.cards_used]
            hearing.console.print(", ".join(used) or "No card so far.")
        case _:
            show_help(hearing.console)


def explain(name: str, hearing: Hearing) -> None:
    """Explain an id, or what is asked now with the rule and the card that matter."""
    try:
        if name:
            print_entries(hearing.console, describe(name))
            return
    except ValueError as error:
        said = str(error)
        hearing.console.print(f"{said[:1].upper()}{said[1:]}.", markup=False)
        return
    view = hearing.view
    question = view.question
    if question is not None:
        print_entries(hearing.console, describe(question.id))
        if not question.rule.startswith("R6"):
            print_entries(hearing.console, describe(question.rule)[:1])
    if view.card is not None and (question is None or question.id != view.card):
        print_entries(hearing.console, describe(view.card))


def tell_log(which: str, hearing: Hearing) -> None:
    """Tell what happened in this round, or in the whole game."""
    since = 0 if which.strip() == "all" else round_start(hearing.game)
    for line in hearing.teller.story(hearing.game.events[since:]):
        hearing.console.print(line, markup=False, highlight=True)


def show_bag(hearing: Hearing) -> None:
    """Show the bag with the odds of the next draw, kind by kind."""
    view = hearing.view
    seat = view.viewer or 0
    grid = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    for head in ("chip", "in the bag", "next draw", ""):
        grid.add_column(head, justify="right" if head else "left")
    for one in draw_odds(view, seat):
        odds = f"{one.chance.numerator}/{one.chance.denominator}  {percent(float(one.chance)):>5}"
        grid.add_row(chip(one.kind), str(one.count), odds, "explodes" if one.explodes else "")
    hearing.console.print(grid)
    if view.phase == "potions":
        hearing.console.print(f"White sum {view.seats[seat].white_sum}, limit ", end="")
        hearing.console.print(f"{view.seats[seat].limit}: {risk_words(view, seat)}.")


def show_books(hearing: Hearing) -> None:
    """Show prices and supply, and what every book of this table does."""
    console, view = hearing.console, hearing.view
    console.print(shelf(view, signs_for(console), numbered=False))
    for colour, number in view.setup.pages.items():
        entry = text(f"book.{colour}_{number}")
        line = Text(entry.title, style="bold").append(f"  {entry.text}", style="not bold")
        console.print(line)


def pot_lines(view: View, names: Sequence[str], signs: Signs) -> list[Text]:
    """The chips of every pot, and what lies aside, a line or two for each seat."""
    lines = []
    for name, shown in zip(names, view.seats, strict=True):
        line = Text(name, style="bold").append(": ", style="not bold")
        for kind, space in shown.pot:
            line.append_text(chip(kind)).append(f"@{space} ", style="not bold")
        line.append("" if shown.pot else "no chips", style="not bold dim")
        lines.append(line)
        for word, counts in (("aside", shown.aside), ("bowl", shown.bowl)):
            if counts:
                lines.append(Text(f"  {word} ").append_text(chips(counts, signs)))
    return lines


def show_pots(hearing: Hearing) -> None:
    """Show the chips of every pot, and what lies aside."""
    names = hearing.teller.names
    for line in pot_lines(hearing.view, names, signs_for(hearing.console)):
        hearing.console.print(line)


def show_help(console: Console) -> None:
    """Show what can be typed."""
    console.print("An option: its number, its name or the first letters of it.")
    console.print("While brewing: d draw, s stop, f flask, x short, r stir.", highlight=False)
    grid = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    for word, does in REQUESTS.items():
        grid.add_row(Text(word, style="bold"), does)
    grid.add_row(Text("Enter", style="bold"), "show the table again")
    console.print(grid)
