"""Mandrakes: the four pages of the yellow book (R4.19 to R4.22)."""

import pytest

from rules.builders import asked, bag, by, legal, play, pot, table

MANDRAKES = ["Y1@1", "Y1@2", "Y1@3", "Y1@4"]


def test_yellow_1_asks_whether_the_white_chip_before_goes_back() -> None:
    """R4.19"""
    game = table("books 1", "seat 0 bag Y1 pot W2@2")
    play(game, "0 draw luck Y1")
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("yellow_1", ("W2",))
    assert legal(game) == ["choose return", "choose keep"]


def test_yellow_1_sends_the_white_chip_back_and_stays() -> None:
    """R4.19"""
    game = table("books 1", "seat 0 bag Y1 pot O1@1 W2@3")
    events = play(game, "0 draw luck Y1", "0 choose return")
    assert by("R4.19", events) == ["chip_returned 0 W2 1"]
    assert (pot(game), bag(game)) == ("O1@1 Y1@4", "W2")


def test_yellow_1_may_keep_the_white_chip() -> None:
    """R4.19"""
    game = table("books 1", "seat 0 bag Y1 W1 pot W2@2")
    events = play(game, "0 draw luck Y1", "0 choose keep")
    assert (by("R4.19", events), pot(game)) == ([], "W2@2 Y1@3")


@pytest.mark.parametrize("seat", ["bag Y1 W1", "bag Y1 W1 pot O1@1", "bag Y1 W1 pot W1@1 O1@2"])
def test_yellow_1_asks_nothing_without_a_white_chip_directly_before(seat: str) -> None:
    """R4.19"""
    game = table("books 1", f"seat 0 {seat}")
    play(game, "0 draw luck Y1")
    assert asked(game) == "brew"


def test_yellow_1_leaves_the_flask_to_the_mandrake_in_schmidt() -> None:
    """R4.19, R4.5: after the white chip went back the mandrake is the chip just placed."""
    game = table("books 1 edition schmidt", "seat 0 bag Y1 W1 pot W2@2")
    events = play(game, "0 draw luck Y1", "0 choose return", "0 flask")
    assert by("R4.5", events) == ["chip_returned 0 Y1 0", "flask_emptied 0"]


def test_yellow_2_doubles_the_next_chip() -> None:
    """R4.20"""
    game = table("books 2", "seat 0 bag Y2 W3 W1")
    play(game, "0 draw luck Y2", "0 draw luck W3", "0 draw luck W1")
    assert pot(game) == "Y2@2 W3@8 W1@9"


@pytest.mark.parametrize(("mandrakes", "limit"), [(0, 7), (1, 8), (2, 8), (3, 9), (4, 9)])
def test_yellow_3_raises_the_limit(mandrakes: int, limit: int) -> None:
    """R4.21, R4.4"""
    game = table("books 3", f"seat 0 bag W1 pot {' '.join(MANDRAKES[:mandrakes])}")
    assert game.view(None).seats[0].limit == limit


def test_yellow_3_counts_only_the_own_pot() -> None:
    """R4.21"""
    game = table("books 3", "seat 0 bag W1 pot Y1@1", "seat 1 bag W1 pot Y1@1 Y1@2 Y1@3")
    assert [seat.limit for seat in game.view(None).seats] == [8, 9]


@pytest.mark.parametrize(("mandrakes", "further"), [(0, 1), (1, 2), (2, 3), (3, 0), (4, 0)])
def test_yellow_4_moves_further_by_the_mandrakes_before(mandrakes: int, further: int) -> None:
    """R4.22"""
    game = table("books 4", f"seat 0 bag Y1 pot {' '.join(MANDRAKES[:mandrakes])}")
    play(game, "0 draw luck Y1")
    assert pot(game).split()[-1] == f"Y1@{mandrakes + 1 + further}"
