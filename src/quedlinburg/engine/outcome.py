"""The outcome of a finished game: ranking, winners and why (R5.H)."""

from __future__ import annotations

from dataclasses import dataclass

from quedlinburg.rules import ids
from quedlinburg.rules.table import Table


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    ranking: tuple[int, ...]
    """The seats, the best first."""
    winners: tuple[int, ...]
    """The seats that won; several where nothing decides between them."""
    points: tuple[int, ...]
    """The victory points of each seat."""
    scoring: tuple[int, ...]
    """The scoring space of each seat in round 9, which breaks ties."""
    reason: str
    """What decided: `points`, `scoring space` or `shared`."""

    def to_json(self) -> dict[str, object]:
        """The outcome as a plain dict."""
        return {
            "ranking": list(self.ranking),
            "winners": list(self.winners),
            "points": list(self.points),
            "scoring": list(self.scoring),
            "reason": self.reason,
        }


def outcome_of(t: Table) -> Outcome | None:
    """Rank the seats by points, then by the scoring space of round 9; None while playing (R5.H).

    The reason is `points`, `scoring space` (the tie-break decided) or `shared`.
    """
    if t.phase != ids.OVER:
        return None
    keys = [(t.vp[seat], t.scoring[seat]) for seat in range(t.players)]
    ranking = sorted(range(t.players), key=lambda seat: keys[seat], reverse=True)
    best = keys[ranking[0]]
    winners = tuple(seat for seat in range(t.players) if keys[seat] == best)
    reason = "points"
    if len(winners) > 1:
        reason = "shared"
    elif keys[ranking[1]][0] == best[0]:
        reason = "scoring space"
    points, scoring = zip(*keys, strict=True)
    return Outcome(tuple(ranking), winners, points, scoring, reason)
