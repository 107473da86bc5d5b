"""Luck is a port: seeded for play, scripted for tests and physical tables, listed for odds.

Ports keep no state: what comes next follows from the table's own counts, so that a copied game
goes on exactly as the original would.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Protocol, Self

from quedlinburg.engine.names import BOOK_COLOURS, CARD, KIND, format_kinds
from quedlinburg.rules import ids
from quedlinburg.rules.constants import CARD_IDS, DIE_FACES, KIND_CODES
from quedlinburg.rules.table import Luck, Table

# What a hash gives is a number below this.
RANGE = 1 << 64
_whole = int.from_bytes


class Port(Luck, Protocol):
    """Luck as a game uses it: what the rules ask for, and the lot for the start player."""

    def start(self, players: int) -> int:
        """Draw the start player of round 1 by lot (R2.1)."""
        ...


class LuckError(ValueError):
    """A scripted outcome that is missing, impossible or left over; nothing has changed."""


def _chip_at(bag: Sequence[int], number: int) -> int:
    """The kind of a bag's chip with a number, counted from 0 in the order of kinds."""
    kind = 0
    while number >= bag[kind]:
        number -= bag[kind]
        kind += 1
    return kind


class Seeded:
    """Luck from a keyed hash: nobody can foresee it, everybody can check it afterwards.

    Number `count` of a seat's stream is BLAKE2b, keyed by the seed, over
    "<seat> <round> <purpose> <count>" (the seat is `table` for cards, the start player and books),
    as a 64-bit number; numbers beyond the last whole multiple of the bound are passed over by
    adding " <attempt>" to the text.
    """

    __slots__ = ("_base", "_key")

    def __init__(self, seed: int | str | bytes) -> None:
        """Key the hash: numbers as decimal text, text as UTF-8, keys over 64 bytes are hashed."""
        key = seed if isinstance(seed, bytes) else str(seed).encode()
        if len(key) > 64:
            key = hashlib.blake2b(key).digest()
        self._key = key
        self._base = hashlib.blake2b(key=key, digest_size=8)

    def __reduce__(self) -> tuple[type[Self], tuple[bytes]]:
        return type(self), (self._key,)

    def number(self, text: bytes, bound: int) -> int:
        """A number from 0 to bound - 1, each exactly equally likely."""
        keyed = self._base.copy()
        keyed.update(text)
        number = _whole(keyed.digest(), "big")
        attempt = 0
        while number >= RANGE - RANGE % bound:
            attempt += 1
            keyed = self._base.copy()
            keyed.update(b"%s %d" % (text, attempt))
            number = _whole(keyed.digest(), "big")
        return number % bound

    def chip(self, t: Table, seat: int) -> int:
        """Draw a chip: the number counts through the bag in the order of kinds."""
        bag = t.bag[seat]
        text = b"%d %d draw %d" % (seat, t.round_no, t.luck_n[seat][ids.DRAW])
        return _chip_at(bag, self.number(text, sum(bag)))

    def look(self, t: Table, seat: int, count: int) -> list[int]:
        """Look at chips one after the other, none of them twice."""
        bag = t.bag[seat][:]
        kinds = []
        for i in range(count):
            text = b"%d %d look %d" % (seat, t.round_no, t.luck_n[seat][ids.LOOK] + i)
            kind = _chip_at(bag, self.number(text, sum(bag)))
            bag[kind] -= 1
            kinds.append(kind)
        return kinds

    def die(self, t: Table, seat: int) -> int:
        """Roll the bonus die."""
        return self.number(b"%d %d die %d" % (seat, t.round_no, t.luck_n[seat][ids.DIE]), 6)

    def card(self, t: Table) -> int:
        """Turn up a card: the number counts through the unused ones in the order of the table."""
        left = [card for card, used in enumerate(t.used) if not used]
        count = t.luck_n[ids.TABLE][ids.CARD]
        return left[self.number(b"table %d card %d" % (t.round_no, count), len(left))]

    def start(self, players: int) -> int:
        """Draw the start player."""
        return self.number(b"table 0 start 0", players)

    def books(self) -> dict[str, int]:
        """Draw the books, one number for each of the five colours in their order (R2.3)."""
        return {
            colour: 1 + self.number(b"table 0 books %d" % count, 4)
            for count, colour in enumerate(BOOK_COLOURS)
        }


class Scripted:
    """Luck from a list of outcomes in the notation: kinds, die faces, card ids."""

    __slots__ = ("base", "outcomes")

    outcomes: tuple[str, ...]
    """What comes, in this order."""
    base: int
    """How many outcomes the table had used when the first of these comes."""

    def __init__(self, outcomes: Iterable[str], *, base: int = 0) -> None:
        """Play these outcomes, the first when the table has used `base` outcomes."""
        self.outcomes = tuple(outcomes)
        self.base = base

    def left(self, t: Table) -> tuple[str, ...]:
        """The outcomes that the table has not used."""
        return self.outcomes[t.lucks - self.base :]

    def _next(self, t: Table, ahead: int, what: str) -> str:
        """The next outcome, or what is missing."""
        place = t.lucks - self.base + ahead
        if place >= len(self.outcomes):
            raise LuckError(f"luck is missing: {what}")
        return self.outcomes[place]

    def chip(self, t: Table, seat: int) -> int:
        """Draw the chip that comes next."""
        return self._kind(t, seat, 0, t.bag[seat], "draws")

    def look(self, t: Table, seat: int, count: int) -> list[int]:
        """Look at the chips that come next."""
        bag = t.bag[seat][:]
        kinds = []
        for ahead in range(count):
            kind = self._kind(t, seat, ahead, bag, f"looks at {count}")
            bag[kind] -= 1
            kinds.append(kind)
        return kinds

    def _kind(self, t: Table, seat: int, ahead: int, bag: list[int], does: str) -> int:
        """The next outcome as a kind that the bag holds."""
        what = f"seat {seat} {does} from {format_kinds(bag)}"
        code = self._next(t, ahead, what)
        kind = KIND.get(code)
        if kind is None or bag[kind] == 0:
            raise LuckError(f"luck {code!r} is impossible: {what}")
        return kind

    def die(self, t: Table, seat: int) -> int:
        """Roll the face that comes next."""
        what = f"seat {seat} rolls the die: {' '.join(dict.fromkeys(DIE_FACES))}"
        face = self._next(t, 0, what)
        if face not in DIE_FACES:
            raise LuckError(f"luck {face!r} is impossible: {what}")
        return DIE_FACES.index(face)

    def card(self, t: Table) -> int:
        """Turn up the card that comes next."""
        what = f"a fortune card is turned up in round {t.round_no}"
        name = self._next(t, 0, what)
        card = CARD.get(name)
        if card is None or t.used[card]:
            raise LuckError(f"luck {name!r} is impossible: {what}; it must be an unused card's id")
        return card

    def start(self, players: int) -> int:
        """Refuse to draw a start player: a script names what happens within rounds."""
        raise LuckError("scripted luck draws no start player: give one with Setup(start=…)")


class Unknown(Exception):
    """A chance event that a list of outcomes does not reach: its outcomes with their chances."""

    def __init__(self, odds: list[tuple[tuple[str, ...], Fraction]]) -> None:
        super().__init__("a chance event is open")
        self.odds = odds


class Listed(Scripted):
    """Scripted luck that, where the list ends, raises the odds of what could come."""

    __slots__ = ()

    def _is_out(self, t: Table) -> bool:
        """Whether the list has ended."""
        return t.lucks - self.base >= len(self.outcomes)

    def chip(self, t: Table, seat: int) -> int:
        """Draw the listed chip, or raise the chances of each kind."""
        if self._is_out(t):
            bag = t.bag[seat]
            total = sum(bag)
            counts = [(kind, n) for kind, n in enumerate(bag) if n]
            raise Unknown([((KIND_CODES[kind],), Fraction(n, total)) for kind, n in counts])
        return super().chip(t, seat)

    def look(self, t: Table, seat: int, count: int) -> list[int]:
        """Look at the listed chips, or raise the chances of each multiset."""
        if self._is_out(t):
            raise Unknown(list(_looks(t.bag[seat], count)))
        return super().look(t, seat, count)

    def die(self, t: Table, seat: int) -> int:
        """Roll the listed face, or raise the chances of the different faces."""
        if self._is_out(t):
            faces = dict.fromkeys(DIE_FACES)
            raise Unknown([((f,), Fraction(DIE_FACES.count(f), len(DIE_FACES))) for f in faces])
        return super().die(t, seat)

    def card(self, t: Table) -> int:
        """Turn up the listed card, or raise the chances of the unused ones."""
        if self._is_out(t):
            left = [CARD_IDS[card] for card in range(ids.CARDS) if not t.used[card]]
            raise Unknown([((name,), Fraction(1, len(left))) for name in left])
        return super().card(t)


def _looks(bag: Sequence[int], count: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every multiset of so many chips of a bag, with its chance."""
    total = comb(sum(bag), count)

    def go(
        kind: int, left: int, ways: int, chips: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        if left == 0:
            yield chips, Fraction(ways, total)
        elif kind < len(bag):
            for n in range(min(bag[kind], left), -1, -1):
                more = (KIND_CODES[kind],) * n
                yield from go(kind + 1, left - n, ways * comb(bag[kind], n), chips + more)

    return go(0, count, 1, ())
