"""The clean-up, and the end of the game (R3.5, R5.H)."""

from quedlinburg.rules import ids, rule, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.rounds import clean_up, end_game


def end_round(t: Table) -> None:
    """Clean up for the next round, or end the game after the ninth (R3.5, R5.H)."""
    if t.round_no == LAST_ROUND:
        end_game(t, rule.R5_H)
    else:
        clean_up(t, rule.R3_5)
        push(t, ids.TABLE, tasks.BEGIN_ROUND, 0)
