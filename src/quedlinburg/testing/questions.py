"""Games that stand before any question of the rules: found by playing, not written down.

>>> sorted(set(QUESTION_IDS) - {asked(question).question(0).id for question in QUESTION_IDS})
[]
"""

from __future__ import annotations

from functools import cache
from random import Random

from quedlinburg.engine.actions import Action
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.rules.constants import CARD_IDS, PAGES, QUESTION_IDS

__all__ = ["QUESTION_IDS", "asked"]

# So many rounds are played in search of a question; most come up in the first few.
MOST_ROUNDS = 400
# A bag with something of everything, so that every page has chips to act on.
_BAG = "W1x3 W2x2 W3 O1x2 G1 G2 G4 B1 B2 B4 R1 R2 R4 Y1 Y2 Y4 P1x3 K1"


def asked(question: str, **books: int) -> Game:
    """A game in which seat 0 is asked a question, by its id; always the same one.

    Books that are not named are those of set 1, but for the page that asks.

    >>> asked("shop", red=2).question(0).id
    'shop'
    """
    return _found(question, tuple(books.items())).copy()


@cache
def _found(question: str, books: tuple[tuple[str, int], ...]) -> Game:
    """Play one round after another, with the page or card that asks, until the question comes."""
    for number in range(MOST_ROUNDS):
        game = Game.from_position(
            _head(question, dict(books), number), Seeded(f"{question} {number}")
        )
        luck = Random(f"{question} {number}")
        while game.round == 4 and game.outcome is None:
            now = game.question(0)
            if now is not None and now.id == question and len(game.legal_actions(0)) > 1:
                return game
            seat = game.waiting[0]
            game.act(seat, _chosen(game.legal_actions(seat), luck))
    raise ValueError(f"{question!r}: seat 0 was not asked in {MOST_ROUNDS} rounds")


def _head(question: str, wanted: dict[str, int], number: int) -> str:
    """A table for two at the beginning of round 4, with the page or card that asks in play."""
    books = dict.fromkeys(BOOK_COLOURS, 1) | wanted
    if question in PAGES:
        colour, _, book = question.rpartition("_")
        books[colour] = int(book)
    chosen = " ".join(f"{colour}={book}" for colour, book in books.items())
    card = question if question in CARD_IDS else CARD_IDS[number % len(CARD_IDS)]
    return "\n".join(
        (
            f"players 2  books {chosen}  stir never{'  tubes' if number % 2 else ''}",
            f"round 4  start 0  phase fortune  card {card}",
            f"seat 0  vp 10  rubies 2  flask {'full' if number % 3 else 'empty'}  bag {_BAG}",
            f"seat 1  vp 20  rubies 2  bag {_BAG}",
        )
    )


def _chosen(legal: tuple[Action, ...], luck: Random) -> Action:
    """Any action, but mostly a draw where that is legal, so that pots fill or explode."""
    if legal[0].verb == "draw" and luck.random() < 0.85:
        return legal[0]
    return luck.choice(legal)
