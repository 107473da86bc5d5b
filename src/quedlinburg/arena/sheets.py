"""Sheets: what came of some deals, in whole numbers, so that adding up never depends on order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from quedlinburg.rules.ids import KINDS
from quedlinburg.rules.tables import LAST_ROUND
from quedlinburg.sim.arrays import Array

# What is added up for each bot and round, beside what it bought.
EXPLODED, POINTS, RUBIES, DROPLET, MEASURES = range(5)
# The last column of purchases counts the rounds in which nothing was bought.
NOTHING = KINDS


@dataclass(frozen=True)
class Sheet:
    """What came of some deals, by the seats of the contest (not of the table).

    - `numbers`: the deals, one row each in `points` and `winners`
    - `points`: of each deal, rotation and contest's seat
    - `winners`: of each deal and rotation, the winning seats of the contest, one bit each
    - `rounds`: for each contest's seat and round, MEASURES added up over all games
    - `bought`: for each contest's seat, round and kind, how many were bought
    - `decisions`: how many answers were given in all
    """

    numbers: Array
    points: Array
    winners: Array
    rounds: Array
    bought: Array
    decisions: int

    @classmethod
    def blank(cls, players: int, deals: int = 0) -> Self:
        """A sheet with nothing on it, with rows for some deals."""
        return cls(
            numbers=np.zeros(deals, np.int64),
            points=np.zeros((deals, players, players), np.int64),
            winners=np.zeros((deals, players), np.int64),
            rounds=np.zeros((players, LAST_ROUND, MEASURES), np.int64),
            bought=np.zeros((players, LAST_ROUND, NOTHING + 1), np.int64),
            decisions=0,
        )

    @classmethod
    def merged(cls, players: int, sheets: Iterable[Self]) -> Self:
        """All of some sheets on one, in the order of the deals, whatever order they came in."""
        parts = [cls.blank(players), *sheets]
        numbers = np.concatenate([part.numbers for part in parts])
        order = np.argsort(numbers, kind="stable")
        return cls(
            numbers=numbers[order],
            points=np.concatenate([part.points for part in parts])[order],
            winners=np.concatenate([part.winners for part in parts])[order],
            rounds=sum(part.rounds for part in parts),
            bought=sum(part.bought for part in parts),
            decisions=sum(part.decisions for part in parts),
        )

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.rounds.shape[0])

    @property
    def deals(self) -> int:
        """How many deals have been played."""
        return len(self.numbers)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.deals * self.players

    def shares(self) -> Array:
        """Parts of the victory of each deal, rotation and contest's seat (R5.H)."""
        won = (self.winners[:, :, None] >> np.arange(self.players)) & 1
        return won / won.sum(axis=2, keepdims=True)

    def to_json(self) -> dict[str, object]:
        """The sheet as plain lists."""
        return {
            "numbers": self.numbers.tolist(),
            "points": self.points.ravel().tolist(),
            "winners": self.winners.ravel().tolist(),
            "rounds": self.rounds.ravel().tolist(),
            "bought": self.bought.ravel().tolist(),
            "decisions": self.decisions,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object], players: int) -> Self:
        """The sheet of plain lists; raise ValueError if they are none."""
        blank = cls.blank(players)
        try:
            numbers = np.array(value["numbers"], np.int64).reshape(-1)
            deals = len(numbers)
            return cls(
                numbers=numbers,
                points=np.array(value["points"], np.int64).reshape(deals, players, players),
                winners=np.array(value["winners"], np.int64).reshape(deals, players),
                rounds=np.array(value["rounds"], np.int64).reshape(blank.rounds.shape),
                bought=np.array(value["bought"], np.int64).reshape(blank.bought.shape),
                decisions=int(str(value["decisions"])),
            )
        except (KeyError, TypeError, ValueError, OverflowError):
            raise ValueError("this is no sheet of games") from None
