"""The mind `random`: any option but a stir, each equally likely, by the seat's own lot."""

from collections.abc import Sequence

from quedlinburg.bots.minds.weighed import fill_without_stir
from quedlinburg.rules.table import Table
from quedlinburg.sim import generator


def choose(t: Table, spare: Table, seat: int, weights: Sequence[float]) -> int:
    """Take any option. The lot is hashed from the table's seed, but is no luck of the game's."""
    fill_without_stir(t, seat)
    return t.option[generator.pick_answer(t, seat, t.option_n)]
