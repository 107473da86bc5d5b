"""One brewing seat: what lies where, what is remembered, and what is legal (R4).

`replay` lets it act.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from . import moves, questions, track
from .moves import Chip, Rules


class Seen(NamedTuple):
    """What can be seen of a seat between two actions (R4)."""

    pot: tuple[tuple[str, int], ...]
    bowl: tuple[str, ...]
    bag: tuple[str, ...]
    aside: tuple[str, ...]
    flask: bool
    state: str
    question: str | None
    sealed: bool
    white_sum: int
    limit: int
    scoring: int
    shielded: bool
    rubies: int
    points: int
    legal: tuple[str, ...]


@dataclass(frozen=True)
class Opening:
    """What lies there when the brewing begins; a pot counts as drawn in its order (R4.1).

    `on_demand` says that the table's setting lets this round be called for (R7.4).
    """

    bag: Sequence[str]
    pot: Sequence[tuple[str, int]] = ()
    aside: Sequence[str] = ()
    flask: bool = True
    droplet: int = 0
    tails: int = 0
    stirred: bool = False
    on_demand: bool = False


class Seat:
    """A seat between two actions (R4).

    `state` is `brewing`, `stopped` or `exploded`, the last also while a *second chance* is asked.
    `rubies` and `points` are what was won while brewing.
    """

    def __init__(self, rules: Rules, opening: Opening) -> None:
        """Lay everything out (R4.1)."""
        self.rules = rules
        self.start = track.start_space(opening.droplet, opening.tails)
        self.bag = list(opening.bag)
        self.pot = [
            Chip(kind, space, number, space, drawn=False)
            for number, (kind, space) in enumerate(opening.pot, start=1)
        ]
        self.bowl: list[str] = []
        self.aside = [(kind, "earlier") for kind in opening.aside]
        self.flask = opening.flask
        self.stirred = opening.stirred
        self.on_demand = opening.on_demand

        self.state = "brewing"
        self.question: str | None = None
        self.looked: list[str] = []
        self.sealed: str | None = None
        self.shielded = False
        self.rubies = 0
        self.points = 0

        self.drawn = len(self.pot)  # how many chips were drawn since the start
        self.has_drawn = len(self.pot) > 0  # in this round, as R7.4 asks
        self.must_draw = len(self.pot) == 0  # the first draw is not a choice
        self.somebody_drew = False  # another seat
        self.fresh = "pot" if self.pot else ""  # where the chip drawn last of all lies
        self.doubling = bool(self.pot) and self.doubles(self.pot[-1].kind)
        self.white_seen = any(chip.kind[0] == "W" for chip in self.pot)
        self.chance_gone = len(self.pot) >= 5
        self.chance_due = False

    # --- what is seen

    def seen(self) -> Seen:
        """Describe the seat as it stands; bag and aside in the order of kinds."""
        return Seen(
            pot=tuple((chip.kind, chip.space) for chip in self.pot),
            bowl=tuple(self.bowl),
            bag=tuple(moves.in_order(self.bag)),
            aside=tuple(moves.in_order(self.kinds_aside())),
            flask=self.flask,
            state=self.state,
            question=self.question,
            sealed=self.sealed is not None,
            white_sum=moves.white_sum(self.pot, self.bowl),
            limit=moves.limit(self.rules, self.pot),
            scoring=self.scoring(),
            shielded=self.shielded,
            rubies=self.rubies,
            points=self.points,
            legal=tuple(self.legal()),
        )

    def pot_text(self) -> str:
        """Write the pot in the notation of tables."""
        return " ".join(f"{chip.kind}@{chip.space}" for chip in self.pot)

    def kinds_aside(self) -> list[str]:
        """List the chips aside in the order in which they were laid there (R4.16)."""
        return [kind for kind, _ in self.aside]

    def scoring(self) -> int:
        """Find the scoring space (R4.9)."""
        return track.scoring_space([chip.space for chip in self.pot], self.start)

    def doubles(self, kind: str) -> bool:
        """Tell whether a chip in the pot doubles the next one (R4.20)."""
        return kind[0] == "Y" and self.rules.books["yellow"] == 2

    # --- what is legal

    def may_flask(self) -> bool:
        """Tell whether the flask can take back the chip just placed (R4.5, R7.3, R8)."""
        if not self.flask or self.state != "brewing" or self.fresh == "":
            return False
        kind = self.pot[-1].kind if self.fresh == "pot" else self.bowl[-1]
        return self.rules.flask_any or kind[0] == "W"

    def may_short(self) -> bool:
        """Tell whether the last chip's extra spaces can be passed up (R4.7)."""
        if self.state != "brewing" or self.fresh != "pot":
            return False
        chip = self.pot[-1]
        return chip.drawn and not chip.paid and chip.space > chip.bare

    def may_stir(self) -> bool:
        """Tell whether this seat may call for a stir now (R7.4)."""
        if self.stirred or not self.on_demand:
            return False
        return not self.has_drawn and not self.somebody_drew

    def brew_options(self) -> list[str]:
        """List what a brewing seat may do, without the chips aside (R4.2, R4.5, R4.7, R7.4)."""
        options: list[str] = []
        if len(self.bag) > 0:
            options.append("draw")
        if not self.must_draw or len(self.bag) == 0:
            options.append("stop")
        if self.may_flask():
            options.append("flask")
        if self.may_short():
            options.append("short")
        if self.may_stir() and len(self.bag) > 0:
            options.append("stir")
        return options

    def options(self) -> list[str]:
        """List the options of the question that is open (R4)."""
        if self.question == "brew":
            return self.brew_options()
        if self.question in ("blue_1", "strong_ingredient"):
            kinds = [kind for kind in moves.KINDS if kind in self.looked]
            return [*(f"choose {kind}" for kind in kinds), "choose none"]
        if self.question in ("yellow_1", "well_stirred"):
            return ["choose return", "choose keep"]
        if self.question == "second_chance":
            return ["choose restart", "choose continue"]
        if self.question == "red_2":
            kinds = [kind for kind in moves.KINDS if kind in self.kinds_aside()]
            return [*(f"choose {kind}" for kind in kinds), "choose done"]
        return []

    def legal(self) -> list[str]:
        """List every legal action in the notation's order; a seat not asked has none (R4.16)."""
        if self.question is None:
            return []
        return questions.legal(self.options(), self.kinds_aside())
