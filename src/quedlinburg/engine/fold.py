"""Folding: what a viewer knows of a table, worked out from the events that the viewer saw.

This is what a client does between two views. Only the set-up (or a view) and events come in; a
table that holds nothing but public things is changed by one small function for each event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar, cast

from quedlinburg.engine import events as told
from quedlinburg.engine.counts import Counts
from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.names import CARD, KIND, PHASES, STATES, kind_counts
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import SeatView, View, seat_view
from quedlinburg.rules import ids, words
from quedlinburg.rules.books.blue import blue_2_placed
from quedlinburg.rules.books.yellow import yellow_2_placed
from quedlinburg.rules.pot import last_space
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import CARD_IDS, COLOUR, VALUE
from quedlinburg.rules.verbs import brewing, chips

E = TypeVar("E", bound=told.Event)


@dataclass(frozen=True, slots=True)
class Folded:
    """What events tell of a table: the public fields of a view, and the looks that were seen.

    `looks` names the chips in hand of each seat whose look the viewer saw; its bag lacks them.
    """

    round: int
    phase: str
    card: str | None
    start: int
    supply: Counts
    cards_used: tuple[str, ...]
    sealed: tuple[int, ...]
    looks: Mapping[int, Counts]
    seats: tuple[SeatView, ...]


def fold(start: Setup | View, events: Iterable[told.Event]) -> Folded:
    """Fold events from the set-up of a game, or those that came after a view.

    A view does not tell how much of a shield was left before the last crow skull (R4.12): should
    the flask take that chip back, the fold counts on none.
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
    return t


def _laid_out(view: View) -> Table:
    """The table as a view shows it."""
    t = _set_up(view.setup)
    t.round_no = view.round
    t.phase = PHASES.index(view.phase)
    t.card = ids.NO_CARD if view.card is None else CARD[view.card]
    t.start = view.start
    _lay_counts(t.supply, view.supply)
    for name in view.cards_used:
        t.used[CARD[name]] = 1
    for seat in view.sealed:
        t.sealed[seat] = words.DRAW
    for seat, shown in enumerate(view.seats):
        _lay_seat(t, seat, shown)
        _lay_counts(t.bag[seat], view.whole_bag(seat))
    if view.viewer is not None:
        _lay_counts(t.looked[view.viewer], view.looked)
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
    if shown.flask_takes is not None:
        in_bowl = ids.BOWL_CHANCE + KIND[shown.flask_takes]
        t.may_flask[seat] = in_bowl if shown.bowl else ids.POT_CHANCE
    _lay_counts(t.aside[seat], shown.aside)
    _lay_counts(t.bowl[seat], shown.bowl)
    for code, space in shown.pot:
        _add_to_pot(t, seat, KIND[code], space)


def _lay_counts(counts: list[int], shown: Counts) -> None:
    """Lay a multiset."""
    for kind in range(ids.KINDS):
        counts[kind] = 0
    for code, count in shown.items():
        counts[KIND[code]] = count


def _counts(counts: list[int]) -> Counts:
    """A multiset that nobody can change."""
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
        sealed=tuple(seat for seat in seats if t.sealed[seat] != 0),
        looks=MappingProxyType(looks),
        seats=tuple(seat_view(t, seat, own=seat in looks) for seat in seats),
    )


# --- the round -----------------------------------------------------------------------------------


def _round_began(t: Table, event: told.RoundBegan) -> None:
    t.round_no = event.round
    t.start = event.start
    t.phase = ids.FORTUNE


def _card_turned_up(t: Table, event: told.CardTurnedUp) -> None:
    t.card = CARD[event.card]
    t.used[t.card] = 1


def _rat_tails_counted(t: Table, event: told.RatTailsCounted) -> None:
    t.phase = ids.RATS
    t.tails[event.seat] = event.tails


def _brewing_began(t: Table, event: told.BrewingBegan) -> None:
    t.phase = ids.POTIONS
    brewing.forget_brewing(t, event.seat)
    t.five_seen[event.seat] = 0
    t.coins[event.seat] = 0
    t.scoring[event.seat] = last_space(t, event.seat) + 1


def _evaluation_began(t: Table, event: told.EvaluationBegan) -> None:
    t.phase = ids.EVALUATION


def _round_ended(t: Table, event: told.RoundEnded) -> None:
    t.phase = ids.CLEAN_UP
    t.card = ids.NO_CARD
    for seat in range(t.players):
        t.tails[seat] = 0
        t.coins[seat] = 0
        brewing.empty_pot(t, seat)
        brewing.forget_brewing(t, seat)


def _game_ended(t: Table, event: told.GameEnded) -> None:
    t.phase = ids.OVER


# --- chips ---------------------------------------------------------------------------------------


def _add_to_pot(t: Table, seat: int, kind: int, space: int) -> None:
    """Lay a chip in the pot after the others."""
    count = t.pot_n[seat]
    t.pot_kind[seat][count] = kind
    t.pot_space[seat][count] = space
    t.pot_n[seat] = count + 1


def _chip_drawn(t: Table, event: told.ChipDrawn) -> None:
    t.drawn[event.seat] = 1
    t.may_flask[event.seat] = ids.CLOSED


def _chips_looked_at(t: Table, event: told.ChipsLookedAt) -> None:
    for code in event.kinds or ():
        t.looked[event.seat][KIND[code]] += 1


def _look_ended(t: Table, event: told.LookEnded) -> None:
    _lay_counts(t.looked[event.seat], Counts())


def _chip_placed(t: Table, event: told.ChipPlaced) -> None:
    """Move the chip; one that was brewed also counts for shield, doubling and flask (R4.1)."""
    seat, kind = event.seat, KIND[event.kind]
    source = t.bag if event.source == "bag" else t.aside
    source[seat][kind] -= 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] += VALUE[kind]
    in_bowl = event.space == told.BOWL
    if in_bowl:
        t.bowl[seat][kind] += 1
    else:
        _add_to_pot(t, seat, kind, event.space)
        t.scoring[seat] = event.space + 1
    if event.rule == "R4.1":
        _brewed(t, seat, kind, in_bowl)


def _brewed(t: Table, seat: int, kind: int, in_bowl: bool) -> None:
    """Count a chip that was placed while brewing (R4.5, R4.12, R4.20, R6 second_chance)."""
    brewing.use_shield_step(t, seat)
    brewing.set_doubling(t, seat, 0)
    brewing.open_flask(t, seat, kind, int(in_bowl))
    if t.card == ids.SECOND_CHANCE and t.pot_n[seat] == 5 and not in_bowl:
        brewing.see_five(t, seat)
    if COLOUR[kind] == ids.WHITE:
        brewing.see_white(t, seat)
    elif not in_bowl:
        match t.page[COLOUR[kind]]:
            case ids.BLUE_2:
                blue_2_placed(t, seat, kind)
            case ids.YELLOW_2:
                yellow_2_placed(t, seat)


def _chip_laid_aside(t: Table, event: told.ChipLaidAside) -> None:
    t.bag[event.seat][KIND[event.kind]] -= 1
    t.aside[event.seat][KIND[event.kind]] += 1
    t.may_flask[event.seat] = ids.CLOSED


def _chip_put_back(t: Table, event: told.ChipPutBack) -> None:
    t.aside[event.seat][KIND[event.kind]] -= 1
    t.bag[event.seat][KIND[event.kind]] += 1


def _chip_returned(t: Table, event: told.ChipReturned) -> None:
    """Move the chip back; what the flask takes back no longer gives anything (R4.5)."""
    seat, kind, place = event.seat, KIND[event.kind], event.place
    if place < 0:
        t.bowl[seat][kind] -= 1
    else:
        chips.remove_from_pot(t, seat, place)
        t.scoring[seat] = last_space(t, seat) + 1
    t.bag[seat][kind] += 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] -= VALUE[kind]
    t.may_flask[seat] = ids.CLOSED
    match event.rule:
        case "R4.5":
            brewing.set_doubling(t, seat, 0)
            if COLOUR[kind] == ids.BLUE:
                brewing.lower_shield(t, seat)
        case "R4.19":
            brewing.open_flask(t, seat, t.pot_kind[seat][place], 0)


def _from_supply(t: Table, event: told.ChipTaken | told.ChipBought) -> None:
    t.supply[KIND[event.kind]] -= 1
    t.bag[event.seat][KIND[event.kind]] += 1


def _chip_given_back(t: Table, event: told.ChipGivenBack) -> None:
    t.bag[event.seat][KIND[event.kind]] -= 1
    t.supply[KIND[event.kind]] += 1


def _chip_traded_in(t: Table, event: told.ChipTradedIn) -> None:
    chips.remove_from_pot(t, event.seat, event.place)
    t.supply[KIND[event.kind]] += 1


def _chip_moved(t: Table, event: told.ChipMoved) -> None:
    t.pot_space[event.seat][t.pot_n[event.seat] - 1] = event.space
    t.scoring[event.seat] = event.space + 1


# --- brewing -------------------------------------------------------------------------------------


def _pot_exploded(t: Table, event: told.PotExploded) -> None:
    t.status[event.seat] = ids.EXPLODED
    t.covered[event.seat] = int(event.shielded)
    t.may_flask[event.seat] = ids.CLOSED


def _brewing_stopped(t: Table, event: told.BrewingStopped) -> None:
    t.status[event.seat] = ids.STOPPED
    t.may_flask[event.seat] = ids.CLOSED


def _choice_sealed(t: Table, event: told.ChoiceSealed) -> None:
    """Remember that there is a choice; which one is nobody's business but the seat's own."""
    t.sealed[event.seat] = words.DRAW


def _choice_revealed(t: Table, event: told.ChoiceRevealed) -> None:
    t.sealed[event.seat] = 0


def _pot_restarted(t: Table, event: told.PotRestarted) -> None:
    brewing.empty_pot(t, event.seat)
    brewing.forget_brewing(t, event.seat)


# --- what a seat has -----------------------------------------------------------------------------


def _set(t: Table, field: str, seat: int, value: int) -> None:
    """Write a number of a seat."""
    getattr(t, field)[seat] = value


def _add(t: Table, field: str, seat: int, amount: int) -> None:
    """Add to a number of a seat."""
    getattr(t, field)[seat] += amount


def _nothing(t: Table, event: told.Event) -> None:
    """Change nothing: the event is told for its own sake, and what follows has its own."""


Change = Callable[[Table, told.Event], None]


def _by(event: type[E], change: Callable[[Table, E], None]) -> tuple[type[told.Event], Change]:
    """Pair a class of events with the function that folds them."""
    return event, cast("Change", change)


# What each event changes; a test names the class that is missing.
CHANGES: dict[type[told.Event], Change] = dict(
    (
        _by(told.RoundBegan, _round_began),
        _by(told.CardTurnedUp, _card_turned_up),
        _by(told.RatTailsCounted, _rat_tails_counted),
        _by(told.RatTailsGivenUp, lambda t, e: _add(t, "tails", e.seat, -e.tails)),
        _by(told.BrewingBegan, _brewing_began),
        _by(told.ChipDrawn, _chip_drawn),
        _by(told.ChipsLookedAt, _chips_looked_at),
        _by(told.LookEnded, _look_ended),
        _by(told.ChipPlaced, _chip_placed),
        _by(told.ChipLaidAside, _chip_laid_aside),
        _by(told.ChipReturned, _chip_returned),
        _by(told.ChipPutBack, _chip_put_back),
        _by(told.FlaskEmptied, lambda t, e: _set(t, "flask", e.seat, 0)),
        _by(told.FlaskFilled, lambda t, e: _set(t, "flask", e.seat, 1)),
        _by(told.PotExploded, _pot_exploded),
        _by(told.BrewingStopped, _brewing_stopped),
        _by(told.ChoiceSealed, _choice_sealed),
        _by(told.ChoiceRevealed, _choice_revealed),
        _by(told.PotRestarted, _pot_restarted),
        _by(told.DieRolled, _nothing),
        _by(told.RubiesWon, lambda t, e: _add(t, "rubies", e.seat, e.rubies)),
        _by(told.RubiesPaid, lambda t, e: _add(t, "rubies", e.seat, -e.rubies)),
        _by(told.PointsWon, lambda t, e: _add(t, "vp", e.seat, e.points)),
        _by(told.CoinsWon, lambda t, e: _set(t, "coins", e.seat, e.coins)),
        _by(told.DropletMoved, lambda t, e: _add(t, "droplet", e.seat, e.steps)),
        _by(told.GlassReached, lambda t, e: _set(t, "glass", e.seat, e.glass)),
        _by(told.ChipTaken, _from_supply),
        _by(told.ChipMissed, _nothing),
        _by(told.ChipBought, _from_supply),
        _by(told.ChipGivenBack, _chip_given_back),
        _by(told.ChipTradedIn, _chip_traded_in),
        _by(told.ChipMoved, _chip_moved),
        _by(told.EvaluationBegan, _evaluation_began),
        _by(told.RoundEnded, _round_ended),
        _by(told.GameEnded, _game_ended),
    )
)
