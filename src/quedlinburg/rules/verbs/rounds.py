"""Verbs of rounds: droplet and glasses, cards, rats, phases, clean-up."""

from quedlinburg.rules import ids, log, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.constants import (
    GLASS_KIND,
    GLASS_POINTS,
    GLASS_RUBIES,
    LAST_ROUND,
    LAST_SPACE,
)
from quedlinburg.rules.log import note
from quedlinburg.rules.pot import last_space
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.brewing import empty_pot, forget_brewing
from quedlinburg.rules.verbs.goods import take, win_points, win_rubies

# Questions are numbered anew from here in each round, so that a position, which tells a round
# from its beginning, comes to the same numbers.
QUESTIONS_A_ROUND = 1000


def move_droplet(t: Table, seat: int, steps: int, rule: int) -> None:
    """Move the droplet; with test tubes each step is asked about (R7.2)."""
    if t.tubes == 1:
        for _ in range(steps):
            push(t, seat, tasks.DROPLET, rule)
    else:
        advance_droplet(t, seat, steps, rule)


def advance_droplet(t: Table, seat: int, steps: int, rule: int) -> None:
    """Move the droplet in the pot, at most to 52 (R3.3)."""
    steps = min(steps, LAST_SPACE - t.droplet[seat])
    if steps > 0:
        t.droplet[seat] += steps
        note(t, log.DROPLET_MOVED, seat, steps, 0, 0, rule)


def advance_glass(t: Table, seat: int, rule: int) -> None:
    """Move the second droplet to the next glass and receive its reward at once (R7.2)."""
    glass = t.glass[seat] + 1
    t.glass[seat] = glass
    note(t, log.GLASS_REACHED, seat, glass, 0, 0, rule)
    win_rubies(t, seat, GLASS_RUBIES[glass], rule)
    win_points(t, seat, GLASS_POINTS[glass], rule)
    if GLASS_KIND[glass] >= 0:
        take(t, seat, GLASS_KIND[glass], rule)


def enter_phase(t: Table, phase: int) -> None:
    """Go on to another phase of the round (R3)."""
    t.phase = phase


def begin_round(t: Table, rule: int) -> None:
    """Move the turn indicator to the next round (R3.1)."""
    t.round_no += 1
    t.phase = ids.FORTUNE
    open_round(t)
    t.luck_n[ids.TABLE][ids.CARD] = 0
    for seat in range(t.players):
        t.luck_n[seat][ids.DRAW] = 0
        t.luck_n[seat][ids.LOOK] = 0
        t.luck_n[seat][ids.DIE] = 0
    note(t, log.ROUND_BEGAN, -1, t.round_no, t.start, 0, rule)


def open_round(t: Table) -> None:
    """Settle whether the round is stirred, or may be by a call (R7.4); number its questions."""
    last = t.stir_rule == ids.STIR_LAST and t.round_no == LAST_ROUND
    t.stirred = int(last or t.stir_rule == ids.STIR_ALWAYS)
    t.stir_open = int(t.stirred == 0 and t.stir_rule != ids.STIR_NEVER)
    for seat in range(t.players):
        t.question_no[seat] = QUESTIONS_A_ROUND * t.round_no


def turn_up(t: Table, card: int, named: int, rule: int) -> None:
    """Turn up a fortune card; it does not come again (R3.2)."""
    t.card = card
    t.used[card] = 1
    note(t, log.CARD_TURNED_UP, -1, card, named, 0, rule)


def next_named_card(t: Table) -> int:
    """Take the next card that was laid on top of the deck by name."""
    t.deck_n -= 1
    return t.deck[t.deck_n]


def set_tails(t: Table, seat: int, tails: int, rule: int) -> None:
    """Lay the rat stone (R3.3)."""
    if tails > 0:
        t.tails[seat] = tails
        note(t, log.RAT_TAILS_COUNTED, seat, tails, 0, 0, rule)


def give_up_tails(t: Table, seat: int, tails: int, rule: int) -> None:
    """Take the rat stone back by some tails (R6)."""
    if tails > 0:
        t.tails[seat] -= tails
        note(t, log.RAT_TAILS_GIVEN_UP, seat, tails, 0, 0, rule)


def begin_brewing(t: Table, seat: int, rule: int) -> None:
    """Stand before an empty pot (R4.1)."""
    t.five_seen[seat] = 0
    t.scoring[seat] = last_space(t, seat) + 1
    note(t, log.BREWING_BEGAN, seat, 0, 0, 0, rule)


def begin_evaluation(t: Table, rule: int) -> None:
    """Close the pots for the evaluation (R5)."""
    t.phase = ids.EVALUATION
    note(t, log.EVALUATION_BEGAN, -1, 0, 0, 0, rule)


def clean_up(t: Table, rule: int) -> None:
    """Pots into bags, rat stones off, the start player moves on (R3.5, R2.1)."""
    note(t, log.ROUND_ENDED, -1, t.round_no, 0, 0, rule)
    t.phase = ids.CLEAN_UP
    for seat in range(t.players):
        t.tails[seat] = 0
        t.coins[seat] = 0
        empty_pot(t, seat)
        forget_brewing(t, seat)
        for kind in range(ids.R1, ids.R4 + 1):
            t.aside_new[seat][kind] = 0
    t.card = ids.NO_CARD
    t.start = (t.start + 1) % t.players


def end_game(t: Table, rule: int) -> None:
    """End the game after round 9 (R5.H)."""
    t.phase = ids.OVER
    note(t, log.GAME_ENDED, -1, 0, 0, 0, rule)
