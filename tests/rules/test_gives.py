"""What the next step of a seat could take, kind by kind: by this seats are held (R3.6)."""

import pytest

from quedlinburg.rules import ids
from quedlinburg.rules.books.green import green_2_gives
from quedlinburg.rules.books.purple import purple_2_gives, trade_gives, trade_wants
from quedlinburg.rules.constants import KIND_CODES
from quedlinburg.rules.questions import could_take
from quedlinburg.rules.table import Table
from rules.builders import play, table

OTHER = "seat 1 exploded pot W1@1"


def takes(t: Table, seat: int = 0) -> str:
    """The kinds that a seat's next step could take."""
    return " ".join(KIND_CODES[kind] for kind in range(ids.KINDS) if could_take(t, seat, kind))


@pytest.mark.parametrize(("spider", "kinds"), [("G2", "B1 R1"), ("G4", "Y1 P1")])
def test_green_2_could_take_two_kinds(spider: str, kinds: str) -> None:
    """R5.4"""
    assert takes(table("books 2", f"seat 0 exploded pot {spider}@4", OTHER).table) == kinds
    number = KIND_CODES.index(spider)
    given = [KIND_CODES[kind] for kind in range(ids.KINDS) if green_2_gives(number, kind)]
    assert " ".join(given) == kinds


@pytest.mark.parametrize(
    ("breaths", "kinds"), [(1, "K1"), (2, "G1 B2 K1"), (3, "G1 B2 Y4 K1"), (4, "G1 B2 Y4 K1")]
)
def test_purple_2_could_take_the_rewards_of_its_lines(breaths: int, kinds: str) -> None:
    """R5.8"""
    chips = " ".join(f"P1@{space}" for space in range(1, breaths + 1))
    assert takes(table("books 2", f"seat 0 exploded pot {chips}", OTHER).table) == kinds
    given = [KIND_CODES[kind] for kind in range(ids.KINDS) if purple_2_gives(min(breaths, 3), kind)]
    assert " ".join(given) == kinds


@pytest.mark.parametrize(
    ("chips", "kinds"),
    [
        ("R1@1 P1@2", "R2"),
        ("R1@1 P1@2 P1@3", "R2"),
        ("R2@2 P1@3 P1@4", "R4"),
        ("R1@1 P1@2 P1@3 P1@4", "R2 R4"),
        ("Y1@1 B2@3 P1@4 P1@5", "B4 Y2"),
        ("O1@1 G1@2 P1@4", "G2"),
    ],
)
def test_purple_4_could_take_what_its_trades_bring(chips: str, kinds: str) -> None:
    """R5.10"""
    game = table("books 4", f"seat 0 exploded rubies 0 pot {chips}", OTHER)
    assert takes(game.table) == kinds


def test_purple_4_wants_and_gives_by_line_and_colour() -> None:
    """R5.10: 1→2, 2→4 and 1→4 of green, blue, red and yellow."""
    for line, step in enumerate(("12", "24", "14")):
        for colour, letter in enumerate("GBRY"):
            assert KIND_CODES[trade_wants(line, colour)] == letter + step[0]
            assert KIND_CODES[trade_gives(line, colour)] == letter + step[1]


@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("choose_wisely", "P1"),
        ("only_one", "G2 B2 R2 Y2 K1"),
        ("wheel_and_deal", "O1 G1 B1 R1 Y1"),
        ("rats_are_friends", "G4 B4 R4 Y4"),
    ],
)
def test_purple_cards_could_take_their_chips(card: str, kinds: str) -> None:
    """R6"""
    game = table(f"round 3 card {card} phase fortune", "seat 0 rubies 1")
    assert takes(game.table) == kinds


@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("only_one", "G2 B2 R2 K1"),
        ("wheel_and_deal", "O1 G1 B1 R1"),
        ("rats_are_friends", "G4 B4 R4"),
    ],
)
def test_purple_cards_could_take_no_yellow_chip_in_round_1(card: str, kinds: str) -> None:
    """R6, R3.1"""
    game = table(f"round 1 card {card} phase fortune", "seat 0 rubies 1")
    assert takes(game.table) == kinds


def test_schadenfreude_could_take_any_2_chip() -> None:
    """R6 schadenfreude"""
    assert takes(table("card schadenfreude", "seat 0 stopped", OTHER).table) == "G2 B2 R2 Y2"


def test_schadenfreude_could_take_no_yellow_chip_in_round_1() -> None:
    """R6 schadenfreude, R3.1"""
    assert takes(table("round 1 card schadenfreude", "seat 0 stopped", OTHER).table) == "G2 B2 R2"


@pytest.mark.parametrize(
    ("chips", "kinds"),
    [("G1", "G2"), ("O1", "G1"), ("W1 K1", "G1"), ("R1 R2", "R2 R4"), ("G2 Y1", "G4 Y2")],
)
def test_opportune_moment_could_take_the_next_values_or_a_spider(chips: str, kinds: str) -> None:
    """R6 opportune_moment: held by an earlier seat that has not chosen (one G1 for two)."""
    seats = ("seat 0 bag G2", f"seat 1 bag {chips}")
    head = "card opportune_moment phase fortune"
    t = table(head, *seats, luck=f"G2 {chips}").table
    if t.depth[1] == 0:
        t = table(f"{head} supply G1=1", *seats, luck=f"G2 {chips}").table
    assert takes(t, 1) == kinds


def test_opportune_moment_could_take_no_chip_whose_book_is_not_out() -> None:
    """R6 opportune_moment, R3.1: a mandrake in round 1 is worth a garden spider."""
    seats = ("seat 0 bag G2", "seat 1 bag Y1")
    head = "round 1 card opportune_moment phase fortune supply G1=1"
    assert takes(table(head, *seats, luck="G2 Y1").table, 1) == "G1"


def test_the_shop_could_take_what_the_coins_suffice_for() -> None:
    """R5.E: 8 coins under book 1."""
    game = table("round 4", "seat 0 exploded pot W1@7", OTHER)
    play(game, "0 choose coins")
    assert takes(game.table) == "O1 G1 G2 B1 R1 Y1"


def test_the_shop_could_take_a_chip_for_a_single_coin() -> None:
    """R5.E, R8: a switch can set a price of 1."""
    game = table("books 3 edition green_3_G4=1", "seat 0 exploded pot W1@1", OTHER)
    play(game, "0 choose coins")
    assert takes(game.table) == "G4"


@pytest.mark.parametrize(
    ("seat", "kinds"),
    [
        ("rubies 2 glass 2", "B1"),
        ("rubies 1 glass 2", ""),
        ("rubies 2 glass 3", ""),
        ("rubies 2 glass 12", ""),
    ],
)
def test_rubies_could_take_the_chip_of_the_next_glass(seat: str, kinds: str) -> None:
    """R7.2"""
    game = table("tubes", f"seat 0 exploded {seat} pot W1@1", OTHER)
    play(game, "0 choose vp")
    assert takes(game.table) == kinds


def test_rubies_could_take_nothing_without_test_tubes() -> None:
    """R5.F"""
    game = table("books 1", "seat 0 exploded rubies 2 pot W1@1", OTHER)
    play(game, "0 choose vp")
    assert takes(game.table) == ""


@pytest.mark.parametrize(("glass", "kinds"), [(4, "K1"), (5, ""), (10, "Y4")])
def test_a_droplet_could_take_the_chip_of_the_next_glass(glass: int, kinds: str) -> None:
    """R7.2"""
    game = table("tubes card pot_filling_up phase fortune", f"seat 0 glass {glass}")
    assert takes(game.table) == kinds


def test_a_gift_could_take_its_kind_only() -> None:
    """R1.4: seat 1 is held before the last pumpkin, as seat 0 has a step to decide."""
    game = table("tubes card donations phase fortune supply O1=1", luck="droplet O1")
    assert takes(game.table, 1) == "O1"
