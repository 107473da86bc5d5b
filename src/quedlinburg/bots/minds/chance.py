"""The mind `random`: any option, each equally likely, by the seat's own lot."""

from collections.abc import Sequence

from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import Table
from quedlinburg.sim import generator


def choose(t: Table, spare: Table, seat: int, weights: Sequence[float]) -> int:
    """Take any option. The lot is hashed from the table's seed, but is no luck of the game's."""
    fill_options(t, seat)
    return t.option[generator.pick_answer(t, seat, t.option_n)]
