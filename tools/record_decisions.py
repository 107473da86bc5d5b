"""Write down what the four levels answer in a fixed set of positions, to compare versions by.

python tools/record_decisions.py            writes tests/bots/decisions.txt
python tools/record_decisions.py --check    changes nothing; lists answers that are others now

Positions come from games of all set-ups that play themselves; a line has the game, the step, the
seat, the question, and the answer of each level in the order of LEVELS.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from quedlinburg import Game, Setup
from quedlinburg.bots import make_bot
from quedlinburg.engine.names import BOOK_COLOURS, STIRS
from quedlinburg.rules.constants import EDITIONS
from quedlinburg.testing.policies import Policy, by_lot

FILE = Path(__file__).parents[1] / "tests" / "bots" / "decisions.txt"
LEVELS = ("novice", "apprentice", "journeyman", "master")
POSITIONS = 2_000
# Of a game's decisions, every so manyth is asked.
EVERY = 7


def setup_of(number: int) -> Setup:
    """The set-up of a game: any players, books, edition and variants."""
    lot = Random(number)
    return Setup(
        players=lot.randint(2, 4),
        books={colour: lot.randint(1, 4) for colour in BOOK_COLOURS},
        edition=lot.choice(sorted(EDITIONS)),
        tubes=lot.random() < 0.3,
        stir=lot.choice(STIRS),
        overflow=lot.random() < 0.3,
        start=0,
    )


def decisions_of(number: int) -> Iterator[str]:
    """The lines of one game: positions in which there is something to choose."""
    game = Game.new(setup_of(number), seed=number)
    seats = range(game.setup.players)
    policies = [Policy(100 * number + seat, 0.3) for seat in seats]
    bots = [make_bot(level, str(number)) for level in LEVELS]
    order = by_lot(number)
    step = 0
    while game.waiting:
        seat = order(game.waiting, step)
        legal, view = game.legal_actions(seat), game.view(seat)
        if step % EVERY == 0 and len(legal) > 1 and view.question is not None:
            answers = " | ".join(str(bot.decide(view, legal)) for bot in bots)
            yield f"{number} {step} {seat} {view.question.id} | {answers}"
        game.act(seat, policies[seat].decide(view, legal))
        step += 1


def decisions(positions: int = POSITIONS, first: int = 0) -> Iterator[str]:
    """The lines of games from one on until there are so many positions."""
    count, number = 0, first
    while count < positions:
        for line in decisions_of(number):
            yield line
            count += 1
            if count == positions:
                return
        number += 1


def main() -> int:
    """Write the answers, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; list what differs")
    if not parser.parse_args().check:
        FILE.write_text("\n".join(decisions()) + "\n", encoding="utf-8")
        return 0
    kept = FILE.read_text(encoding="utf-8").splitlines()
    others = [(old, new) for old, new in zip(kept, decisions(), strict=True) if old != new]
    for old, new in others:
        print(f"- {old}\n+ {new}")
    print(f"{len(others)} of {len(kept)} positions are answered otherwise")
    return int(bool(others))


if __name__ == "__main__":
    sys.exit(main())
