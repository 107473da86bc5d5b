"""`quacks odds`: exact odds for a bag and a pot, and the best decision."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from quedlinburg.analysis import (
    COMMAND,
    LARGEST,
    OBJECTIVE_NAMES,
    Answer,
    BrewDescription,
    Distribution,
    NextChip,
    Values,
    named_objective,
    next_chip,
    parse_brew,
    solve,
)
from quedlinburg.bots import master_values
from quedlinburg.cli.language import Language, chosen_language
from quedlinburg.cli.output import make_console, print_json
from quedlinburg.engine.view import View
from quedlinburg.rules.constants import KIND_CODES
from quedlinburg.text import Catalogue, catalogue, percent

# How wide the longest bar of the scoring spaces is, and the least chance that has a row.
BAR = 30
LEAST = 0.0005
# The numbers of coins and of rubies whose worth is printed.
COINS_SHOWN = (5, 10, 15, 20, 25, 30, 35)
RUBIES_SHOWN = 7


def plain(view: View, chips: NextChip, answer: Answer, found: Distribution) -> dict[str, object]:
    """The answers as plain dicts and lists; chances of the next draw also as exact fractions."""
    own = view.seats[0]
    after = chips.explodes_after_flask
    whole = found.is_whole
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
        "exact": answer.exact,
        "best": answer.best,
        "actions": [
            {
                "action": choice.action,
                "value": choice.value,
                "at_least": choice.at_least,
                "exploding": choice.exploding,
                "neglected": choice.neglected,
                "words": choice.words,
            }
            for choice in answer.choices
        ],
        "spaces": {str(n): chance for n, chance in found.spaces.items()} if whole else None,
        "mean_space": found.mean_space if whole else None,
        "exploding": found.exploding if whole else None,
        "neglected": found.neglected,
        "states": answer.states,
    }


def plain_values(values: Values) -> dict[str, object]:
    """What things are taken to be worth, in final victory points, as plain dicts and lists."""
    return {
        "point": values.point,
        "lead": values.lead,
        "lead_cost": values.lead_cost,
        "step": values.step,
        "glass": values.glass,
        "ruby": values.ruby,
        "flask": values.flask,
        "chips": dict(zip(KIND_CODES, values.chip, strict=True)),
        "aside": dict(zip(("R1", "R2", "R4"), values.aside, strict=True)),
        "coins": list(values.coins),
        "rubies_full": list(values.rubies_full),
        "rubies_empty": list(values.rubies_empty),
    }


def print_next(console: Console, view: View, chips: NextChip, texts: Catalogue) -> None:
    """Print the chances of the next chip."""
    own = view.seats[0]
    scoring = texts.say("scoring", n=own.scoring)
    pot = texts.say("odds.pot", scoring=scoring, n=own.white_sum, limit=own.limit, flask=own.flask)
    console.print(pot)
    if not chips.chances:
        console.print(texts.say("bag.empty"))
        return
    listed = "  ".join(f"{code} {percent(chance)}" for code, chance in chips.chances.items())
    console.print(texts.say("odds.next", chips=listed))
    line = texts.say(
        "odds.now",
        label=texts.say("odds.label"),
        chance=percent(chips.explodes),
        exact=str(chips.explodes),
        shield=chips.shielded,
    )
    if chips.explodes_after_flask is not None:
        line += f"; {texts.say('odds.flask', chance=percent(chips.explodes_after_flask))}"
    console.print(line)


def print_actions(console: Console, answer: Answer, value: str, texts: Catalogue) -> None:
    """Print every action, the best first."""
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    table.add_column(texts.say("odds.action"))
    table.add_column(value, justify="right")
    table.add_column(texts.say("odds.exploding"), justify="right")
    table.add_column("")
    for choice in answer.choices:
        style = "bold" if choice.action == answer.best else ""
        surely = "" if choice.neglected == 0 else "≥ "
        risk = "?" if choice.exploding is None else percent(choice.exploding)
        worth = surely + texts.decimal(choice.at_least, 2)
        table.add_row(choice.action, worth, risk, choice.words, style=style)
    console.print()
    console.print(table)


def print_distribution(console: Console, found: Distribution, texts: Catalogue) -> None:
    """Print where best play comes to, a bar for each space; or that it is not known."""
    console.print()
    if not found.is_whole:
        console.print(texts.say("odds.cut", chance=percent(found.neglected)))
        return
    mean, exploding = texts.decimal(found.mean_space, 1), percent(found.exploding)
    console.print(texts.say("odds.best", space=mean, chance=exploding))
    most = max(found.spaces.values())
    for space, chance in found.spaces.items():
        if chance >= LEAST:
            bar = "#" * max(1, round(BAR * chance / most))
            console.print(f"  {space:2d} {chance:6.1%} {bar}", highlight=False)


def print_values(console: Console, values: Values, texts: Catalogue) -> None:
    """Print what things are taken to be worth, in final victory points."""

    def two(worth: float) -> str:
        """A value with two decimals."""
        return texts.decimal(worth, 2)

    beyond = two(values.point - values.lead_cost)
    points = {"point": two(values.point), "lead": f"{values.lead:.0f}", "beyond": beyond}
    lists = {
        "chips": [f"{c} {two(worth)}" for c, worth in zip(KIND_CODES, values.chip, strict=True)],
        "coins": [f"{n}: {two(values.coins[n])}" for n in COINS_SHOWN],
        "rubies": [f"{n}: {two(w)}" for n, w in enumerate(values.rubies_full[:RUBIES_SHOWN])],
    }
    lines = [
        texts.say("odds.values.points", **points),
        texts.say("odds.values.steps", step=two(values.step), flask=two(values.flask)),
        *(texts.say(f"odds.values.{what}", listed="  ".join(row)) for what, row in lists.items()),
    ]
    console.print(f"\n{texts.say('odds.values')}")
    for line in lines:
        console.print(f"  {line}", highlight=False, soft_wrap=True)


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
    value: Annotated[str, typer.Option(help=f"{', '.join(OBJECTIVE_NAMES)}.")] = "worth",
    show_values: Annotated[
        bool, typer.Option("--values", help="Also print what things are taken to be worth.")
    ] = False,
    exact: Annotated[bool, typer.Option("--exact", help="Allow any size; may be slow.")] = False,
    language: Language = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Exact odds for a bag and a pot: the next chip, the best decision, where it leads."""
    description = BrewDescription(
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
    view = parse_brew(description)
    values = master_values(view, 0)
    objective = named_objective(value, view, 0, values)
    solution = solve(view, objective, seat=0, size=LARGEST if exact else COMMAND)
    texts = catalogue("en" if as_json else chosen_language(language))
    chips, found = next_chip(view, 0), solution.distribution()
    answer = solution.answer(texts.language)
    if as_json:
        print_json(plain(view, chips, answer, found) | {"values": plain_values(values)})
        return
    console = make_console()
    print_next(console, view, chips, texts)
    print_actions(console, answer, value, texts)
    print_distribution(console, found, texts)
    if show_values:
        print_values(console, values, texts)
