"""Heads and tables: lay the table that a head describes, write the head of a table."""

from __future__ import annotations

from quedlinburg.engine.names import BOOK_COLOURS, CARD, format_kinds
from quedlinburg.engine.notation.head import MOST_CHIPS, Head, SeatHead
from quedlinburg.engine.notation.lexer import TextError, format_pot, with_values
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids, machine, moments, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.constants import (
    BAG,
    CARD_IDS,
    CHERRY_BOMB_ROUND,
    COLOUR,
    KIND_CODES,
    LAST_ROUND,
    SUPPLY,
    VALUE,
)
from quedlinburg.rules.phases.potions import remember_placed
from quedlinburg.rules.pot import last_space
from quedlinburg.rules.table import Luck, Table
from quedlinburg.rules.verbs.brewing import open_flask, see_five
from quedlinburg.rules.verbs.goods import count_scarce
from quedlinburg.rules.verbs.rounds import open_round


def setup_of(head: Head) -> Setup:
    """The set-up that a head describes."""
    if head.players is None:
        raise TextError(f"line {head.line}: players is missing: expected players 2, 3 or 4")
    if head.start >= head.players:
        where = head.lines["start"]
        raise TextError(
            f"line {where}: start {head.start}: expected a seat from 0 to {head.players - 1}"
        )
    for number, seat in head.seats.items():
        if number >= head.players:
            last = head.players - 1
            raise TextError(f"line {seat.line}: seat {number}: expected a seat from 0 to {last}")
    return Setup(
        players=head.players,
        books=head.books,
        edition=head.edition or "north_star",
        tubes=head.tubes,
        stir=head.stir,
        overflow=head.overflow,
        start=head.start,
    )


def lay_out(head: Head, luck: Luck) -> tuple[Setup, Table]:
    """Lay the table that a head describes: at rest (phase fortune), or with pots (potions)."""
    setup = setup_of(head)
    t = setup.to_table(luck)
    t.round_no = head.round
    open_round(t)
    _lay_cards(head, t)
    t.supply[:] = SUPPLY
    for number in range(setup.players):
        _lay_seat(head, t, number, head.seats.get(number, SeatHead(head.line)))
    _lay_supply(head, t)
    if head.phase == "fortune":
        t.phase = ids.FORTUNE
        push(t, ids.TABLE, tasks.TURN_UP_CARD, 0)
    else:
        t.phase = ids.POTIONS
        push(t, ids.TABLE, tasks.ALL_STOPPED, 0)
        if t.stirred == 1:
            push(t, ids.TABLE, tasks.STIR, 0)
        for number in range(setup.players):
            push(t, number, tasks.BREW, 0)
            if t.drawn[number] == 1 or t.status[number] != ids.BREWING:
                t.stir_open = 0
    return setup, t


def _lay_cards(head: Head, t: Table) -> None:
    """Lay the card in force, the cards gone and the next ones."""
    where = f"line {max(head.lines.get(key, 1) for key in ('card', 'deck', 'used'))}"
    in_force = head.card if head.phase == "potions" else None
    used = [name for name in head.used if name != in_force]
    named = [*used, *([head.card] if head.card else []), *head.deck]
    for name in named:
        if named.count(name) > 1:
            raise TextError(
                f"{where}: {name} is named twice: expected a card once in card, deck and used"
            )
    for name in head.used:
        t.used[CARD[name]] = 1
    coming = list(head.deck)
    if head.card and head.phase == "fortune":
        coming.insert(0, head.card)
    elif head.card:
        t.card = CARD[head.card]
        t.used[t.card] = 1
    if len(coming) > LAST_ROUND - head.round + 1:
        raise TextError(f"{where}: deck: {len(coming)} cards: more than there are rounds left")
    to_come = LAST_ROUND - head.round + int(head.phase == "fortune") - len(coming)
    if to_come > ids.CARDS - len(named):
        raise TextError(
            f"{where}: used: {len(head.used)} cards: too few are left for the rounds to come"
        )
    for place, name in enumerate(reversed(coming)):
        t.deck[place] = CARD[name]
    t.deck_n = len(coming)


def _lay_seat(head: Head, t: Table, number: int, seat: SeatHead) -> None:
    """Lay what a seat owns."""
    where = f"line {seat.line}: seat {number}"
    if head.phase == "fortune" and (seat.pot or seat.status != ids.BREWING):
        raise TextError(f"{where}: a pot in phase fortune: expected phase potions")
    if any(seat.aside) and not moments.is_laid_aside(t, ids.R1):
        raise TextError(f"{where}: chips aside: expected red book 2 (R4.16)")
    t.vp[number] = seat.vp
    if seat.rubies is not None:
        t.rubies[number] = seat.rubies
    t.droplet[number] = seat.droplet
    # At the start of a round the rats are yet to be counted (R3.3).
    t.tails[number] = 0 if head.phase == "fortune" else seat.rats
    t.glass[number] = seat.glass
    if seat.glass and not head.tubes:
        raise TextError(f"{where}: glass: expected tubes in the head (R7.2)")
    t.flask[number] = int(seat.flask)
    bag = list(BAG) if seat.bag is None else seat.bag
    if seat.bag is None and head.round >= CHERRY_BOMB_ROUND:
        bag[ids.W1] += 1
    owned: list[int] = [b + a for b, a in zip(bag, seat.aside, strict=True)]
    for kind, _ in seat.pot:
        owned[kind] += 1
    if sum(owned) > MOST_CHIPS:
        raise TextError(f"{where}: {sum(owned)} chips: expected at most {MOST_CHIPS}")
    for kind in range(ids.KINDS):
        t.bag[number][kind] = bag[kind]
        t.aside[number][kind] = seat.aside[kind]
        t.supply[kind] -= owned[kind]
        if t.supply[kind] < 0:
            code, most = KIND_CODES[kind], SUPPLY[kind]
            raise TextError(f"{where}: more {code} than exist: expected at most {most} in all")
    _lay_pot(t, number, seat)


def _lay_pot(t: Table, number: int, seat: SeatHead) -> None:
    """Lay the chips of a pot as if they had been placed in that order."""
    for place, (kind, space) in enumerate(seat.pot):
        t.pot_kind[number][place] = kind
        t.pot_space[number][place] = space
        t.pot_n[number] = place + 1
        t.drawn[number] = 1
        if COLOUR[kind] == ids.WHITE:
            t.white_sum[number] += VALUE[kind]
        remember_placed(t, number, kind, False)
    if len(seat.pot) >= 5:
        see_five(t, number)
    t.scoring[number] = last_space(t, number) + 1
    t.status[number] = seat.status
    if seat.pot and seat.status == ids.BREWING:
        open_flask(t, number, seat.pot[-1][0], 0)


def _lay_supply(head: Head, t: Table) -> None:
    """Lay what a head says is left of some kinds."""
    for kind, count in head.supply.items():
        if count > t.supply[kind]:
            code, most = KIND_CODES[kind], t.supply[kind]
            where = head.lines["supply"]
            raise TextError(f"line {where}: supply {code}={count}: expected at most {most}")
        t.supply[kind] = count
    count_scarce(t)


# --- writing -------------------------------------------------------------------------------------


def write_head(t: Table, setup: Setup) -> list[str]:
    """Write a table at rest, or one that was laid out with its pots, as the lines of a head."""
    at_rest = machine.is_at_rest(t)
    lines = [_write_setup(setup)]
    words = [f"round {t.round_no}", f"start {t.start}"]
    words.append("phase fortune" if at_rest else "phase potions")
    if t.card != ids.NO_CARD:
        words.append(f"card {CARD_IDS[t.card]}")
    lines.append("  ".join(words))
    used = [CARD_IDS[c] for c in range(ids.CARDS) if t.used[c] and c != t.card]
    if used:
        lines.append(f"used {' '.join(used)}")
    if t.deck_n:
        lines.append(f"deck {' '.join(CARD_IDS[c] for c in reversed(t.deck[: t.deck_n]))}")
    supply = _changed_supply(t)
    if supply:
        lines.append(f"supply {supply}")
    lines.extend(_write_seat(t, seat, at_rest) for seat in range(t.players))
    return lines


def _write_setup(setup: Setup) -> str:
    """Write the set-up of a head."""
    words = [f"players {setup.players}"]
    numbers = setup.book_numbers
    if isinstance(setup.books, int):
        words.append(f"books {setup.books}")
    else:
        words.append("books " + " ".join(f"{c}={numbers[c]}" for c in BOOK_COLOURS))
    if isinstance(setup.edition, str):
        words.append(f"edition {setup.edition}")
    else:
        switches = " ".join(f"{key}={value}" for key, value in setup.edition.items())
        words.append(f"edition north_star {switches}")
    words.extend(key for key in ("tubes", "overflow") if getattr(setup, key))
    words.append(f"stir {setup.stir}")
    return "  ".join(words)


def _changed_supply(t: Table) -> str:
    """What is left of the kinds of which some are neither owned nor in the supply."""
    left = list(SUPPLY)
    for seat in range(t.players):
        for kind in range(ids.KINDS):
            left[kind] -= t.bag[seat][kind] + t.aside[seat][kind]
        if not machine.is_at_rest(t):
            for kind in t.pot_kind[seat][: t.pot_n[seat]]:
                left[kind] -= 1
    changed = [k for k in range(ids.KINDS) if left[k] != t.supply[k]]
    return " ".join(f"{KIND_CODES[kind]}={t.supply[kind]}" for kind in changed)


def _write_seat(t: Table, seat: int, at_rest: bool) -> str:
    """Write what a seat owns."""
    words = [f"seat {seat}", f"vp {t.vp[seat]}", f"rubies {t.rubies[seat]}"]
    words.append(f"droplet {t.droplet[seat]}")
    if not at_rest:
        words.append(f"rats {t.tails[seat]}")
    if t.tubes:
        words.append(f"glass {t.glass[seat]}")
    words.append(f"flask {'full' if t.flask[seat] else 'empty'}")
    words.append(with_values("bag", format_kinds(t.bag[seat])))
    if sum(t.aside[seat]):
        words.append(with_values("aside", format_kinds(t.aside[seat])))
    if not at_rest and t.pot_n[seat]:
        kinds = t.pot_kind[seat][: t.pot_n[seat]]
        placed = zip((KIND_CODES[k] for k in kinds), t.pot_space[seat], strict=False)
        words.append(with_values("pot", format_pot(placed)))
    if not at_rest and t.status[seat] != ids.BREWING:
        words.append("stopped" if t.status[seat] == ids.STOPPED else "exploded")
    return "  ".join(words)
