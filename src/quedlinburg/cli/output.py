"""Where the commands write: the terminal with its chips in colour, or plain JSON.

Texts of files and of the network can hold characters that command a terminal or turn the direction
of writing around. All that is printed goes through `visible`, and nothing printed is markup.
"""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, ConsoleOptions, RenderableType
from rich.highlighter import RegexHighlighter
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
from rich.segment import Segment
from rich.theme import Theme

# Every chip is a letter and a number; the colour only repeats what they say.
CHIP_STYLES = {
    "W": "bold black on #e8e4da",
    "O": "bold black on #f08a24",
    "G": "bold white on #2e7d32",
    "B": "bold white on #2457b5",
    "R": "bold white on #b3261e",
    "Y": "bold black on #f2c62f",
    "P": "bold white on #7b3fa0",
    "K": "bold white on #35323a",
}


class ChipHighlighter(RegexHighlighter):
    """Paints the codes of chips wherever they stand in a text."""

    base_style = "chip."
    highlights = tuple(
        rf"(?<![\w(-])(?P<{letter}>{letter}[1-4])(?!\w|\.\d)" for letter in CHIP_STYLES
    )


_THEME = Theme({f"chip.{letter}": style for letter, style in CHIP_STYLES.items()})


# Control and format characters, halves of characters, and ends of lines that are not newlines.
_COMMANDING = ("Cc", "Cf", "Cs", "Zl", "Zp")


def visible(text: str) -> str:
    r"""A text whose control, format and direction characters are written out.

    Newlines and tabs stay.

    >>> visible("\x1b[31mAda\u202e")
    '\\x1b[31mAda\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(_written_out(c) if _is_commanding(c) else c for c in text)


def _is_commanding(char: str) -> bool:
    """Whether a character does something to a terminal, or hides."""
    return char not in "\n\t" and unicodedata.category(char) in _COMMANDING


def _written_out(char: str) -> str:
    """A character as Python writes it in a text."""
    return char.encode("unicode_escape").decode("ascii")


class SafeConsole(Console):
    """A console that sends no character of a text to the terminal that commands it."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render something; what texts hold of control characters is written out."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(visible(segment.text), segment.style)


def make_console(*, stderr: bool = False) -> Console:
    """A console for this call; it leaves colours away for pipes and where NO_COLOR is set."""
    return SafeConsole(
        theme=_THEME, highlighter=ChipHighlighter(), stderr=stderr, emoji=False, markup=False
    )


@contextmanager
def progress(
    what: str, *further: ProgressColumn, total: float = 1.0
) -> Iterator[Callable[[float], None]]:
    """A bar on a terminal while something takes long: tell it how much of the total is done."""
    bar = Progress(
        TextColumn(what),
        BarColumn(),
        *further,
        console=make_console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)


def print_json(value: object) -> None:
    """Print a value for a program to read."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    sys.stdout.write(re.sub(r"[^ -~\n]", lambda found: _json_safe(found[0]), text) + "\n")


def _json_safe(char: str) -> str:
    """A character as JSON may hold it; one that commands is written out, DEL included."""
    if not _is_commanding(char):
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else json.dumps(char)[1:-1]


def complain(text: object) -> None:
    """Say in one line on stderr what is wrong."""
    sys.stderr.write(f"quacks: {visible(' '.join(str(text).split()))}\n")


def is_plain(console: Console) -> bool:
    """Whether the terminal's encoding only has letters, so that signs must be spelt out."""
    return not console.encoding.lower().startswith("utf")


def prepare_streams() -> None:
    """Replace characters that the terminal's encoding lacks; open closed streams on /dev/null."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            setattr(sys, name, os.fdopen(nowhere, "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def discard_streams() -> None:
    """Send what a closed pipe did not take to /dev/null, so that Python exits without a message."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(nowhere, stream.fileno())


def was_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is among the causes of an error: numba raises others in its place."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
