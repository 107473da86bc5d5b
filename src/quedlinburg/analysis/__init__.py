"""Exact chances for a pot and a bag, and the best decision while brewing.

>>> from quedlinburg.analysis import BrewDescription, best, next_chip, parse_brew
>>> view = parse_brew(BrewDescription("W1 W3 O1 B2", pot="W3@3 W2@5 W1@6"))
>>> next_chip(view).explodes
Fraction(1, 4)
>>> best(view).best
'draw'
"""

from quedlinburg.analysis.brew import Brew, is_brewing_question, read_brew
from quedlinburg.analysis.brew_result import (
    EXPLODED,
    SHIELDED,
    STOPPED,
    BrewResult,
    FunctionObjective,
    Objective,
)
from quedlinburg.analysis.compiled_rules.evaluation import RoundWorth
from quedlinburg.analysis.decisions import (
    ADVICE,
    COMMAND,
    EXACT,
    LARGEST,
    PATIENT,
    QUICK,
    Answer,
    Choice,
    Distribution,
    NextChip,
    Solution,
    best,
    distribution,
    explain,
    next_chip,
    solve,
)
from quedlinburg.analysis.objectives import OBJECTIVE_NAMES, named_objective
from quedlinburg.analysis.parse import BrewDescription, parse_brew
from quedlinburg.analysis.simple_values import simple_values
from quedlinburg.analysis.solver import Limits
from quedlinburg.analysis.tables.box import Size
from quedlinburg.analysis.tables.solver import TableCache
from quedlinburg.analysis.values import Values

__all__ = [
    "ADVICE",
    "COMMAND",
    "EXACT",
    "EXPLODED",
    "LARGEST",
    "OBJECTIVE_NAMES",
    "PATIENT",
    "QUICK",
    "SHIELDED",
    "STOPPED",
    "Answer",
    "Brew",
    "BrewDescription",
    "BrewResult",
    "Choice",
    "Distribution",
    "FunctionObjective",
    "Limits",
    "NextChip",
    "Objective",
    "RoundWorth",
    "Size",
    "Solution",
    "TableCache",
    "Values",
    "best",
    "distribution",
    "explain",
    "is_brewing_question",
    "named_objective",
    "next_chip",
    "parse_brew",
    "read_brew",
    "simple_values",
    "solve",
]
