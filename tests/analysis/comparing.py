"""The solver beside brute force: every action must have the same value."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analysis.brute import Brute, Key, weighed
from quedlinburg import Game
from quedlinburg.analysis import EXACT, Brew, BrewResult, FunctionObjective, read_brew
from quedlinburg.analysis.decisions import Solution

# How many states of each position are compared, spread over all of them, and how many of those
# with another question than to draw or to stop.
COMPARED = 24
ASKED = 12


def brew_of(game: Game) -> Brew:
    """The brew of seat 0, with the two things that no view tells."""
    t = game.table
    brew = read_brew(game.view(0))
    return replace(brew, laid_aside=tuple(t.aside_new[0]), shield_before=t.shield_left[0])


def since(brute: Brute, game: Game) -> Callable[[BrewResult], float]:
    """The value as it is seen from a later state: what was won before counts too."""
    rubies = game.table.rubies[0] - brute.first[0]
    points = game.table.vp[0] - brute.first[1]
    return lambda b: brute.worth(b._replace(rubies=b.rubies + rubies, points=b.points + points))


def spread_out(keys: list[Key], count: int) -> list[Key]:
    """Some of many states."""
    return keys[:: max(1, len(keys) // count)]


def compare(brute: Brute) -> None:
    """See that the solver gives every action the value that brute force found."""
    keys = list(brute.moves)
    asked = [key for key in keys if not {"draw", "stop"} & set(brute.moves[key])]
    for key in {brute.root, *spread_out(keys, COMPARED), *spread_out(asked, ASKED)}:
        game = brute.games[key]
        found = Solution(brew_of(game), FunctionObjective(since(brute, game)), EXACT)
        assert set(found.values) == {str(a) for a in weighed(game)}
        assert found.values == pytest.approx(brute.actions(key), rel=0, abs=1e-12), game.position()
        for action, value in found.values.items():
            spread = found.distribution(action)
            worth = sum(p * since(brute, game)(brewed) for brewed, p in spread.results.items())
            assert spread.neglected == 0
            assert sum(spread.results.values()) == pytest.approx(1, abs=1e-12)
            assert worth == pytest.approx(value, abs=1e-12)
