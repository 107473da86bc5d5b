"""Apply an event to a table that holds only public facts: one function for each type of event.

`fold` runs these over a list of events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from quedlinburg.engine import events as told
from quedlinburg.engine.counts import Counts
from quedlinburg.engine.names import CARD, KIND
from quedlinburg.rules import ids, moments, options
from quedlinburg.rules.constants import COLOUR, VALUE
from quedlinburg.rules.phases.potions import remember_placed
from quedlinburg.rules.pot import bare_space, last_space
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs import brewing, chips
from quedlinburg.rules.verbs.rounds import open_round

E = TypeVar("E", bound=told.Event)


def lay_counts(counts: list[int], shown: Counts) -> None:
    """Lay a multiset."""
    for kind in range(ids.KINDS):
        counts[kind] = 0
    for code, count in shown.items():
        counts[KIND[code]] = count


def add_to_pot(t: Table, seat: int, kind: int, space: int) -> None:
    """Lay a chip in the pot after the others."""
    count = t.pot_n[seat]
    t.pot_kind[seat][count] = kind
    t.pot_space[seat][count] = space
    t.pot_n[seat] = count + 1


# --- the round -----------------------------------------------------------------------------------


def _round_began(t: Table, event: told.RoundBegan) -> None:
    t.round_no = event.round
    t.start = event.start
    t.phase = ids.FORTUNE
    open_round(t)


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


def _chip_drawn(t: Table, event: told.ChipDrawn) -> None:
    t.drawn[event.seat] = 1
    t.stir_open = 0


def _chips_looked_at(t: Table, event: told.ChipsLookedAt) -> None:
    for code in event.kinds or ():
        t.looked[event.seat][KIND[code]] += 1


def _look_ended(t: Table, event: told.LookEnded) -> None:
    lay_counts(t.looked[event.seat], Counts())


def _chip_placed(t: Table, event: told.ChipPlaced) -> None:
    """Move the chip; one that was brewed also counts for shield, doubling and flask (R4.1)."""
    seat, kind = event.seat, KIND[event.kind]
    source = t.bag if event.source == "bag" else t.aside
    source[seat][kind] -= 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] += VALUE[kind]
    bare = bare_space(t, seat, kind)
    in_bowl = event.space == told.BOWL
    if in_bowl:
        t.bowl[seat][kind] += 1
    else:
        add_to_pot(t, seat, kind, event.space)
        t.scoring[seat] = event.space + 1
    if event.rule == "R4.1":
        _brewed(t, seat, kind, in_bowl)
        if not in_bowl and event.space > bare:
            brewing.open_short(t, seat, bare)


def _brewed(t: Table, seat: int, kind: int, in_bowl: bool) -> None:
    """Count a chip that was placed while brewing (R4.5, R4.12, R4.20)."""
    chips.close_chances(t, seat)
    brewing.open_flask(t, seat, kind, int(in_bowl))
    remember_placed(t, seat, kind, in_bowl)
    if not in_bowl:
        _let_happen(moments.after_explosion, t, seat)


def _let_happen(moment: Callable[[Table, int], None], t: Table, seat: int) -> None:
    """Run a moment for the state that it keeps, and drop the question that it may ask."""
    moment(t, seat)
    t.depth[seat] = 0


def _chip_laid_aside(t: Table, event: told.ChipLaidAside) -> None:
    t.bag[event.seat][KIND[event.kind]] -= 1
    t.aside[event.seat][KIND[event.kind]] += 1
    brewing.use_shield_step(t, event.seat)
    brewing.remember_white(t, event.seat, 0)
    chips.close_chances(t, event.seat)


def _chip_put_back(t: Table, event: told.ChipPutBack) -> None:
    t.aside[event.seat][KIND[event.kind]] -= 1
    t.bag[event.seat][KIND[event.kind]] += 1


def _chip_returned(t: Table, event: told.ChipReturned) -> None:
    """Move the chip back; what the flask takes back no longer gives anything (R4.5)."""
    seat, kind, place = event.seat, KIND[event.kind], event.place
    if place < 0:
        t.bowl[seat][kind] -= 1
    else:
        if place == t.pot_n[seat] - 1:
            brewing.remember_white(t, seat, 0)
        chips.remove_from_pot(t, seat, place)
        t.scoring[seat] = last_space(t, seat) + 1
    t.bag[seat][kind] += 1
    if COLOUR[kind] == ids.WHITE:
        t.white_sum[seat] -= VALUE[kind]
    chips.close_chances(t, seat)
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
    chips.close_chances(t, event.seat)
    _let_happen(moments.exploded, t, event.seat)


def _brewing_stopped(t: Table, event: told.BrewingStopped) -> None:
    t.status[event.seat] = ids.STOPPED
    chips.close_chances(t, event.seat)


def _choice_sealed(t: Table, event: told.ChoiceSealed) -> None:
    """Note that the seat has sealed a choice; which one is secret."""
    t.sealed[event.seat] = options.DRAW


def _choice_revealed(t: Table, event: told.ChoiceRevealed) -> None:
    t.sealed[event.seat] = 0


def _extra_passed_up(t: Table, event: told.ExtraPassedUp) -> None:
    t.pot_space[event.seat][t.pot_n[event.seat] - 1] = event.space
    t.scoring[event.seat] = event.space + 1
    brewing.close_short(t, event.seat)


def _stir_called(t: Table, event: told.StirCalled) -> None:
    t.stirred = 1
    t.stir_open = 0


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


def _rubies_won(t: Table, event: told.RubiesWon) -> None:
    t.rubies[event.seat] += event.rubies
    if event.rule == "R4.13":
        brewing.close_short(t, event.seat)


def _points_won(t: Table, event: told.PointsWon) -> None:
    t.vp[event.seat] += event.points
    if event.rule == "R4.14":
        brewing.close_short(t, event.seat)


def _nothing(t: Table, event: told.Event) -> None:
    """Change nothing: events that follow say what changed."""


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
        _by(told.RubiesWon, _rubies_won),
        _by(told.RubiesPaid, lambda t, e: _add(t, "rubies", e.seat, -e.rubies)),
        _by(told.PointsWon, _points_won),
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
        _by(told.ExtraPassedUp, _extra_passed_up),
        _by(told.StirCalled, _stir_called),
    )
)
