"""The fortune phase: turn indicator and fortune card (R3.1, R3.2)."""

from quedlinburg.rules import ids, luck, rule, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.constants import CARD_IS_PURPLE, CHERRY_BOMB_ROUND
from quedlinburg.rules.moments import counted
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.goods import take
from quedlinburg.rules.verbs.rounds import begin_round, next_named_card, turn_up


def begin_next_round(t: Table) -> None:
    """Move the turn indicator on; before round 6 everyone gets a cherry bomb (R3.1)."""
    begin_round(t, rule.R3_1)
    if t.round_no == CHERRY_BOMB_ROUND:
        for i in range(t.players):
            take(t, (t.start + i) % t.players, ids.W1, rule.R3_1)
    push(t, ids.TABLE, tasks.TURN_UP_CARD, 0)


def turn_up_card(t: Table) -> None:
    """Turn up the next fortune card; everyone carries out a purple one (R3.2)."""
    if t.deck_n > 0:
        turn_up(t, next_named_card(t), 1, rule.R3_2)
    else:
        turn_up(t, luck.card(t), 0, rule.R3_2)
    push(t, ids.TABLE, tasks.COUNT_RATS, 0)
    if CARD_IS_PURPLE[t.card]:
        push(t, ids.TABLE, tasks.SHARE, 0)
        for seat in range(t.players):
            push(t, seat, tasks.TURN_UP, counted(t, seat))
