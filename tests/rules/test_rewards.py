"""Rewards are data: their names, their rows, and that receiving pays exactly a row (R5, R6)."""

import pytest

from quedlinburg.engine.names import page_name
from quedlinburg.rules import ids, rewards
from quedlinburg.rules.constants import (
    CARD_IDS,
    PRICES,
    REWARD_CHIP,
    REWARD_FIRST,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
)
from quedlinburg.rules.verbs.rewards import receive, receive_from_card, receive_from_page
from rules.builders import table, told

PAGES = {page_name(page) for page in PRICES}


def test_every_list_is_of_a_page_or_a_card() -> None:
    """What nobody knows would never be paid."""
    assert set(REWARD_FIRST) <= PAGES | set(CARD_IDS)


def test_every_list_is_found_by_its_page_or_card() -> None:
    """Lines count from the first row of the page or card that pays them."""
    for name, first in REWARD_FIRST.items():
        number = getattr(ids, name.upper())
        find = rewards.card_row if name in CARD_IDS else rewards.page_row
        assert [find(number, line) for line in range(3)] == [first, first + 1, first + 2], name


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


def test_a_page_pays_by_its_own_rule_and_a_card_by_its_name() -> None:
    """What is received cites the page's rule of books.toml, or R6 and the card."""
    game = table("round 4", "seat 0 rubies 0")
    receive_from_page(game.table, 0, ids.PURPLE_1, 1)
    receive_from_card(game.table, 0, ids.JUST_IN_TIME, 0)
    paid = [(told(event), event.rule) for event in game.events[-3:]]
    assert paid == [
        ("points_won 0 1", "R5.7"),
        ("rubies_won 0 1", "R5.7"),
        ("points_won 0 4", "R6 just_in_time"),
    ]
