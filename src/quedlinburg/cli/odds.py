"""`quacks odds`: exact odds for a bag and a pot, and the best decision."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from quedlinburg.cli.output import make_console, print_json
from quedlinburg.engine.view import View
from quedlinburg.odds import (
    EXACT,
    PATIENT,
    VALUE_NAMES,
    Answer,
    Described,
    NextChip,
    Spread,
    named_value,
    next_chip,
    read_described,
    reckon,
)
from quedlinburg.odds.words import percent

# How wide the longest bar of the scoring spaces is, and the least chance that has a row.
BAR = 30
LEAST = 0.0005


def plain(view: View, chips: NextChip, answer: Answer, spread: Spread) -> dict[str, object]:
    """The answers as plain dicts and lists; chances of the next draw also as exact fractions."""
    own = view.seats[0]
    after = chips.explodes_after_flask
    return {
        "scoring": own.scoring,
        "white_sum": own.white_sum,
        "limit": own.limit,
        "next": {
            code: {"chance": float(chance), "exact": str(chance)}
            for code, chance in chips.chances.items()
        },
        "explodes": float(chips.explodes),
        "explodes_exact": str(chips.explodes),
        "explodes_after_flask": None if after is None else float(after),
        "shielded": chips.shielded,
        "short_to": chips.short_to,
        "best": answer.best,
        "actions": [
            {
                "action": choice.action,
                "value": choice.value,
                "exploding": choice.exploding,
                "neglected": choice.neglected,
                "words": choice.words,
            }
            for choice in answer.choices
        ],
        "spaces": {str(space): chance for space, chance in spread.spaces.items()},
        "mean_space": spread.mean_space,
        "exploding": spread.exploding,
        "neglected": spread.neglected,
        "states": answer.states,
    }


def print_next(console: Console, view: View, chips: NextChip) -> None:
    """Print the chances of the next chip."""
    own = view.seats[0]
    console.print(
        f"Scoring space {own.scoring}, white {own.white_sum} of {own.limit}, "
        f"flask {'full' if own.flask else 'empty'}"
    )
    if not chips.chances:
        console.print("The bag is empty.")
        return
    console.print("Next chip: " + "  ".join(f"{c} {percent(p)}" for c, p in chips.chances.items()))
    shielded = ", shielded" if chips.shielded else ""
    line = f"Explodes with the next draw: {percent(chips.explodes)} ({chips.explodes}{shielded})"
    if chips.explodes_after_flask is not None:
        line += f"; after the flask {percent(chips.explodes_after_flask)}"
    console.print(line)


def print_actions(console: Console, answer: Answer, value: str) -> None:
    """Print every action, the best first."""
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    table.add_column("action")
    table.add_column(value, justify="right")
    table.add_column("explodes in the end", justify="right")
    table.add_column("")
    for choice in answer.choices:
        style = "bold" if choice.action == answer.best else ""
        numbers = (f"{choice.value:.2f}", percent(choice.exploding))
        table.add_row(choice.action, *numbers, choice.words, style=style)
    console.print()
    console.print(table)


def print_spread(console: Console, spread: Spread) -> None:
    """Print where best play comes to, with a bar for each scoring space."""
    console.print()
    console.print(
        f"With best play: scoring space {spread.mean_space:.1f} on average, "
        f"explodes {percent(spread.exploding)}"
    )
    most = max(spread.spaces.values())
    for space, chance in spread.spaces.items():
        if chance >= LEAST:
            bar = "#" * max(1, round(BAR * chance / most))
            console.print(f"  {space:2d} {chance:6.1%} {bar}", highlight=False)
    if spread.neglected > 1e-12:
        console.print(
            f"Neglected: {spread.neglected:.1e} of the chances; the spaces count as stopped there."
        )


def odds(
    bag: Annotated[str, typer.Argument(help='The bag, for example "W1x4 W2x2 W3 O1 G1 B2".')],
    *,
    pot: Annotated[str, typer.Option(help='The pot, for example "W3@3 B2@5".')] = "",
    books: Annotated[str, typer.Option(help="1 to 4, or one for each of five colours.")] = "1",
    round_no: Annotated[int, typer.Option("--round", help="The round, 1 to 9.")] = 1,
    card: Annotated[str, typer.Option(help="The fortune card in force, by its id.")] = "",
    edition: Annotated[str, typer.Option(help="north_star, north_star_first or schmidt.")] = (
        "north_star"
    ),
    players: Annotated[int, typer.Option(help="How many play, 2 to 4.")] = 2,
    droplet: Annotated[int, typer.Option(help="The space of the droplet.")] = 0,
    rats: Annotated[int, typer.Option(help="Rat tails of this round.")] = 0,
    flask: Annotated[str, typer.Option(help="full or empty.")] = "full",
    aside: Annotated[str, typer.Option(help="Red chips aside (red 2).")] = "",
    overflow: Annotated[bool, typer.Option("--overflow", help="With the overflow bowl.")] = False,
    short: Annotated[
        bool, typer.Option("--short", help="The last chip may pass up its extra spaces.")
    ] = False,
    value: Annotated[str, typer.Option(help=f"{', '.join(VALUE_NAMES)}.")] = "worth",
    exact: Annotated[bool, typer.Option("--exact", help="Neglect nothing; may be slow.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Exact odds for a bag and a pot: the next chip, the best decision, where it leads."""
    words = Described(
        bag=bag,
        pot=pot,
        aside=aside,
        books=books,
        round=round_no,
        card=card,
        edition=edition,
        players=players,
        droplet=droplet,
        rats=rats,
        flask=flask,
        overflow=overflow,
        short=short,
    )
    view = read_described(words)
    limits = EXACT if exact else PATIENT
    reckoned = reckon(view, named_value(value, view, 0), seat=0, limits=limits)
    chips, answer, spread = next_chip(view, 0), reckoned.answer(), reckoned.spread()
    if as_json:
        print_json(plain(view, chips, answer, spread))
        return
    console = make_console()
    print_next(console, view, chips)
    print_actions(console, answer, value)
    print_spread(console, spread)
