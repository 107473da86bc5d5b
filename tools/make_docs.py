"""Make the reference pages and the README's numbers from tables, texts, docstrings and scenarios.

python tools/make_docs.py            writes what has changed
python tools/make_docs.py --check    changes nothing; fails if something is stale
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

import docs_index as index
from api_docs import members
from quedlinburg.engine import events
from quedlinburg.engine.names import QUESTIONS, page_name
from quedlinburg.rules import constants
from quedlinburg.text import LANGUAGES, Entry, describe, keys, text

REFERENCE = index.ROOT / "docs" / "reference"
README = index.ROOT / "README.md"
NOTICE = "<!-- Made by tools/make_docs.py; edit the texts, tables or docstrings, not this page. -->"
KIND = re.compile(rf"\b({'|'.join(constants.KIND_CODES)})\b(?![\w.])")


def rule_numbers() -> list[str]:
    """Every rule and chapter that has a text, in the order of the rules."""
    return [key.removeprefix("rule.") for key in keys() if key.startswith("rule.")]


# --- Markdown ------------------------------------------------------------------------------------


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("R4.9 The end of the pot")
    'r49-the-end-of-the-pot'
    """
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.replace(" ", "-")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def rule_link(number: str, page: str = "rules.md") -> str:
    """A link to a rule."""
    heading = f"{number} {text(f'rule.{number}').title}"
    return f"[{number}]({page}#{slug(heading)})"


def prose(written: str, page: str = "rules.md") -> str:
    """A text with its chips as codes and the rules that it cites as links."""
    known = set(rule_numbers())
    pieces = re.split(r"(\bR\d\.(?:\d+|[A-H])\b|\((?:chapter )?R\d\))", written)
    done = []
    for piece in pieces:
        number = piece.strip("()").removeprefix("chapter ")
        if number in known:
            done.append(piece.replace(number, rule_link(number, page)))
        else:
            done.append(KIND.sub(r"`\1`", piece))
    return "".join(done)


def code_link(path: str, label: str) -> str:
    """A link from a reference page to a source file."""
    return f"[`{label}`](../../{path})"


def code_lines(functions: Sequence[index.Function]) -> str:
    """Functions with what their docstrings say."""
    rows = [f"- {code_link(found.path, found.label)}: {found.sentence}" for found in functions]
    return "\n".join(rows)


def scenario_lines(scenarios: Sequence[index.Scenario]) -> str:
    """Scenarios, folded away under their number."""
    if not scenarios:
        return ""
    count = f"{len(scenarios)} scenario" + ("s" if len(scenarios) > 1 else "")
    rows = "\n".join(f"- [{found.ruling}](../../{found.path})" for found in scenarios)
    return f"<details><summary>{count}</summary>\n\n{rows}\n\n</details>"


def joined(parts: Iterable[str]) -> str:
    """Paragraphs of a page, without the empty ones."""
    return "\n\n".join(part for part in parts if part) + "\n"


# --- tables of the rules -------------------------------------------------------------------------


def supply_table() -> str:
    """R1.1: how many chips there are."""
    values = sorted(set(constants.VALUE))
    rows = []
    for letter, name in zip(constants.COLOUR_LETTERS, constants.COLOUR_NAMES, strict=True):
        counts = {
            value: count
            for code, value, count in zip(
                constants.KIND_CODES, constants.VALUE, constants.SUPPLY, strict=True
            )
            if code[0] == letter
        }
        ingredient = text(f"ingredient.{name}").title
        rows.append([f"`{letter}` {name}", ingredient, *(counts.get(v, "–") for v in values)])
    return table(["colour", "ingredient", *map(str, values)], rows)


def pot_table() -> str:
    """R1.2: the spaces, six beside each other."""
    third = 9
    cells = [
        f"{space}: {coins} / {points}" + (" ◆" if ruby else "")
        for space, (coins, points, ruby) in enumerate(
            zip(constants.SPACE_COINS, constants.SPACE_POINTS, constants.SPACE_RUBY, strict=True)
        )
    ]
    rows = [cells[row::third] for row in range(third)]
    return "Space: coins / victory points, ◆ a ruby.\n\n" + table([" "] * len(rows[0]), rows)


def price_table() -> str:
    """R1.6: what chips cost."""
    rows = [[f"`{name}`", describe(name)[1].text] for name in map(page_name, constants.PRICES)]
    return table(["page", "prices"], rows)


def edition_table() -> str:
    """R8: the presets of the switches."""
    switches = list(constants.EDITIONS["north_star"])
    rows = [
        [f"`{switch}`", *(values[switch] for values in constants.EDITIONS.values())]
        for switch in switches
    ]
    return table(["switch", *(f"`{name}`" for name in constants.EDITIONS)], rows)


def table_of(number: str) -> str:
    """The table that stands under a rule."""
    match number:
        case "R1.1":
            return supply_table()
        case "R1.2":
            return pot_table()
        case "R1.4":
            return (
                "In the notation: " + ", ".join(f"`{face}`" for face in constants.DIE_FACES) + "."
            )
        case "R1.5":
            rows = [[n, reward] for n, reward in enumerate(constants.GLASS_REWARDS)]
            return table(["glass", "reward"], rows)
        case "R1.6":
            return price_table()
        case "R8":
            return edition_table()
    return ""


# --- pages ---------------------------------------------------------------------------------------


def where(number: str) -> str:
    """Where the sources hold a rule: functions, or else files."""
    found = index.functions_citing(number)
    if found:
        return "In code: " + ", ".join(code_link(f.path, f.label) for f in found) + "."
    files = index.files_citing(number)
    if files:
        return "In code: " + ", ".join(code_link(path, Path(path).name) for path in files) + "."
    return ""


def rules_page() -> str:
    """All rules with their tables, their places in the code and their scenarios."""
    parts = [
        NOTICE,
        "# The rules",
        "Every rule has a number. Code, tests and events cite it, and `quacks rules R4.11` prints "
        "it. Under each rule stand the functions that carry it out and the scenarios that show it.",
    ]
    numbers = rule_numbers()
    chapters = [number for number in numbers if "." not in number]
    parts.append("\n".join(f"- {rule_link(n, '')} {text(f'rule.{n}').title}" for n in chapters))
    for number in numbers:
        title, ruling = text(f"rule.{number}")
        level = "###" if "." in number else "##"
        parts += [f"{level} {number} {title}", prose(ruling, ""), table_of(number)]
        if number == "R6":
            parts.append("The cards, each with its ruling: [cards](cards.md).")
        if "." in number or number == "R8":
            parts += [where(number), scenario_lines(index.scenarios_of(number))]
    return joined(parts)


def rule_of_page(page: str) -> list[str]:
    """The rules that a page's text cites."""
    return re.findall(r"R\d\.\d+", text(f"book.{page}").text)


def books_page() -> str:
    """All pages of the books: words, prices, functions, scenarios."""
    parts = [
        NOTICE,
        "# The books",
        "Five colours have books 1 to 4; orange has one page; black has one for two players and "
        "one for three or four. Prices are for the default edition, with the others in brackets.",
    ]
    rows = []
    for name in map(page_name, constants.PRICES):
        title = text(f"book.{name}").title
        rows.append([f"[`{name}`](#{slug(f'{name} {title}')})", title, describe(name)[1].text])
    parts.append(table(["id", "page", "prices"], rows))
    for name in map(page_name, constants.PRICES):
        title, effect = text(f"book.{name}")
        parts += [f"## {name} {title}", prose(effect), f"Prices: {describe(name)[1].text}."]
        parts.append(code_lines(index.functions_named(name)))
        for number in rule_of_page(name):
            parts.append(scenario_lines(index.scenarios_of(number)))
    return joined(parts)


def cards_page() -> str:
    """All fortune cards: words, colour, functions, scenarios."""
    parts = [NOTICE, "# The fortune cards", prose(text("rule.R6").text)]
    rows = []
    for card, colour in zip(constants.CARD_IDS, constants.CARD_COLOURS, strict=True):
        title = text(f"card.{card}").title
        asks = "yes" if card in QUESTIONS.values() else ""
        rows.append([f"[`{card}`](#{slug(f'{card} {title}')})", title, colour, asks])
    parts.append(table(["id", "card", "colour", "asks"], rows))
    for card in constants.CARD_IDS:
        title, effect = text(f"card.{card}")
        label: Entry = describe(card)[1]
        parts += [f"## {card} {title}", f"*{label.title}.* {prose(effect)}"]
        if card in QUESTIONS.values():
            parts.append(f"It asks: *{text(f'question.{card}').text}*")
        parts.append(code_lines(index.functions_named(card)))
        parts.append(scenario_lines(index.scenarios_of(f"R6 {card}")))
    return joined(parts)


def events_page() -> str:
    """All events with their fields and what they hide."""
    parts = [
        NOTICE,
        "# Events",
        "`game.act` returns what happened, `game.events` all of it since the beginning. Every "
        "event has the `rule` that caused it, most have a `seat`. `event.to_json()` is a plain "
        "dict with the name under `event`; `event.seen_by(viewer)` is the face that a viewer sees, "
        "with `None` in place of a secret, so that all viewers share one numbering.",
    ]
    for name, cls in sorted(events.CLASSES.items()):
        if cls.__name__ == "SeatEvent":
            continue
        sentence = (inspect.getdoc(cls) or "").partition("\n")[0]
        parts += [f"## {name}", f"`{cls.__name__}`: {sentence}"]
        rows = [[f"`{field}`", f"`{kind}`", said] for field, kind, said in event_fields(cls)]
        parts.append(table(["field", "type", "what it says"], rows))
        if "seen_by" in vars(cls):
            hides = (inspect.getdoc(vars(cls)["seen_by"]) or "").rstrip(".").lower()
            parts.append(f"Not everybody sees all of it: {hides}.")
    return joined(parts)


def event_fields(cls: type[events.Event]) -> list[tuple[str, str, str]]:
    """The fields of an event with their types and what they say."""
    said = members(cls)
    return [(f.name, str(f.type).replace("|", "or"), said[f.name]) for f in fields(cls)]


def coverage() -> str:
    """The README's table of what is covered, counted."""
    cards = [c for c in constants.CARD_IDS if index.scenarios_of(f"R6 {c}")]
    named = [c for c in cards if index.functions_named(c)]
    pages = [page_name(page) for page in constants.PRICES]
    acting = [p for p in pages if rule_of_page(p)]
    shown = [p for p in acting if any(index.scenarios_of(n) for n in rule_of_page(p))]
    numbers = [n for n in rule_numbers() if "." in n]
    cited = [n for n in numbers if index.files_citing(n)]
    tried = [n for n in numbers if index.scenarios_of(n)]
    rows: list[tuple[str, object]] = [
        ("fortune cards, each with its functions and scenarios", f"{len(named)} of 24"),
        ("pages of the books", f"{len(pages)} of 23"),
        ("pages with an effect, each with scenarios", f"{len(shown)} of {len(acting)}"),
        ("numbered rules cited in the code", f"{len(cited)} of {len(numbers)}"),
        ("numbered rules with scenarios of their own", f"{len(tried)} of {len(numbers)}"),
        ("questions", f"{len(QUESTIONS)} of 25"),
        ("editions", f"{len(constants.EDITIONS)} of 3"),
        ("scenarios", len(index.scenarios())),
        ("languages", ", ".join(LANGUAGES)),
    ]
    return table(["what", "covered"], rows)


def with_block(page: str, name: str, block: str) -> str:
    """A page with what stands between two markers replaced."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"make_docs: README.md has no <!-- {name} --> … <!-- /{name} -->")
    return pattern.sub(lambda found: f"{found[1]}\n{block}\n\n{found[2]}", page)


def made_pages() -> dict[Path, str]:
    """Every file that is made here, with what should stand in it."""
    return {
        REFERENCE / "rules.md": rules_page(),
        REFERENCE / "books.md": books_page(),
        REFERENCE / "cards.md": cards_page(),
        REFERENCE / "events.md": events_page(),
        README: with_block(README.read_text("utf-8"), "coverage", coverage()),
    }


def main() -> int:
    """Write what has changed, or name what is stale."""
    parser = argparse.ArgumentParser(description="Make the reference pages from the sources.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if stale")
    check = parser.parse_args().check
    stale = [
        path
        for path, wanted in made_pages().items()
        if not path.exists() or path.read_text("utf-8") != wanted
    ]
    for path, wanted in made_pages().items():
        if path in stale and not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted, "utf-8")
            print(f"make_docs: wrote {index.relative(path)}")
    if check and stale:
        names = ", ".join(index.relative(path) for path in stale)
        print(f"make_docs: stale: {names}; run python tools/make_docs.py", file=sys.stderr)
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
