"""The solver beside brute force: every action must have the same value."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analysis.brute import Brute, Key, weighed
from quedlinburg import Game
from quedlinburg.analysis import EXACT, Brew, BrewResult, FunctionObjective, read_brew
from quedlinburg.analysis.compiled_rules.state import REDS
from quedlinburg.analysis.decisions import Solution
from quedlinburg.analysis.tables.solver import TableSolver

# How many states of each position are compared, spread over all of them, and how many of those
# with another question than to draw or to stop.
COMPARED = 24
ASKED = 12
# How many of them are compared with a table, which takes longer to set up for a small position.
BY_TABLE = 3


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
    """See that search and tables give every action the value that brute force found."""
    keys = list(brute.moves)
    asked = [key for key in keys if not {"draw", "stop"} & set(brute.moves[key])]
    for key in {brute.root, *spread_out(keys, COMPARED), *spread_out(asked, ASKED)}:
        game = brute.games[key]
        objective = FunctionObjective(since(brute, game))
        compare_one(brute, key, Solution(brew_of(game), objective, EXACT))
    for key in {brute.root, *spread_out(keys, BY_TABLE), *spread_out(asked, BY_TABLE)}:
        game = brute.games[key]
        brew = brew_of(game)
        if not is_left_out(brew):
            found = Solution(brew, FunctionObjective(since(brute, game)))
            assert isinstance(found.solver, TableSolver), game.position()
            compare_one(brute, key, found)


def is_left_out(brew: Brew) -> bool:
    """Whether tables leave a brew out: the bowl, and red 2 with two cards or a red chip placed."""
    effects = brew.effects
    if brew.overflow:
        return True
    reds = effects.red_aside and any(brew.owned[kind] for kind in REDS)
    placed = any(kind in REDS for kind, _ in brew.pot)
    restarts = effects.restart_at and any(brew.aside)
    return bool(reds and (effects.final_look or restarts or placed))


def compare_one(brute: Brute, key: Key, found: Solution) -> None:
    """See that a solution gives every action its value, and results that add up to it."""
    game = brute.games[key]
    assert set(found.values) == {str(a) for a in weighed(game)}
    assert found.values == pytest.approx(brute.actions(key), rel=0, abs=1e-12), game.position()
    for action, value in found.values.items():
        spread = found.distribution(action)
        worth = sum(p * since(brute, game)(brewed) for brewed, p in spread.results.items())
        assert spread.is_whole
        assert sum(spread.results.values()) == pytest.approx(1, abs=1e-12)
        assert worth == pytest.approx(value, abs=1e-12)
