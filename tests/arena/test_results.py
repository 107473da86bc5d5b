"""Results: whole numbers that add up in any order."""

from __future__ import annotations

import json

import numpy as np
import pytest

from quedlinburg.arena.results import Results


def results(numbers: list[int], *, players: int = 3) -> Results:
    """Results of some deals with numbers that tell them apart."""
    blank = Results.blank(players, len(numbers))
    blank.numbers[:] = numbers
    blank.points[:] = np.array(numbers)[:, None, None] * 10 + np.arange(players)
    blank.winners[:] = 1 << (players - 1)
    blank.rounds[:] += sum(numbers)
    return blank


def same(one: Results, other: Results) -> bool:
    """Whether two results are equal."""
    return one.to_json() == other.to_json()


def test_results_merge_to_the_same_in_any_order() -> None:
    """Whichever process is done first."""
    parts = [results([4, 5]), results([0, 1, 2]), results([3])]
    whole = Results.merged(3, parts)
    assert whole.numbers.tolist() == [0, 1, 2, 3, 4, 5]
    assert whole.points[:, 0, 0].tolist() == [0, 10, 20, 30, 40, 50]
    assert same(whole, Results.merged(3, reversed(parts)))
    assert whole.games == 18


def test_nothing_merges_to_empty_results() -> None:
    """A run that was stopped at once."""
    assert Results.merged(2, []).games == 0


def test_a_shared_victory_is_shared() -> None:
    """Two winners get half each (R5.H)."""
    one = results([0], players=4)
    one.winners[0] = [0b0001, 0b0011, 0b1111, 0b1000]
    expected = [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.25] * 4, [0, 0, 0, 1]]
    assert one.shares()[0].tolist() == expected


def test_results_are_read_back_from_their_line() -> None:
    """What is kept can be read again."""
    one = results([7, 9])
    assert same(Results.from_json(json.loads(json.dumps(one.to_json())), 3), one)


@pytest.mark.parametrize(
    "damage",
    [{"points": [1, 2]}, {"numbers": "all"}, {"decisions": None}, {"winners": [["x"]]}],
)
def test_damaged_lines_are_no_results(damage: dict[str, object]) -> None:
    """In one line, whatever is wrong with it."""
    with pytest.raises(ValueError, match="no results of games"):
        Results.from_json({**results([7, 9]).to_json(), **damage}, 3)
    with pytest.raises(ValueError, match="no results of games"):
        Results.from_json({}, 3)
