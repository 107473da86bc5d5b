"""What pages and cards pay, as values for their texts: the numbers stand in the rules' data."""

from __future__ import annotations

from collections.abc import Callable

from quedlinburg.rules.constants import (
    KIND_CODES,
    REWARD_CHIP,
    REWARD_COUNT,
    REWARD_FIRST,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
)


def reward_values(name: str, amount: Callable[[str, int], str]) -> dict[str, int | str]:
    """What a page or card pays, by what it is and its row, counted from 1; nothing for others.

    `amount` says a number of `points`, `victory_points`, `rubies` or `spaces` in words. With `n_`
    before it, a value is the bare number.

    >>> said = reward_values("alms", lambda what, number: f"{number} of {what}")
    >>> said["rubies_1"], said["n_rubies_1"]
    ('1 of rubies', 1)
    """
    values: dict[str, int | str] = {}
    first = REWARD_FIRST.get(name, 0)
    for number in range(REWARD_COUNT.get(name, 0)):
        row, place = first + number, number + 1
        paid = {
            "points": REWARD_POINTS[row],
            "victory_points": REWARD_POINTS[row],
            "rubies": REWARD_RUBIES[row],
            "spaces": REWARD_STEPS[row],
        }
        for what, count in paid.items():
            values[f"n_{what}_{place}"] = count
            values[f"{what}_{place}"] = amount(what, count)
        chips = {"chip": REWARD_CHIP[row], "second_chip": REWARD_SECOND_CHIP[row]}
        values |= {f"{what}_{place}": KIND_CODES[kind] for what, kind in chips.items() if kind >= 0}
    return values
