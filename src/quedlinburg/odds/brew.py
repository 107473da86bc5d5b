"""A brew: one seat's pot and bag in the potions phase, as a viewer sees them (R4).

It is what the reckoning starts from: nothing of the table but the books, the card and the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quedlinburg.engine.names import CARD, COLOUR, KIND
from quedlinburg.engine.view import View
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.tables import COLOUR as COLOUR_OF
from quedlinburg.rules.tables import LAST_SPACE, VALUE

Counts = tuple[int, ...]
NOTHING: Counts = (0,) * ids.KINDS

# The questions that belong to brewing; any other is not for this reckoning.
QUESTIONS = (
    "brew",
    "blue_1",
    "yellow_1",
    "well_stirred",
    "second_chance",
    "red_2",
    "strong_ingredient",
)


@dataclass(frozen=True, slots=True)
class Brew:
    """One seat's pot, bag and what else decides how the brewing can go on.

    Chips are counted by kind. `takes` is the kind that the flask would take back now, None while
    its chance is closed. `short_to` is the space on which the last chip may stand short, None while
    it may not. `laid_aside` are the red chips that were laid aside in this round: a view
    does not tell them from older ones, so that all count as older unless somebody knows better.
    """

    pages: tuple[int, ...]
    """The page that each colour plays, by the numbers of the rules."""
    card: int
    """The card in force, by the number of the rules."""
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
    """Whether *second chance* has had its moment in this round."""
    shield: int
    """How many of the next chips drawn are covered."""
    shield_before: int
    """How many would be covered without what the last chip gave (R4.5)."""
    question: str
    """The question that the seat is asked."""
    looked: Counts
    """The chips that the seat looks at."""
    second_chance_waits: bool
    """Whether *second chance* asks once this question is answered."""

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


def counted(chips: Mapping[str, int]) -> Counts:
    """A multiset of named chips as counts by kind."""
    counts = [0] * ids.KINDS
    for code, count in chips.items():
        counts[KIND[code]] = count
    return tuple(counts)


def read_view(view: View, seat: int | None = None) -> Brew:
    """The brew of the viewer, or of any other seat; raise ValueError if nobody brews.

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
    return _read_seat(view, seat, question, any(task == tasks.SECOND_CHANCE for task, _ in below))


def _read_seat(view: View, seat: int, question: str, waits: bool) -> Brew:
    """The brew of a seat that is asked a question."""
    own = view.seats[seat]
    pages = [0] * 8
    for colour, number in view.setup.pages.items():
        pages[COLOUR[colour]] = 10 * COLOUR[colour] + number
    pot = tuple((KIND[code], space) for code, space in own.pot)
    looking = question in ("blue_1", "strong_ingredient")
    return Brew(
        pages=tuple(pages),
        card=CARD[view.card] if view.card else ids.NO_CARD,
        flask_any=view.setup.switches["flask"] == "any",
        overflow=view.setup.overflow,
        start=min(own.droplet + own.tails, LAST_SPACE),
        bag=counted(view.whole_bag(seat)),
        pot=pot,
        bowl=counted(own.bowl),
        aside=counted(own.aside),
        laid_aside=NOTHING,
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
        shield_before=_shield_before(pages[ids.BLUE], pot, own.shield),
        question=question,
        looked=counted(view.looked) if looking else NOTHING,
        second_chance_waits=waits,
    )


def _shield_before(page: int, pot: tuple[tuple[int, int], ...], shield: int) -> int:
    """What is left of the shield if the last chip, a blue one, is taken back (R4.5, R4.12).

    Chips that were laid aside or went back into the bag used up steps too, but no view tells how
    many.
    """
    if page != ids.BLUE_2 or not pot or COLOUR_OF[pot[-1][0]] != ids.BLUE:
        return shield
    left = 0
    for kind, _ in pot[:-1]:
        left = max(left - 1, VALUE[kind] if COLOUR_OF[kind] == ids.BLUE else 0, 0)
    left = max(left - 1, 0)
    return min(left, shield) if shield <= VALUE[pot[-1][0]] else shield
