"""What the bot `cautious` wishes for: one fixed list of chips, the dearest wish first."""

from __future__ import annotations

from collections.abc import Iterable

from quedlinburg.bots.sight import Sight

WISHES = ("B4", "R4", "B2", "R2", "Y4", "G4", "Y2", "G2", "K1", "P1", "B1", "R1", "G1", "Y1", "O1")
_RANK = {kind: rank for rank, kind in enumerate(WISHES)}


def dearest(kinds: Iterable[str]) -> str:
    """The chip of some that stands first on the list.

    >>> dearest(["O1", "R2", "G1"])
    'R2'
    """
    return min(kinds, key=_RANK.__getitem__)


def purchase(sight: Sight) -> str:
    """Buy the first chip of the list that can be bought, and the next that can besides it."""
    purchases = [option for option in sight.options if option.startswith("buy")]
    return min(purchases, key=_longing)


def _longing(option: str) -> tuple[int, ...]:
    """The places of a purchase's chips on the list, the dearest first; fewer chips come later."""
    ranks = sorted(_RANK[kind] for kind in option.split()[1:])
    return (*ranks, len(WISHES), len(WISHES))
