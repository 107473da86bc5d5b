"""What an option would do, found by trying it on a copy: the page shows it before anybody chooses.

The rules answer, nothing here repeats them; luck of the copy is its own, so nothing is foretold.
"""

from __future__ import annotations

from quedlinburg import Game, Seeded

# Questions whose options place a chip at once, and those whose options can be taken again.
PLACING = ("red_2", "strong_ingredient")
REPEATED = ("rubies",)
_ENOUGH = 99


def space_of(game: Game, seat: int, action: str) -> int | None:
    """The space on which an option would lay a chip; None if it lays none into the pot."""
    twin = game.copy(Seeded("trying"))
    before = twin.table.pot_n[seat]
    twin.act(seat, action)
    laid = twin.table.pot_n[seat] > before
    return twin.table.pot_space[seat][before] if laid else None


def how_often(game: Game, seat: int, action: str) -> int:
    """How many times in a row an option could be taken."""
    twin = game.copy(Seeded("trying"))
    times = 0
    while times < _ENOUGH and action in map(str, twin.legal_actions(seat)):
        twin.act(seat, action)
        times += 1
    return times


def add_trials(game: Game, seat: int, question: str, legal: list[dict[str, object]]) -> None:
    """Say of options where their chip would lie, or how often they can be taken."""
    for option in legal:
        action = str(option["action"])
        if question in PLACING:
            space = space_of(game, seat, action)
            if space is not None:
                option["space"] = space
        elif question in REPEATED and action != "done":
            option["most"] = how_often(game, seat, action)
