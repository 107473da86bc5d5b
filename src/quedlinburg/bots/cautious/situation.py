"""The situation that the bot `cautious` decides from: a view, and options in their notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from quedlinburg.engine.actions import Action
from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.names import KIND
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import Question, SeatView, View
from quedlinburg.rules.constants import KIND_CODES, LAST_ROUND, SPACE_POINTS

# The space behind which no chip can stand, and which counts most (R1.2).
SPOON = len(SPACE_POINTS) - 1


@dataclass(frozen=True, slots=True)
class Situation:
    """What a bot decides from: a view of a seat that is asked something."""

    view: View
    options: tuple[str, ...]
    nerve: int = 0
    """By how many hundredths the bot accepts more risk than others of its kind."""

    @property
    def own(self) -> SeatView:
        """The bot's own seat."""
        return self.view.seats[self.view.viewer or 0]

    @property
    def question(self) -> Question:
        """What the bot is asked."""
        question = self.view.question
        if question is None:
            raise ValueError("the view asks nothing: give a bot the view of a waiting seat")
        return question

    @property
    def rounds_left(self) -> int:
        """How many rounds follow this one."""
        return LAST_ROUND - self.view.round

    @property
    def number(self) -> int:
        """The number that the question is about: a line, tails, spaces or coins."""
        return int(self.question.about[0])

    @property
    def kinds(self) -> tuple[str, ...]:
        """The chips among the options."""
        words = [option.removeprefix("choose ") for option in self.options]
        return tuple(word for word in words if word in KIND)

    def price(self, kind: str) -> int:
        """What a chip costs at this table."""
        return prices(self.view.setup)[kind]


def situation_of(view: View, legal_actions: Sequence[Action], nerve: int) -> Situation:
    """The situation of a seat that is asked something."""
    return Situation(view, tuple([str(action) for action in legal_actions]), nerve)


def value(kind: str) -> int:
    """The number on a chip.

    >>> value("B4")
    4
    """
    return int(kind[1])


@lru_cache(maxsize=256)
def prices(setup: Setup) -> dict[str, int]:
    """What every kind costs at a table, as its books and its edition say (R1.6, R8); white: 0."""
    table = setup.to_table(Scripted(()))
    return dict(zip(KIND_CODES, table.price, strict=True))
