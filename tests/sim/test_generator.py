"""The generator: streams that depend on nobody else, numbers that are spread evenly (R3.6)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from quedlinburg import Setup
from quedlinburg.bots.games import playing
from quedlinburg.bots.policies import policy
from quedlinburg.bots.value.search import new_scratch
from quedlinburg.rules import ids, log, machine
from quedlinburg.rules.table import Table
from quedlinburg.sim import generator
from quedlinburg.sim.copying import copy_table
from quedlinburg.sim.games import first_waiting, lay_table
from quedlinburg.sim.luck import Fast


def sown(seed: int) -> Table:
    """An empty table with a seed."""
    t = Table(Fast())
    generator.sow(t, seed)
    return t


def draws(seed: int, policies: tuple[int, ...]) -> dict[tuple[int, int], list[int]]:
    """The chips that each seat drew, by seat and round, in a whole game; seat 0 begins."""
    t, scratch = Table(Fast()), new_scratch()
    lay_table(t, Setup(players=len(policies), books=1).to_table(Fast()), seed, 0)
    while t.phase != ids.OVER:
        if machine.is_at_rest(t):
            machine.turn_up_card(t)
        else:
            seat = first_waiting(t)
            machine.act(t, seat, policy.choose(t, scratch, seat, policies[seat], np.zeros(0)))
    found: dict[tuple[int, int], list[int]] = {}
    round_no = 0
    for event, seat, a, *_ in t.log:
        if event == log.ROUND_BEGAN:
            round_no = a
        elif event == log.CHIP_DRAWN:
            found.setdefault((seat, round_no), []).append(a)
    return found


def test_a_seat_has_the_same_luck_whatever_the_others_do() -> None:
    """The last seat draws the same chips in round 1, however much the seats before it drew."""
    for seed in range(8):
        one = draws(seed, (policy.RANDOM, policy.RANDOM, policy.APPRENTICE))
        other = draws(seed, (policy.NOVICE, policy.FIXED_RISK, policy.APPRENTICE))
        assert one[2, 1] == other[2, 1]
        assert one != other


def test_the_first_round_of_a_seat_is_the_same_at_any_table() -> None:
    """With the same seed it draws the same chips, also where more playing."""
    two = draws(5, (policy.APPRENTICE, policy.RANDOM))
    four = draws(5, (policy.APPRENTICE, policy.NOVICE, policy.NOVICE, policy.RANDOM))
    assert two[0, 1] == four[0, 1]


def test_seats_do_not_draw_alike() -> None:
    """Equal bags, equal minds, different streams: hardly any round 1 is the same for two seats."""
    games = [draws(seed, (policy.NOVICE, policy.NOVICE)) for seed in range(10)]
    assert sum(game[0, 1] == game[1, 1] for game in games) <= 2


def test_streams_of_seats_rounds_and_purposes_are_different() -> None:
    """No two places of a game share a word but by the chance of one in four thousand million."""
    t = sown(1)
    words = []
    for t.round_no in range(1, 10):
        for row in range(5):
            for purpose in range(4):
                words += [generator.word_at(t, row, purpose, count) for count in range(40)]
    assert len(set(words)) >= len(words) - 1


@pytest.mark.parametrize("bound", [2, 6, 9, 24, 31])
def test_numbers_are_spread_evenly(bound: int) -> None:
    """Chi-square over seeds, and over the counts of one seed: far below what chance forbids."""
    over_seeds = Counter(
        generator.number_at(sown(seed), 2, ids.DRAW, 3, bound) for seed in range(20_000)
    )
    t = sown(99)
    t.round_no = 4
    over_counts = Counter(generator.number_at(t, 1, ids.LOOK, i, bound) for i in range(20_000))
    for found in (over_seeds, over_counts):
        expected = 20_000 / bound
        chi = sum((found[i] - expected) ** 2 / expected for i in range(bound))
        assert set(found) == set(range(bound))
        assert chi < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_neighbouring_words_do_not_hang_together() -> None:
    """The first draws of two seats, and two draws in a row, agree as often as chance says."""
    same_seats = same_counts = 0
    for seed in range(20_000):
        t = sown(seed)
        t.round_no = 1
        first = generator.number_at(t, 0, ids.DRAW, 0, 10)
        same_seats += first == generator.number_at(t, 1, ids.DRAW, 0, 10)
        same_counts += first == generator.number_at(t, 0, ids.DRAW, 1, 10)
    assert 1_850 < same_seats < 2_150
    assert 1_850 < same_counts < 2_150


def test_large_seeds_count_with_all_their_bits() -> None:
    """Seeds that differ in their upper half only give different games."""
    assert sown(5).rng != sown(5 + (1 << 40)).rng


def test_a_copied_table_is_the_same_and_its_own() -> None:
    """What is changed in the copy does not change the original."""
    t, twin = Setup(players=2).to_table(Fast()), Table(Fast())
    copy_table(t, twin)
    assert (twin.bag, twin.page, twin.players) == (t.bag, t.page, t.players)
    twin.bag[0][ids.W1] += 1
    twin.page[0] = 9
    assert (twin.bag[0][ids.W1], t.bag[0][ids.W1], t.page[0]) == (5, 4, 0)


def test_a_diary_without_rows_counts_nothing() -> None:
    """A game can be played without one."""
    t, scratch = Table(Fast()), new_scratch()
    lay_table(t, Setup(players=2).to_table(Fast()), 3, -1)
    cast = playing.Cast(np.zeros((1, 4), int), np.zeros((1, 4), int), np.zeros((1, 0)), [])
    assert (
        playing.play_to_end(t, scratch, cast, 0, np.zeros((0, 9, playing.MEASURES), np.int16)) > 20
    )


def test_a_seed_out_of_an_array_gives_the_same_luck_and_no_overflow() -> None:
    """Numbers of numpy warn where Python's go on; warnings are errors here."""
    seed = 2**61 + 12345
    words = sown(np.int64(seed)).rng  # type: ignore[arg-type]
    assert words == sown(seed).rng
    assert {type(word) for word in words} == {int}
