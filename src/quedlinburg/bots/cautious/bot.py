"""The bot `cautious`: stops by risk, shops by a fixed list, and has a reason for every answer.

Its answer to a question is the function of `brewing`, `evaluation` or `cards` that is named after
the question's id. A question without one, as of a new card, is answered by what its options bring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quedlinburg.bots.cautious import brewing, cards, evaluation
from quedlinburg.bots.cautious.situation import Situation, situation_of
from quedlinburg.engine.actions import Action
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.names import QUESTIONS
from quedlinburg.engine.view import View

# How far the risk that a bot accepts may lie from the table's, in hundredths.
NERVE = 3

Answer = Callable[[Situation], str]

# The reasoned answers, by the id of the question.
ANSWERS: dict[str, Answer] = {
    question: vars(module)[question]
    for module in (brewing, evaluation, cards)
    for question in QUESTIONS.values()
    if question in vars(module)
}


class CautiousBot:
    """A player that counts its bag before every draw."""

    name = "cautious"

    def __init__(self, seed: int | str) -> None:
        """Draw from the seed how bold this one is, within a few hundredths of risk."""
        luck = Seeded(f"bot cautious {seed}")
        self._nerve = luck.number(b"nerve", 2 * NERVE + 1) - NERVE

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answer by judgement."""
        situation = situation_of(view, legal_actions, self._nerve)
        answer = ANSWERS.get(situation.question.id, evaluation.best_option)
        return legal_actions[situation.options.index(answer(situation))]
