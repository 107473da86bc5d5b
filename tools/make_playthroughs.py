"""Play the golden games of tests/playthroughs again and write them down.

python tools/make_playthroughs.py            writes what has changed
python tools/make_playthroughs.py --check    changes nothing; fails if something is stale
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from quedlinburg.engine.setup import Setup
from quedlinburg.testing.policies import Policy
from quedlinburg.testing.transcripts import write_transcript

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
MIXED = (
    {"green": 4, "blue": 1, "red": 2, "yellow": 3, "purple": 2},
    {"green": 2, "blue": 4, "red": 3, "yellow": 1, "purple": 4},
    {"green": 3, "blue": 2, "red": 4, "yellow": 2, "purple": 1},
)
# Printings differ in the prices of green 3 and blue 4 (R8).
PRICED = {"green": 3, "blue": 4, "red": 1, "yellow": 4, "purple": 3}


class Golden(NamedTuple):
    """A game to keep: its file's name, set-up and seed, how bold the seats are, if they stir."""

    name: str
    setup: Setup
    seed: int
    risks: tuple[float, ...] = (0.3, 0.25, 0.35, 0.2)
    stirs: bool = False


BOOKS = tuple(
    Golden(f"{players}-players-books-{books}", Setup(players, books, start=seed % players), seed)
    for players, books, seed in (
        (2, 1, 13),
        (2, 2, 14),
        (2, 3, 9),
        (2, 4, 25),
        (3, 1, 32),
        (3, 2, 6),
        (3, 3, 14),
        (3, 4, 28),
        (4, 1, 37),
        (4, 2, 28),
        (4, 3, 28),
        (4, 4, 14),
    )
)
BOLD = (0.5, 0.4, 0.6, 0.45)
OTHERS = (
    Golden("2-players-mixed-books", Setup(2, MIXED[0], start=0), 3),
    Golden("3-players-mixed-books", Setup(3, MIXED[1], start=1), 10),
    Golden("4-players-mixed-books", Setup(4, MIXED[2], start=2), 3),
    Golden("edition-north-star-first", Setup(2, PRICED, "north_star_first", start=1), 1),
    Golden("edition-schmidt", Setup(3, PRICED, "schmidt", start=2), 5),
    Golden("edition-switches", Setup(2, 2, {"rubies": 4, "flask": "any"}, start=0), 1),
    Golden("test-tubes-2-players", Setup(2, 1, tubes=True, start=1), 35),
    Golden("test-tubes-4-players", Setup(4, 2, tubes=True, start=3), 8),
    Golden("overflow", Setup(2, 1, {"rubies": 90}, overflow=True, start=0), 31, BOLD),
    Golden(
        "overflow-and-toadstools", Setup(2, 2, {"rubies": 95}, overflow=True, start=1), 18, BOLD
    ),
    Golden("stir-always-2-players", Setup(2, 3, stir="always", start=0), 23),
    Golden("stir-always-4-players", Setup(4, MIXED[0], stir="always", start=1), 11),
    Golden("stir-never", Setup(2, 2, stir="never", start=1), 4),
    Golden("stir-on-demand", Setup(3, MIXED[0], start=2), 7, stirs=True),
    Golden(
        "all-variants",
        Setup(3, MIXED[2], "schmidt", tubes=True, stir="always", overflow=True, start=2),
        9,
        BOLD,
    ),
)
GOLDEN = BOOKS + OTHERS


def transcript(golden: Golden) -> str:
    """The text of a golden game."""
    seats = range(golden.setup.players)
    policies = [
        Policy(100 * golden.seed + seat, golden.risks[seat], golden.stirs) for seat in seats
    ]
    return write_transcript(golden.setup, str(golden.seed), policies, golden.seed)


def main() -> int:
    """Write the golden games, or check them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if stale")
    check = parser.parse_args().check
    stale = []
    for golden in GOLDEN:
        path = FOLDER / f"{golden.name}.txt"
        text = transcript(golden)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
            if not check:
                path.write_text(text, encoding="utf-8")
    left = {path.name for path in FOLDER.glob("*.txt")} - {f"{g.name}.txt" for g in GOLDEN}
    stale.extend(sorted(left))
    if not check:
        for name in left:
            (FOLDER / name).unlink()
    print(f"{len(stale)} of {len(GOLDEN)} playthroughs {'are stale' if check else 'written'}")
    for name in stale:
        print(f"  {name}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
