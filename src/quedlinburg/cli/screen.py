"""The table as a terminal shows it: seats, the pot as a track, the bag and its odds.

Made for 80 columns and better in 120; every colour only repeats what a letter or word says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from quedlinburg.cli.options import percent
from quedlinburg.cli.output import CHIP_STYLES, is_plain
from quedlinburg.cli.words import amount
from quedlinburg.engine.draw_odds import draw_odds, explosion_chance
from quedlinburg.engine.view import SeatView, View
from quedlinburg.rules.tables import (
    CARD_COLOURS,
    CARD_IDS,
    LAST_ROUND,
    LAST_SPACE,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    SPOON,
)
from quedlinburg.text import text

CELL = 4
LABEL = 7
# So much of a name is shown in the line of its seat.
NAME = 14


@dataclass(frozen=True)
class Signs:
    """The few signs that not every terminal has."""

    ruby: str = "◆"
    here: str = "▸"
    times: str = "×"


def signs_for(console: Console) -> Signs:
    """The signs that a terminal can show."""
    return Signs("*", ">", "x") if is_plain(console) else Signs()


def chip(kind: str) -> Text:
    """A chip: its code on its colour."""
    return Text(kind, style=CHIP_STYLES[kind[0]])


def chips(counts: Mapping[str, int], signs: Signs) -> Text:
    """A multiset of chips in a row."""
    shown = Text()
    for kind, count in counts.items():
        if shown:
            shown.append("  ")
        shown.append_text(chip(kind))
        if count > 1:
            shown.append(f"{signs.times}{count}")
    return shown if counts else Text("empty", style="dim")


def space_worth(space: int, signs: Signs) -> str:
    """What a scoring space is worth, in short."""
    ruby = f" {signs.ruby}" if SPACE_RUBY[space] else ""
    return f"{SPACE_COINS[space]}c {SPACE_POINTS[space]}vp{ruby}"


def space_words(space: int) -> str:
    """What a scoring space is worth, in words."""
    ruby = ", a ruby" if SPACE_RUBY[space] else ""
    coins = amount(SPACE_COINS[space], "coin")
    return f"Scoring space {space}: {coins}, {SPACE_POINTS[space]} VP{ruby}"


def header(view: View, names: Sequence[str], *, brief: bool = False) -> RenderableType:
    """The round, its phase and its card, and what that does as long as it matters."""
    phase = text(f"phase.{view.phase}").title.lower()
    left = Text(f"Round {view.round} of {LAST_ROUND}", style="bold")
    stirred = ", stirred" if view.stirred and view.phase == "potions" else ""
    left.append(f"  {phase}{stirred}, {names[view.start]} first", style="not bold dim")
    if view.card is None:
        return left
    entry = text(f"card.{view.card}")
    purple = CARD_COLOURS[CARD_IDS.index(view.card)] == "purple"
    right = Text(entry.title, style="bold magenta" if purple else "bold blue", justify="right")
    line = Table.grid(expand=True)
    line.add_column()
    line.add_column(justify="right")
    line.add_row(left, right)
    if view.phase not in (("fortune", "rats") if purple else ("fortune", "rats", "potions")):
        return line
    effect = Text(entry.text.split("\n")[0], style="italic", overflow="ellipsis", no_wrap=brief)
    return Group(line, effect)


def seat_state(view: View, seat: int) -> str:
    """What a seat is doing."""
    shown = view.seats[seat]
    if view.phase in ("fortune", "rats") or not shown.drawn:
        return "deciding" if seat in view.waiting else ""
    if seat in view.sealed:
        return "has chosen"
    return "shielded" if shown.shielded else shown.state


def seats(view: View, names: Sequence[str], signs: Signs) -> Table:
    """A line for every seat: what it has, how its pot stands."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    heads = ["", "", "VP", signs.ruby, "start", *(["glass"] if view.setup.tubes else [])]
    heads += ["flask", "bag", "white", " scoring space", ""]
    for head in heads:
        right = head in ("VP", signs.ruby, "start", "glass", "bag", "white")
        table.add_column(head, justify="right" if right else "left", no_wrap=True)
    for seat, shown in enumerate(view.seats):
        own = seat == view.viewer
        exploded = shown.state == "exploded"
        tails = f"+{shown.tails}" if shown.tails else ""
        name = Text(names[seat], overflow="ellipsis", no_wrap=True)
        name.truncate(NAME, overflow="ellipsis")
        row: list[str | Text] = [signs.here if own else " ", name]
        row += [str(shown.vp), str(shown.rubies)]
        row.append(f"{shown.droplet}{tails}")
        row += [str(shown.glass)] if view.setup.tubes else []
        row += ["full" if shown.flask else "empty", str(shown.bag_count)]
        row.append(f"{shown.white_sum}/{shown.limit}")
        worth = f" {shown.scoring:>2}: {space_worth(shown.scoring, signs)}"
        row += [worth, f" {seat_state(view, seat)}"]
        table.add_row(*row, style="bold" if own else "red" if exploded else "")
    return table


def window(seat: SeatView, cells: int) -> range:
    """The spaces of the track that are shown: from the start if there is room for all of them."""
    start = min(seat.droplet + seat.tails, LAST_SPACE)
    first = start if seat.scoring + 4 - start < cells else seat.scoring + 5 - cells
    first = max(0, min(first, SPOON + 1 - cells))
    return range(first, min(SPOON + 1, first + cells))


def pot_track(seat: SeatView, width: int, signs: Signs) -> RenderableType:
    """The pot as a track around the scoring space: chips, coins, points and rubies."""
    shown = window(seat, max(6, (width - LABEL) // CELL))
    standing = {space: kind for kind, space in seat.pot}
    rows = {label: Text(f"{label:<{LABEL}}", style="dim") for label in _TRACK_ROWS}
    for space in shown:
        scoring = space == seat.scoring
        name = f"[{space}]" if scoring else f"{space} "
        rows["space"].append(f"{name:>{CELL}}", style="not dim bold" if scoring else "not dim")
        if space in standing:
            rows["chip"].append(" ").append_text(chip(standing[space])).append(" ")
        else:
            rows["chip"].append(f"{_mark(seat, space):^{CELL}}", style="not dim")
        rows["coins"].append(f"{SPACE_COINS[space]:>{CELL - 1}} ", style="not dim")
        ruby = signs.ruby if SPACE_RUBY[space] else " "
        rows["VP"].append(f"{SPACE_POINTS[space]:>{CELL - 1}}", style="not dim")
        rows["VP"].append(ruby, style="not dim bold red")
    hidden = [f"{kind}@{space}" for kind, space in seat.pot if space < shown.start]
    lines: list[RenderableType] = list(rows.values())
    if hidden:
        lines.append(f"before {' '.join(hidden)}")
    if seat.bowl:
        lines.append(Text("bowl   ").append_text(chips(seat.bowl, signs)))
    return Group(*lines)


_TRACK_ROWS = ("space", "chip", "coins", "VP")


def _mark(seat: SeatView, space: int) -> str:
    """The droplet or the rat stone, where no chip stands."""
    if seat.tails and space == min(seat.droplet + seat.tails, LAST_SPACE):
        return "rat"
    return "drop" if space == seat.droplet else " ."


def odds_line(view: View, seat: int, signs: Signs) -> Text:
    """The chips of the bag, each with its chance to be drawn next; `!` explodes the pot."""
    line = Text("Bag    ", style="dim")
    odds = draw_odds(view, seat)
    for one in odds:
        count = f"{signs.times}{one.count}" if one.count > 1 else ""
        line.append_text(chip(one.kind))
        sign = "!" if one.explodes else ""
        words = f"{count} {percent(float(one.chance))}{sign}".replace(" ", "\N{NO-BREAK SPACE}")
        line.append(words, style="not dim bold red" if one.explodes else "not dim")
        line.append("  ")
    return line if odds else line.append("empty")


def pot_notes(view: View, seat: int, signs: Signs) -> list[Text]:
    """What else holds for a pot: red chips aside, shield, doubling."""
    shown = view.seats[seat]
    notes = []
    if shown.aside:
        notes.append(Text("Aside  ", style="dim").append_text(chips(shown.aside, signs)))
    if shown.shield > 0 and shown.state == "brewing":
        notes.append(Text(f"The shield covers the next {amount(shown.shield, 'chip')}."))
    if shown.doubled and shown.state == "brewing":
        notes.append(Text("The next chip moves twice as far."))
    return notes


def pot(view: View, seat: int, width: int, signs: Signs) -> RenderableType:
    """A seat's pot with all that is to know about it before the next draw."""
    shown = view.seats[seat]
    status = space_words(shown.scoring)
    brewing = view.phase == "potions" and shown.state == "brewing"
    if brewing and shown.bag_count:
        risk = percent(float(explosion_chance(view, seat)))
        status += f".  Next draw: {risk} explode"
    bag = odds_line(view, seat, signs) if brewing else bag_line(shown, signs)
    lines: list[RenderableType] = [pot_track(shown, width, signs), Text(status, style="bold"), bag]
    return Group(*lines, *pot_notes(view, seat, signs))


def bag_line(seat: SeatView, signs: Signs) -> Text:
    """The chips of a bag."""
    return Text("Bag    ", style="dim").append_text(chips(seat.known_bag(), signs))


def table(
    view: View,
    names: Sequence[str],
    *,
    width: int,
    signs: Signs,
    side: int | None = None,
    brief: bool = False,
) -> RenderableType:
    """The whole table: round and card, seats, and one seat's pot if a seat is given."""
    parts: list[RenderableType] = [header(view, names, brief=brief), seats(view, names, signs)]
    if side is not None:
        whose = "Your pot" if side == view.viewer else f"The pot of {names[side]}"
        parts += [Rule(whose, style="dim", align="left"), pot(view, side, width, signs)]
    return Group(*parts)
