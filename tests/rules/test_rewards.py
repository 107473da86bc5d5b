"""Rewards are data: their names, their rows, and that receiving pays exactly a row (R5, R6)."""

import pytest

from quedlinburg.engine.names import page_name
from quedlinburg.rules import rewards
from quedlinburg.rules.tables import (
    CARD_IDS,
    PRICES,
    REWARD_CHIP,
    REWARD_FIRST,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
)
from quedlinburg.rules.verbs.rewards import receive
from rules.builders import table

PAGES = {page_name(page) for page in PRICES}


def test_every_list_is_of_a_page_or_a_card() -> None:
    """What nobody knows would never be paid."""
    assert set(REWARD_FIRST) <= PAGES | set(CARD_IDS)


def test_every_list_has_its_number() -> None:
    """Each name of the data is a constant of the module, and its first row."""
    named = {name.lower(): row for name, row in vars(rewards).items() if name.isupper()}
    assert {name: named[name] for name in REWARD_FIRST} == REWARD_FIRST


@pytest.mark.parametrize("row", range(len(REWARD_POINTS)))
def test_receiving_a_row_pays_what_it_says(row: int) -> None:
    """Points, rubies, steps and chips, and nothing else."""
    t = table("round 4", "seat 0 rubies 0").table
    before = t.copy(t.luck)
    receive(t, 0, row, 500)
    assert t.vp[0] - before.vp[0] == REWARD_POINTS[row]
    assert t.rubies[0] - before.rubies[0] == REWARD_RUBIES[row]
    assert t.droplet[0] - before.droplet[0] == REWARD_STEPS[row]
    chips = [kind for kind in (REWARD_CHIP[row], REWARD_SECOND_CHIP[row]) if kind >= 0]
    for kind, count in enumerate(before.bag[0]):
        assert t.bag[0][kind] == count + chips.count(kind)
