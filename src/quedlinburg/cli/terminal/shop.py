"""The shop: every chip with its price and supply, those that can be bought with a number."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quedlinburg.bots.cautious.situation import prices
from quedlinburg.cli.terminal.drawing import Style, chip
from quedlinburg.engine.view import View
from quedlinburg.rules.constants import COLOUR_LETTERS, COLOUR_NAMES, KIND_CODES, OUT_FROM
from quedlinburg.text import Catalogue


def buyable_chips(view: View) -> list[str]:
    """The chips that can be bought now, in the order of their numbers in the shop."""
    bought = [option.action.words for option in view.legal if option.action.verb == "buy"]
    return [words[0] for words in bought if len(words) == 1]


def is_out(view: View, kind: str) -> bool:
    """Whether the book of a chip's colour is out this round (R3.1)."""
    return view.round >= OUT_FROM[COLOUR_LETTERS.index(kind[0])]


def shop_table(view: View, style: Style, *, numbered: bool = True) -> RenderableType:
    """The chips by colour, with number, price and supply; out of reach they have no number."""
    reach = buyable_chips(view) if numbered else []
    grid = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    for _ in range(4):
        grid.add_column(no_wrap=True)
    for letter, colour in zip(COLOUR_LETTERS[1:], COLOUR_NAMES[1:], strict=True):
        kinds = [kind for kind in KIND_CODES if kind[0] == letter]
        cells = [_cell(view, kind, reach, style) for kind in kinds]
        name = style.texts.say(f"ingredient.{colour}.title")
        grid.add_row(Text(name, style="dim"), *cells)
    return grid


def _cell(view: View, kind: str, reach: Sequence[str], style: Style) -> Text:
    """One chip with its number, price and supply."""
    in_reach = kind in reach
    number = f"{reach.index(kind) + 1:>2} " if in_reach else "   "
    left = view.supply.get(kind, 0)
    cell = Text(number, style="bold").append_text(chip(kind))
    if not is_out(view, kind):
        out = style.texts.say("almanac.out", n=OUT_FROM[COLOUR_LETTERS.index(kind[0])])
        return cell.append(f" {out}", style="dim")
    price = style.texts.say("price.short", coins=prices(view.setup)[kind])
    weight = "not bold" if in_reach or not reach else "not bold dim"
    return cell.append(f" {price:>3}  {style.times}{left}", style=weight)


def shop_lines(view: View, style: Style) -> RenderableType:
    """The chips of the shop, and how to buy them."""
    typed = {"two": "2 5", "codes": "B1 R2", "one": "2", "none": "0"}
    marked = {name: _typed(word) for name, word in typed.items()}
    how = Text.from_markup(style.texts.say("shop.how", **marked), style="dim")
    return Group(shop_table(view, style), how, *_back_lines(view, style.texts))


def _typed(word: str) -> str:
    """Markup for what a person types."""
    return f"[bold not dim]{word}[/]"


def _back_lines(view: View, texts: Catalogue) -> list[Text]:
    """How a red chip from aside goes back into the bag, if one lies there (R4.16)."""
    ways = [_typed(str(option.action)) for option in view.legal if option.action.verb == "back"]
    if not ways:
        return []
    return [Text.from_markup(texts.say("shop.aside", ways=", ".join(ways)), style="dim")]
