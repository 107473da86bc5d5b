"""Where the commands write: the terminal with its chips in colour, or plain JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
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


def make_console(*, stderr: bool = False) -> Console:
    """A console for this call; it leaves colours away for pipes and where NO_COLOR is set."""
    return Console(theme=_THEME, highlighter=ChipHighlighter(), stderr=stderr, emoji=False)


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
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def complain(text: object) -> None:
    """Say in one line on stderr what is wrong."""
    sys.stderr.write(f"quacks: {' '.join(str(text).split())}\n")


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
