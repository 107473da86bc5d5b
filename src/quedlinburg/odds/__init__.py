"""Exact chances for a pot and a bag, and the best decision while brewing.

>>> from quedlinburg.odds import Described, best, next_chip, read_described
>>> view = read_described(Described("W1 W3 O1 B2", pot="W3@3 W2@5 W1@6"))
>>> next_chip(view).explodes
Fraction(1, 4)
>>> best(view).best
'draw'
"""

from quedlinburg.odds.answers import (
    EXACT,
    PATIENT,
    QUICK,
    Answer,
    Choice,
    NextChip,
    Reckoning,
    Spread,
    best,
    distribution,
    explain,
    next_chip,
    reckon,
)
from quedlinburg.odds.brew import Brew, read_view
from quedlinburg.odds.brewed import EXPLODED, SHIELDED, STOPPED, Brewed, Judged, Value
from quedlinburg.odds.reading import Described, read_described
from quedlinburg.odds.solver import Limits
from quedlinburg.odds.values import VALUE_NAMES, named_value
from quedlinburg.odds.worth import Rates, RoundWorth

__all__ = [
    "EXACT",
    "EXPLODED",
    "PATIENT",
    "QUICK",
    "SHIELDED",
    "STOPPED",
    "VALUE_NAMES",
    "Answer",
    "Brew",
    "Brewed",
    "Choice",
    "Described",
    "Judged",
    "Limits",
    "NextChip",
    "Rates",
    "Reckoning",
    "RoundWorth",
    "Spread",
    "Value",
    "best",
    "distribution",
    "explain",
    "named_value",
    "next_chip",
    "read_described",
    "read_view",
    "reckon",
]
