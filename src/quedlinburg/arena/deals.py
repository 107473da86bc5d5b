"""Deals: the set-up and the luck of a table, the same for every rotation of the bots."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from quedlinburg.arena.contest import RANDOM, SETS, Contest
from quedlinburg.engine.names import BOOK_COLOURS, STIRS
from quedlinburg.engine.setup import Setup
from quedlinburg.odds.reading import read_books
from quedlinburg.rules.tables import EDITIONS

# Seeds of the compiled luck have up to 62 bits.
SEED_BITS = 62


@dataclass(frozen=True)
class Deal:
    """What is on the table before anybody sits down: its number, its luck and its set-up."""

    number: int
    seed: int
    setup: Setup


class Lots:
    """Numbers hashed from a seed and a deal's number, so that any process draws the same."""

    def __init__(self, seed: str, number: int) -> None:
        """Begin the lots of a deal."""
        digest = hashlib.blake2b(f"{number}".encode(), key=_key(seed), digest_size=64).digest()
        self._left = int.from_bytes(digest, "big")

    def draw(self, bound: int) -> int:
        """A number from 0 to bound - 1; 512 bits are enough for all of a deal's lots."""
        self._left, number = divmod(self._left, bound)
        return number


def _key(seed: str) -> bytes:
    """The key of a seed: its text, hashed because keys are short."""
    return hashlib.blake2b(seed.encode(), digest_size=32).digest()


def deal_of(contest: Contest, number: int) -> Deal:
    """Deal a table. Its luck and its books do not depend on who plays, or on the other options.

    >>> one = deal_of(Contest(("novice", "random")), 5)
    >>> other = deal_of(Contest(("random", "apprentice")), 5)
    >>> one == other
    True
    """
    lots = Lots(contest.seed, number)
    seed = lots.draw(1 << SEED_BITS)
    mixed = {colour: 1 + lots.draw(4) for colour in BOOK_COLOURS}
    one_set = 1 + lots.draw(4)
    edition = list(EDITIONS)[lots.draw(len(EDITIONS))]
    tubes, overflow = (bool(lots.draw(2)) for _ in range(2))
    stir = STIRS[lots.draw(len(STIRS))]
    drawn: dict[str, int | dict[str, int]] = {RANDOM: mixed, SETS: one_set}
    setup = contest.setup_with(drawn.get(contest.books) or read_books(contest.books))
    if contest.variants:
        setup = replace(setup, edition=edition, tubes=tubes, overflow=overflow, stir=stir)
    return Deal(number, seed, setup)


def seat_of(entry: int, rotation: int, players: int) -> int:
    """Where the bot of a contest's seat sits in a rotation.

    >>> [seat_of(entry, 1, 4) for entry in range(4)]
    [1, 2, 3, 0]
    """
    return (entry + rotation) % players
