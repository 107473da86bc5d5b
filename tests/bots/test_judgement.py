"""Every level answers every question by judgement: no fixed answer where a choice matters."""

from __future__ import annotations

import pytest

from bots.judged_positions import JUDGED
from quedlinburg.bots import make_bot
from quedlinburg.bots.policies.policy import POLICIES
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import QUESTIONS

LEVELS = [name for name in POLICIES if name != "random"]
# Where what is legal makes the difference: the lines of the pot, and a list that is fixed by name.
BY_WHAT_IS_LEGAL = {(level, "purple_1") for level in LEVELS} | {("fixed_risk", "shop")}


def answers(level: str, question: str) -> list[str]:
    """What a level answers in each position of a question."""
    bot = make_bot(level)
    games = [Game.from_position(text) for text in JUDGED[question]]
    return [str(bot.decide(game.view(0), game.legal_actions(0))) for game in games]


def test_there_are_positions_for_every_question() -> None:
    """Each is asked of seat 0, and leaves a choice."""
    assert set(JUDGED) == set(QUESTIONS.values())
    for question, texts in JUDGED.items():
        for text in texts:
            game = Game.from_position(text)
            asked = game.question(0)
            assert asked is not None, text
            assert asked.id == question, text
            assert len(game.legal_actions(0)) > 1, text


@pytest.mark.parametrize("question", JUDGED)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_answers_two_positions_differently(level: str, question: str) -> None:
    """And each of the two answers is legal in both, so that nothing but judgement chose."""
    given = answers(level, question)
    assert len(set(given)) > 1, given
    if (level, question) not in BY_WHAT_IS_LEGAL:
        legal = [
            {str(action) for action in Game.from_position(text).legal_actions(0)}
            for text in JUDGED[question]
        ]
        pairs = [
            (i, j)
            for i, one in enumerate(given)
            for j, other in enumerate(given)
            if one != other and one in legal[j] and other in legal[i]
        ]
        assert pairs, given
