"""Chances: exactly what an action can lead to, and how likely."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeVar

from quedlinburg.engine.actions import Action
from quedlinburg.engine.luck import Listed, Unknown
from quedlinburg.engine.playthrough import Playthrough

G = TypeVar("G", bound=Playthrough)


def chances(game: G, seat: int, action: Action | str) -> Iterator[tuple[Fraction, G]]:
    """The exact distribution of what an action leads to: pairs of chance and game.

    Chance events are opened one at a time; games that stand alike are merged.
    """
    base = game.table.lucks
    merged: dict[tuple[object, ...], tuple[Fraction, G]] = {}
    pending: list[tuple[Fraction, tuple[str, ...]]] = [(Fraction(1), ())]
    while pending:
        chance, outcomes = pending.pop()
        twin = game.copy(Listed(outcomes, base=base))
        try:
            twin.act(seat, action)
        except Unknown as event:
            for outcome, odds in reversed(event.odds):
                pending.append((chance * odds, outcomes + outcome))
            continue
        twin.set_luck(game.luck)
        key = twin.key()
        before = merged.get(key)
        merged[key] = (chance + before[0], before[1]) if before else (chance, twin)
    yield from merged.values()
