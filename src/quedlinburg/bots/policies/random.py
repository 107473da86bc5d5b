"""The policy `random`: any option but a stir, each equally likely."""

from quedlinburg.bots.heuristics.considered_options import fill_without_stir
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules.table import Table
from quedlinburg.sim import generator
from quedlinburg.sim.arrays import FloatArray


def choose(t: Table, scratch: Scratch, seat: int, weights: FloatArray) -> int:
    """Take any option, by a number hashed from the table's seed, apart from the game's luck."""
    fill_without_stir(t, seat)
    return t.option[generator.pick_answer(t, seat, t.option_n)]
