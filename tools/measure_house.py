"""Measure how plain the code is: sizes, types, names in too many places, commits.

python tools/measure_house.py          prints a table; it is a report, and never fails
python tools/measure_house.py --list   also lists what is behind the numbers
"""

from __future__ import annotations

import argparse
import ast
import re
import statistics
import subprocess
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "quedlinburg"
PAGE = ROOT / "web" / "src"
# Files that a tool writes; what they name is named elsewhere.
GENERATED = ("protocol.ts", "lesson.json", "keys.ts")
# A page that only has a price.
WITHOUT_EFFECT = {"orange_1"}


@dataclass
class Module:
    """One module of the package: its name, its tree and its text."""

    name: str
    text: str
    tree: ast.Module = field(repr=False)

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.text.splitlines())


def modules() -> list[Module]:
    """Every module of the package."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        parts = path.relative_to(SOURCES.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        found.append(Module(name, text, ast.parse(text)))
    return found


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of a module."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, its signature and docstring included."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def uses_any(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function's signature says Any."""
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parts = [argument.annotation for argument in every if argument.annotation]
    if node.returns:
        parts.append(node.returns)
    return any(re.search(r"\bAny\b", ast.unparse(part)) for part in parts)


def imported(module: Module, names: set[str]) -> set[str]:
    """The modules of the package that a module imports."""
    found = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return (found & names) - {module.name}


def imported_once(every: list[Module]) -> list[str]:
    """The modules that exactly one other one imports."""
    names = {module.name for module in every}
    users: Counter[str] = Counter()
    for module in every:
        users.update(imported(module, names))
    packages = {name for name in names if any(n.startswith(name + ".") for n in names)}
    return sorted(name for name, count in users.items() if count == 1 and name not in packages)


def ids() -> list[str]:
    """The ids of every page and card."""
    data = SOURCES / "rules" / "data"
    every = [*_rows(data / "books.toml"), *_rows(data / "fortune.toml")]
    return [name for name in every if name not in WITHOUT_EFFECT]


def _rows(path: Path) -> list[str]:
    """The names of the rows of a data file."""
    return list(tomllib.loads(path.read_text(encoding="utf-8")))


def files_naming() -> dict[str, list[str]]:
    """The source files that name each page or card, in code, data or texts of the page."""
    named: dict[str, list[str]] = defaultdict(list)
    patterns = {name: re.compile(rf"(?<![a-z0-9]){name}(?![a-z0-9])", re.I) for name in ids()}
    for folder in (SOURCES, PAGE):
        for path in sorted(folder.rglob("*")):
            kept = path.suffix in (".py", ".ts", ".svelte", ".toml", ".json")
            if not kept or path.name in GENERATED or "static" in path.parts:
                continue
            text = path.read_text(encoding="utf-8")
            for name, pattern in patterns.items():
                if pattern.search(text):
                    named[name].append(str(path.relative_to(ROOT)))
    return dict(sorted(named.items(), key=lambda item: -len(item[1])))


def commits() -> tuple[int, int, int]:
    """How many commits there are, with a body, and with a subject over 72 characters."""
    shown = subprocess.run(
        ["git", "log", "--no-merges", "--format=%s%x1f%b%x1e"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    every = [entry.strip("\n").split("\x1f") for entry in shown.split("\x1e") if entry.strip()]
    with_body = sum(1 for entry in every if len(entry) > 1 and entry[1].strip())
    return len(every), with_body, sum(1 for entry in every if len(entry[0]) > 72)


def largest_folders() -> list[tuple[str, int]]:
    """The folders with the most source files directly in them."""
    counts: Counter[str] = Counter()
    for folder in (SOURCES, PAGE):
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".ts", ".svelte"):
                counts[str(path.parent.relative_to(ROOT))] += 1
    return counts.most_common(6)


def main() -> None:
    """Print the measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="also list what is behind the numbers")
    listed = parser.parse_args().list
    every = modules()
    sizes = sorted(module.lines for module in every)
    lengths = sorted(length(node) for module in every for node in functions(module))
    loose = [
        f"{module.name}.{node.name}"
        for module in every
        for node in functions(module)
        if uses_any(node)
    ]
    once = imported_once(every)
    named = files_naming()
    total, bodies, long = commits()
    often = [f"{name} {len(files)}" for name, files in list(named.items())[:6]]
    rows = (
        (
            "modules; lines median / max",
            f"{len(every)}; {statistics.median(sizes):.0f} / {sizes[-1]}",
        ),
        (
            "functions; lines median / p99 / max",
            f"{len(lengths)}; {statistics.median(lengths):.0f} / "
            f"{lengths[len(lengths) * 99 // 100]} / {lengths[-1]}",
        ),
        ("functions with Any in their signature", f"{len(loose)}"),
        ("modules imported by exactly one other", f"{len(once)} of {len(every)}"),
        ("source files that name a page or card", ", ".join(often)),
        (
            "ids named in more than ten files",
            f"{sum(len(f) > 10 for f in named.values())} of {len(named)}",
        ),
        ("files in one folder, most", ", ".join(f"{n} {c}" for n, c in largest_folders()[:4])),
        ("commits; with a body; subject over 72", f"{total}; {bodies}; {long}"),
    )
    width = max(len(row[0]) for row in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")
    if listed:
        print("\nAny:", *loose, sep="\n  ")
        print("\nimported by one:", *once, sep="\n  ")
        for name, files in named.items():
            print(f"\n{name}: {len(files)}", *files, sep="\n  ")


if __name__ == "__main__":
    main()
