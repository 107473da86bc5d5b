"""Imagine: a whole game that fits a view, for bots that search.

What the viewer sees is kept; what is hidden is made up: luck, sealed choices, the questions that
other seats are just answering. The same view and seed give the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from quedlinburg.engine.counts import Counts
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.names import CARD, KIND, PHASES, STATES
from quedlinburg.engine.notation.heading import Heading
from quedlinburg.engine.view import SeatView, View
from quedlinburg.rules import ids, machine, moments, options, questions, tasks
from quedlinburg.rules.agenda import push
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.goods import count_scarce


def imagine(view: View, seed: int | str | bytes) -> Game:
    """Make a whole game that fits what a viewer sees."""
    luck = Seeded(seed)
    t = view.setup.to_table(luck)
    _lay_table(t, view)
    for seat, seen in enumerate(view.seats):
        _lay_seat(t, seat, seen)
        _counts(t.bag[seat], view.whole_bag(seat))
    count_scarce(t)
    for step in view.stage:
        push(t, ids.TABLE, *step)
    for seat in range(t.players):
        if seat == view.viewer:
            _lay_own(t, view, seat)
        else:
            _lay_other(t, view, seat, luck)
    for seat in view.waiting:
        if view.phase != "potions" and machine.is_held(t, seat):
            _make_up_harmless(t, seat)
            t.asked[seat] = 1
    return Game(view.setup, t, luck, Heading())


def _counts(row: list[int], counts: Counts) -> None:
    """Lay a multiset of chips."""
    for kind in range(ids.KINDS):
        row[kind] = 0
    for code, count in counts.items():
        row[KIND[code]] = count


def _lay_table(t: Table, view: View) -> None:
    """Lay what lies before everybody."""
    t.round_no = view.round
    t.phase = PHASES.index(view.phase)
    t.start = view.start
    t.stirred = int(view.stirred)
    t.stir_open = int(view.stir_open)
    t.card = CARD[view.card] if view.card else ids.NO_CARD
    for name in view.cards_used:
        t.used[CARD[name]] = 1
    _counts(t.supply, view.supply)


def _lay_seat(t: Table, seat: int, seen: SeatView) -> None:
    """Lay what everybody sees of a seat, but for its bag."""
    t.vp[seat] = seen.vp
    t.rubies[seat] = seen.rubies
    t.droplet[seat] = seen.droplet
    t.tails[seat] = seen.tails
    t.glass[seat] = seen.glass
    t.flask[seat] = int(seen.flask)
    t.coins[seat] = seen.coins
    t.scoring[seat] = seen.scoring
    t.status[seat] = STATES.index(seen.state)
    t.white_sum[seat] = seen.white_sum
    t.drawn[seat] = int(seen.drawn)
    t.shield[seat] = seen.shield
    t.covered[seat] = int(seen.shielded)
    t.doubled[seat] = int(seen.doubled)
    t.white_seen[seat] = int(seen.first_white)
    t.five_seen[seat] = int(seen.five_chips)
    t.bare_space[seat] = seen.short_to or ids.NO_SPACE
    t.white_last[seat] = int(seen.white_last)
    _counts(t.aside[seat], seen.aside)
    _counts(t.bowl[seat], seen.bowl)
    for place, (code, space) in enumerate(seen.pot):
        t.pot_kind[seat][place] = KIND[code]
        t.pot_space[seat][place] = space
    t.pot_n[seat] = len(seen.pot)
    if seen.flask_takes is not None:
        in_pot = bool(seen.pot) and not seen.bowl
        kind = KIND[seen.flask_takes]
        t.may_flask[seat] = ids.POT_CHANCE if in_pot else ids.BOWL_CHANCE + kind


def _lay_own(t: Table, view: View, seat: int) -> None:
    """Lay what the viewer's own seat has to do, and what it looks at."""
    _counts(t.looked[seat], view.looked)
    for step in view.steps:
        push(t, seat, *step)
    t.asked[seat] = int(view.question is not None or seat in view.sealed)
    t.question_no[seat] = view.question.number if view.question else 0
    if seat in view.sealed:
        t.asked[seat] = 0
        t.sealed[seat] = options.DRAW


def _lay_other(t: Table, view: View, seat: int, luck: Seeded) -> None:
    """Make up what another seat has to do: something that fits whether it is waiting."""
    if view.phase == "potions" and view.seats[seat].state == "brewing":
        push(t, seat, tasks.BREW, 0)
        if seat in view.sealed:
            stops = t.drawn[seat] == 1 and luck.number(b"%d sealed" % seat, 2)
            t.sealed[seat] = options.STOP if stops else options.DRAW
            return
    if seat not in view.waiting:
        return
    if t.depth[seat] == 0:
        _make_up_question(t, view, seat, luck)
    t.asked[seat] = 1


def _make_up_question(t: Table, view: View, seat: int, luck: Seeded) -> None:
    """Put the first question on a seat's agenda that has more than one answer."""
    for steps in _possible_steps(t, view, seat, luck):
        t.depth[seat] = 0
        for step in steps:
            push(t, seat, *step)
        if t.depth[seat] > 0:
            questions.fill_own_options(t, seat)
            if t.option_n > 1:
                return
    _make_up_harmless(t, seat)


def _make_up_harmless(t: Table, seat: int) -> None:
    """Let a seat choose between points and coins: it takes no chip, so that nothing holds it."""
    t.depth[seat] = 0
    push(t, seat, tasks.EXPLODED, 0)


Steps = list[tuple[int, int]]


def _possible_steps(t: Table, view: View, seat: int, luck: Seeded) -> Iterator[Steps]:
    """What a waiting seat may be doing, likely things first; the open question comes last."""
    if view.phase == "potions" and view.stage[0][0] == tasks.EVALUATE:
        yield _asked_by(t, seat, luck, moments.in_turn)
    elif view.phase == "potions":
        yield _asked_by(t, seat, luck, moments.stopped)
        asked = _asked_by(t, seat, luck, _just_exploded)
        if asked:
            yield [(tasks.BREW, 0), *asked]
    elif view.phase == "rats":
        yield _asked_by(t, seat, luck, moments.rats_counted)
    elif view.phase == "fortune":
        yield _asked_by(t, seat, luck, _turned_up)
    else:
        yield from _evaluation_steps(t, seat, luck)
    yield [(tasks.DROPLET, 0)]


def _just_exploded(t: Table, seat: int) -> None:
    """Let a pot explode that has not been asked about in this round."""
    t.five_seen[seat] = 0
    moments.exploded(t, seat)


def _turned_up(t: Table, seat: int) -> None:
    """Carry out the purple card that was turned up (R3.2)."""
    moments.turned_up(t, seat, moments.counted(t, seat))


def _asked_by(t: Table, seat: int, luck: Seeded, happens: Callable[[Table, int], None]) -> Steps:
    """What a moment asks a seat, found out by letting it happen on a copy of the table.

    What the seat looks at for it is looked at on the table, too.
    """
    twin = t.copy(luck)
    twin.depth[seat] = 0
    happens(twin, seat)
    depth = twin.depth[seat]
    steps = zip(twin.task[seat][:depth], twin.arg[seat][:depth], strict=True)
    asked = [(task, arg) for task, arg in steps if task >= tasks.QUESTION]
    t.looked[seat] = twin.looked[seat] if asked else [0] * ids.KINDS
    return asked


def _evaluation_steps(t: Table, seat: int, luck: Seeded) -> Iterator[Steps]:
    """The open step of the evaluation, with what comes after it."""
    last = [(tasks.ROUND_NINE, 0)] if t.round_no == LAST_ROUND else []
    ends = [*last, (tasks.ROUND_ENDS, 0)]
    if t.task[ids.TABLE][t.depth[ids.TABLE] - 1] == tasks.SCORE:
        yield _asked_by(t, seat, luck, moments.evaluation_begins)
    if t.coins[seat] == 0 and t.status[seat] == ids.EXPLODED and t.covered[seat] == 0:
        yield [*ends, (tasks.EXPLODED, 0)]
    elif t.coins[seat] > 0 and t.round_no < LAST_ROUND:
        yield [*ends, (tasks.SHOP, 0)]
    if t.coins[seat] > 0 or t.status[seat] == ids.EXPLODED:
        yield [*last, (tasks.RUBIES, 0)]
    before = [*ends, (tasks.SCORE_POT, 0)]
    for colour in (ids.BLACK, ids.GREEN, ids.PURPLE):
        asked = _asked_by(t, seat, luck, partial(moments.evaluated, colour=colour))
        if asked:
            yield [*before, *asked]
    yield [*last, (tasks.RUBIES, 0)]
