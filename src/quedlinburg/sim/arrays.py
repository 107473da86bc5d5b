"""The types of the arrays that the simulator and the bots work on."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
"""Features, weights, values, shares of a victory."""
SingleArray: TypeAlias = NDArray[np.float32]
"""The same in single precision: observations, and what games are recorded in."""
IntArray: TypeAlias = NDArray[np.int64]
"""Options, seats, seeds, counts and sizes."""
ShortArray: TypeAlias = NDArray[np.int16]
"""What is counted in the rounds of a game."""
BoolArray: TypeAlias = NDArray[np.bool_]
"""Masks."""
RecordArray: TypeAlias = NDArray[np.void]
"""Records: each element has the fields of a table, or of a search, and stands for one."""
