r"""Builders: tables, pots and games for tests, written so that they can be read aloud.

>>> pot("W1@1 B2@5")
(('W1', 1), ('B2', 5))
>>> finished("players 2  round 9\nseat 0  pot O1@9\nseat 1  pot O1@3").outcome.winners
(0,)
"""

from __future__ import annotations

from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Scripted, Seeded
from quedlinburg.engine.notation.lexer import read_pot, split_line
from quedlinburg.engine.notation.record import sum_of
from quedlinburg.rules.constants import KIND_CODES

__all__ = ["finished", "kinds", "pot", "summed", "table"]


def pot(text: str) -> tuple[tuple[str, int], ...]:
    """Chips in a pot, as a view shows them."""
    placed = read_pot(split_line(text, 1))
    return tuple((KIND_CODES[kind], space) for kind, space in placed)


def kinds(text: str) -> dict[str, int]:
    """A bag as a view shows it.

    >>> kinds("W1x4 B2")
    {'W1': 4, 'B2': 1}
    """
    counts: dict[str, int] = {}
    for word in text.split():
        kind, _, count = word.partition("x")
        counts[kind] = counts.get(kind, 0) + int(count or 1)
    return counts


def table(text: str, luck: str = "") -> Game:
    r"""A game that stands as a text says; these outcomes come next, and no others.

    >>> game = table("players 2  books 1\nseat 0  bag O1 W1", luck="W1")
    >>> [event.name for event in game.act(0, "draw")]
    ['chip_drawn', 'chip_placed']
    """
    game = Game.from_position(text, Seeded(0))
    game.set_luck(Scripted(luck.split(), base=game.table.lucks))
    return game


def finished(text: str, seed: int = 0) -> Game:
    """A game that goes on from a text to its end: nobody draws, and first answers are given."""
    game = Game.from_position(text, Seeded(seed))
    while game.outcome is None:
        seat = game.waiting[0]
        legal = game.legal_actions(seat)
        stop = [action for action in legal if action.verb == "stop"]
        game.act(seat, (stop or legal)[0])
    return game


def summed(text: str) -> str:
    """The lines of a record with the sum that belongs to them, whatever they say."""
    body = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("sum "))
    return f"{body}sum {sum_of(body)}\n"
