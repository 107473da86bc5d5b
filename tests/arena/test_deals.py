"""Deals: the same luck and the same table for whoever sits down."""

from __future__ import annotations

from collections import Counter

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import SEED_BITS, deal_of, seat_of
from quedlinburg.engine.names import BOOK_COLOURS
from quedlinburg.engine.setup import Setup

PAIR = ("novice", "apprentice")


def setups(contest: Contest, count: int = 400) -> list[Setup]:
    """The set-ups of the first deals."""
    return [deal_of(contest, number).setup for number in range(count)]


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    """Other bots, other books, more games: the luck stays."""
    first = deal_of(Contest(PAIR), 3)
    assert deal_of(Contest(("random", "novice"), games=9), 3) == first
    assert deal_of(Contest(PAIR, books="2"), 3).seed == first.seed
    assert deal_of(Contest(PAIR, seed="2"), 3).seed != first.seed
    assert deal_of(Contest(PAIR), 4).seed != first.seed


def test_seeds_have_as_many_bits_as_the_generator_takes() -> None:
    """All 62 bits are used, none beyond."""
    seeds = [deal_of(Contest(PAIR), number).seed for number in range(500)]
    assert len(set(seeds)) == 500
    assert max(seeds) < 1 << SEED_BITS
    assert max(seeds) > 1 << (SEED_BITS - 1)
    assert {seed & 1 for seed in seeds} == {0, 1}


def test_random_books_mix_every_page_of_every_colour() -> None:
    """Each of the four books of a colour comes up about as often."""
    drawn = setups(Contest(PAIR, books="random"))
    for colour in BOOK_COLOURS:
        counts = Counter(setup.book_numbers[colour] for setup in drawn)
        assert sorted(counts) == [1, 2, 3, 4]
        assert min(counts.values()) > 60, (colour, counts)
    assert sum(isinstance(setup.books, int) for setup in drawn) < 20


def test_sets_are_drawn_whole() -> None:
    """With `sets` all colours play the same book."""
    counts = Counter(setup.books for setup in setups(Contest(PAIR, books="sets")))
    assert sorted(map(str, counts)) == ["1", "2", "3", "4"]
    assert min(counts.values()) > 60


def test_named_books_are_on_every_table() -> None:
    """One set, or one mixture."""
    assert {setup.books for setup in setups(Contest(PAIR, books="3"), 20)} == {3}
    mixture = "green=1 blue=2 red=3 yellow=4 purple=1"
    found = setups(Contest(PAIR, books=mixture), 5)
    assert [list(setup.book_numbers.values()) for setup in found] == [[1, 2, 3, 4, 1]] * 5


def test_variants_are_drawn_only_when_asked_for() -> None:
    """Editions, tubes, bowl and stirring: all of them, or what was named."""
    every = setups(Contest(PAIR, variants=True), 200)
    assert {setup.edition for setup in every} == {"north_star", "north_star_first", "schmidt"}
    for field, allowed in (("tubes", {True, False}), ("overflow", {True, False})):
        assert {getattr(setup, field) for setup in every} == allowed
    assert {setup.stir for setup in every} == {"last", "always", "never"}
    fixed = setups(Contest(PAIR, tubes=True, stir="always"), 50)
    assert {(s.edition, s.tubes, s.overflow, s.stir) for s in fixed} == {
        ("north_star", True, False, "always")
    }


def test_over_all_rotations_everyone_sits_everywhere_once() -> None:
    """That is what makes the seating fair."""
    for players in (2, 3, 4):
        for entry in range(players):
            seats = [seat_of(entry, rotation, players) for rotation in range(players)]
            assert sorted(seats) == list(range(players))
        for rotation in range(players):
            taken = {seat_of(entry, rotation, players) for entry in range(players)}
            assert len(taken) == players
