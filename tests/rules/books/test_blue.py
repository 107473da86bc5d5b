"""Crow skulls: the four pages of the blue book (R4.11 to R4.14)."""

import pytest

from rules.builders import asked, by, legal, play, pot, story, table


def test_blue_1_looks_at_as_many_chips_as_its_value() -> None:
    """R4.11"""
    game = table("books 1", "seat 0 bag B2 W1 O1 G1")
    events = play(game, "0 draw luck B2 O1 W1")
    assert by("R4.11", events) == ["chips_looked_at 0 W1,O1 2"]


def test_blue_1_offers_every_kind_looked_at_once_and_none() -> None:
    """R4.11"""
    game = table("books 1", "seat 0 bag B4 W1x2 K1 P1")
    play(game, "0 draw luck B4 W1 K1 W1 P1")
    assert legal(game) == ["choose W1", "choose P1", "choose K1", "choose none"]


def test_blue_1_does_not_look_into_an_empty_bag() -> None:
    """R4.11: no look begins, and none ends."""
    game = table("books 1", "seat 0 flask empty bag B1")
    events = play(game, "0 draw luck B1")
    assert by("R4.11", events) == []


def test_blue_1_places_the_chosen_chip_by_the_rule_of_placing() -> None:
    """R4.11, R4.1: it is placed like a drawn one, and nothing was drawn for it."""
    game = table("books 1", "seat 0 bag B1 O1 G1")
    events = play(game, "0 draw luck B1 O1", "0 choose O1")[-2:]
    assert story(events) == ["look_ended 0 R4.11", "chip_placed 0 O1 2 bag R4.1"]


@pytest.mark.parametrize("kind", ["W1", "K1"])
def test_blue_1_puts_the_rest_back_without_placing(kind: str) -> None:
    """R4.11: nothing is looked at any more."""
    game = table("books 1", f"seat 0 bag B1 {kind} G1")
    events = play(game, f"0 draw luck B1 {kind}", "0 choose none")[-1:]
    assert (story(events), pot(game)) == (["look_ended 0 R4.11"], "B1@1")
    assert dict(game.view(0).looked) == {}


def test_blue_1_asks_with_the_chips_in_the_question() -> None:
    """R4.11: the question is about the chips looked at, each of them."""
    game = table("books 1", "seat 0 bag B2 O1x3")
    play(game, "0 draw luck B2 O1 O1")
    question = game.question(0)
    assert question is not None
    assert (question.id, question.about) == ("blue_1", ("O1", "O1"))


def test_blue_2_explodes_shielded_with_the_next_chip() -> None:
    """R4.12"""
    game = table("books 2", "seat 0 bag W1x2 pot W3@3 W3@6 W1@7 B1@8")
    events = play(game, "0 draw luck W1")
    assert by("R4.3", events) == ["pot_exploded 0 8 True"]


def test_blue_2_does_not_cover_the_chip_after_that() -> None:
    """R4.12"""
    game = table("books 2", "seat 0 bag W1x2 O1 pot W3@3 W3@6 W1@7 B1@8")
    events = play(game, "0 draw luck O1", "0 draw luck W1")
    assert by("R4.3", events) == ["pot_exploded 0 8 False"]


@pytest.mark.parametrize(("kind", "shield"), [("B1", 1), ("B2", 2), ("B4", 4)])
def test_blue_2_shields_its_value(kind: str, shield: int) -> None:
    """R4.12"""
    game = table("books 2", f"seat 0 bag {kind} W1")
    play(game, f"0 draw luck {kind}")
    assert game.view(None).seats[0].shield == shield


def test_blue_2_takes_the_larger_of_the_old_and_the_new_shield() -> None:
    """R4.12: of a B4 three steps are left after the B1 itself."""
    game = table("books 2", "seat 0 bag B4 B1 W1")
    play(game, "0 draw luck B4", "0 draw luck B1")
    assert game.view(None).seats[0].shield == 3


def test_blue_3_pays_a_ruby_on_a_ruby_space() -> None:
    """R4.13"""
    game = table("books 3", "seat 0 bag B1 pot W3@4")
    events = play(game, "0 draw luck B1")
    assert by("R4.13", events) == ["rubies_won 0 1"]


def test_blue_3_pays_nothing_on_a_bare_space() -> None:
    """R4.13"""
    game = table("books 3", "seat 0 bag B1 pot W3@3")
    events = play(game, "0 draw luck B1")
    assert by("R4.13", events) == []


@pytest.mark.parametrize(("kind", "before"), [("B1", 4), ("B2", 3), ("B4", 1)])
def test_blue_4_pays_its_value_on_a_ruby_space(kind: str, before: int) -> None:
    """R4.14"""
    game = table("books 4", f"seat 0 bag {kind} pot W1@{before}")
    events = play(game, f"0 draw luck {kind}")
    assert by("R4.14", events) == [f"points_won 0 {kind[1]}"]


def test_blue_4_pays_nothing_on_a_bare_space() -> None:
    """R4.14"""
    game = table("books 4", "seat 0 bag B4 W1 pot W3@3")
    events = play(game, "0 draw luck B4")
    assert (by("R4.14", events), asked(game)) == ([], "brew")
