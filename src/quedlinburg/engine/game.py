"""The game: one playthrough with its texts, as people and programs use it.

>>> from quedlinburg import Game, Setup
>>> game = Game.new(Setup(players=2, books=1, start=0), seed=7)
>>> game.waiting
(0, 1)
>>> [str(action) for action in game.legal_actions(0)]
['draw', 'stir']
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Self

from quedlinburg.engine.actions import Action
from quedlinburg.engine.chances import chances
from quedlinburg.engine.luck import Port
from quedlinburg.engine.playthrough import Playthrough
from quedlinburg.engine.position import read_position, write_position
from quedlinburg.engine.record import read_record, write_record


class Game(Playthrough):
    """One playthrough: who is waiting, what is legal, act, what happened; and all of it as text."""

    __slots__ = ()

    def chances(self, seat: int, action: Action | str) -> Iterator[tuple[Fraction, Self]]:
        """The exact distribution of what an action leads to: pairs of chance and game."""
        return chances(self, seat, action)

    def position(self) -> str:
        """The whole table as text, also in the middle of a question."""
        return write_position(self)

    @classmethod
    def from_position(cls, text: str, luck: Port | None = None) -> Self:
        """Stand where a text says; go on with this luck, or with luck from the system."""
        return read_position(cls, text, luck)

    def record(self) -> str:
        """The whole game as text."""
        return write_record(self)

    @classmethod
    def from_record(cls, text: str, luck: Port | None = None) -> Self:
        """Replay a record; an unfinished game goes on with this luck."""
        return read_record(cls, text, luck)
