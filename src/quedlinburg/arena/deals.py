"""Deals: the set-up and the seed of a table, shared by all rotations of the bots."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from quedlinburg.analysis.parse import parse_books
from quedlinburg.arena.contest import RANDOM, SETS, Contest
from quedlinburg.engine.names import BOOK_COLOURS, STIRS
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.constants import EDITIONS

# Seeds of the compiled luck have up to 62 bits.
SEED_BITS = 62


@dataclass(frozen=True)
class Deal:
    """A table before anybody sits down: its number, the seed of its luck, and its set-up."""

    number: int
    seed: int
    setup: Setup


class HashedNumbers:
    """Random numbers from a hash of the seed and the deal's number, equal in every process."""

    def __init__(self, seed: str, number: int) -> None:
        """Hash the deal's number, keyed by the seed, to 512 bits."""
        digest = hashlib.blake2b(f"{number}".encode(), key=_key(seed), digest_size=64).digest()
        self._left = int.from_bytes(digest, "big")

    def below(self, bound: int) -> int:
        """The next number from 0 to bound - 1; 512 bits are enough for all numbers of a deal."""
        self._left, number = divmod(self._left, bound)
        return number


def _key(seed: str) -> bytes:
    """The 32 bytes of a seed's hash: a key may not be longer than 64."""
    return hashlib.blake2b(seed.encode(), digest_size=32).digest()


def deal_of(contest: Contest, number: int) -> Deal:
    """Make a deal; its seed and books depend on nothing but the contest's seed and the number.

    >>> one = deal_of(Contest(("novice", "random")), 5)
    >>> other = deal_of(Contest(("random", "apprentice")), 5)
    >>> one == other
    True
    """
    numbers = HashedNumbers(contest.seed, number)
    seed = numbers.below(1 << SEED_BITS)
    mixed = {colour: 1 + numbers.below(4) for colour in BOOK_COLOURS}
    one_set = 1 + numbers.below(4)
    edition = list(EDITIONS)[numbers.below(len(EDITIONS))]
    tubes, overflow = (bool(numbers.below(2)) for _ in range(2))
    stir = STIRS[numbers.below(len(STIRS))]
    drawn: dict[str, int | dict[str, int]] = {RANDOM: mixed, SETS: one_set}
    setup = contest.setup_with(drawn.get(contest.books) or parse_books(contest.books))
    if contest.variants:
        setup = replace(setup, edition=edition, tubes=tubes, overflow=overflow, stir=stir)
    return Deal(number, seed, setup)


def seat_of(entry: int, rotation: int, players: int) -> int:
    """The table's seat of a contest's seat in a rotation.

    >>> [seat_of(entry, 1, 4) for entry in range(4)]
    [1, 2, 3, 0]
    """
    return (entry + rotation) % players
