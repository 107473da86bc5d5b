"""A brew: one seat's pot and bag in the potions phase, as a viewer sees them (R4).

The position that the analysis starts from: of the rest of the table only pages, card and edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quedlinburg.analysis.compiled_rules.effects import (
    QUESTIONS,
    Effects,
    Question,
    effects_of,
)
from quedlinburg.engine.names import KIND
from quedlinburg.engine.names import QUESTIONS as QUESTION_IDS
from quedlinburg.engine.view import View
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, LAST_SPACE, VALUE

Counts = tuple[int, ...]
NO_CHIPS: Counts = (0,) * ids.KINDS


@dataclass(frozen=True, slots=True)
class Brew:
    """One seat's pot, bag and what else decides how the brewing can go on.

    Chips are counted by kind. A view does not tell which red chips aside were laid there in this
    round: `laid_aside` is empty unless somebody knows better.
    """

    effects: Effects
    """The effects of the pages and the card in force."""
    flask_any: bool
    """Whether the flask takes back every colour (R8)."""
    overflow: bool
    """Whether the overflow bowl is played (R7.3)."""
    start: int
    """The space from which the first chip counts."""
    bag: Counts
    """The chips in the bag."""
    pot: tuple[tuple[int, int], ...]
    """The chips in the pot, each a kind and its space, in their order."""
    bowl: Counts
    """The chips in the bowl."""
    aside: Counts
    """The red chips beside the pot."""
    laid_aside: Counts
    """Those of them that were laid aside in this round, as far as it is known."""
    flask: bool
    """Whether the flask is full."""
    takes: int | None
    """The kind that the flask would take back now; None while it can't be used."""
    short_to: int | None
    """The space of the last chip without its extra spaces; None if it has none to pass up."""
    white_last: bool
    """Whether the chip drawn last of all is white and the last one in the pot (R4.19)."""
    status: int
    """Brewing, stopped or exploded, by the numbers of the rules."""
    covered: bool
    """Whether the pot exploded with a covered chip (R4.12)."""
    drawn: bool
    """Whether a chip has been drawn in this round."""
    doubled: bool
    """Whether the next chip moves twice as far (R4.20)."""
    first_white: bool
    """Whether the first white chip of this round has been placed."""
    five_chips: bool
    """Whether a restart of the pot has been asked about in this round."""
    shield: int
    """How many of the next chips drawn are covered."""
    shield_before: int
    """How many would be covered without what the last chip gave (R4.5)."""
    question: Question
    """The question that the seat is asked."""
    looked: Counts
    """The chips that the seat looks at."""
    restart_waits: bool
    """Whether a restart of the pot is asked about once this question is answered."""

    @property
    def owned(self) -> Counts:
        """All chips of the seat: bag, pot, bowl and aside."""
        total = [b + w + a for b, w, a in zip(self.bag, self.bowl, self.aside, strict=True)]
        for kind, _ in self.pot:
            total[kind] += 1
        return tuple(total)

    @property
    def is_stopped(self) -> bool:
        """Whether the brewing is over, by choice or by an explosion."""
        return self.status != ids.BREWING


def count_kinds(chips: Mapping[str, int]) -> Counts:
    """A multiset of named chips as counts by kind."""
    counts = [0] * ids.KINDS
    for code, count in chips.items():
        counts[KIND[code]] = count
    return tuple(counts)


def is_brewing_question(view: View) -> bool:
    """Whether the viewer is asked a question that this analysis answers."""
    return view.question is not None and view.question.id in QUESTIONS


def read_brew(view: View, seat: int | None = None) -> Brew:
    """Read the brew of the viewer, or of any other seat; raise ValueError if nobody brews.

    What another seat is just asked is hidden: it is taken to be drawing or stopping.
    """
    if seat is None:
        seat = view.viewer
    if seat is None or not 0 <= seat < len(view.seats):
        raise ValueError(f"seat {seat}: expected a seat from 0 to {len(view.seats) - 1}")
    if view.phase != "potions":
        raise ValueError(f"nobody brews in the phase {view.phase}")
    asked = view.question if seat == view.viewer else None
    question = asked.id if asked is not None else "brew"
    if question not in QUESTIONS:
        raise ValueError(f"{question} is not a question of brewing")
    below = view.steps[:-1] if seat == view.viewer else ()
    waiting = [QUESTIONS.get(QUESTION_IDS.get(task, "")) for task, _ in below]
    return _read_seat(view, seat, QUESTIONS[question], Question.RESTART in waiting)


def _read_seat(view: View, seat: int, question: Question, restart_waits: bool) -> Brew:
    """The brew of a seat that is asked a question."""
    own = view.seats[seat]
    effects = effects_of(view.setup, view.card)
    pot = tuple((KIND[code], space) for code, space in own.pot)
    looks = question in (Question.LOOK, Question.FINAL_LOOK)
    return Brew(
        effects=effects,
        flask_any=view.setup.switches["flask"] == "any",
        overflow=view.setup.overflow,
        start=min(own.droplet + own.tails, LAST_SPACE),
        bag=count_kinds(view.whole_bag(seat)),
        pot=pot,
        bowl=count_kinds(own.bowl),
        aside=count_kinds(own.aside),
        laid_aside=NO_CHIPS,
        flask=own.flask,
        takes=KIND[own.flask_takes] if own.flask_takes else None,
        short_to=own.short_to,
        white_last=own.white_last,
        status=("brewing", "stopped", "exploded").index(own.state),
        covered=own.shielded,
        drawn=own.drawn,
        doubled=own.doubled,
        first_white=own.first_white,
        five_chips=own.five_chips,
        shield=own.shield,
        shield_before=_shield_before(effects, pot, own.shield),
        question=question,
        looked=count_kinds(view.looked) if looks else NO_CHIPS,
        restart_waits=restart_waits,
    )


def _shield_before(effects: Effects, pot: tuple[tuple[int, int], ...], shield: int) -> int:
    """How many chips stay covered if the last chip, a blue one, is taken back (R4.5, R4.12).

    Chips that were laid aside or went back into the bag were covered too, but no view tells how
    many.
    """
    if not effects.blue_shields or not pot or COLOUR[pot[-1][0]] != ids.BLUE:
        return shield
    left = 0
    for kind, _ in pot[:-1]:
        left = max(left - 1, VALUE[kind] if COLOUR[kind] == ids.BLUE else 0, 0)
    left = max(left - 1, 0)
    return min(left, shield) if shield <= VALUE[pot[-1][0]] else shield
