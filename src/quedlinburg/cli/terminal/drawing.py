"""The table as a terminal shows it: seats, the pot as a track, the bag and its odds.

Made for 80 columns and better in 120; every colour only repeats what a letter or word says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, Group, JustifyMethod, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from quedlinburg.cli.output import CHIP_STYLES, is_plain
from quedlinburg.cli.terminal.option_words import space_words
from quedlinburg.engine.draw_odds import draw_odds, explosion_chance
from quedlinburg.engine.view import SeatView, View
from quedlinburg.rules.constants import (
    CARD_COLOURS,
    CARD_IDS,
    LAST_SPACE,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    SPOON,
)
from quedlinburg.text import Catalogue, capital, percent

CELL = 4
LABEL = 7
# So much of a name is shown in the line of its seat.
NAME = 14


@dataclass(frozen=True)
class Style:
    """How a terminal is written to: in which language, with which of the rarer style."""

    texts: Catalogue
    ruby: str = "◆"
    here: str = "▸"
    times: str = "×"


def style_for(console: Console, texts: Catalogue) -> Style:
    """A language with the signs that a terminal can show."""
    return Style(texts, "*", ">", "x") if is_plain(console) else Style(texts)


def chip(kind: str) -> Text:
    """A chip: its code on its colour."""
    return Text(kind, style=CHIP_STYLES[kind[0]])


def chips(counts: Mapping[str, int], style: Style) -> Text:
    """A multiset of chips in a row."""
    shown = Text()
    for kind, count in counts.items():
        if shown:
            shown.append("  ")
        shown.append_text(chip(kind))
        if count > 1:
            shown.append(f"{style.times}{count}")
    return shown if counts else Text(style.texts.say("flask.short.empty"), style="dim")


def space_worth(space: int, style: Style) -> str:
    """What a scoring space is worth, in short."""
    ruby = f" {style.ruby}" if SPACE_RUBY[space] else ""
    worth = {"coins": SPACE_COINS[space], "points": SPACE_POINTS[space]}
    return f"{style.texts.say('worth.short', **worth)}{ruby}"


def header(
    view: View, names: Sequence[str], texts: Catalogue, *, brief: bool = False
) -> RenderableType:
    """The round, its phase and its card, and what that does as long as it matters."""
    phase = texts.say(f"phase.{view.phase}.title")
    stirred = view.stirred and view.phase == "potions"
    now = texts.say("head.phase", phase=phase, stirred=stirred, name=names[view.start])
    left = Text(capital(texts.say("round.label", n=view.round)), style="bold")
    left.append(f"  {now}", style="not bold dim")
    if view.card is None:
        return left
    entry = texts.entry(f"card.{view.card}")
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


def seat_state(view: View, seat: int, texts: Catalogue) -> str:
    """What a seat is doing."""
    shown = view.seats[seat]
    if view.phase in ("fortune", "rats") or not shown.drawn:
        return texts.say("state.choosing") if seat in view.waiting else ""
    if seat in view.sealed:
        return texts.say("state.sealed")
    if shown.shielded:
        return texts.say("state.shielded")
    return texts.say("exploded" if shown.state == "exploded" else f"state.{shown.state}")


_COLUMNS = ("points", "start", "glass", "flask", "bag", "white", "scoring")


def seats(view: View, names: Sequence[str], style: Style) -> Table:
    """A line for every seat: what it has, how its pot stands."""
    texts = style.texts
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    heads = {column: texts.say(f"column.{column}") for column in _COLUMNS}
    heads |= {"ruby": style.ruby, "scoring": f" {heads['scoring']}"}
    numbers = ["points", "ruby", "start", *(["glass"] if view.setup.tubes else [])]
    for column in ("", "", *numbers, "flask", "bag", "white", "scoring", ""):
        right = column in (*numbers, "bag", "white")
        justify: JustifyMethod = "right" if right else "left"
        table.add_column(heads.get(column, ""), justify=justify, no_wrap=True)
    for seat, shown in enumerate(view.seats):
        own = seat == view.viewer
        exploded = shown.state == "exploded"
        tails = f"+{shown.tails}" if shown.tails else ""
        name = Text(names[seat], overflow="ellipsis", no_wrap=True)
        name.truncate(NAME, overflow="ellipsis")
        row: list[str | Text] = [style.here if own else " ", name]
        row += [str(shown.vp), str(shown.rubies)]
        row.append(f"{shown.droplet}{tails}")
        row += [str(shown.glass)] if view.setup.tubes else []
        flask = texts.say("flask.short.full" if shown.flask else "flask.short.empty")
        row += [flask, str(shown.bag_count)]
        row.append(f"{shown.white_sum}/{shown.limit}")
        worth = f" {shown.scoring:>2}: {space_worth(shown.scoring, style)}"
        row += [worth, f" {seat_state(view, seat, texts)}"]
        table.add_row(*row, style="bold" if own else "red" if exploded else "")
    return table


def window(seat: SeatView, cells: int) -> range:
    """The spaces of the track that are shown: from the start if there is room for all of them."""
    start = min(seat.droplet + seat.tails, LAST_SPACE)
    first = start if seat.scoring + 4 - start < cells else seat.scoring + 5 - cells
    first = max(0, min(first, SPOON + 1 - cells))
    return range(first, min(SPOON + 1, first + cells))


def pot_track(seat: SeatView, width: int, style: Style) -> RenderableType:
    """The pot as a track around the scoring space: chips, coins, points and rubies."""
    shown = window(seat, max(6, (width - LABEL) // CELL))
    standing = {space: kind for kind, space in seat.pot}
    texts = style.texts
    rows = {row: _label(texts.say(f"track.{row}")) for row in ("space", "chip", "coins", "points")}
    for space in shown:
        scoring = space == seat.scoring
        name = f"[{space}]" if scoring else f"{space} "
        rows["space"].append(f"{name:>{CELL}}", style="not dim bold" if scoring else "not dim")
        if space in standing:
            rows["chip"].append(" ").append_text(chip(standing[space])).append(" ")
        else:
            rows["chip"].append(f"{_mark(seat, space, texts):^{CELL}}", style="not dim")
        rows["coins"].append(f"{SPACE_COINS[space]:>{CELL - 1}} ", style="not dim")
        ruby = style.ruby if SPACE_RUBY[space] else " "
        rows["points"].append(f"{SPACE_POINTS[space]:>{CELL - 1}}", style="not dim")
        rows["points"].append(ruby, style="not dim bold red")
    hidden = [f"{kind}@{space}" for kind, space in seat.pot if space < shown.start]
    lines: list[RenderableType] = list(rows.values())
    if hidden:
        lines.append(texts.say("track.before", chips=" ".join(hidden)))
    if seat.bowl:
        lines.append(_label(texts.say("bowl")).append_text(chips(seat.bowl, style)))
    return Group(*lines)


def _label(word: str) -> Text:
    """A word before a line of the pot."""
    return Text(f"{word:<{LABEL}}", style="dim")


def _mark(seat: SeatView, space: int, texts: Catalogue) -> str:
    """The droplet or the rat stone, where no chip stands."""
    if seat.tails and space == min(seat.droplet + seat.tails, LAST_SPACE):
        return texts.say("track.rat")
    return texts.say("track.droplet") if space == seat.droplet else " ."


def odds_line(view: View, seat: int, style: Style) -> Text:
    """The chips of the bag, each with its chance to be drawn next; `!` explodes the pot."""
    line = _label(style.texts.say("bag"))
    odds = draw_odds(view, seat)
    for one in odds:
        count = f"{style.times}{one.count}" if one.count > 1 else ""
        line.append_text(chip(one.kind))
        sign = "!" if one.explodes else ""
        words = f"{count} {percent(float(one.chance))}{sign}".replace(" ", "\N{NO-BREAK SPACE}")
        line.append(words, style="not dim bold red" if one.explodes else "not dim")
        line.append("  ")
    return line if odds else line.append(style.texts.say("flask.short.empty"))


def pot_notes(view: View, seat: int, style: Style) -> list[Text]:
    """What else holds for a pot: red chips aside, shield, doubling."""
    shown = view.seats[seat]
    texts = style.texts
    notes = []
    if shown.aside:
        notes.append(_label(texts.say("bag.aside")).append_text(chips(shown.aside, style)))
    if shown.shield > 0 and shown.state == "brewing":
        notes.append(Text(texts.say("note.shield", n=shown.shield)))
    if shown.doubled and shown.state == "brewing":
        notes.append(Text(texts.say("note.doubled")))
    return notes


def pot(view: View, seat: int, width: int, style: Style) -> RenderableType:
    """A seat's pot with all that is to know about it before the next draw."""
    shown = view.seats[seat]
    texts = style.texts
    status = f"{texts.say('scoring', n=shown.scoring)}: {space_words(shown.scoring, texts)}"
    brewing = view.phase == "potions" and shown.state == "brewing"
    if brewing and shown.bag_count:
        risk = percent(float(explosion_chance(view, seat)))
        status += f".  {texts.say('odds.label')}: {risk}"
    bag = odds_line(view, seat, style) if brewing else bag_line(shown, style)
    lines: list[RenderableType] = [pot_track(shown, width, style), Text(status, style="bold"), bag]
    return Group(*lines, *pot_notes(view, seat, style))


def bag_line(seat: SeatView, style: Style) -> Text:
    """The chips of a bag."""
    return _label(style.texts.say("bag")).append_text(chips(seat.known_bag(), style))


def table(
    view: View,
    names: Sequence[str],
    *,
    width: int,
    style: Style,
    side: int | None = None,
    brief: bool = False,
) -> RenderableType:
    """The whole table: round and card, seats, and one seat's pot if a seat is given."""
    texts = style.texts
    parts: list[RenderableType] = [
        header(view, names, texts, brief=brief),
        seats(view, names, style),
    ]
    if side is not None:
        own = side == view.viewer
        whose = texts.say("pot.own") if own else texts.say("pot.of", name=names[side])
        parts += [Rule(whose, style="dim", align="left"), pot(view, side, width, style)]
    return Group(*parts)
