"""Count the futures of tests/differential/census.txt again.

python tools/make_census.py            writes the numbers, each position to the depth it has
python tools/make_census.py --check    changes nothing; fails if a number is another one

A new position is added to the file with a line such as `census  seats 0 1  futures 0 0 0`: as
many numbers as there are levels.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from quedlinburg.testing.census import count_futures, read_census

FILE = Path(__file__).parents[1] / "tests" / "differential" / "census.txt"


def counted(text: str) -> str:
    """The census with its numbers counted anew."""
    found = []
    for position in read_census(text):
        futures, total = count_futures(position.head, position.seats, position.depth)
        if total != 1:
            raise ValueError(f"{position.title}: the chances add up to {total}")
        found.append(replace(position, futures=futures))
    return "\n".join(str(position) for position in found)


def main() -> int:
    """Write the census, or check it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if stale")
    check = parser.parse_args().check
    old = FILE.read_text(encoding="utf-8")
    new = counted(old)
    if not check:
        FILE.write_text(new, encoding="utf-8")
    for before, after in zip(old.splitlines(), new.splitlines(), strict=False):
        if before != after:
            print(f"- {before}\n+ {after}")
    return int(check and old != new)


if __name__ == "__main__":
    sys.exit(main())
