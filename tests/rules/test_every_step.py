"""What holds at every step of every scenario, whatever the rule in question.

The scenarios say what a rule does; these say what no rule ever does: lose a chip, forget to tell,
leave something lying about in the record.
"""

from collections import Counter
from pathlib import Path

import pytest

from quedlinburg import Game
from quedlinburg.engine.fold import fold
from quedlinburg.engine.logbook import Raw
from quedlinburg.engine.notation.lexer import read_lines
from quedlinburg.engine.notation.scenario import ScenarioReader
from quedlinburg.engine.view import View
from quedlinburg.rules import ids, log, tasks
from quedlinburg.rules.constants import COLOUR, QUESTION_ABOUT, VALUE
from quedlinburg.rules.pot import last_space
from quedlinburg.rules.table import Table

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.txt"))

# What a question can be about that its argument says.
ABOUT_ARGUMENT = ("chip", "kind", "number")
# Tasks that say with their argument what they are about; of all others it is 0.
WITH_ARGUMENT = {
    tasks.TURN_UP,
    tasks.DIE_ROLLS,
    tasks.DIE_FACE,
    tasks.TAKE,
    tasks.CHIP_ACTIONS,
    tasks.IN_TURN,
    tasks.DROPLET,
    tasks.page_question(ids.BLUE_1),
    *(tasks.QUESTION + n for n, about in enumerate(QUESTION_ABOUT) if about in ABOUT_ARGUMENT),
}
# Events of the table: their row names no seat.
OF_THE_TABLE = {
    log.ROUND_BEGAN,
    log.CARD_TURNED_UP,
    log.EVALUATION_BEGAN,
    log.ROUND_ENDED,
    log.GAME_ENDED,
}
# How many numbers a row of the log holds besides event, seat and rule: one, if it is not here.
NUMBERS = dict.fromkeys(
    (
        log.BREWING_BEGAN,
        log.LOOK_ENDED,
        log.FLASK_EMPTIED,
        log.FLASK_FILLED,
        log.BREWING_STOPPED,
        log.POT_RESTARTED,
        log.EVALUATION_BEGAN,
        log.GAME_ENDED,
        log.STIR_CALLED,
    ),
    0,
) | {
    log.ROUND_BEGAN: 2,
    log.CARD_TURNED_UP: 2,
    log.CHIPS_LOOKED_AT: 2,
    log.CHIP_PLACED: 3,
    log.CHIP_RETURNED: 2,
    log.POT_EXPLODED: 2,
    log.CHIP_BOUGHT: 2,
    log.CHIP_TRADED_IN: 2,
    log.EXTRA_PASSED_UP: 3,
}


def chips_of(t: Table) -> list[int]:
    """How many chips of each kind are at the table, wherever they are."""
    chips = t.supply[:]
    for seat in range(t.players):
        for kind in range(ids.KINDS):
            chips[kind] += t.bag[seat][kind] + t.aside[seat][kind] + t.bowl[seat][kind]
        for kind in t.pot_kind[seat][: t.pot_n[seat]]:
            chips[kind] += 1
    return chips


def check_pot(t: Table, seat: int) -> None:
    """The white sum counts pot and bowl, nothing lies beyond the last chip, R4.9 holds."""
    count = t.pot_n[seat]
    lying = Counter(t.pot_kind[seat][:count]) + Counter(dict(enumerate(t.bowl[seat])))
    whites = [VALUE[kind] * n for kind, n in lying.items() if COLOUR[kind] == ids.WHITE]
    assert t.white_sum[seat] == sum(whites)
    assert not any(t.pot_kind[seat][count:]), "a chip lies beyond the last one"
    assert not any(t.pot_space[seat][count:]), "a space is left over"
    if t.phase == ids.POTIONS:
        assert t.scoring[seat] == last_space(t, seat) + 1


def check_seat(t: Table, seat: int) -> None:
    """A question is asked only while it is open; what is looked at is in the bag."""
    check_pot(t, seat)
    top = t.task[seat][t.depth[seat] - 1] if t.depth[seat] else 0
    assert t.asked[seat] == 0 or top >= tasks.QUESTION
    assert all(n <= t.bag[seat][kind] for kind, n in enumerate(t.looked[seat]))
    assert all(0 <= n <= t.aside[seat][kind] for kind, n in enumerate(t.aside_new[seat]))
    assert t.sealed[seat] == 0 or t.phase == ids.POTIONS
    for claim in (t.flask, t.drawn, t.covered, t.doubled, t.white_seen, t.five_seen):
        assert claim[seat] in (0, 1)


def check_step(t: Table) -> None:
    """The record is in order between two decisions."""
    for seat in range(t.players):
        check_seat(t, seat)
    assert t.scarce == sum(0 < count < 4 for count in t.supply)
    assert t.edge == 0
    assert set(t.used) <= {0, 1}
    for row in range(5):
        depth = t.depth[row]
        for task, arg in zip(t.task[row][:depth], t.arg[row][:depth], strict=True):
            assert arg == 0 or task in WITH_ARGUMENT, f"task {task} has no argument"
    assert t.phase in (ids.OVER, ids.POTIONS) or t.depth[ids.TABLE] > 0


def check_row(row: Raw) -> None:
    """A row of the log holds nothing but what its event tells."""
    event, seat, *numbers, _ = row
    assert (seat == -1) == (event in OF_THE_TABLE)
    if event == log.CARD_TURNED_UP:
        assert numbers[1] in (0, 1)
    assert not any(numbers[NUMBERS.get(event, 1) :]), f"event {event} tells less"


def check_told(game: Game, first: View, since: int) -> None:
    """What a viewer of the first step was told since then is what everybody sees now."""
    now = game.view(None)
    folded = fold(first, [event.seen_by(None) for event in game.events[since:]])
    if now.phase in ("potions", "evaluation", "over"):
        shown = (now.round, now.phase, now.card, now.start, now.supply, now.cards_used, now.sealed)
        told = (folded.round, folded.phase, folded.card, folded.start, folded.supply)
        assert (*told, folded.cards_used, folded.sealed) == shown
        for seat, own in enumerate(folded.seats):
            assert own.to_json() | {"five_chips": 0} == now.seats[seat].to_json() | {
                "five_chips": 0
            }


def check_luck(game: Game) -> None:
    """Each seat's streams have given what was told of them in this round (R3.6)."""
    t = game.table
    rows = game.logbook.rows
    began = [i for i, row in enumerate(rows) if row[0] == log.ROUND_BEGAN]
    rounds = rows[began[-1] :] if began else rows
    told = Counter[tuple[int, int]]()
    for event, seat, _, count, *_ in rounds:
        match event:
            case log.CHIP_DRAWN:
                told[seat, ids.DRAW] += 1
            case log.CHIPS_LOOKED_AT:
                told[seat, ids.LOOK] += count
            case log.DIE_ROLLED:
                told[seat, ids.DIE] += 1
            case log.CARD_TURNED_UP if not count:
                told[ids.TABLE, ids.CARD] += 1
    for row in range(5):
        for purpose in range(4):
            assert t.luck_n[row][purpose] == told[row, purpose]
    assert t.lucks == len(game.logbook.luck_between(0, len(rows)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_leaves_the_record_in_order(path: Path) -> None:
    """R1.1, R3.6, R4.9, and the promises of the record."""
    reader = ScenarioReader()
    first: View | None = None
    since = 0
    chips: list[int] = []
    for line in read_lines(path.read_text("utf-8")):
        reader.read(line)
        game = reader.game
        if game is None:
            continue
        if first is None:
            first, since, chips = game.view(None), len(game.logbook.rows), chips_of(game.table)
        check_step(game.table)
        assert chips_of(game.table) == chips
    assert reader.game is not None
    assert first is not None
    check_told(reader.game, first, since)
    check_luck(reader.game)
    for row in reader.game.logbook.rows:
        check_row(row)
