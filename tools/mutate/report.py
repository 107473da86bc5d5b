"""What a run came to: figures by module, survivors, and the page that gives their reasons."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from mutate.mutants import Mutant
from mutate.results import Results
from mutate.trial import BROKEN, HANGING, KILLED, ROOT, SURVIVED

PAGE = ROOT / "docs" / "reference" / "mutation.md"
REASONS = Path(__file__).parent / "survivors.toml"

_HEAD = """# Mutation testing

<!-- Written by `scripts/mutate --page`; the reasons stand in tools/mutate/survivors.toml. -->

A mutant is the program with one small thing broken: a comparison turned round, a number one off,
a statement or a case left out, an id mistaken for its neighbour. A good set of checks notices
nearly all of them. `scripts/mutate` tries every mutant of `rules/` against the scenario files and
then against the tests in `tests/rules`; `scripts/mutate engine --sample 300` tries some of
`engine/`. It can be broken off and goes on where it was; `--module blue` tries one module only.

A mutant that can't even be loaded is not counted. One that never comes to an end is noticed.
"""


@dataclass
class Reason:
    """Why some survivors may live; `used` counts them by pattern."""

    why: str
    patterns: Sequence[str]
    used: Counter[str] = field(default_factory=Counter)

    def fits(self, mutant: Mutant) -> bool:
        """Whether this is the reason of a survivor."""
        key = mutant.key.removeprefix("quedlinburg.")
        for pattern in self.patterns:
            if fnmatchcase(key, pattern.replace("[", "[[]")):
                self.used[pattern] += 1
                return True
        return False


def read_reasons() -> list[Reason]:
    """The reasons that have been written down."""
    tables = tomllib.loads(REASONS.read_text("utf-8"))["reason"]
    return [Reason(table["why"], table["mutants"]) for table in tables]


@dataclass
class Summary:
    """Figures by module, and the survivors by their reason; None: there is none yet."""

    figures: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    survivors: dict[str | None, list[Mutant]] = field(default_factory=lambda: defaultdict(list))
    stale: list[str] = field(default_factory=list)

    @property
    def unexplained(self) -> list[Mutant]:
        """The survivors without a reason."""
        return self.survivors.get(None, [])

    def rows(self) -> Iterator[tuple[str, int, int, int, int, str]]:
        """Module, mutants, killed, hanging, survived, share; all modules together last."""
        total = sum(self.figures.values(), Counter[str]())
        for module, counts in (*self.figures.items(), ("all", total)):
            alive = counts.total() - counts[BROKEN]
            noticed = counts[KILLED] + counts[HANGING]
            percent = f"{100 * noticed / alive if alive else 100:.1f} %"
            name = module.removeprefix("quedlinburg.")
            yield name, alive, counts[KILLED], counts[HANGING], counts[SURVIVED], percent

    def text(self) -> str:
        """The summary as lines for a terminal."""
        lines = [f"{'module':28} mutants  killed hanging survived    share"]
        for name, *figures, percent in self.rows():
            columns = " ".join(f"{figure:7}" for figure in figures)
            lines.append(f"{name:28} {columns}  {percent:>8}")
        lines += [f"no reason: line {m.line}  {m.key}" for m in self.unexplained]
        lines += [f"no such survivor: {pattern}" for pattern in self.stale]
        return "\n".join(lines)


def summary(mutants: Sequence[Mutant], results: Results) -> Summary:
    """Count how the mutants fared."""
    reasons = read_reasons()
    told = Summary()
    untried = set()
    for mutant in mutants:
        result = results.of(mutant)
        if result is None:
            untried.add(mutant.module)
            continue
        told.figures[mutant.module][result.result] += 1
        if result.result == SURVIVED:
            why = next((reason.why for reason in reasons if reason.fits(mutant)), None)
            told.survivors[why].append(mutant)
    # Of a module that was tried in part, a survivor may still be found.
    tried = set(told.figures) - untried
    for reason in reasons:
        for pattern in reason.patterns:
            module = f"quedlinburg.{pattern.partition(':')[0]}"
            if not reason.used[pattern] and module in tried:
                told.stale.append(pattern)
    return told


def _section(part: str, told: Summary) -> Iterator[str]:
    """The lines of the page about one part of the project."""
    yield f"## {part}/\n"
    yield "| module | mutants | killed | hanging | survived | noticed |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for row in told.rows():
        yield "| " + " | ".join(str(cell) for cell in row) + " |"
    yield ""
    if told.survivors:
        yield f"### Survivors of {part}/\n"
    for why, mutants in sorted(told.survivors.items(), key=lambda named: named[0] or ""):
        yield f"{why or 'No reason has been written down for these.'}\n"
        for mutant in mutants:
            name = mutant.key.removeprefix("quedlinburg.").replace("|", "\\|")
            yield f"- `{name}`"
        yield ""


def write_page(parts: Mapping[str, Summary]) -> None:
    """Write the page."""
    lines = [_HEAD]
    for part, told in parts.items():
        if told.figures:
            lines.extend(_section(part, told))
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
