"""Advice: every legal action with its value, its risk and a reason, the recommended one first.

Works from a view alone, in a bot worker: it sees no game, so it can't tell a draw that has not
happened.
"""

from __future__ import annotations

from quedlinburg import Action, View
from quedlinburg.analysis import (
    TableCache,
    Values,
    explain,
    is_brewing_question,
    named_objective,
)
from quedlinburg.bots import make_bot, master_values, reasons
from quedlinburg.server.bots.levels import for_bots
from quedlinburg.server.protocol.server_messages import Advised
from quedlinburg.text import text

# One table serves a seat for its round; a worker keeps some 50 MB of them.
_TABLES = TableCache(cells=500_000)


def values_of_master(view: View, seat: int) -> Values | None:
    """What the master takes things to be worth; None if its weights can't be read."""
    try:
        return master_values(view, seat)
    except ValueError:
        return None


def brewing_advice(view: View) -> list[Advised]:
    """The value and risk of every action while brewing, best first; [] at other questions.

    Both are exact where a table fits the time for advice; else the value is an estimate and no
    risk is told.
    """
    if view.viewer is None or not is_brewing_question(view):
        return []
    values = values_of_master(view, view.viewer)
    objective = named_objective("worth", view, view.viewer, values)
    return [
        Advised(action=action, value=value, explodes=exploding, why=words)
        for action, value, exploding, words in explain(view, objective, cache=_TABLES)
    ]


def master_advice(view: View) -> list[Advised]:
    """The chance to win and the final points with every action, best first.

    [] if the master can't judge it because its weights can't be read.
    """
    try:
        judged = reasons.explain(view)
    except ValueError:
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
        for action, win, points, reason in judged
    ]


def advise(level: str, seed: str, view: View, legal: tuple[Action, ...]) -> list[Advised]:
    """Every legal action, the recommended one first; actions for people alone come last.

    The master judges them, else they are reckoned from the pot. If neither judges every action, a
    bot's own answer comes first and nothing is said of the others.
    """
    needed = {str(action) for action in for_bots(legal)}
    allowed = [str(action) for action in legal]
    for adviser in (master_advice, brewing_advice):
        advice = adviser(view)
        judged = {one.action for one in advice}
        if needed <= judged <= set(allowed):
            rest = [action for action in allowed if action not in judged]
            return advice + [Advised(action=action) for action in rest]
    answer = str(make_bot(level, seed).decide(view, legal))
    return [Advised(action=answer)] + [Advised(action=a) for a in allowed if a != answer]
