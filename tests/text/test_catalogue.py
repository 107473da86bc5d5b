"""The catalogue: the same keys and gaps in every language, each key needed, each need met."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import quedlinburg
from quedlinburg.text import LANGUAGES, catalogue
from quedlinburg.text.catalogue import SECTIONS, Catalogue, unfold

SOURCES = Path(quedlinburg.__file__).parent
PAGE = Path(__file__).parents[2] / "web" / "src"
TEXTS = SOURCES / "text"
FILES = sorted(path.name for path in (TEXTS / "en").glob("*.toml"))
# What means something else than the text that has the same words.
SAME_BY_CHANCE = ("column.scoring", "why.R4.19")
# What a plural is tried with: forms differ for these somewhere.
NUMBERS = (0, 1, 2, 3, 5, 11, 21, 100)

every_language = pytest.mark.parametrize("language", LANGUAGES)
other_languages = pytest.mark.parametrize("language", LANGUAGES[1:])


def flat(table: dict[str, object], path: str = "") -> Iterator[tuple[str, object]]:
    """The texts of a file by their keys."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", unfold(value) if isinstance(value, str) else value


@cache
def written(language: str, file: str) -> dict[str, object]:
    """What stands in a file of a language."""
    return dict(flat(tomllib.loads((TEXTS / language / file).read_text("utf-8"))))


@cache
def messages(language: str) -> dict[str, str]:
    """Every message of a language as it is written."""
    found = {key: said for file in FILES for key, said in written(language, file).items()}
    return {key: said for key, said in found.items() if isinstance(said, str)}


def gaps(message: str) -> set[tuple[str, str, tuple[str, ...]]]:
    """What is put into a message: its name, how it is formatted, and the words to choose by.

    >>> sorted(gaps("{who} {you, select, true {has} other {have}} {n, plural, other {# chips}}"))
    [('n', 'plural', ()), ('who', '', ()), ('you', 'select', ('other', 'true'))]
    """
    found: set[tuple[str, str, tuple[str, ...]]] = set()
    depth, start = 0, 0
    for place, sign in enumerate(message):
        if sign == "{":
            start = place if depth == 0 else start
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                found |= _gap(message[start + 1 : place])
    return found


def _gap(inside: str) -> set[tuple[str, str, tuple[str, ...]]]:
    """The gap that stands in braces, and those inside its forms."""
    name, _, rest = inside.partition(",")
    kind, _, forms = rest.strip().partition(",")
    found = set()
    words, depth, start = [], 0, 0
    for place, sign in enumerate(forms):
        if sign == "{":
            if depth == 0:
                words.append(forms[start:place].strip())
                start = place + 1
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                found |= gaps(forms[start:place])
                start = place + 1
    chosen = tuple(sorted(words)) if kind == "select" else ()
    return found | {(name.strip(), kind.strip(), chosen)}


@other_languages
def test_a_language_has_the_files_of_english(language: str) -> None:
    """Whoever looks for a text finds it where it stands in the other languages."""
    assert sorted(path.name for path in (TEXTS / language).glob("*.toml")) == FILES


@other_languages
@pytest.mark.parametrize("file", FILES)
def test_every_key_stands_in_every_language(language: str, file: str) -> None:
    """In the same file, none missing and none left over."""
    assert set(written(language, file)) == set(written("en", file))


@every_language
def test_no_key_stands_twice(language: str) -> None:
    """A text is written in one file."""
    named = [key for file in FILES for key in written(language, file)]
    assert len(named) == len(set(named))


@other_languages
def test_translations_leave_the_same_gaps(language: str) -> None:
    """Names, kinds and the words to choose by are those of English; the rest is the language's."""
    for key, message in messages(language).items():
        assert gaps(message) == gaps(messages("en")[key]), key


@every_language
def test_every_message_can_be_said(language: str) -> None:
    """In every form that its gaps allow, with nothing left open."""
    texts = catalogue(language)
    for key, message in messages(language).items():
        for number in NUMBERS:
            for word in range(3):
                values = {
                    name: number if kind == "plural" else (*choices, "x", "x", "x")[word]
                    for name, kind, choices in gaps(message)
                }
                said = texts.say(key, **values)
                assert said, key
                assert not re.search(r"[{}#]", said), (key, said)


def test_plural_forms_are_those_of_the_language() -> None:
    """By CLDR, as ICU has it: Polish knows 1, 2 to 4, and many."""
    polish = Catalogue("pl", {"n": "{n, plural, one {# a} few {# b} many {# c} other {# d}}"})
    assert [polish.say("n", n=n) for n in (1, 3, 5, 22)] == ["1 a", "3 b", "5 c", "22 b"]


def test_what_page_and_terminal_both_say_is_written_once() -> None:
    """A text of the terminal that the page also has, in all languages, belongs into table.toml."""
    shared = {*written("en", "page.toml"), *written("en", "table.toml")}
    for key in written("en", "terminal.toml"):
        said = [messages(language)[key] for language in LANGUAGES]
        alike = [one for one in shared if [messages(name)[one] for name in LANGUAGES] == said]
        assert not alike or key in SAME_BY_CHANCE, f"{key} says what {alike} says"


# --- keys and the code ---------------------------------------------------------------------------


def _pattern(parts: list[str | None]) -> str:
    """A pattern for a key that is put together: None is a part known at run time only."""
    return "".join(".+" if part is None else re.escape(part) for part in parts)


def python_keys() -> Iterator[str]:
    """Patterns of all strings in the package."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                yield _pattern(
                    [str(p.value) if isinstance(p, ast.Constant) else None for p in node.values]
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield _pattern([node.value])


def page_keys() -> Iterator[str]:
    """Patterns of all strings in the page's sources, the list of keys left out."""
    for path in (*PAGE.rglob("*"), PAGE.parent / "texts.ts"):
        if path.suffix not in (".ts", ".svelte") or path.name == "keys.ts":
            continue
        source = path.read_text("utf-8")
        yield from (_pattern([said]) for said in re.findall(r"[\"']([\w.]+)[\"']", source))
        for written_ in re.findall(r"`([\w.]*\$\{[^`]*)`", source):
            pieces = re.split(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", written_)
            parts = [part for piece in pieces for part in (piece, None)]
            yield _pattern(parts[:-1])


def test_every_key_is_needed() -> None:
    """A text that nobody says goes from the catalogue."""
    found = {one for one in (*python_keys(), *page_keys()) if re.match(r"[a-z]\w*(\\\.|$)", one)}
    exact = {one.replace("\\", "") for one in found if ".+" not in one}
    built = re.compile("|".join(f"(?:{one})" for one in sorted(found) if ".+" in one))
    entries = re.compile(rf"({'|'.join(SECTIONS)})\..+\.(title|text|others)")
    needed = [key for key in catalogue("en").keys if not entries.fullmatch(key)]
    assert [key for key in needed if key not in exact and not built.fullmatch(key)] == []


def files_of(folder: str) -> Iterator[Path]:
    """The modules of a folder of the package."""
    yield from (SOURCES / folder).rglob("*.py")


def asked_keys() -> Iterator[tuple[str, str]]:
    """What the package asks the catalogue for, with the file: whole keys and patterns."""
    speaking = [path for folder in ("analysis", "cli", "text") for path in files_of(folder)]
    for path in speaking:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="say"), args=[key, *_]):
                    for part in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
                        if isinstance(part, ast.Constant):
                            yield path.name, _pattern([str(part.value)])
                        elif isinstance(part, ast.JoinedStr):
                            parts = [
                                str(p.value) if isinstance(p, ast.Constant) else None
                                for p in part.values
                            ]
                            yield path.name, _pattern(parts)


def test_every_key_that_the_code_says_exists() -> None:
    """Of the page, its types say so: keys.ts."""
    asked = set(asked_keys())
    assert len(asked) > 100
    for file, pattern in asked:
        assert any(re.fullmatch(pattern, key) for key in catalogue("en").keys), (file, pattern)
