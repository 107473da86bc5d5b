"""Advice: what a bot would do, and what is to be said for every legal action.

Works from a view alone, in a process of its own (`thinker.py`): it sees no game, so it can't
tell a draw that has not happened. An adviser judges the questions that it knows; the first one
that knows a question is heard.
"""

from __future__ import annotations

from collections.abc import Callable

from quedlinburg import Action, View
from quedlinburg.bots import make_bot
from quedlinburg.odds import explain
from quedlinburg.server.messages import Advised

Adviser = Callable[[View], list[Advised]]

# While brewing, every way on can be reckoned exactly.
BREWING = (
    "brew",
    "blue_1",
    "yellow_1",
    "well_stirred",
    "second_chance",
    "red_2",
    "strong_ingredient",
)


def brewing_advice(view: View) -> list[Advised]:
    """Every action of a brewing seat with what it is worth; nothing for other questions."""
    if view.question is None or view.question.id not in BREWING:
        return []
    return [
        Advised(action=action, value=value, explodes=exploding, why=words)
        for action, value, exploding, words in explain(view)
    ]


# The first of these that has something to say is heard.
ADVISERS: tuple[Adviser, ...] = (brewing_advice,)


def advise(level: str, seed: str, view: View, legal: tuple[Action, ...]) -> list[Advised]:
    """Every legal action, the recommended one first.

    Where no adviser knows the question, the bot's own answer comes first and nothing is reckoned.
    """
    allowed = [str(action) for action in legal]
    for adviser in ADVISERS:
        told = adviser(view)
        if told and sorted(one.action for one in told) == sorted(allowed):
            return told
    answer = str(make_bot(level, seed).decide(view, legal))
    return [Advised(action=answer)] + [Advised(action=a) for a in allowed if a != answer]
