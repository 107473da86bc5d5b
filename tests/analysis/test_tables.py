"""Tables over all bags: exact where they fit, and honest where they don't."""

import random
from collections.abc import Callable
from importlib import import_module

import numpy as np
import pytest

from analysis.brute import lay
from analysis.test_compiled_rules import uneven_values
from quedlinburg.analysis import (
    EXACT,
    BrewDescription,
    BrewResult,
    RoundWorth,
    Size,
    TableCache,
    best,
    named_objective,
    parse_brew,
    simple_values,
    solve,
)
from quedlinburg.analysis.compiled_rules.columns import NUMBERS, Columns
from quedlinburg.analysis.compiled_rules.weighing import weigh
from quedlinburg.analysis.tables.numbering import Direct, Hashed, Numbering
from quedlinburg.analysis.tables.solver import TableSolver

SEAT = "bag W1 W3 O1 G2 B1 R1 Y1 P1 K1 aside R1 pot W2@2"
BOOKS = (*(f"books {number}" for number in (1, 2, 3, 4)), "books 1 overflow")
MIXED = "books green=3 blue=3 red=1 yellow=1 purple=3"


def some_results(count: int) -> list[BrewResult]:
    """Results of all kinds."""
    chance = random.Random(7)
    codes = (0, 5, 6, 7, 17)
    most = (1, 2, 1, 3, 5, 3, 4, 4, 6, 4, 6, 3, (1 << 18) - 1, 9)
    found = []
    for _ in range(count):
        numbers = [chance.randint(0, top) for top in most]
        numbers[0] = chance.randint(1, 53)
        numbers[5] += 5
        numbers[6], numbers[7] = chance.choice(codes), chance.choice(codes)
        found.append(BrewResult._make((*numbers, (chance.randint(0, 2), chance.randint(0, 1), 0))))
    return found


def columns_of(results: list[BrewResult]) -> Columns:
    """Results field by field."""
    fields = {name: np.array([getattr(one, name) for one in results]) for name in NUMBERS}
    return Columns(fields, np.array([one.aside for one in results]))


@pytest.mark.parametrize("card", ["alms", "magic_potion", "seasoned_perfectly", "lucky_devil"])
@pytest.mark.parametrize("books", [*BOOKS, MIXED])
def test_many_results_are_worth_what_each_one_is(books: str, card: str) -> None:
    """R5: the same worth all at once as one by one."""
    seat = SEAT if "books 2" in books else SEAT.replace("aside R1 ", "")
    view = lay(f"{books} card {card}", seat).view(0)
    worth = RoundWorth.of(view, 0, uneven_values())
    results = some_results(120)
    found = weigh(worth, columns_of(results))
    assert found == pytest.approx([worth(one) for one in results], abs=1e-12)


def test_fields_that_are_not_needed_do_not_count() -> None:
    """A result that was made for another objective is worth the same."""
    view = lay("books 3 card alms", "bag W1 W3 O1 pot W2@2").view(0)
    worth = RoundWorth.of(view, 0, simple_values(view))
    plain = BrewResult(10, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (0, 0, 0))
    assert "greens" not in worth.needs
    assert worth(plain._replace(white=7, greens=4, purples=2)) == worth(plain)


REAL_BAGS = {
    "set_1": "W1x4 W2x2 W3 O1x2 G1x2 B1 B2 R1 Y1",
    "set_2": "W1x4 W2x2 W3 O1 G1 B1x2 R2 Y1 P1",
    "set_3": "W1x4 W2x2 W3 O1 G1x2 B2 R1 Y1 P1",
    "set_4": "W1x4 W2x2 W3 O1x2 G1 B1 R1x2 Y1 P1x2 K1",
}


@pytest.mark.parametrize("name", ["set_3", "set_4"])
def test_a_table_gives_the_values_of_a_search_without_a_cut(name: str) -> None:
    """R4: a bag as it occurs in games, two draws on."""
    view = parse_brew(
        BrewDescription(REAL_BAGS[name], pot="W2@2 W1@3", books=name[-1], round=5, flask="empty")
    )
    table, search = solve(view), solve(view, limits=EXACT)
    assert table.exact
    assert table.values == pytest.approx(search.values, abs=1e-9)
    found, other = table.distribution(), search.distribution()
    assert found.spaces == pytest.approx(other.spaces, abs=1e-9)


@pytest.mark.parametrize("name", REAL_BAGS)
def test_a_distribution_is_whole_and_has_the_mean_that_was_promised(name: str) -> None:
    """R4, R5: nothing is missing, and its mean is the value of the best action."""
    view = parse_brew(BrewDescription(REAL_BAGS[name], books=name[-1], round=6))
    worth = named_objective("worth", view, 0)
    solution = solve(view, worth)
    found = solution.distribution()
    assert found.is_whole
    assert sum(found.results.values()) == pytest.approx(1, abs=1e-9)
    mean = sum(chance * worth(result) for result, chance in found.results.items())
    assert mean == pytest.approx(found.value, abs=1e-9)


def test_a_position_that_is_too_large_says_so_and_what_is_certain() -> None:
    """No chance is told as if it were exact, and `at_least` is no more than the exact value."""
    view = parse_brew(
        BrewDescription("W1x4 W2x2 W3 O1 G1x2 B2 R1 P1", pot="W2@2 W1@3", books="3", round=5)
    )
    exact, cut = best(view), best(view, size=Size(cells=100))
    assert exact.exact
    assert not cut.exact
    for choice in cut.choices:
        assert choice.at_least <= exact.of(choice.action).value + 1e-9
    assert cut.of("draw").exploding is None
    assert cut.of("stop").at_least == exact.of("stop").value


@pytest.mark.parametrize("make", [lambda: Direct(5000), Hashed])
def test_every_cell_has_a_slot_of_its_own(make: Callable[[], Numbering]) -> None:
    """Cells that are named twice get one slot, and unknown ones none."""
    check_slots(make())


def test_the_compiled_hash_table_gives_slots_alike() -> None:
    """With the extra `fast` the loops are compiled."""
    pytest.importorskip("numba")
    check_slots(import_module("quedlinburg.analysis.tables.compiled").CompiledHashed())


def check_slots(numbering: Numbering) -> None:
    """See that every cell has one slot."""
    chance = np.random.default_rng(3)
    known: dict[int, int] = {}
    for _ in range(40):
        asked = chance.integers(0, 5000, 90)
        slots = numbering.get(asked)
        assert slots.tolist() == [known.get(cell, 0) for cell in asked.tolist()]
        added = numbering.add(asked[slots == 0], len(known) + 1)
        known |= {cell: len(known) + 1 + n for n, cell in enumerate(added.tolist())}


def test_one_table_serves_a_seat_for_its_round() -> None:
    """R4: later questions are cells of the table of the first one, with the same values."""
    cache = TableCache(cells=100_000)
    head, bag = "books 4 card alms", "bag W1x4 W2x2 W3 O1 G1 B1 R1"
    first, later = lay(head, bag), lay(head, bag.replace("W1x4 W2x2", "W1x3 W2") + " pot W2@2 W1@3")
    tables = []
    for game in (first, later):
        view = game.view(0)
        found = solve(view, RoundWorth.of(view, 0, uneven_values()), cache=cache)
        fresh = solve(view, RoundWorth.of(view, 0, uneven_values()))
        assert isinstance(found.solver, TableSolver)
        assert found.values == pytest.approx(fresh.values, abs=1e-12)
        spaces, again = found.distribution().spaces, fresh.distribution().spaces
        assert spaces == pytest.approx(again, abs=1e-12)
        tables.append(found.solver.table)
    assert tables[0] is tables[1]


def test_a_cache_keeps_no_more_cells_than_it_may() -> None:
    """A table that is too large is not kept; another value has a table of its own."""
    view = lay("books 4 card alms", "bag W1x4 W2x2 W3 O1 G1 B1 R1").view(0)
    small = TableCache(cells=10)
    worth = RoundWorth.of(view, 0, uneven_values())
    tables = []
    for objective, cache in ((worth, small), (worth, small)):
        found = solve(view, objective, cache=cache)
        assert isinstance(found.solver, TableSolver)
        tables.append(found.solver.table)
    assert tables[0] is not tables[1]
    other = RoundWorth.of(view, 0, simple_values(view))
    assert other.key != worth.key
    assert RoundWorth.of(view, 0, uneven_values()).key == worth.key
