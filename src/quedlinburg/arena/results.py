"""Results of a contest's games, in whole numbers, so that the order of adding changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.ids import KINDS
from quedlinburg.sim.arrays import FloatArray, IntArray

# What is summed for each seat and round, beside the purchases.
EXPLODED, POINTS, RUBIES, DROPLET, MEASURES = range(5)
# The last column of purchases counts the rounds in which nothing was bought.
NOTHING = KINDS


@dataclass(frozen=True)
class Results:
    """Results of some deals, by the seats of the contest (not of the table).

    - `numbers`: the numbers of the deals, one for each row of `points` and `winners`
    - `points`: victory points by deal, rotation and seat of the contest
    - `winners`: by deal and rotation, the winning seats of the contest, one bit each
    - `rounds`: by seat of the contest and round, the MEASURES summed over all games
    - `bought`: by seat of the contest, round and kind, how many chips were bought
    - `decisions`: how many decisions were made in all games together
    """

    numbers: IntArray
    points: IntArray
    winners: IntArray
    rounds: IntArray
    bought: IntArray
    decisions: int

    @classmethod
    def blank(cls, players: int, deals: int = 0) -> Self:
        """Zeros everywhere, with rows for some deals."""
        return cls(
            numbers=np.zeros(deals, np.int64),
            points=np.zeros((deals, players, players), np.int64),
            winners=np.zeros((deals, players), np.int64),
            rounds=np.zeros((players, LAST_ROUND, MEASURES), np.int64),
            bought=np.zeros((players, LAST_ROUND, NOTHING + 1), np.int64),
            decisions=0,
        )

    @classmethod
    def merged(cls, players: int, parts: Iterable[Self]) -> Self:
        """Join the results of several chunks, sorted by the numbers of their deals."""
        chunks = [cls.blank(players), *parts]
        numbers = np.concatenate([chunk.numbers for chunk in chunks])
        order = np.argsort(numbers, kind="stable")
        return cls(
            numbers=numbers[order],
            points=np.concatenate([chunk.points for chunk in chunks])[order],
            winners=np.concatenate([chunk.winners for chunk in chunks])[order],
            rounds=np.sum([chunk.rounds for chunk in chunks], axis=0),
            bought=np.sum([chunk.bought for chunk in chunks], axis=0),
            decisions=sum(chunk.decisions for chunk in chunks),
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

    def shares(self) -> FloatArray:
        """Share of the victory by deal, rotation and seat of the contest (R5.H)."""
        won = (self.winners[:, :, None] >> np.arange(self.players)) & 1
        shares: FloatArray = won / won.sum(axis=2, keepdims=True)
        return shares

    def to_json(self) -> dict[str, object]:
        """The results as flat lists."""
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
        """Read what `to_json` wrote; ValueError if a list is missing or has a wrong length."""
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
            raise ValueError("these are no results of games") from None
