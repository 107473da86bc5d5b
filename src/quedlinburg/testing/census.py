"""The census: how many different futures a position has, to a given depth, with exact chances.

A *future* is what the players can tell apart: what lies before everybody, and what each seat is
asked and looks at. Level 0 is the position itself; level n + 1 holds all that some action of the
counted seats can lead to from level n, whatever luck brings. One number catches a wrong rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quedlinburg.engine.game import Game

Future = tuple[object, ...]
Level = dict[object, tuple[Game, Fraction]]


@dataclass(frozen=True)
class Count:
    """A position of the census: its text, whose actions count, and the futures of each level."""

    title: str
    head: str
    seats: tuple[int, ...]
    futures: tuple[int, ...]

    @property
    def depth(self) -> int:
        """How far the census goes."""
        return len(self.futures) - 1

    def __str__(self) -> str:
        seats = " ".join(str(seat) for seat in self.seats)
        futures = " ".join(str(number) for number in self.futures)
        return f"{self.title}\n{self.head}census  seats {seats}  futures {futures}\n"


def read_census(text: str) -> list[Count]:
    """Read the positions of a census: a comment, a head, and a last line with the numbers."""
    counts: list[Count] = []
    title, head = "", ""
    for line in text.splitlines():
        if line.startswith("census"):
            seats, _, futures = line.removeprefix("census  seats ").partition("  futures ")
            numbers = tuple(int(word) for word in futures.split())
            counts.append(Count(title, head, tuple(int(word) for word in seats.split()), numbers))
        elif line.startswith("#"):
            title, head = line, ""
        elif line:
            head += line + "\n"
    return counts


def future_of(game: Game) -> Future:
    """What the players can tell of a game, without the rules' own bookkeeping."""
    shown = game.view(None)
    told: list[object] = [shown.round, shown.phase, shown.card, shown.start]
    told += [shown.cards_used, shown.waiting, shown.sealed, repr(shown.seats)]
    told.append(tuple(shown.supply.items()))
    for seat in range(game.setup.players):
        own = game.view(seat)
        asked = own.question and (own.question.id, own.question.about)
        told += [asked, own.legal, tuple(own.looked.items())]
    return tuple(told)


def levels(game: Game, seats: Sequence[int], depth: int) -> Iterator[Level]:
    """All games of each level with their chances, if every legal action is equally likely.

    Games where none of the seats has anything to decide stay in their level.
    """
    level: Level = {game.key(): (game, Fraction(1))}
    yield level
    for _ in range(depth):
        reached: Level = {}
        for before, weight in level.values():
            choices = [
                (s, a) for s in before.waiting if s in seats for a in before.legal_actions(s)
            ]
            for seat, action in choices:
                for chance, after in before.chances(seat, action):
                    key, share = after.key(), weight * chance / len(choices)
                    known = reached.get(key)
                    reached[key] = (known[0], known[1] + share) if known else (after, share)
        level = reached
        yield level


def is_over(game: Game, seats: Sequence[int]) -> bool:
    """Whether none of the seats has anything to decide."""
    return not any(seat in seats for seat in game.waiting)


def count_futures(head: str, seats: Sequence[int], depth: int) -> tuple[tuple[int, ...], Fraction]:
    """Count the different futures of each level; the second number is 1 if no chance got lost."""
    counts: list[int] = []
    total = Fraction(0)
    for number, level in enumerate(levels(Game.from_position(head), seats, depth)):
        counts.append(len({future_of(game) for game, _ in level.values()}))
        for game, weight in level.values():
            if number == depth or is_over(game, seats):
                total += weight
    return tuple(counts), total
