"""The shop as a shelf: every chip with its price and supply, those in reach with a number."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quedlinburg.bots.sight import prices
from quedlinburg.cli.screen import Signs, chip
from quedlinburg.engine.view import View
from quedlinburg.rules.tables import COLOUR_LETTERS, COLOUR_NAMES, KIND_CODES, OUT_FROM
from quedlinburg.text import text


def singles(view: View) -> list[str]:
    """The chips that can be bought now, in the order of their numbers on the shelf."""
    bought = [option.action.words for option in view.legal if option.action.verb == "buy"]
    return [words[0] for words in bought if len(words) == 1]


def is_out(view: View, kind: str) -> bool:
    """Whether the book of a chip's colour is out this round (R3.1)."""
    return view.round >= OUT_FROM[COLOUR_LETTERS.index(kind[0])]


def shelf(view: View, signs: Signs, *, numbered: bool = True) -> RenderableType:
    """The chips by colour, with number, price and supply; out of reach they have no number."""
    reach = singles(view) if numbered else []
    grid = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    for _ in range(4):
        grid.add_column(no_wrap=True)
    for letter, colour in zip(COLOUR_LETTERS[1:], COLOUR_NAMES[1:], strict=True):
        kinds = [kind for kind in KIND_CODES if kind[0] == letter]
        cells = [_cell(view, kind, reach, signs) for kind in kinds]
        name = text(f"ingredient.{colour}").title
        grid.add_row(Text(name, style="dim"), *cells)
    return grid


def _cell(view: View, kind: str, reach: Sequence[str], signs: Signs) -> Text:
    """One chip on the shelf."""
    in_reach = kind in reach
    number = f"{reach.index(kind) + 1:>2} " if in_reach else "   "
    left = view.supply.get(kind, 0)
    cell = Text(number, style="bold").append_text(chip(kind))
    if not is_out(view, kind):
        return cell.append(f" from round {OUT_FROM[COLOUR_LETTERS.index(kind[0])]}", style="dim")
    style = "not bold" if in_reach or not reach else "not bold dim"
    return cell.append(f" {prices(view.setup)[kind]:>2}c  {signs.times}{left}", style=style)


def shop_lines(view: View, signs: Signs) -> RenderableType:
    """The shelf and how to buy from it."""
    how = Text("Type ", style="dim")
    how.append("2 5", style="bold not dim").append(" or ")
    how.append("B1 R2", style="bold not dim").append(" for two chips of different colours, ")
    how.append("2", style="bold not dim").append(" for one, ")
    how.append("0", style="bold not dim").append(" for nothing.")
    return Group(shelf(view, signs), how, *_back_lines(view))


def _back_lines(view: View) -> list[Text]:
    """How a red chip from aside goes back into the bag, if one lies there (R4.16)."""
    ways = [str(option.action) for option in view.legal if option.action.verb == "back"]
    if not ways:
        return []
    line = Text("Red chips aside: ", style="dim")
    for number, way in enumerate(ways):
        line.append(", " if number else "").append(way, style="bold not dim")
    return [line.append(" puts one into the bag.")]
