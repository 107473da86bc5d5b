"""Reading and writing text files, with one-line errors that name the file."""

from __future__ import annotations

import os
from pathlib import Path

# Far more than any record or scenario needs; a larger file is something else.
MOST_BYTES = 4_000_000


def read_text(path: Path) -> str:
    """Read a text file exactly as it is; OSError or ValueError say what is wrong with it."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"{path}: longer than {MOST_BYTES:,} bytes, so not a text of this game")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{path}: line {line}: this is not a text (not UTF-8)") from None


def write_text(path: Path, text: str, *, mode: int = 0o644) -> None:
    """Write a text file whole or not at all, also if the program ends in between."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(text.encode("utf-8"))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def texts_in(paths: list[Path]) -> list[Path]:
    """The files named, and for each folder the text files in it and below it, in order."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(path.rglob("*.txt"))
        if not inside:
            raise ValueError(f"{path}: there is no scenario (*.txt) in this folder")
        found.extend(inside)
    for path in found:
        if not path.exists():
            raise FileNotFoundError(2, "No such file or directory", str(path))
    return found
