"""The shop: at most two chips of different colours (R5.E)."""

from quedlinburg import Game
from rules.builders import asked, bag, by, legal, play, table

OTHER = "seat 1 exploded pot W1@1"


def shopping(space: int, head: str = "round 4") -> Game:
    """A table whose seat 0 has the coins of a scoring space to spend."""
    game = table(head, f"seat 0 exploded rubies 0 bag pot W1@{space - 1}", OTHER)
    play(game, "0 choose coins")
    return game


def test_r5_e_offers_nothing_one_or_two_chips() -> None:
    """R5.E: eight coins under book 1, in the order of kinds, pairs last."""
    assert legal(shopping(8)) == [
        "buy",
        "buy O1",
        "buy G1",
        "buy G2",
        "buy B1",
        "buy R1",
        "buy Y1",
        "buy O1 G1",
        "buy O1 B1",
    ]


def test_r5_e_offers_a_pair_for_the_exact_coins() -> None:
    """R5.E: 3 and 4 of seven coins; two of one colour never."""
    assert [a for a in legal(shopping(7)) if a.count(" ") == 2] == ["buy O1 G1"]
    assert "buy G1 G2" not in legal(shopping(12))


def test_r5_e_asks_nobody_who_can_buy_nothing() -> None:
    """R5.E: two coins."""
    assert asked(shopping(2)) == ""


def test_r5_e_asks_with_the_coins() -> None:
    """R5.E: three coins buy a pumpkin."""
    question = shopping(3).question(0)
    assert question is not None
    assert (question.id, question.about) == ("shop", ("3",))


def test_r5_e_puts_what_is_bought_into_the_bag() -> None:
    """R5.E: each with its price."""
    game = shopping(8)
    events = play(game, "0 buy B1 O1")
    assert by("R5.E", events) == ["chip_bought 0 O1 3", "chip_bought 0 B1 5"]
    assert bag(game) == "O1 B1"


def test_r5_e_buys_one_chip_or_none() -> None:
    """R5.E"""
    assert by("R5.E", play(shopping(8), "0 buy Y1")) == ["chip_bought 0 Y1 8"]
    assert by("R5.E", play(shopping(8), "0 buy")) == []


def test_r5_e_sells_only_what_the_supply_has() -> None:
    """R5.E, R1.1"""
    assert legal(shopping(5, "round 4 supply B1=0 O1=1")) == ["buy", "buy O1", "buy G1"]


def test_r5_e_sells_no_colour_whose_book_is_not_out() -> None:
    """R5.E, R3.1: ten coins in rounds 1, 2 and 3."""
    sold = [{action.split()[-1] for action in legal(shopping(10, f"round {n}"))} for n in (1, 2, 3)]
    assert [kinds & {"Y1", "P1"} for kinds in sold] == [set(), {"Y1"}, {"Y1", "P1"}]


def test_r5_e_sells_for_a_single_coin() -> None:
    """R5.E, R8: a switch can set a price of 1."""
    assert legal(shopping(2, "books 3 edition green_3_G4=1")) == ["buy", "buy G4"]


def test_r5_e_sells_the_hawkmoth_last_of_all() -> None:
    """R5.E, R1.6: ten coins, and no white chip."""
    kinds = [
        action.removeprefix("buy ") for action in legal(shopping(10)) if action.count(" ") == 1
    ]
    assert kinds == ["O1", "G1", "G2", "B1", "B2", "R1", "R2", "Y1", "P1", "K1"]
