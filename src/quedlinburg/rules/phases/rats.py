"""The rats: who is behind starts further on (R3.3)."""

from quedlinburg.rules import ids, rule, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.moments import rats_counted, tails_this_round
from quedlinburg.rules.table import Table
from quedlinburg.rules.track import most_points, rat_tails
from quedlinburg.rules.verbs.rounds import enter_phase, set_tails


def count_rats(t: Table) -> None:
    """Lay the rat stones, from round 2 on (R3.3)."""
    enter_phase(t, ids.RATS)
    push(t, ids.TABLE, tasks.BREW_POTIONS, 0)
    if t.round_no >= 2:
        highest = most_points(t)
        for i in range(t.players):
            seat = (t.start + i) % t.players
            tails = rat_tails(t.vp[seat], highest)
            set_tails(t, seat, tails_this_round(t, tails), rule.R3_3)
            rats_counted(t, seat)
