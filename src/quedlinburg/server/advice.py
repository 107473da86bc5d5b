"""Advice: what a bot would do, and what is to be said for every legal action.

Works from a view alone, in a process of its own (`thinker.py`): it sees no game, so it can't
tell a draw that has not happened. An adviser judges the questions that it knows; the first one
that knows a question is heard.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

from quedlinburg import Action, View
from quedlinburg.bots import make_bot
from quedlinburg.odds import explain
from quedlinburg.server.messages import Advised
from quedlinburg.text import text

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


# What no adviser need reckon: a right of people, which is never recommended (R7.4).
UNJUDGED = {"stir"}


def brewing_advice(view: View) -> list[Advised]:
    """Every action of a brewing seat with what it is worth; nothing for other questions."""
    if view.question is None or view.question.id not in BREWING:
        return []
    return [
        Advised(action=action, value=value, explodes=exploding, why=words)
        for action, value, exploding, words in explain(view)
    ]


@cache
def master() -> Callable[[View], Any] | None:
    """What judges every question by the chance to win; None where its weights can't be read.

    Loaded when it is first asked for, since only the thinking process needs it.
    """
    try:
        found: Callable[[View], Any] = importlib.import_module("quedlinburg.bots.explain").explain
    except ImportError:
        return None
    return found


def master_advice(view: View) -> list[Advised]:
    """Every action with the chance to win and the points that go with it, for any question."""
    judge = master()
    if judge is None:
        return []
    pot = {one.action: one for one in brewing_advice(view)}
    return [
        Advised(
            action=action,
            win=win,
            points=points,
            explodes=pot[action].explodes if action in pot else None,
            why=pot[action].why if action in pot else text(reason).title,
            reason=reason,
        )
        for action, win, points, reason in judge(view)
    ]


# The first of these that has something to say is heard.
ADVISERS: tuple[Adviser, ...] = (master_advice, brewing_advice)


def advise(level: str, seed: str, view: View, legal: tuple[Action, ...]) -> list[Advised]:
    """Every legal action, the recommended one first.

    Where no adviser knows the question, the bot's own answer comes first and nothing is reckoned.
    """
    allowed = [str(action) for action in legal]
    for adviser in ADVISERS:
        told = adviser(view)
        known = [one.action for one in told]
        rest = [action for action in allowed if action in UNJUDGED and action not in known]
        if told and sorted([*known, *rest]) == sorted(allowed):
            return told + [Advised(action=action) for action in rest]
    answer = str(make_bot(level, seed).decide(view, legal))
    return [Advised(action=answer)] + [Advised(action=a) for a in allowed if a != answer]
