"""Folding: what a viewer knows of a table, worked out from the events that the viewer saw.

This is what a client does between two views. Only the set-up (or a view) and events come in; a
table that holds nothing but public things is changed by one small function for each event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from quedlinburg.engine import events as told
from quedlinburg.engine.changes import CHANGES, add_to_pot, lay_counts
from quedlinburg.engine.counts import Counts
from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.names import CARD, KIND, PHASES, STATES, kind_counts
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import SeatView, View, seat_view
from quedlinburg.rules import ids, options
from quedlinburg.rules.constants import CARD_IDS
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.rounds import open_round


@dataclass(frozen=True, slots=True)
class Folded:
    """What events tell of a table: the public fields of a view, and the looks that were seen.

    `looks` names the chips in hand of each seat whose look the viewer saw; its bag lacks them.
    """

    round: int
    """The round, 1 to 9."""
    phase: str
    """`fortune`, `rats`, `potions`, `evaluation`, `clean_up` or `over`."""
    card: str | None
    """The id of the fortune card in force, or None."""
    start: int
    """The seat of this round's start player."""
    supply: Counts
    """The chips that nobody owns, counted by kind."""
    cards_used: tuple[str, ...]
    """The ids of the fortune cards that have been turned up, in the order of the rules."""
    stirred: bool
    """Whether the draws of this round are simultaneous (R4.10)."""
    stir_open: bool
    """Whether a seat may still call for a stir in this round (R7.4)."""
    sealed: tuple[int, ...]
    """The seats that have sealed a choice in a stirred round."""
    looks: Mapping[int, Counts]
    """The chips in hand, counted by kind, of each seat whose look the viewer saw."""
    seats: tuple[SeatView, ...]
    """What the events tell of each seat."""


def fold(start: Setup | View, events: Iterable[told.Event]) -> Folded:
    """Fold events from the set-up of a game, or those that came after a view.

    A view does not tell how much of a shield was left before the last crow skull (R4.12): if the
    flask takes that chip back, the fold assumes that none was.
    """
    t = _set_up(start) if isinstance(start, Setup) else _laid_out(start)
    for event in events:
        CHANGES[type(event)](t, event)
    return _folded(t)


# --- between tables and values -------------------------------------------------------------------


def _set_up(setup: Setup) -> Table:
    """The table before the first card."""
    t = setup.to_table(Scripted(()))
    t.round_no = 1
    t.phase = ids.FORTUNE
    open_round(t)
    return t


def _laid_out(view: View) -> Table:
    """The table as a view shows it."""
    t = _set_up(view.setup)
    t.round_no = view.round
    t.phase = PHASES.index(view.phase)
    t.card = ids.NO_CARD if view.card is None else CARD[view.card]
    t.start = view.start
    t.stirred = int(view.stirred)
    t.stir_open = int(view.stir_open)
    lay_counts(t.supply, view.supply)
    for name in view.cards_used:
        t.used[CARD[name]] = 1
    for seat in view.sealed:
        t.sealed[seat] = options.DRAW
    for seat, shown in enumerate(view.seats):
        _lay_seat(t, seat, shown)
        lay_counts(t.bag[seat], view.whole_bag(seat))
    if view.viewer is not None:
        lay_counts(t.looked[view.viewer], view.looked)
    return t


def _lay_seat(t: Table, seat: int, shown: SeatView) -> None:
    """Lay what a view shows of a seat, but for its bag."""
    for name in ("vp", "rubies", "droplet", "tails", "glass", "white_sum", "scoring", "coins"):
        getattr(t, name)[seat] = getattr(shown, name)
    t.flask[seat] = int(shown.flask)
    t.status[seat] = STATES.index(shown.state)
    t.drawn[seat] = int(shown.drawn)
    t.shield[seat] = shown.shield
    t.covered[seat] = int(shown.shielded)
    t.doubled[seat] = int(shown.doubled)
    t.white_seen[seat] = int(shown.first_white)
    t.five_seen[seat] = int(shown.five_chips)
    t.bare_space[seat] = shown.short_to or ids.NO_SPACE
    t.white_last[seat] = int(shown.white_last)
    if shown.flask_takes is not None:
        in_bowl = ids.BOWL_CHANCE + KIND[shown.flask_takes]
        t.may_flask[seat] = in_bowl if shown.bowl else ids.POT_CHANCE
    lay_counts(t.aside[seat], shown.aside)
    lay_counts(t.bowl[seat], shown.bowl)
    for code, space in shown.pot:
        add_to_pot(t, seat, KIND[code], space)


def _counts(counts: list[int]) -> Counts:
    """Counts by kind, as an immutable value."""
    return Counts(kind_counts(counts))


def _folded(t: Table) -> Folded:
    """The value of a table that holds only what was told."""
    seats = range(t.players)
    looks = {seat: _counts(t.looked[seat]) for seat in seats if sum(t.looked[seat])}
    return Folded(
        round=t.round_no,
        phase=PHASES[t.phase],
        card=None if t.card == ids.NO_CARD else CARD_IDS[t.card],
        start=t.start,
        supply=_counts(t.supply),
        cards_used=tuple(CARD_IDS[card] for card in range(ids.CARDS) if t.used[card]),
        stirred=t.stirred == 1,
        stir_open=t.stir_open == 1,
        sealed=tuple(seat for seat in seats if t.sealed[seat] != 0),
        looks=MappingProxyType(looks),
        seats=tuple(seat_view(t, seat, own=seat in looks) for seat in seats),
    )
