"""`quacks rules`: the rules in the game's own words, by id."""

from __future__ import annotations

import re
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quedlinburg.cli.language import Language, chosen_language
from quedlinburg.cli.output import ChipHighlighter, make_console, print_json
from quedlinburg.rules.constants import KIND_CODES
from quedlinburg.text import Entry, catalogue, describe, keys

# The parts of the list of ids, and the sections of the texts that belong to them.
PARTS = {
    "fortune cards": ("card",),
    "books": ("book",),
    "rules": ("rule",),
    "colours": ("colour",),
    "questions": ("question",),
    "other": ("phase", "edition", "variant", "bot"),
}


def ids_by_part() -> dict[str, list[str]]:
    """Every id that can be explained, by part; what is asked by a card or book stands there."""
    parts: dict[str, list[str]] = {"chips": list(KIND_CODES)}
    named: set[str] = set()
    for part, sections in PARTS.items():
        found = [key.partition(".") for key in keys()]
        wanted = [name for section, _, name in found if section in sections]
        parts[part] = [name for name in wanted if name not in named]
        named.update(wanted)
    return parts


def paragraph(line: str) -> Text:
    """A line of a text; *stars* around words become italics, chips get their colours."""
    shown = Text()
    for number, piece in enumerate(re.split(r"\*([^*\s][^*]*)\*", line)):
        shown.append(piece, style="italic" if number % 2 else "")
    ChipHighlighter().highlight(shown)
    return shown


def entry_lines(entry: Entry) -> RenderableType:
    """An entry as a title and its paragraphs, items of a list set in."""
    lines: list[RenderableType] = [Text(entry.title, style="bold")]
    for line in entry.text.splitlines():
        deeper = 4 if line.startswith("- ") else 2
        lines.append(Padding(paragraph(line), (0, 0, 0, deeper), expand=False))
    return Group(*lines)


def print_entries(console: Console, entries: list[Entry]) -> None:
    """Print what is said about an id."""
    for entry in entries:
        console.print(entry_lines(entry))


def print_ids(console: Console, language: str) -> None:
    """Print every id, with its title where a card, a book or a rule has one."""
    texts = catalogue(language)
    console.print(f"{texts.say('rules.all')}\n", style="bold")
    for part, found in ids_by_part().items():
        console.print(texts.say(f"rules.{part.split()[-1]}"), style="bold")
        section = {"fortune cards": "card", "books": "book", "rules": "rule"}.get(part)
        if section is None:
            listed: RenderableType = Text(" ".join(found))
        else:
            cells = [(name, texts.say(f"{section}.{name}.title")) for name in found]
            listed = titled(cells, console.width)
        console.print(Padding(listed, (0, 0, 0, 2), expand=False))


def titled(cells: list[tuple[str, str]], width: int) -> Table:
    """Ids and their titles, in two columns where there is room."""
    longest = [max(len(cell[i]) for cell in cells) for i in range(2)]
    rows = -(-len(cells) // (2 if width >= 2 * (sum(longest) + 4) + 2 else 1))
    grid = Table.grid(padding=(0, 2))
    for row in range(rows):
        words = [word for cell in cells[row::rows] for word in cell]
        grid.add_row(*(Text(word, style="dim" if i % 2 else "") for i, word in enumerate(words)))
    return grid


def rules(
    name: Annotated[
        str, typer.Argument(metavar="[ID]", help="A page, a card, R4.11, B2, shop …")
    ] = "",
    language: Language = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Explain a book, a fortune card, a rule or a chip; without an ID, list them all."""
    language = chosen_language(language)
    if not name:
        if as_json:
            print_json({"ids": ids_by_part()})
        else:
            print_ids(make_console(), language)
        return
    entries = describe(name, language)
    if as_json:
        plain = [{"title": entry.title, "text": entry.text} for entry in entries]
        print_json({"id": name, "language": language, "entries": plain})
    else:
        print_entries(make_console(), entries)
