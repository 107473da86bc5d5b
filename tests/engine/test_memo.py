"""What a memo has worked out once is the same object afterwards, and it never outgrows its room."""

from __future__ import annotations

import pytest

from quedlinburg.engine import memo
from quedlinburg.engine.memo import Memo


def test_a_value_is_worked_out_once() -> None:
    """The second time it is looked up."""
    asked: list[int] = []

    def make(key: int) -> list[int]:
        asked.append(key)
        return [key]

    values = Memo(make)
    assert values[3] is values[3]
    assert asked == [3]


def test_a_full_memo_is_emptied_before_it_grows_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a program that plays for weeks does not grow."""
    monkeypatch.setattr(memo, "ROOM", 4)
    values = Memo(str)
    sizes = []
    for number in range(10):
        assert values[number] == str(number)
        sizes.append(len(values))
    assert sizes == [1, 2, 3, 4, 1, 2, 3, 4, 1, 2]
