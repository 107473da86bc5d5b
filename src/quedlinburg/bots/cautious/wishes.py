"""What the bot `cautious` buys: one fixed list of chips, the most wanted one first."""

from __future__ import annotations

from collections.abc import Iterable

from quedlinburg.bots.cautious.situation import Situation

WISHES = ("B4", "R4", "B2", "R2", "Y4", "G4", "Y2", "G2", "K1", "P1", "B1", "R1", "G1", "Y1", "O1")
_RANK = {kind: rank for rank, kind in enumerate(WISHES)}


def most_wanted(kinds: Iterable[str]) -> str:
    """The chip of some that stands first on the list.

    >>> most_wanted(["O1", "R2", "G1"])
    'R2'
    """
    return min(kinds, key=_RANK.__getitem__)


def purchase(situation: Situation) -> str:
    """Buy the first chip of the list that can be bought, and the next that can besides it."""
    purchases = [option for option in situation.options if option.startswith("buy")]
    return min(purchases, key=_wish_rank)


def _wish_rank(option: str) -> tuple[int, ...]:
    """The ranks of a purchase's chips on the list, sorted; fewer chips come later."""
    ranks = sorted(_RANK[kind] for kind in option.split()[1:])
    return (*ranks, len(WISHES), len(WISHES))
