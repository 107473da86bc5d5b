"""Values that are made once are the same objects afterwards, and never more than there is room."""

from __future__ import annotations

import pytest

from quedlinburg import Game, Setup
from quedlinburg.engine import made
from quedlinburg.engine.made import Made


def test_a_value_is_made_once_and_found_again() -> None:
    """The second time nothing is made."""
    asked: list[int] = []

    def make(key: int) -> list[int]:
        asked.append(key)
        return [key]

    values = Made(make)
    assert values[3] is values[3]
    assert asked == [3]


def test_a_full_store_is_emptied_before_it_grows_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a program that plays for weeks does not grow."""
    monkeypatch.setattr(made, "ROOM", 4)
    values = Made(str)
    sizes = []
    for number in range(10):
        assert values[number] == str(number)
        sizes.append(len(values))
    assert sizes == [1, 2, 3, 4, 1, 2, 3, 4, 1, 2]


def test_equal_questions_offer_the_same_actions() -> None:
    """Two games before the same question share what is legal."""
    first, second = (Game.new(Setup(players=2, start=0), seed=seed) for seed in (1, 1))
    seat = first.waiting[0]
    assert first.legal_actions(seat) is second.legal_actions(seat)
