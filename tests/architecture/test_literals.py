"""What people read stands in the catalogue: no sentence is left in the code that speaks to them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import quedlinburg
from quedlinburg.engine.actions import IllegalAction, parse

SOURCES = Path(quedlinburg.__file__).parent
PACKAGES = ("cli", "bots", "analysis", "server")
# Two words in a row, of which at least the first is more than a letter.
WORDS = re.compile(r"[A-Za-z][a-z']+ [A-Za-z][a-z']*")
STYLE = re.compile(r"\[?(bold|dim|not|black|white|red|magenta|blue|on|#\w+|\s)+\]?")
# What is told by these is an error, a line of a log, or a pattern.
ERRORS = re.compile(r"\w*(Error|Refusal|Refused|Exit|BadParameter)|complain|compile|_?fail")
LOGGED = ("debug", "info", "warning", "error", "exception", "getLogger")
# What --help says, which is English in every language.
HELP = ("help", "metavar")

# Files and folders with sentences of their own, and why: they stay English.
EXCEPTIONS = {
    "cli/arena.py": "a report for whoever measures bots, and how to go on after Ctrl-C",
    "cli/bench.py": "a report for whoever measures this machine",
    "cli/play.py": "error lines, and commands that can be typed",
    "cli/rules.py": "names of parts in the JSON for programs",
    "cli/scenario.py": "a report for whoever writes scenarios",
    "cli/serve.py": "a line for whoever runs a server",
    "cli/terminal/results.py": "the reason of an outcome, a word of the engine",
    "cli/train.py": "a report for whoever trains bots",
    "bots/cautious/bot.py": "a name for its luck",
    "bots/random.py": "a name for its luck",
    "bots/training/": "a report for whoever trains bots",
    "bots/weights/": "error lines",
    "server/": "error lines of the protocol, whose codes the page says in words; log lines",
}


def docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    """Every string that stands for itself: docstrings, and descriptions under fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def name_of(call: ast.Call) -> str:
    """The name of what is called."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def not_told(tree: ast.Module) -> set[ast.AST]:
    """The strings that nobody reads in a sentence: docs, errors, log lines, help."""
    found = set(docstrings(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Raise():
                found.update(ast.walk(node))
            case ast.keyword(arg=str(name)) if name in HELP:
                found.update(ast.walk(node))
            case ast.Call() if ERRORS.fullmatch(name_of(node)) or name_of(node) in LOGGED:
                found.update(ast.walk(node))
    return found


def is_notation(text: str) -> bool:
    """Whether a string is an action as it is written in every language."""
    try:
        parse(text)
    except IllegalAction:
        return False
    return True


def sentences(path: Path) -> list[str]:
    """What a file says in its own words."""
    tree = ast.parse(path.read_text("utf-8"))
    left_out = not_told(tree)
    strings = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out
    ]
    return [
        text
        for text in strings
        if WORDS.search(text) and not STYLE.fullmatch(text) and not is_notation(text.strip())
    ]


def spoken() -> dict[str, list[str]]:
    """The files that say something in their own words, and what."""
    found = {}
    for package in PACKAGES:
        for path in sorted((SOURCES / package).rglob("*.py")):
            if told := sentences(path):
                found[path.relative_to(SOURCES).as_posix()] = told
    return found


SPOKEN = spoken()


@pytest.mark.parametrize("path", SPOKEN)
def test_a_sentence_for_people_stands_in_the_catalogue(path: str) -> None:
    """Whoever writes one into the code learns where it belongs."""
    allowed = any(path == one or (one[-1] == "/" and path.startswith(one)) for one in EXCEPTIONS)
    assert allowed, f"{path} says {SPOKEN[path]}: put it into src/quedlinburg/text/LANGUAGE"


@pytest.mark.parametrize("path", EXCEPTIONS)
def test_an_exception_is_needed(path: str) -> None:
    """What has moved into the catalogue needs no exception any more."""
    assert any(found == path or found.startswith(path) for found in SPOKEN)


def test_a_sentence_is_noticed(tmp_path: Path) -> None:
    """Also inside an f-string; an error, a style and an action are none."""
    file = tmp_path / "said.py"
    file.write_text(
        '"""A module."""\n'
        'print(f"You have {3} coins to spend")\n'
        'raise ValueError("this is not allowed")\n'
        'style = "not bold dim"\n'
        'action = "choose none"\n',
        "utf-8",
    )
    assert sentences(file) == ["You have ", " coins to spend"]
