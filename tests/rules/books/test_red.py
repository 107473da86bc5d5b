"""Toadstools: the four pages of the red book (R4.15 to R4.18)."""

import pytest

from quedlinburg.rules.books.red import red_2_stopped
from rules.builders import asked, bag, by, legal, play, pot, story, table

PUMPKINS = ["O1@1", "O1@2", "O1@3", "O1@4"]


@pytest.mark.parametrize(("pumpkins", "further"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_red_1_moves_further_by_the_pumpkins(pumpkins: int, further: int) -> None:
    """R4.15"""
    game = table("books 1", f"seat 0 bag R2 pot {' '.join(PUMPKINS[:pumpkins])}")
    play(game, "0 draw luck R2")
    assert pot(game).split()[-1] == f"R2@{pumpkins + 2 + further}"


def test_red_2_lays_a_drawn_toadstool_aside() -> None:
    """R4.16"""
    game = table("books 2", "seat 0 bag R4 W1")
    events = play(game, "0 draw luck R4")
    assert by("R4.16", events) == ["chip_laid_aside 0 R4"]


def test_red_2_asks_after_the_stop_kind_by_kind() -> None:
    """R4.16: place one, be done, or put one back."""
    game = table("books 2", "seat 0 bag W1 aside R1 R4x2 pot W1@1")
    play(game, "0 stop")
    assert (asked(game), legal(game)) == (
        "red_2",
        ["choose R1", "choose R4", "choose done", "back R1", "back R4"],
    )


def test_red_2_asks_nothing_with_nothing_aside() -> None:
    """R4.16"""
    game = table("books 2", "seat 0 bag W1 pot W1@1")
    play(game, "0 stop")
    assert (asked(game), game.waiting) == ("", (1,))


def test_red_2_puts_no_question_about_nothing() -> None:
    """R4.16"""
    t = table("books 2", "seat 0 bag W1 pot W1@1").table
    before = t.depth[0]
    red_2_stopped(t, 0)
    assert t.depth[0] == before


def test_red_2_places_from_aside_by_its_value_only() -> None:
    """R4.16"""
    game = table("books 2", "seat 0 bag W1 aside R4 pot Y1@1 O1@2")
    events = play(game, "0 stop", "0 choose R4")
    assert by("R4.16", events) == ["chip_placed 0 R4 6 aside"]


@pytest.mark.parametrize("kind", ["R1", "R2", "R4"])
def test_red_2_puts_a_toadstool_back_while_brewing(kind: str) -> None:
    """R4.16"""
    game = table("books 2", f"seat 0 bag W1 aside {kind} pot W1@1")
    events = play(game, f"0 back {kind}")
    assert (by("R4.16", events), bag(game)) == ([f"chip_put_back 0 {kind}"], f"W1 {kind}")


def test_red_2_offers_to_put_back_only_what_lies_aside() -> None:
    """R4.16"""
    game = table("books 2", "seat 0 bag W1 aside R2 pot O1@1")
    assert legal(game) == ["draw", "stop", "back R2"]


def test_red_2_asks_again_while_something_lies_aside() -> None:
    """R4.16: one placed, one put back, one kept."""
    game = table("books 2", "seat 0 bag W1 aside R1 R2 R4 pot W1@1")
    play(game, "0 stop", "0 choose R2", "0 back R4", "0 choose done")
    assert (pot(game), bag(game), dict(game.view(None).seats[0].aside)) == (
        "W1@1 R2@3",
        "W1 R4",
        {"R1": 1},
    )


def test_red_2_is_over_when_the_last_one_is_placed() -> None:
    """R4.16: nothing is asked about nothing."""
    game = table("books 2", "seat 0 bag W1 aside R1 pot W1@1")
    play(game, "0 stop", "0 choose R1")
    assert asked(game) == ""


@pytest.mark.parametrize(("before", "space"), [("W1", 4), ("W2", 5), ("W3", 6), ("O1", 3)])
def test_red_3_moves_further_by_the_white_chip_before(before: str, space: int) -> None:
    """R4.17"""
    game = table("books 3", f"seat 0 bag R1 pot {before}@2")
    play(game, "0 draw luck R1")
    assert pot(game) == f"{before}@2 R1@{space}"


def test_red_3_moves_its_value_as_the_first_chip() -> None:
    """R4.17"""
    game = table("books 3", "seat 0 bag R2 W1")
    events = play(game, "0 draw luck R2")
    assert by("R4.1", events) == ["chip_placed 0 R2 2 bag"]


@pytest.mark.parametrize(("kind", "space"), [("W1", 3), ("W2", 3), ("W3", 4)])
def test_red_4_moves_only_a_white_1_further(kind: str, space: int) -> None:
    """R4.18"""
    game = table("books 4", f"seat 0 bag {kind} pot R1@1")
    play(game, f"0 draw luck {kind}")
    assert pot(game) == f"R1@1 {kind}@{space}"


def test_red_4_needs_a_toadstool_in_the_pot() -> None:
    """R4.18"""
    game = table("books 4", "seat 0 bag W1 pot Y1@1")
    play(game, "0 draw luck W1")
    assert pot(game) == "Y1@1 W1@2"


def test_red_4_tells_the_draw_before_the_place() -> None:
    """R4.2, R4.1"""
    game = table("books 4", "seat 0 bag W1x2 pot R1@1")
    events = play(game, "0 draw luck W1")
    assert story(events) == ["chip_drawn 0 W1 R4.2", "chip_placed 0 W1 3 bag R4.1"]
